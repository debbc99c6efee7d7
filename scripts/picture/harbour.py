"""The scene of assets/harbour.png, from back to front. All lengths are pixels of the finished picture."""

import math
import random

import numpy as np

from painting import Layer, arc, colour, fractal, mix, noise, step

WIDTH, HEIGHT = 768, 512
HORIZON = 262
QUAY_WATERLINE = 322
SUN = (604, 168)


def sky(layer):
    x, y = layer.x, layer.y
    distance = np.hypot(x - SUN[0], (y - SUN[1]) * 1.15)
    rgb = mix(colour("#1d5fae"), colour("#6fb1e4"), step(-30, 170, y))
    rgb = mix(rgb, colour("#ffd9a8"), step(110, HORIZON + 10, y) * 0.85)
    rgb = mix(rgb, colour("#ffc46b"), 0.75 * np.exp(-distance / 120))

    # Clouds: thin bands that widen towards the top, bright where the noise falls off towards the sun.
    u, v = x / (46 + 0.25 * y), (y + 40) / (24 - 0.045 * y)
    density = fractal(u * 0.55, v * 0.5, 5, 6, 0.55)
    lit = density - fractal((u + 0.30) * 0.55, (v + 0.35) * 0.5, 5, 6, 0.55)
    cover = step(0.50, 0.74, density + 0.06 * np.sin(x / 130 + 1.0)) * step(HORIZON, 150, y)
    cloud = mix(colour("#8fa3c4"), colour("#fff3e0"), 0.55 + 3.2 * lit + 0.5 * np.exp(-distance / 200))
    rgb = mix(rgb, cloud, cover * 0.92)

    rgb = rgb + colour("#ffdf9a") * (0.55 * np.exp(-((distance / 62) ** 2)))[..., None]
    rgb = mix(rgb, np.array([1.15, 1.05, 0.80], np.float32), step(27, 23.5, distance))
    layer.paint(np.s_[:, :], np.ones_like(x), rgb)


def mountains(layer):
    ranges = [  # height above the horizon, roughness, far colour, shadow colour, seed, haze
        (124, 150, "#8ba3c9", "#4d6c9f", 21, 0.30),
        (84, 90, "#7396a0", "#3c5f78", 34, 0.20),
        (36, 70, "#5f8a4b", "#24472f", 58, 0.06),
    ]
    x, y = layer.x, layer.y
    for height, size, light, shadow, seed, haze in ranges:
        line = x[0]
        # Folded noise has sharp peaks where plain noise has round hills.
        crest = 1 - 2 * np.abs(fractal(line / size, 0.5 + 0 * line, seed, 6, 0.46) - 0.5)
        valley = 1 - 0.45 * np.exp(-(((line - SUN[0]) / 90) ** 2))
        ridge = HORIZON - height * valley * (0.12 + 0.95 * np.clip(crest - 0.35, 0, 1) / 0.65)
        mask = (y > ridge[None, :]) & (y < HORIZON + 1)
        below = (y - ridge[None, :]) / height
        rock = fractal(x / 15 + below * 2.0, y / 22, seed + 1, 5, 0.6)
        slope = fractal((x + 3) / 15 + below * 2.0, (y - 2) / 22, seed + 1, 5, 0.6)
        rgb = mix(colour(shadow), colour(light), 0.5 + 3.4 * (rock - slope) + 0.35 * (0.5 - below))
        if height > 100:
            snow = step(0.26, 0.08, below + 0.9 * (0.5 - rock)) * step(0.62, 0.80, crest)[None, :]
            rgb = mix(rgb, colour("#f4f1ee"), 0.9 * snow * (0.55 + 3 * np.clip(rock - slope, -0.1, 0.15)))
        near_sun = np.exp(-np.hypot(x - SUN[0], y - SUN[1]) / 130)
        rgb = mix(rgb, colour("#ffd9a0"), haze * (0.35 + step(0.1, 1.0, below)) + 0.45 * near_sun)
        layer.paint(np.s_[:, :], mask, rgb)


def wave_slopes(layer):
    """Sideways and upward lean of the water at each sample, about -1..1, finer towards the horizon."""
    distance = np.clip(layer.y - HORIZON, 0.6, None)
    across, away = (layer.x - 384) / distance, 900 / distance
    sideways, upward = 0, 0
    for scale, weight, seed in ((1.9, 0.45, 3), (4.3, 0.7, 7), (9.1, 0.8, 11), (19.0, 0.65, 13), (41.0, 0.45, 17)):
        # A wave shorter than a pixel would only be noise.
        visible = weight * step(0.25, 1.2, distance * distance / (900 * scale))
        swell = across * scale * 1.3 + 0.3 * away
        sideways = sideways + visible * (noise(swell, away * scale, seed) - 0.5)
        upward = upward + visible * (noise(swell + 40, away * scale + 9, seed + 1) - 0.5)
    return sideways, upward


def mirrored(source, waterline, sideways, upward, layer):
    """Colour and coverage that the water shows of a layer, as seen in a rough mirror at height waterline."""
    depth = np.clip(layer.y - waterline, 0, None)
    samples = source.rgb.shape[0] / HEIGHT
    row = (waterline - depth * 1.02 + upward * (3 + 0.30 * depth)) * samples
    column = (layer.x + sideways * (1.5 + 0.12 * depth)) * samples
    row = np.clip(row, 0, waterline * samples - 1).astype(np.int32)
    column = np.clip(column, 0, source.rgb.shape[1] - 1).astype(np.int32)
    return source.rgb[row, column], source.alpha[row, column] * (layer.y >= waterline)


def sea(layer, sideways, upward):
    x, y = layer.x, layer.y
    near = step(HORIZON, HEIGHT, y)
    reflected, _ = mirrored(layer, HORIZON, sideways, upward * 2.2, layer)
    deep = mix(colour("#2c7f99"), colour("#0b3f66"), near)
    shine = np.clip(0.62 - 0.42 * near + 0.75 * upward, 0.05, 0.95)
    rgb = mix(deep, reflected, shine)
    # The sun's path: facets that happen to lean the right way, more of them towards the horizon.
    width = 12 + 0.30 * (y - HORIZON)
    path = np.exp(-(((x - SUN[0]) / width) ** 2))
    glint = step(0.10, 0.42, upward + 0.45 * sideways + 0.52 * path - 0.16 - 0.12 * near)
    rgb = mix(rgb, np.array([1.1, 0.92, 0.62], np.float32), 0.95 * path**0.7 * glint)
    foam = step(0.50, 0.66, upward - sideways) * step(HORIZON + 30, HORIZON + 120, y)
    rgb = mix(rgb, colour("#d9eef2"), 0.5 * foam)
    layer.paint(np.s_[:, :], y >= HORIZON, rgb)


def plaster(base, seed, light=0.0):
    """Wall colour with stains and grain."""
    def paint(x, y):
        stains = fractal(x / 9, y / 14, seed, 4) - 0.5
        grain = noise(x * 1.5, y * 1.5, seed + 5) - 0.5
        return colour(base) * (1 + light + 0.35 * stains + 0.14 * grain)[..., None]
    return paint


def tiles(base, seed):
    """Roof colour: courses of tiles, each tile a little different."""
    def paint(x, y):
        course = np.floor(y / 2.6)
        shade = noise(np.floor(x / 3.4 + 0.5 * course) * 7.3, course * 5.1, seed) - 0.5
        gap = np.where(y / 2.6 - course < 0.3, -0.3, 0.0)
        return colour(base) * (1.05 + 0.5 * shade + gap)[..., None]
    return paint


def window(layer, x, y, width, height, frame, shutters, lamp):
    glass = colour("#ffcf70") if lamp else colour("#26394f")
    if shutters:
        for side in (x - width * 0.5 - 0.6, x + width + 0.6):
            layer.box(side, y, width * 0.5, height, lambda px, py: colour(shutters) * np.where(
                (py * 0.8) % 1 < 0.35, 0.65, 1.0)[..., None])
    layer.box(x - 0.9, y - 0.9, width + 1.8, height + 1.8, colour(frame))
    layer.box(x, y, width, height, lambda px, py: glass * (1.15 - 0.5 * (py - y) / height)[..., None])
    if not lamp:
        layer.polygon([(x, y + height * 0.8), (x, y + height * 0.45), (x + width * 0.8, y), (x + width, y)],
                      colour("#a9cbe8"), 0.5)
    layer.box(x + width / 2 - 0.4, y, 0.8, height, colour(frame))
    layer.box(x, y + height * 0.42, width, 0.8, colour(frame))
    layer.box(x - 1.6, y + height + 0.9, width + 3.2, 1.2, colour("#d8d0c0"))


def house(layer, x, base, width, floors, wall, roof, gable, seed, shutters, columns=3):
    rng = random.Random(seed)
    floor = 23
    top = base - 7 - floors * floor
    if gable:
        peak = (x + width / 2, top - width * 0.52)
        layer.polygon([(x, base), (x, top), peak, (x + width, top), (x + width, base)], plaster(wall, seed))
        for low, far in (((x - 2.5, top + 2.5), x - 2.5), ((x + width + 2.5, top + 2.5), x + width + 2.5)):
            layer.line([low, (peak[0], peak[1] - 0.5)], 3.0, colour(roof) * 0.8)
        window(layer, x + width / 2 - 3, top - width * 0.2, 6, 8, "#f6f2e8", None, False)
    else:
        eave = 2.5
        layer.box(x, top, width, base - top, plaster(wall, seed))
        layer.polygon([(x - eave, top + 1), (x + 7, top - 20), (x + width - 7, top - 20), (x + width + eave, top + 1)],
                      tiles(roof, seed))
        layer.box(x + width * 0.68, top - 30, 6, 15, plaster("#a8553c", seed + 9))
        layer.box(x + width * 0.68 - 1, top - 31.5, 8, 2, colour("#5a4a44"))
    # Evening light comes from the right: a bright edge there, a soft shadow under the eaves and on the left.
    layer.box(x + width - 1.6, top + 1, 1.6, base - top - 1, colour("#ffe2b0"), 0.55)
    layer.box(x, top + 0.5, width, 3.5, colour("#1c1a2a"), 0.35)
    layer.box(x, top, 3, base - top, colour("#1c1a2a"), 0.28)

    pitch = width / columns
    for level in range(floors):
        for column in range(columns):
            wx, wy = x + pitch * (column + 0.5) - 3.2, top + 7 + level * floor
            if level == floors - 1 and column == columns // 2:
                layer.box(wx - 1.6, wy - 1, 9.6, base - wy + 1, colour("#f3ead8"))
                layer.box(wx - 0.4, wy + 0.6, 7.2, base - wy - 0.6, colour(shutters or "#4a2f23") * 0.8)
                layer.disc(wx + 5.4, wy + 14, 0.7, colour("#f5d76a"))
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
    layer.box(188, 268, 62, 10, colour("#173b57"))
    layer.text("CAFE", 203, 270.2, 5.8, colour("#fff6df"), 0.16)
    layer.polygon([(188, 278), (250, 278), (254, 287), (184, 287)], lambda x, y: mix(
        colour("#f7f3ea"), colour("#d8262c"), ((x - 219) / (34 + (y - 278) * 0.25) * 8 % 1 < 0.5) * 1.0))

    def stones(x, y):
        course = np.floor((y - 300) / 5.5)
        along = x / 12 + 0.5 * (course % 2)
        block = np.floor(along)
        tone = noise(block * 3.7, course * 8.3, 91) - 0.5
        joint = ((along - block) < 0.07) | ((y - 300) / 5.5 - course < 0.16)
        wet = step(312, 321, y)
        rough = fractal(x / 2.2, y / 2.2, 92, 3) - 0.5
        rgb = colour("#a89a86") * (1 + 0.5 * tone + 0.6 * rough - 0.45 * joint)[..., None]
        return mix(rgb, colour("#3d4a38"), 0.75 * wet)

    layer.box(-2, base - 1, 402, QUAY_WATERLINE - base + 1, stones)
    layer.box(-2, base - 1.5, 402, 2.6, colour("#d9ccb4"))
    layer.box(397, base, 3, QUAY_WATERLINE - base, colour("#ffd79a"), 0.5)
    for x in range(16, 400, 42):
        layer.box(x, base - 6, 4, 5, colour("#2b2b33"))
        layer.box(x - 1, base - 7, 6, 2, colour("#3c3c46"))
    for x in (70, 172, 270, 374):
        layer.line([(x, base - 1), (x, base - 34)], 1.3, colour("#26292f"))
        layer.box(x - 2, base - 40, 4, 6, colour("#ffe9a8"))
        layer.box(x - 2.8, base - 41.5, 5.6, 1.6, colour("#26292f"))
    for x, height, shirt in ((118, 12, "#d8262c"), (125, 11, "#1f5fa8"), (236, 12, "#3b2f5c"), (345, 12, "#e2b13c")):
        layer.line([(x, base - 1.5), (x + 0.3, base - height * 0.5)], 2.4, colour("#23283a"))
        layer.line([(x + 0.3, base - height * 0.5), (x + 0.3, base - height * 0.8)], 3.2, colour(shirt))
        layer.disc(x + 0.3, base - height - 0.4, 1.6, colour("#c98d6a"))


def lighthouse(layer):
    x, base = 704, 276
    rng = random.Random(8)
    for i in range(150):
        along = rng.random()
        cx, top = 640 + along * 140, base + 2 - 7 * math.sin(math.pi * min(1, along * 1.15)) + rng.random() * 12
        size = 3 + rng.random() * 4
        tone = 0.55 + 0.6 * rng.random()
        layer.polygon([(cx - size, top + size), (cx - size * 0.5, top - 1), (cx + size * 0.6, top - size * 0.5),
                       (cx + size, top + size)], colour("#7a7068") * tone)
    def stripes(px, py):
        shade = 0.62 + 0.5 * (px - x + 8) / 16
        bands = np.floor((py - 186) / 16) % 2 < 1
        return mix(colour("#fbf6ec"), colour("#d1242a"), bands * 1.0) * shade[..., None]
    layer.polygon([(x - 6, 186), (x + 6, 186), (x + 9.5, base), (x - 9.5, base)], stripes)
    layer.box(x - 9, 183, 18, 3, colour("#2d3138"))
    layer.box(x - 5, 172, 10, 11, colour("#fff2b8"))
    for dx in (-5, -1.8, 1.6, 4.6):
        layer.box(x + dx, 172, 0.8, 11, colour("#2d3138"))
    layer.polygon([(x - 7, 172), (x, 163), (x + 7, 172)], colour("#a81d22"))
    layer.line([(x, 163), (x, 158)], 0.9, colour("#2d3138"))
    for y in (206, 236):
        layer.box(x - 1.6, y, 3.2, 5.5, colour("#2a3442"))


BOAT_WATERLINE = 372


def boat(layer):
    water, mast = BOAT_WATERLINE, 488
    layer.line([(mast, water - 24), (mast + 3, 176)], (3.2, 1.8), colour("#6b4426"))
    main = [(mast + 4, 184)] + [(mast + 5 + 70 * t**1.25, 186 + 152 * t) for t in np.linspace(0, 1, 14)] + [
        (mast + 3, water - 32)]
    def canvas(x, y):
        seams = np.abs(((y + 0.22 * (x - mast)) / 14) % 1 - 0.5) > 0.47
        fold = fractal(x / 26, y / 60, 71, 4)
        glow = step(mast, mast + 75, x)
        return mix(colour("#cfd3de"), colour("#fff1d8"), 0.15 + 0.85 * glow + 0.8 * (fold - 0.5)) * (
            1 - 0.13 * seams)[..., None]
    layer.polygon(main, canvas)
    jib = [(mast + 1.5, 200)] + [(mast - 5 - 52 * t, 206 + 130 * t**0.92) for t in np.linspace(0, 1, 10)] + [
        (mast - 8, water - 38)]
    layer.polygon(jib, lambda x, y: canvas(x + 40, y) * np.array([0.93, 0.95, 1.0], np.float32))
    layer.line([(mast + 2, water - 31), (mast + 80, water - 30)], 2.2, colour("#6b4426"))
    for end in ((mast - 76, water - 22), (mast + 84, water - 20)):
        layer.line([(mast + 3, 178), end], 0.55, colour("#2b2b33"))
    layer.polygon([(mast + 3, 176), (mast + 24, 180), (mast + 3, 186)], colour("#0f5fb4"))

    hull = [(mast - 80, water - 24)] + [(mast - 80 + 172 * t, water - 24 + 8 * math.sin(math.pi * t) * 0.7)
                                        for t in np.linspace(0, 1, 16)][1:]
    keel = [(mast + 80, water + 1), (mast - 58, water + 1), (mast - 70, water - 9)]
    def planks(x, y):
        curve = y - 3 * np.sin(np.pi * np.clip((x - mast + 80) / 172, 0, 1))
        seam = (curve / 4.4) % 1 < 0.13
        light = 1.05 - 0.5 * step(water - 24, water + 2, y) + 0.22 * step(mast - 60, mast + 80, x)
        return colour("#df1f26") * (light - 0.25 * seam)[..., None]
    layer.polygon(hull + keel, planks)
    layer.line(hull, 2.2, colour("#fff4e2"))
    layer.polygon([(mast + 81, water - 3), (mast + 80, water + 1), (mast - 58, water + 1), (mast - 62, water - 3)],
                  colour("#14305c"))
    layer.polygon([(mast - 34, water - 20), (mast - 28, water - 31), (mast + 22, water - 31), (mast + 30, water - 19)],
                  colour("#f4ead6"))
    for x in (mast - 22, mast - 8, mast + 6):
        layer.disc(x, water - 25.5, 2.3, colour("#1d3145"))
    layer.text("SCOPE", mast + 32, water - 14.5, 5.2, colour("#fff4e2"), 0.17)
    layer.line([(mast + 56, water - 20), (mast + 56, water - 33)], 3.6, colour("#1f3f7a"))
    layer.disc(mast + 56, water - 36.5, 2.5, colour("#d99a74"))
    layer.line([(mast + 56, water - 30), (mast + 66, water - 25)], 1.5, colour("#1f3f7a"))


def bank_height(x):
    return 452 + 26 * math.sin((x - 60) / 190) + 9 * math.sin(x / 47 + 1) + 10 * step(430, 640, x)


def bank(layer):
    """Grass in the foreground, blade by blade, with flowers."""
    line = np.array([bank_height(v) for v in layer.x[0]], np.float32)
    soil = fractal(layer.x / 5, layer.y / 7, 61, 5, 0.6)
    rgb = mix(colour("#17331a"), colour("#54812f"), 1.5 * soil - 0.35)
    layer.paint(np.s_[:, :], layer.y > line[None, :] + 3, rgb)
    rng = random.Random(99)
    blades = []
    for _ in range(5200):
        x = rng.uniform(-8, WIDTH + 8)
        blades.append((bank_height(x) + 2 + rng.random() ** 1.6 * (HEIGHT + 14 - bank_height(x)), x))
    greens = ["#2f5d22", "#3f7a2a", "#5c9a35", "#7fb544", "#a5c65a", "#24491f", "#c2c76a"]
    flowers = ["#e3262e", "#e3262e", "#f3f0ea", "#f6c927", "#7a4fc4"]
    for y, x in sorted(blades):
        length = rng.uniform(9, 19) * (0.75 + 0.6 * (y - 430) / 90)
        bend = rng.gauss(0.18, 0.32) * length
        tip = (x + bend, y - length)
        layer.line([(x, y), (x + bend * 0.3, y - length * 0.55), tip], (1.7, 0.5), colour(rng.choice(greens)))
        if rng.random() < 0.022:
            petal, size = colour(rng.choice(flowers)), rng.uniform(1.7, 3.0)
            for angle in range(0, 360, 72):
                layer.disc(tip[0] + size * 0.7 * math.cos(math.radians(angle)),
                           tip[1] + size * 0.6 * math.sin(math.radians(angle)), size * 0.7, petal)
            layer.disc(tip[0], tip[1], size * 0.45, colour("#3a2a16"))


def sign(layer):
    """A painted board on two posts: text with straight and round strokes at two sizes."""
    x, y, width, height = 40, 372, 150, 58
    def timber(base):
        def paint(px, py):
            grain = fractal(px / 30, py * 0.9, 41, 4) - 0.5
            return colour(base) * (1 + 0.7 * grain)[..., None]
        return paint
    for post in (x + 18, x + width - 26):
        layer.box(post, y - 5, 8, 112, timber("#7a5433"))
        layer.box(post + 6.2, y - 5, 1.8, 112, colour("#ffd9a0"), 0.5)
    layer.box(x - 3, y - 3, width + 6, height + 6, timber("#5d3d24"))
    layer.box(x, y, width, height, timber("#12486f"))
    layer.box(x + 2.5, y + 2.5, width - 5, 0.9, colour("#fff6df"))
    layer.box(x + 2.5, y + height - 3.4, width - 5, 0.9, colour("#fff6df"))
    layer.box(x + width, y - 3, 3, height + 6, colour("#ffd9a0"), 0.4)
    layer.text("WARPSCOPE", x + 11, y + 9.5, 17, colour("#fff6df"), 0.15)
    layer.text("HARBOUR", x + 34, y + 36, 12, colour("#ffd34d"), 0.15)


def gulls(layer):
    for x, y, size in ((330, 92, 9), (356, 80, 7), (384, 104, 6), (420, 66, 5), (560, 96, 5)):
        layer.line(arc(x - size * 0.5, y, size * 0.5, size * 0.36, 180, 340, 8), (0.7, 1.5), colour("#39455c"))
        layer.line(arc(x + size * 0.5, y, size * 0.5, size * 0.36, 200, 360, 8), (1.5, 0.7), colour("#39455c"))


def scene():
    picture = Layer(WIDTH, HEIGHT)
    sky(picture)
    mountains(picture)
    gulls(picture)
    sideways, upward = wave_slopes(picture)
    sea(picture, sideways, upward)
    for paint, waterline, strength in ((lighthouse, 284, 0.6), (quay, QUAY_WATERLINE, 0.72), (boat, BOAT_WATERLINE, 0.75)):
        part = Layer(WIDTH, HEIGHT)
        paint(part)
        rgb, alpha = mirrored(part, waterline, sideways, upward, picture)
        fading = strength * step(waterline + 150, waterline, picture.y) * (0.8 + 0.6 * upward)
        picture.paint(np.s_[:, :], alpha * np.clip(fading, 0, 1), rgb * 0.8)
        part.lay_over(picture)
    front = Layer(WIDTH, HEIGHT)
    sign(front)
    bank(front)
    front.lay_over(picture)
    # Film grain: pictures from a camera are never flat.
    grain = noise(picture.x * 1.3, picture.y * 1.3, 77) + noise(picture.x * 0.9, picture.y * 0.9, 78) - 1
    picture.rgb *= (1 + 0.05 * grain)[..., None]
    return picture
