"""The names of the original's main module, for files that import from it. The game itself is played by the referee."""

import argparse
import importlib
import os
import random
import re
import sys
import threading
import time

from AIPlayerUtils import *
from Ant import *
from Building import *
from Constants import *
from Construction import *
from GameState import *
from Inventory import *
from Location import *
from Move import *
from Player import *


class Game(object):
    def __init__(self, *args, **named):
        raise RuntimeError("Game: there is no window and no game to start here; the referee plays it")
