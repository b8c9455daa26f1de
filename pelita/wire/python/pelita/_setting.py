"""Which version of the original this package behaves like, and the program that it came with. Written when it is unpacked."""

VERSION = "2.5.1"
PROGRAM = "pelita"
