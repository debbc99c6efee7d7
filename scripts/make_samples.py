#!/usr/bin/env python3
"""Draws the sample pictures assets/samples/*.png, one per lesson. Needs only Python.

Usage: make_samples.py [FOLDER]
"""
import math
import pathlib
import random
import struct
import sys
import zlib

WIDTH, HEIGHT = 480, 320


def save(file, pixel):
    """Writes the picture whose color at x, y is pixel(x, y), three numbers from 0 to 255."""
    rows = b"".join(
        b"\0" + bytes(min(255, max(0, round(c))) for x in range(WIDTH) for c in pixel(x, y)) for y in range(HEIGHT))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) +
                     chunk(b"IEND", b""))


def mixed(a, b, t):
    return tuple(x + (y - x) * t for x, y in zip(a, b))


def fabric(x, y):
    """Fine texture: woven threads two pixels wide, in a check of three colors."""
    across, down = x // 2 % 2, y // 2 % 2
    over = (x // 2 + y // 2) % 2 == 0
    warp = [(196, 62, 58), (236, 226, 204), (40, 70, 120)][x // 24 % 3]
    weft = [(236, 226, 204), (40, 70, 120), (196, 62, 58)][y // 24 % 3]
    light = 1.06 if (across if over else down) else 0.84
    return tuple(c * light for c in (warp if over else weft))


def ripples(x, y):
    """Rings that become finer outwards than pixels can show."""
    dx, dy = x - WIDTH / 2, y - HEIGHT / 2
    wave = 0.5 + 0.5 * math.cos((dx * dx + dy * dy) / 150)
    return mixed((18, 52, 86), (246, 240, 220), wave)


def crystals():
    """Flat faces with sharp edges: boxes, one color per face."""
    ground = (222, 229, 236)
    boxes = []
    for row in range(4):
        for column in range(7):
            hue = [(0, 114, 178), (230, 159, 0), (0, 158, 115), (204, 121, 167), (213, 94, 0)][(row * 2 + column) % 5]
            boxes.append((36 + column * 68 + (row % 2) * 34, 60 + row * 78, hue))

    def pixel(x, y):
        for cx, cy, hue in boxes:
            u, v = (x - cx) / 30, (y - cy) / 34
            edge = 0.5 * abs(u)
            if abs(u) > 1 or abs(v) > 1 - edge:
                continue
            if v < -edge:
                return mixed(hue, (255, 255, 255), 0.45)
            return mixed(hue, (0, 0, 0), 0.1 if u < 0 else 0.42)
        return ground

    return pixel


# Letters of five columns by seven rows: one number per row, with the leftmost column in the highest bit.
LETTERS = {
    "A": (14, 17, 17, 31, 17, 17, 17), "B": (30, 17, 17, 30, 17, 17, 30), "C": (14, 17, 16, 16, 16, 17, 14),
    "D": (30, 17, 17, 17, 17, 17, 30), "E": (31, 16, 16, 30, 16, 16, 31), "F": (31, 16, 16, 30, 16, 16, 16),
    "G": (14, 17, 16, 23, 17, 17, 14), "H": (17, 17, 17, 31, 17, 17, 17), "I": (14, 4, 4, 4, 4, 4, 14),
    "K": (17, 18, 20, 24, 20, 18, 17), "L": (16, 16, 16, 16, 16, 16, 31), "M": (17, 27, 21, 21, 17, 17, 17),
    "N": (17, 25, 21, 19, 17, 17, 17), "O": (14, 17, 17, 17, 17, 17, 14), "P": (30, 17, 17, 30, 16, 16, 16),
    "R": (30, 17, 17, 30, 20, 18, 17), "S": (15, 16, 16, 14, 1, 1, 30), "T": (31, 4, 4, 4, 4, 4, 4),
    "U": (17, 17, 17, 17, 17, 17, 14), "V": (17, 17, 17, 17, 17, 10, 4), "W": (17, 17, 17, 21, 21, 27, 17),
    "X": (17, 17, 10, 4, 10, 17, 17), "Y": (17, 17, 10, 4, 4, 4, 4), "Z": (31, 1, 2, 4, 8, 16, 31), " ": (0,) * 7,
}
PAGE = ("A BLOCK OF THREADS READS", "MORE THAN IT WRITES", "", "ITS NEIGHBOURS READ", "THE SAME CELLS AGAIN", "",
        "THAT IS WHAT TILES SAVE")


def page():
    """Text: strokes three pixels wide, sharp edges in every direction."""
    size, left, top = 3, 28, 26

    def pixel(x, y):
        row, column = (y - top) // (size * 12), (x - left) // (size * 6)
        paper = (250, 247, 238) if y % 36 != 22 else (214, 226, 236)
        if not (0 <= row < len(PAGE) and 0 <= column < len(PAGE[row])) or y < top or x < left:
            return paper
        i, j = (x - left) // size % 6, (y - top) // size % 12
        inked = i < 5 and j < 7 and LETTERS[PAGE[row][column]][j] >> (4 - i) & 1
        return (28, 34, 56) if inked else paper

    return pixel


def dusk():
    """A smooth gradient under noise: for blur filters."""
    noise = random.Random(7)

    def pixel(x, y):
        t = y / HEIGHT
        sky = mixed((24, 32, 84), (246, 166, 96), t ** 1.4)
        sun = math.exp(-((x - 330) ** 2 + (y - 236) ** 2) / 3200)
        grain = noise.gauss(0, 22)
        return tuple(c + grain for c in mixed(sky, (255, 240, 200), min(1, sun)))

    return pixel


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent / "assets/samples")
    folder.mkdir(parents=True, exist_ok=True)
    for name, pixel in {"fabric": fabric, "ripples": ripples, "crystals": crystals(), "page": page(),
                        "dusk": dusk()}.items():
        save(folder / f"{name}.png", pixel)


if __name__ == "__main__":
    main()
