"""What a player answers when it is to move."""

from Constants import *


class Move(object):
    def __init__(self, inputMoveType, inputCoordList=None, inputBuildType=None):
        self.moveType = inputMoveType
        self.coordList = inputCoordList
        self.buildType = inputBuildType

    def __str__(self):
        build = buildTypeToStr(self.buildType) if self.moveType == BUILD else ""
        coords = "" if self.coordList is None else str(self.coordList)
        return "<Move: %s %s %s>" % (moveTypeToStr(self.moveType), build, coords)
