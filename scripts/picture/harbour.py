"""The scene of assets/harbour.png, from back to front. All lengths are pixels of the finished picture."""

import math

import numpy as np

from landscape import HEIGHT, WIDTH, bank, gulls, mirrored, mountains, sea, sky, wave_slopes
from painting import Layer, color, fractal, mix, noise, step
from town import LIGHTHOUSE_WATERLINE, QUAY_WATERLINE, lighthouse, quay

BOAT_WATERLINE = 372


def boat(layer):
    water, mast = BOAT_WATERLINE, 488
    layer.line([(mast, water - 24), (mast + 3, 176)], (3.2, 1.8), color("#6b4426"))
    main = [(mast + 4, 184)] + [(mast + 5 + 70 * t**1.25, 186 + 152 * t) for t in np.linspace(0, 1, 14)] + [
        (mast + 3, water - 32)]
    def canvas(x, y):
        seams = np.abs(((y + 0.22 * (x - mast)) / 14) % 1 - 0.5) > 0.47
        fold = fractal(x / 26, y / 60, 71, 4)
        glow = step(mast, mast + 75, x)
        return mix(color("#cfd3de"), color("#fff1d8"), 0.15 + 0.85 * glow + 0.8 * (fold - 0.5)) * (
            1 - 0.13 * seams)[..., None]
    layer.polygon(main, canvas)
    jib = [(mast + 1.5, 200)] + [(mast - 5 - 52 * t, 206 + 130 * t**0.92) for t in np.linspace(0, 1, 10)] + [
        (mast - 8, water - 38)]
    layer.polygon(jib, lambda x, y: canvas(x + 40, y) * np.array([0.93, 0.95, 1.0], np.float32))
    layer.line([(mast + 2, water - 31), (mast + 80, water - 30)], 2.2, color("#6b4426"))
    for end in ((mast - 76, water - 22), (mast + 84, water - 20)):
        layer.line([(mast + 3, 178), end], 0.55, color("#2b2b33"))
    layer.polygon([(mast + 3, 176), (mast + 24, 180), (mast + 3, 186)], color("#0f5fb4"))

    hull = [(mast - 80, water - 24)] + [(mast - 80 + 172 * t, water - 24 + 8 * math.sin(math.pi * t) * 0.7)
                                        for t in np.linspace(0, 1, 16)][1:]
    keel = [(mast + 80, water + 1), (mast - 58, water + 1), (mast - 70, water - 9)]
    def planks(x, y):
        curve = y - 3 * np.sin(np.pi * np.clip((x - mast + 80) / 172, 0, 1))
        seam = (curve / 4.4) % 1 < 0.13
        light = 1.05 - 0.5 * step(water - 24, water + 2, y) + 0.22 * step(mast - 60, mast + 80, x)
        return color("#df1f26") * (light - 0.25 * seam)[..., None]
    layer.polygon(hull + keel, planks)
    layer.line(hull, 2.2, color("#fff4e2"))
    layer.polygon([(mast + 81, water - 3), (mast + 80, water + 1), (mast - 58, water + 1), (mast - 62, water - 3)],
                  color("#14305c"))
    layer.polygon([(mast - 34, water - 20), (mast - 28, water - 31), (mast + 22, water - 31), (mast + 30, water - 19)],
                  color("#f4ead6"))
    for x in (mast - 22, mast - 8, mast + 6):
        layer.disc(x, water - 25.5, 2.3, color("#1d3145"))
    layer.text("SCOPE", mast + 32, water - 14.5, 5.2, color("#fff4e2"), 0.17)
    layer.line([(mast + 56, water - 20), (mast + 56, water - 33)], 3.6, color("#1f3f7a"))
    layer.disc(mast + 56, water - 36.5, 2.5, color("#d99a74"))
    layer.line([(mast + 56, water - 30), (mast + 66, water - 25)], 1.5, color("#1f3f7a"))


def sign(layer):
    """A painted board on two posts: text with straight and round strokes at two sizes."""
    x, y, width, height = 40, 372, 150, 58
    def timber(base):
        def paint(px, py):
            grain = fractal(px / 30, py * 0.9, 41, 4) - 0.5
            return color(base) * (1 + 0.7 * grain)[..., None]
        return paint
    for post in (x + 18, x + width - 26):
        layer.box(post, y - 5, 8, 112, timber("#7a5433"))
        layer.box(post + 6.2, y - 5, 1.8, 112, color("#ffd9a0"), 0.5)
    layer.box(x - 3, y - 3, width + 6, height + 6, timber("#5d3d24"))
    layer.box(x, y, width, height, timber("#12486f"))
    layer.box(x + 2.5, y + 2.5, width - 5, 0.9, color("#fff6df"))
    layer.box(x + 2.5, y + height - 3.4, width - 5, 0.9, color("#fff6df"))
    layer.box(x + width, y - 3, 3, height + 6, color("#ffd9a0"), 0.4)
    layer.text("WARPSCOPE", x + 11, y + 9.5, 17, color("#fff6df"), 0.15)
    layer.text("HARBOUR", x + 34, y + 36, 12, color("#ffd34d"), 0.15)


def scene():
    picture = Layer(WIDTH, HEIGHT)
    sky(picture)
    mountains(picture)
    gulls(picture)
    sideways, upward = wave_slopes(picture)
    sea(picture, sideways, upward)
    for paint, waterline, strength in ((lighthouse, LIGHTHOUSE_WATERLINE, 0.6), (quay, QUAY_WATERLINE, 0.72),
                                       (boat, BOAT_WATERLINE, 0.75)):
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
    # Adds film grain, because photos are never flat.
    grain = noise(picture.x * 1.3, picture.y * 1.3, 77) + noise(picture.x * 0.9, picture.y * 0.9, 78) - 1
    picture.rgb *= (1 + 0.05 * grain)[..., None]
    return picture
