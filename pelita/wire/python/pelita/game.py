"""Whole games between two functions, in this process."""

from random import Random

from .base_utils import (
    MAX_FOOD_AGE, NEW, NOISE_RADIUS, SHADOW_DISTANCE, SIGHT_DISTANCE, initial_positions, manhattan_dist, split_food,
)
from .team import Team

KILL_POINTS = 5
ERROR_LIMIT = 5


class Game:
    """A game in progress. Bots 0 and 2 are blue, 1 and 3 red."""

    def __init__(self, teams, layout, rng, max_rounds=300, layout_name=""):
        self.teams, self.rng, self.max_rounds, self.layout_name = teams, rng, max_rounds, layout_name
        self.walls, self.shape = set(layout["walls"]), layout["shape"]
        self.bots = [tuple(cell) for cell in layout["bots"]]
        if None in layout["bots"]:
            raise ValueError("A game needs four bots.")
        self.food = [set(), set()]
        for team, cells in enumerate(split_food(self.shape[0], layout["food"])):
            for cell in sorted(cells):
                self.food[team].add(cell)
        self.ages = [{}, {}]
        self.respawn = initial_positions(self.walls, self.shape)
        self.score, self.kills, self.deaths = [0, 0], [0] * 4, [0] * 4
        self.was_killed = [False] * 4
        self.errors, self.fatal = [{}, {}], [[], []]
        self.turn = self.round = self.winner = None

    def side(self, cell):
        """The team whose home a cell is in."""
        return int(cell[0] >= self.shape[0] // 2)

    def is_ghost(self, bot):
        return self.side(self.bots[bot]) == bot % 2

    def play(self):
        """Set the game up and play it to its end."""
        for team in (0, 1):
            seed = self.rng.randint(0, 2**63 - 1)
            state = self.state_for(team, None)
            state.update(walls=list(self.walls), shape=self.shape, seed=seed)
            self.teams[team].set_initial(team, state)
        self.judge(True)
        while self.winner is None:
            self.step()

    def step(self):
        """One turn of one bot."""
        if self.turn is None:
            self.round, self.turn = 1, 0
        else:
            self.turn = (self.turn + 1) % 4
            self.round += self.turn == 0
        team = self.turn % 2
        self.age(team)
        self.relocate(team)
        state = self.state_for(self.turn, self.turn // 2)
        player = self.teams[team]
        me = player.bots(state)
        move = tuple(player.answer(me, player.move(me, player.state))["move"])
        self.apply(team, move)

    def apply(self, team, move):
        turn = self.turn
        self.was_killed[turn] = False
        legal = self.legal(self.bots[turn])
        if move not in legal:
            if NEW:
                self.fatal[team].append((self.round, turn))
            else:
                self.errors[team][(self.round, turn)] = {"reason": "illegal move", "bot_position": move}
            self.judge(False)
            if self.winner is not None:
                return
            move = self.rng.choice(legal)
        self.bots[turn] = move
        if self.side(move) != team and move in self.food[1 - team]:
            self.food[1 - team].remove(move)
            self.score[team] += 1
        if NEW:
            self.cascade(move)
        else:
            self.collide(turn)
        self.judge(True)

    def legal(self, cell):
        x, y = cell
        return [c for c in ((x, y - 1), (x + 1, y), (x - 1, y), (x, y + 1), (x, y)) if c not in self.walls]

    def kill(self, victim, killer):
        self.score[killer % 2] += KILL_POINTS
        self.kills[killer] += 1
        self.deaths[victim] += 1
        self.was_killed[victim] = True
        self.bots[victim] = self.respawn[victim]

    def collide(self, mover):
        """Version 2.5: what happens on the cell of the bot that moved."""
        enemies = [bot for bot in (1 - mover % 2, 3 - mover % 2) if self.bots[bot] == self.bots[mover]]
        if self.is_ghost(mover):
            for enemy in enemies:
                self.kill(enemy, mover)
        elif enemies:
            self.kill(mover, enemies[0])

    def cascade(self, cell):
        """Version 2.7: a bot that respawns may kill, or be killed, in its turn."""
        todo = [cell]
        while todo:
            cell = todo.pop()
            home = self.side(cell)
            ghosts = [bot for bot in (home, home + 2) if self.bots[bot] == cell]
            if not ghosts:
                continue
            for enemy in (1 - home, 3 - home):
                if self.bots[enemy] == cell:
                    self.kill(enemy, ghosts[0])
                    todo.append(self.respawn[enemy])

    def judge(self, complete):
        """End the game if it is over. Rounds and pellets count after complete turns only."""
        lost = [bool(self.fatal[team]) for team in (0, 1)]
        if not any(lost):
            lost = [len(self.errors[team]) >= ERROR_LIMIT for team in (0, 1)]
        if any(lost):
            self.winner = 2 if all(lost) else int(lost[0])
            return
        following = (self.round or 0) + (self.turn in (None, 3))
        if complete and (following > self.max_rounds or not self.food[0] or not self.food[1]):
            self.winner = 2 if self.score[0] == self.score[1] else int(self.score[0] < self.score[1])

    def age(self, team):
        """Count for how long pellets have been in the shadow of a ghost."""
        ghosts = [self.bots[bot] for bot in (team, team + 2) if self.is_ghost(bot)]
        ages = self.ages[team]
        for cell in self.food[team]:
            if any(manhattan_dist(cell, ghost) <= SHADOW_DISTANCE for ghost in ghosts):
                ages[cell] = ages.get(cell, 0) + 1
            else:
                ages.pop(cell, None)

    def relocate(self, team):
        """Move pellets that have been in the shadow for too long."""
        self.food = [food.copy() for food in self.food]
        expired = [cell for cell in sorted(self.food[team]) if self.ages[team].get(cell, 0) > MAX_FOOD_AGE]
        if not expired:
            return
        middle = self.shape[0] // 2
        own, enemies = [self.bots[team], self.bots[team + 2]], [self.bots[1 - team], self.bots[3 - team]]
        targets = [
            (x, y)
            for x in range(team * middle, (team + 1) * middle)
            for y in range(self.shape[1])
            if x not in (middle - 1, middle)
            and (x, y) not in self.walls
            and (x, y) not in self.food[team]
            and (x, y) not in enemies
            and all(manhattan_dist((x, y), bot) > SHADOW_DISTANCE for bot in own)
        ]
        for cell in expired:
            if not targets:
                return
            target = self.rng.choice(targets)
            targets.remove(target)
            self.food[team].remove(cell)
            del self.ages[team][cell]
            self.food[team].add(target)

    def noisy(self, bot, enemy):
        """Where a bot sees an enemy, and whether that may be wrong."""
        x, y = self.bots[enemy]
        if manhattan_dist(self.bots[bot], (x, y)) <= SIGHT_DISTANCE:
            return (x, y), False
        bounds = []
        for at, size in ((x, self.shape[0]), (y, self.shape[1])):
            low, high = at - NOISE_RADIUS, at + NOISE_RADIUS
            bounds.append(range(1 if low < 0 else low, (size - 1 if high >= size else high) + 1))
        places = [
            (i, j) for i in bounds[0] for j in bounds[1]
            if manhattan_dist((i, j), (x, y)) <= NOISE_RADIUS and (i, j) not in self.walls
        ]
        if len(places) < 2:
            return (places or [(x, y)])[0], False
        return self.rng.choice(places), True

    def state_for(self, bot, turn):
        """The state that the team of a bot is told."""
        team = bot % 2
        seen = [self.noisy(bot, enemy) for enemy in (1 - team, 3 - team)]
        own, enemy = self.team_state(team), self.team_state(1 - team)
        own["bot_positions"] = [self.bots[team], self.bots[team + 2]]
        own["shaded_food"] = list(self.ages[team])
        own["error_count"] = len(self.errors[team])
        enemy["bot_positions"] = [cell for cell, _ in seen]
        enemy["is_noisy"] = [noisy for _, noisy in seen]
        return {"team": own, "enemy": enemy, "round": self.round, "bot_turn": turn, "max_rounds": self.max_rounds}

    def team_state(self, team):
        return {
            "team_index": team, "score": self.score[team], "kills": self.kills[team::2], "deaths": self.deaths[team::2],
            "bot_was_killed": self.was_killed[team::2], "error_count": 0, "food": list(self.food[team]), "shaded_food": [],
            "name": self.teams[team].name, "team_time": 0.0,
        }

    def result(self, seed):
        """What run_background_game returns."""
        result = {"seed": seed, "walls": self.walls, "round": self.round, "layout": self.layout_name}
        for team, name in enumerate(("blue", "red")):
            result[f"{name}_food"] = list(self.food[team])
            result[f"{name}_bots"] = self.bots[team::2]
            result[f"{name}_score"] = self.score[team]
            if not NEW:
                result[f"{name}_errors"] = self.errors[team]
            result[f"{name}_deaths"] = self.deaths[team::2]
            result[f"{name}_kills"] = self.kills[team::2]
            result[f"{name}_wins"] = self.winner == team
        result["draw"] = self.winner == 2
        return result


def play_functions(blue_move, red_move, layout, rng, max_rounds, layout_name="", names=("blue", "red")):
    """Play a game between two functions and return it."""
    if not isinstance(rng, Random):
        raise TypeError("rng must be a random.Random")
    game = Game([Team(blue_move, names[0]), Team(red_move, names[1])], layout, rng, max_rounds, layout_name)
    game.play()
    return game
