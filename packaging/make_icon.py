#!/usr/bin/env python3
"""Draws the program's icon as SVG: a picture's cells, and a lens that shows a divergent warp.

Usage: make_icon.py FILE.svg
"""
import sys

SIZE = 128
CELL = 15          # side of a cell outside the lens, with its gap
LENS = (76, 72, 40)  # center and radius
LARGE = 20         # side of a cell under the lens
GROUND, QUIET, LIT, OFF, EDGE = "#16202c", "#2f4358", "#4fb3ff", "#ff9a3c", "#e8eef4"


def square(x, y, side, color):
    return f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" rx="{side / 7:.2g}" fill="{color}"/>'


def main():
    x, y, radius = LENS
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}" viewBox="0 0 {SIZE} {SIZE}">',
             "<title>Warpscope</title>",
             f'<clipPath id="lens"><circle cx="{x}" cy="{y}" r="{radius}"/></clipPath>',
             f'<rect x="4" y="4" width="120" height="120" rx="22" fill="{GROUND}"/>']
    cells = range(12, 106, CELL)
    parts += [square(column, row, CELL - 3, QUIET) for row in cells for column in cells]
    parts.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{GROUND}"/>')
    parts.append('<g clip-path="url(#lens)">')
    for row in range(-2, 3):
        for column in range(-2, 3):
            taken = column + row < 1 # the lanes on one side of the diagonal take the branch
            parts.append(square(x + column * LARGE - LARGE / 2 + 1.5, y + row * LARGE - LARGE / 2 + 1.5, LARGE - 3,
                                LIT if taken else OFF))
    parts.append("</g>")
    parts.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{EDGE}" stroke-width="6"/>')
    parts.append(f'<path d="M{x - 30:g} {y + 30:g} L24 {SIZE - 22}" stroke="{EDGE}" stroke-width="11" stroke-linecap="round"/>')
    parts.append("</svg>")
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
