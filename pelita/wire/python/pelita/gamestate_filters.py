"""What is done to the state of a game before a bot sees it: noise, the age of pellets, pellets that move."""

from ._common import manhattan_dist
from .base_utils import default_rng


def noiser(walls, shape, bot_position, enemy_positions, noise_radius=5, sight_distance=5, rng=None):
    """Where a bot sees its enemies: a dict with enemy_positions and is_noisy, lists as long as enemy_positions."""
    rng = default_rng(rng)
    seen = [
        (cell, False) if manhattan_dist(bot_position, cell) <= sight_distance else alter_pos(cell, noise_radius, rng, walls, shape)
        for cell in enemy_positions
    ]
    return {"enemy_positions": [cell for cell, _ in seen], "is_noisy": [noisy for _, noisy in seen]}


def alter_pos(bot_pos, noise_radius, rng, walls, shape):
    """A free cell within noise_radius of a position, drawn, and whether there was a choice."""
    bounds = []
    for at, size in zip(bot_pos, shape):
        low, high = at - noise_radius, at + noise_radius
        bounds.append(range(1 if low < 0 else low, (size - 1 if high >= size else high) + 1))
    places = [
        (x, y) for x in bounds[0] for y in bounds[1]
        if manhattan_dist((x, y), bot_pos) <= noise_radius and (x, y) not in walls
    ]
    if len(places) < 2:
        return (places or [bot_pos])[0], False
    return rng.choice(places), True


def in_homezone(position, team_id, shape):
    """Whether a position is in the home of team 0 (left) or 1."""
    if team_id == 0:
        return position[0] < shape[0] / 2
    if team_id == 1:
        return position[0] >= shape[0] / 2
    return None


def update_food_age(game_state, team, radius):
    """For how many turns pellets of a team have been in the shadow of its ghosts: {'food_age': [{cell: turns}, ...]}."""
    ghosts = [bot for bot in game_state["bots"][team::2] if in_homezone(bot, team, game_state["shape"])]
    ages = [dict(ages) for ages in game_state["food_age"]]
    for cell in game_state["food"][team]:
        if any(manhattan_dist(cell, ghost) <= radius for ghost in ghosts):
            ages[team][cell] = ages[team].get(cell, 0) + 1
        else:
            ages[team].pop(cell, None)
    return {"food_age": ages}


def relocate_expired_food(game_state, team, radius, max_food_age=None):
    """Move pellets of a team that have been in the shadow for too long: {'food': [set, set], 'food_age': ...}."""
    food = [set(cells) for cells in game_state["food"]]
    ages = [dict(ages) for ages in game_state["food_age"]]
    limit = game_state["max_food_age"] if max_food_age is None else max_food_age
    expired = [cell for cell in sorted(food[team]) if ages[team].get(cell, 0) > limit]
    targets = _targets(game_state, team, radius) if expired else []
    for cell in expired:
        if not targets:
            break
        target = game_state["rng"].choice(targets)
        targets.remove(target)
        food[team].remove(cell)
        del ages[team][cell]
        food[team].add(target)
    return {"food": food, "food_age": ages}


def _targets(state, team, radius):
    """Where pellets may go: free cells at home, not at the border, without pellet, enemy and shadow."""
    middle, height = state["shape"][0] // 2, state["shape"][1]
    own, enemies = state["bots"][team::2], state["bots"][1 - team::2]
    return [
        (x, y)
        for x in range(team * middle, (team + 1) * middle)
        for y in range(height)
        if x not in (middle - 1, middle)
        and (x, y) not in state["walls"]
        and (x, y) not in state["food"][team]
        and (x, y) not in enemies
        and all(manhattan_dist((x, y), bot) > radius for bot in own)
    ]
