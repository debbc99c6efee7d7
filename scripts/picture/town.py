"""Houses, quay and lighthouse of the harbour scene. All lengths are pixels of the finished picture."""

import math
import random

import numpy as np

from painting import color, fractal, mix, noise, step

QUAY_WATERLINE = 322
LIGHTHOUSE_WATERLINE = 284


def plaster(base, seed, light=0.0):
    """Returns a wall color with stains and grain."""
    def paint(x, y):
        stains = fractal(x / 9, y / 14, seed, 4) - 0.5
        grain = noise(x * 1.5, y * 1.5, seed + 5) - 0.5
        return color(base) * (1 + light + 0.35 * stains + 0.14 * grain)[..., None]
    return paint


def tiles(base, seed):
    """Returns a roof color: courses of slightly different tiles."""
    def paint(x, y):
        course = np.floor(y / 2.6)
        shade = noise(np.floor(x / 3.4 + 0.5 * course) * 7.3, course * 5.1, seed) - 0.5
        gap = np.where(y / 2.6 - course < 0.3, -0.3, 0.0)
        return color(base) * (1.05 + 0.5 * shade + gap)[..., None]
    return paint


def window(layer, x, y, width, height, frame, shutters, lamp):
    glass = color("#ffcf70") if lamp else color("#26394f")
    if shutters:
        for side in (x - width * 0.5 - 0.6, x + width + 0.6):
            layer.box(side, y, width * 0.5, height, lambda px, py: color(shutters) * np.where(
                (py * 0.8) % 1 < 0.35, 0.65, 1.0)[..., None])
    layer.box(x - 0.9, y - 0.9, width + 1.8, height + 1.8, color(frame))
    layer.box(x, y, width, height, lambda px, py: glass * (1.15 - 0.5 * (py - y) / height)[..., None])
    if not lamp:
        layer.polygon([(x, y + height * 0.8), (x, y + height * 0.45), (x + width * 0.8, y), (x + width, y)],
                      color("#a9cbe8"), 0.5)
    layer.box(x + width / 2 - 0.4, y, 0.8, height, color(frame))
    layer.box(x, y + height * 0.42, width, 0.8, color(frame))
    layer.box(x - 1.6, y + height + 0.9, width + 3.2, 1.2, color("#d8d0c0"))


def house(layer, x, base, width, floors, wall, roof, gable, seed, shutters, columns=3):
    rng = random.Random(seed)
    floor = 23
    top = base - 7 - floors * floor
    if gable:
        peak = (x + width / 2, top - width * 0.52)
        layer.polygon([(x, base), (x, top), peak, (x + width, top), (x + width, base)], plaster(wall, seed))
        for low, far in (((x - 2.5, top + 2.5), x - 2.5), ((x + width + 2.5, top + 2.5), x + width + 2.5)):
            layer.line([low, (peak[0], peak[1] - 0.5)], 3.0, color(roof) * 0.8)
        window(layer, x + width / 2 - 3, top - width * 0.2, 6, 8, "#f6f2e8", None, False)
    else:
        eave = 2.5
        layer.box(x, top, width, base - top, plaster(wall, seed))
        layer.polygon([(x - eave, top + 1), (x + 7, top - 20), (x + width - 7, top - 20), (x + width + eave, top + 1)],
                      tiles(roof, seed))
        layer.box(x + width * 0.68, top - 30, 6, 15, plaster("#a8553c", seed + 9))
        layer.box(x + width * 0.68 - 1, top - 31.5, 8, 2, color("#5a4a44"))
    # Evening light from the right: houses have a bright right edge and a soft shadow under the eaves and on the left.
    layer.box(x + width - 1.6, top + 1, 1.6, base - top - 1, color("#ffe2b0"), 0.55)
    layer.box(x, top + 0.5, width, 3.5, color("#1c1a2a"), 0.35)
    layer.box(x, top, 3, base - top, color("#1c1a2a"), 0.28)

    pitch = width / columns
    for level in range(floors):
        for column in range(columns):
            wx, wy = x + pitch * (column + 0.5) - 3.2, top + 7 + level * floor
            if level == floors - 1 and column == columns // 2:
                layer.box(wx - 1.6, wy - 1, 9.6, base - wy + 1, color("#f3ead8"))
                layer.box(wx - 0.4, wy + 0.6, 7.2, base - wy - 0.6, color(shutters or "#4a2f23") * 0.8)
                layer.disc(wx + 5.4, wy + 14, 0.7, color("#f5d76a"))
                continue
            window(layer, wx, wy, 6.4, 11.5, "#f6f2e8", shutters, rng.random() < 0.22)


def quay(layer):
    base = 300
    house(layer, -14, base, 60, 3, "#e9b44c", "#a5452f", False, 1, "#2f6f4f")
    house(layer, 46, base, 44, 4, "#c8443a", "#6e3a33", True, 2, None, 2)
    house(layer, 90, base, 56, 3, "#f1ece0", "#b5532f", False, 3, "#1f5fa8")
    house(layer, 146, base, 40, 3, "#2f7fb8", "#4b4a55", True, 4, None, 2)
    house(layer, 186, base, 66, 2, "#f2c9a0", "#b24b30", False, 5, "#a8322c", 4)
    house(layer, 252, base, 40, 3, "#4f9a63", "#7a3b2e", True, 6, None, 2)
    house(layer, 292, base, 50, 2, "#f4d35e", "#96402c", False, 7, "#35506e")

    # The cafe: a fascia with its name and a striped awning over the ground floor of the peach house.
    layer.box(188, 268, 62, 10, color("#173b57"))
    layer.text("CAFE", 203, 270.2, 5.8, color("#fff6df"), 0.16)
    layer.polygon([(188, 278), (250, 278), (254, 287), (184, 287)], lambda x, y: mix(
        color("#f7f3ea"), color("#d8262c"), ((x - 219) / (34 + (y - 278) * 0.25) * 8 % 1 < 0.5) * 1.0))

    def stones(x, y):
        course = np.floor((y - 300) / 5.5)
        along = x / 12 + 0.5 * (course % 2)
        block = np.floor(along)
        tone = noise(block * 3.7, course * 8.3, 91) - 0.5
        joint = ((along - block) < 0.07) | ((y - 300) / 5.5 - course < 0.16)
        wet = step(312, 321, y)
        rough = fractal(x / 2.2, y / 2.2, 92, 3) - 0.5
        rgb = color("#a89a86") * (1 + 0.5 * tone + 0.6 * rough - 0.45 * joint)[..., None]
        return mix(rgb, color("#3d4a38"), 0.75 * wet)

    layer.box(-2, base - 1, 402, QUAY_WATERLINE - base + 1, stones)
    layer.box(-2, base - 1.5, 402, 2.6, color("#d9ccb4"))
    layer.box(397, base, 3, QUAY_WATERLINE - base, color("#ffd79a"), 0.5)
    for x in range(16, 400, 42):
        layer.box(x, base - 6, 4, 5, color("#2b2b33"))
        layer.box(x - 1, base - 7, 6, 2, color("#3c3c46"))
    for x in (70, 172, 270, 374):
        layer.line([(x, base - 1), (x, base - 34)], 1.3, color("#26292f"))
        layer.box(x - 2, base - 40, 4, 6, color("#ffe9a8"))
        layer.box(x - 2.8, base - 41.5, 5.6, 1.6, color("#26292f"))
    for x, height, shirt in ((118, 12, "#d8262c"), (125, 11, "#1f5fa8"), (236, 12, "#3b2f5c"), (345, 12, "#e2b13c")):
        layer.line([(x, base - 1.5), (x + 0.3, base - height * 0.5)], 2.4, color("#23283a"))
        layer.line([(x + 0.3, base - height * 0.5), (x + 0.3, base - height * 0.8)], 3.2, color(shirt))
        layer.disc(x + 0.3, base - height - 0.4, 1.6, color("#c98d6a"))


def lighthouse(layer):
    x, base = 704, 276
    rng = random.Random(8)
    for i in range(150):
        along = rng.random()
        cx, top = 640 + along * 140, base + 2 - 7 * math.sin(math.pi * min(1, along * 1.15)) + rng.random() * 12
        size = 3 + rng.random() * 4
        tone = 0.55 + 0.6 * rng.random()
        layer.polygon([(cx - size, top + size), (cx - size * 0.5, top - 1), (cx + size * 0.6, top - size * 0.5),
                       (cx + size, top + size)], color("#7a7068") * tone)
    def stripes(px, py):
        shade = 0.62 + 0.5 * (px - x + 8) / 16
        bands = np.floor((py - 186) / 16) % 2 < 1
        return mix(color("#fbf6ec"), color("#d1242a"), bands * 1.0) * shade[..., None]
    layer.polygon([(x - 6, 186), (x + 6, 186), (x + 9.5, base), (x - 9.5, base)], stripes)
    layer.box(x - 9, 183, 18, 3, color("#2d3138"))
    layer.box(x - 5, 172, 10, 11, color("#fff2b8"))
    for dx in (-5, -1.8, 1.6, 4.6):
        layer.box(x + dx, 172, 0.8, 11, color("#2d3138"))
    layer.polygon([(x - 7, 172), (x, 163), (x + 7, 172)], color("#a81d22"))
    layer.line([(x, 163), (x, 158)], 0.9, color("#2d3138"))
    for y in (206, 236):
        layer.box(x - 1.6, y, 3.2, 5.5, color("#2a3442"))
