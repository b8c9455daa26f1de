"""A bot on the client library of the original: it turns where it can and breaks walls when it must. Prints how the game ended."""

import sys

from chillin_client import GameClient, RealtimeAI
from models import ECell, EDirection, World
from commands import ActivateWallBreaker, ChangeDirection, ECommandDirection

STEPS = {EDirection.Up: (0, -1), EDirection.Right: (1, 0), EDirection.Down: (0, 1), EDirection.Left: (-1, 0)}


class AI(RealtimeAI):
    initialized = snapshots = 0

    def update(self, snapshot):
        super().update(snapshot)
        AI.snapshots += 1

    def initialize(self):
        AI.initialized += 1

    def decide(self):
        me = self.world.agents[self.my_side]
        if self.world.board[me.position.y][me.position.x] == ECell.AreaWall:
            return  # crashed
        cell = {d: self.world.board[me.position.y + dy][me.position.x + dx] for d, (dx, dy) in STEPS.items()}
        ways = [EDirection((me.direction.value + turn) % 4) for turn in (1, 3, 0)]
        free = [d for d in ways if cell[d] == ECell.Empty] or [d for d in ways if cell[d] != ECell.AreaWall]
        if free and cell[free[0]] != ECell.Empty and me.wall_breaker_cooldown == 0:
            self.send_command(ActivateWallBreaker())
        if free and free[0] != me.direction:
            self.send_command(ChangeDirection(direction=ECommandDirection(free[0].value)))


client = GameClient(sys.argv[1])
client.register_ai(AI(World()))
client.run()
assert AI.initialized == 1
print("snapshots", AI.snapshots)
