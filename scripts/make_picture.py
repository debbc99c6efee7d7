#!/usr/bin/env python3
"""Paints assets/harbour.png, the picture that Warpscope opens with. Usage: make_picture.py [OUTPUT.png]

The scene has what an image filter should be tried on: fine texture (grass, waves, grain), straight edges (houses, quay),
text at several sizes, smooth gradients (sky), and saturated colours (hull, lighthouse). Needs python3-numpy.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "picture"))
from harbour import scene  # noqa: E402  (found through the line above)

default = pathlib.Path(__file__).resolve().parent.parent / "assets" / "harbour.png"
output = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
scene().save(output)
print(output)
