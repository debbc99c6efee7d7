#!/usr/bin/env python3
"""Paints assets/harbour.png, Warpscope's default picture. Usage: make_picture.py [OUTPUT.png]

The scene has good test cases for image filters: fine texture (grass, waves, grain), straight edges (houses, quay),
text at several sizes, smooth gradients (sky), and saturated colors (hull, lighthouse). Needs python3-numpy.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "picture"))
from harbour import scene  # noqa: E402  (found through the line above)

default = pathlib.Path(__file__).resolve().parent.parent / "assets" / "harbour.png"
output = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
scene().save(output)
print(output)
