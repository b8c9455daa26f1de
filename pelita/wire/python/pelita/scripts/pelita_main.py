"""What tests of the original import of its command line. The command line itself is that of the program pelita."""

import argparse

from .._common import NEW as _NEW

if _NEW:
    from ..game import MSIZE as _MSIZE

    def w_h_string(s):
        """The size (width, height) that a text says: `small`, `32x16`, or a height, which is half of the width."""
        if s in _MSIZE:
            return _MSIZE[s]
        try:
            width, height = map(int, s.split("x")) if "x" in s else (int(s) * 2, int(s))
        except ValueError:
            raise argparse.ArgumentTypeError(f"{s} is not a valid specification") from None
        return width, height
