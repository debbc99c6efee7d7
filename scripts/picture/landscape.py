"""Sky, mountains, water and meadow of the harbour scene. All lengths are pixels of the finished picture."""

import math
import random

import numpy as np

from painting import arc, color, fractal, mix, noise, step

WIDTH, HEIGHT = 768, 512
HORIZON = 262
SUN = (604, 168)


def sky(layer):
    x, y = layer.x, layer.y
    distance = np.hypot(x - SUN[0], (y - SUN[1]) * 1.15)
    rgb = mix(color("#1d5fae"), color("#6fb1e4"), step(-30, 170, y))
    rgb = mix(rgb, color("#ffd9a8"), step(110, HORIZON + 10, y) * 0.85)
    rgb = mix(rgb, color("#ffc46b"), 0.75 * np.exp(-distance / 120))

    # Clouds: thin bands that widen towards the top, bright where the noise falls off towards the sun.
    u, v = x / (46 + 0.25 * y), (y + 40) / (24 - 0.045 * y)
    density = fractal(u * 0.55, v * 0.5, 5, 6, 0.55)
    lit = density - fractal((u + 0.30) * 0.55, (v + 0.35) * 0.5, 5, 6, 0.55)
    cover = step(0.50, 0.74, density + 0.06 * np.sin(x / 130 + 1.0)) * step(HORIZON, 150, y)
    cloud = mix(color("#8fa3c4"), color("#fff3e0"), 0.55 + 3.2 * lit + 0.5 * np.exp(-distance / 200))
    rgb = mix(rgb, cloud, cover * 0.92)

    rgb = rgb + color("#ffdf9a") * (0.55 * np.exp(-((distance / 62) ** 2)))[..., None]
    rgb = mix(rgb, np.array([1.15, 1.05, 0.80], np.float32), step(27, 23.5, distance))
    layer.paint(np.s_[:, :], np.ones_like(x), rgb)


def mountains(layer):
    ranges = [  # height above the horizon, roughness, far color, shadow color, seed, haze
        (124, 150, "#8ba3c9", "#4d6c9f", 21, 0.30),
        (84, 90, "#7396a0", "#3c5f78", 34, 0.20),
        (36, 70, "#5f8a4b", "#24472f", 58, 0.06),
    ]
    x, y = layer.x, layer.y
    for height, size, light, shadow, seed, haze in ranges:
        line = x[0]
        # Folded noise has sharp peaks, plain noise has round hills.
        crest = 1 - 2 * np.abs(fractal(line / size, 0.5 + 0 * line, seed, 6, 0.46) - 0.5)
        valley = 1 - 0.45 * np.exp(-(((line - SUN[0]) / 90) ** 2))
        ridge = HORIZON - height * valley * (0.12 + 0.95 * np.clip(crest - 0.35, 0, 1) / 0.65)
        mask = (y > ridge[None, :]) & (y < HORIZON + 1)
        below = (y - ridge[None, :]) / height
        rock = fractal(x / 15 + below * 2.0, y / 22, seed + 1, 5, 0.6)
        slope = fractal((x + 3) / 15 + below * 2.0, (y - 2) / 22, seed + 1, 5, 0.6)
        rgb = mix(color(shadow), color(light), 0.5 + 3.4 * (rock - slope) + 0.35 * (0.5 - below))
        if height > 100:
            snow = step(0.26, 0.08, below + 0.9 * (0.5 - rock)) * step(0.62, 0.80, crest)[None, :]
            rgb = mix(rgb, color("#f4f1ee"), 0.9 * snow * (0.55 + 3 * np.clip(rock - slope, -0.1, 0.15)))
        near_sun = np.exp(-np.hypot(x - SUN[0], y - SUN[1]) / 130)
        rgb = mix(rgb, color("#ffd9a0"), haze * (0.35 + step(0.1, 1.0, below)) + 0.45 * near_sun)
        layer.paint(np.s_[:, :], mask, rgb)


def wave_slopes(layer):
    """Slopes of the water in x and y at each sample, about -1..1, finer towards the horizon."""
    distance = np.clip(layer.y - HORIZON, 0.6, None)
    across, away = (layer.x - 384) / distance, 900 / distance
    sideways, upward = 0, 0
    for scale, weight, seed in ((1.9, 0.45, 3), (4.3, 0.7, 7), (9.1, 0.8, 11), (19.0, 0.65, 13), (41.0, 0.45, 17)):
        # Leaves out waves shorter than a pixel, because they would be noise.
        visible = weight * step(0.25, 1.2, distance * distance / (900 * scale))
        swell = across * scale * 1.3 + 0.3 * away
        sideways = sideways + visible * (noise(swell, away * scale, seed) - 0.5)
        upward = upward + visible * (noise(swell + 40, away * scale + 9, seed + 1) - 0.5)
    return sideways, upward


def mirrored(source, waterline, sideways, upward, layer):
    """Returns color and coverage of a layer's reflection in rough water at height waterline."""
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
    deep = mix(color("#2c7f99"), color("#0b3f66"), near)
    shine = np.clip(0.62 - 0.42 * near + 0.75 * upward, 0.05, 0.95)
    rgb = mix(deep, reflected, shine)
    # The sun's glitter on the water: wave facets that lean towards the viewer, more of them near the horizon.
    width = 12 + 0.30 * (y - HORIZON)
    path = np.exp(-(((x - SUN[0]) / width) ** 2))
    glint = step(0.10, 0.42, upward + 0.45 * sideways + 0.52 * path - 0.16 - 0.12 * near)
    rgb = mix(rgb, np.array([1.1, 0.92, 0.62], np.float32), 0.95 * path**0.7 * glint)
    foam = step(0.50, 0.66, upward - sideways) * step(HORIZON + 30, HORIZON + 120, y)
    rgb = mix(rgb, color("#d9eef2"), 0.5 * foam)
    layer.paint(np.s_[:, :], y >= HORIZON, rgb)


def bank_height(x):
    return 452 + 26 * math.sin((x - 60) / 190) + 9 * math.sin(x / 47 + 1) + 10 * step(430, 640, x)


def bank(layer):
    """Grass in the foreground, blade by blade, with flowers."""
    line = np.array([bank_height(v) for v in layer.x[0]], np.float32)
    soil = fractal(layer.x / 5, layer.y / 7, 61, 5, 0.6)
    rgb = mix(color("#17331a"), color("#54812f"), 1.5 * soil - 0.35)
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
        layer.line([(x, y), (x + bend * 0.3, y - length * 0.55), tip], (1.7, 0.5), color(rng.choice(greens)))
        if rng.random() < 0.022:
            petal, size = color(rng.choice(flowers)), rng.uniform(1.7, 3.0)
            for angle in range(0, 360, 72):
                layer.disc(tip[0] + size * 0.7 * math.cos(math.radians(angle)),
                           tip[1] + size * 0.6 * math.sin(math.radians(angle)), size * 0.7, petal)
            layer.disc(tip[0], tip[1], size * 0.45, color("#3a2a16"))


def gulls(layer):
    for x, y, size in ((330, 92, 9), (356, 80, 7), (384, 104, 6), (420, 66, 5), (560, 96, 5)):
        layer.line(arc(x - size * 0.5, y, size * 0.5, size * 0.36, 180, 340, 8), (0.7, 1.5), color("#39455c"))
        layer.line(arc(x + size * 0.5, y, size * 0.5, size * 0.36, 200, 360, 8), (1.5, 0.7), color("#39455c"))
