"""A very small painter for numpy: layers with transparency, shapes, noise and a stroke font. Colors are linear light."""

import math
import struct
import zlib

import numpy as np

# Samples per pixel side: shapes are painted without antialiasing and averaged at the end.
SAMPLES = 3


def color(text):
    """Converts '#rrggbb' to linear RGB."""
    srgb = np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.float32) / 255
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4).astype(np.float32)


def mix(a, b, amount):
    """Blends from a (amount 0) to b (amount 1); amount may be an array of one value per pixel."""
    amount = np.clip(np.asarray(amount, dtype=np.float32), 0, 1)
    if amount.ndim:
        amount = amount[..., None]
    return a + (b - a) * amount


def step(low, high, value):
    """Returns 0 below low, 1 above high, smooth between; low may be larger than high."""
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def _hash(x, y, seed):
    h = x.astype(np.uint32) * np.uint32(374761393) + y.astype(np.uint32) * np.uint32(668265263)
    h ^= np.uint32(seed * 2246822519 & 0xFFFFFFFF)
    h = (h ^ (h >> np.uint32(13))) * np.uint32(1274126177)
    h = (h ^ (h >> np.uint32(16))) * np.uint32(2654435769)
    return (h >> np.uint32(8)).astype(np.float32) / np.float32(1 << 24)


def noise(x, y, seed):
    """Smooth noise in 0..1 with features of size 1."""
    x, y = np.broadcast_arrays(np.asarray(x, np.float32), np.asarray(y, np.float32))
    left, top = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    fx, fy = x - left, y - top
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    upper = _hash(left, top, seed) * (1 - fx) + _hash(left + 1, top, seed) * fx
    lower = _hash(left, top + 1, seed) * (1 - fx) + _hash(left + 1, top + 1, seed) * fx
    return upper * (1 - fy) + lower * fy


def fractal(x, y, seed, octaves=5, gain=0.5):
    """Sum of noise at doubling frequencies, in 0..1."""
    total, amplitude, weight = 0, 1.0, 0.0
    for octave in range(octaves):
        # Each octave is rotated, which hides the lattice of the noise.
        total = total + amplitude * noise(x, y, seed + 17 * octave)
        x, y = 1.6 * x - 1.2 * y + 31.7, 1.2 * x + 1.6 * y - 11.3
        weight += amplitude
        amplitude *= gain
    return total / weight


class Layer:
    """Linear RGB and coverage for a picture of width x height pixels, addressed in pixels with the origin at the top left."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        rows, columns = height * SAMPLES, width * SAMPLES
        self.rgb = np.zeros((rows, columns, 3), np.float32)
        self.alpha = np.zeros((rows, columns), np.float32)
        self.y, self.x = np.mgrid[0:rows, 0:columns].astype(np.float32)
        self.x, self.y = (self.x + 0.5) / SAMPLES, (self.y + 0.5) / SAMPLES

    def window(self, x0, y0, x1, y1):
        """Returns the index of the samples inside a rectangle, clipped to the picture."""
        clip = lambda value, limit: int(min(max(math.floor(value * SAMPLES), 0), limit * SAMPLES))
        return np.s_[clip(y0, self.height) : clip(y1 + 1, self.height), clip(x0, self.width) : clip(x1 + 1, self.width)]

    def paint(self, where, mask, value, opacity=1.0):
        """Paints value (one color, or one per sample) over the samples of a window where mask is not 0."""
        amount = np.asarray(mask, np.float32) * np.float32(opacity)
        self.rgb[where] += (value - self.rgb[where]) * amount[..., None]
        self.alpha[where] += (1 - self.alpha[where]) * amount

    def polygon(self, points, value, opacity=1.0):
        """Fills a polygon by the even-odd rule. value: a color, or a function of the sample coordinates."""
        xs, ys = zip(*points)
        where = self.window(min(xs), min(ys), max(xs), max(ys))
        x, y = self.x[where], self.y[where]
        inside = np.zeros(x.shape, bool)
        for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
            if y0 != y1:
                crosses = (y0 > y) != (y1 > y)
                inside ^= crosses & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
        self.paint(where, inside, value(x, y) if callable(value) else value, opacity)

    def box(self, x, y, width, height, value, opacity=1.0):
        self.polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], value, opacity)

    def disc(self, cx, cy, radius, value, opacity=1.0):
        where = self.window(cx - radius, cy - radius, cx + radius, cy + radius)
        x, y = self.x[where], self.y[where]
        inside = (x - cx) ** 2 + (y - cy) ** 2 < radius**2
        self.paint(where, inside, value(x, y) if callable(value) else value, opacity)

    def line(self, points, thickness, value, opacity=1.0):
        """Draws a polyline with round ends. thickness: one number, or (at the first point, at the last)."""
        first, last = thickness if isinstance(thickness, tuple) else (thickness, thickness)
        count = len(points) - 1
        for i, ((x0, y0), (x1, y1)) in enumerate(zip(points, points[1:])):
            half = (first + (last - first) * (i + 0.5) / count) / 2
            where = self.window(min(x0, x1) - half, min(y0, y1) - half, max(x0, x1) + half, max(y0, y1) + half)
            x, y = self.x[where], self.y[where]
            dx, dy = x1 - x0, y1 - y0
            t = np.clip(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy + 1e-9), 0, 1)
            self.paint(where, (x - x0 - t * dx) ** 2 + (y - y0 - t * dy) ** 2 < half * half, value, opacity)

    def text(self, letters, x, y, size, value, weight=0.14):
        """Draws capital letters with their upper left corner at x, y; returns the width."""
        pen = x
        for letter in letters:
            for stroke in GLYPHS[letter]:
                self.line([(pen + px * size, y + py * size) for px, py in stroke], weight * size, value)
            pen += size * (ADVANCE.get(letter, 0.62) + 0.24)
        return pen - x - 0.24 * size

    def lay_over(self, below):
        """Composes this layer into another one of the same size."""
        below.paint(np.s_[:, :], self.alpha, self.rgb)

    def save(self, path):
        """Averages the samples of each pixel and writes an 8-bit RGB PNG."""
        mean = self.rgb.reshape(self.height, SAMPLES, self.width, SAMPLES, 3).mean(axis=(1, 3))
        mean = np.clip(mean, 0, 1)
        srgb = np.where(mean <= 0.0031308, mean * 12.92, 1.055 * mean ** (1 / 2.4) - 0.055)
        pixels = np.round(srgb * 255).astype(np.int16)
        # PNG filter 2 (difference to the row above) compresses textures best.
        above = np.vstack([np.zeros_like(pixels[:1]), pixels[:-1]])
        filtered = ((pixels - above) & 255).astype(np.uint8).reshape(self.height, -1)
        rows = np.hstack([np.full((self.height, 1), 2, np.uint8), filtered])

        def chunk(kind, data):
            body = kind + data
            return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"sRGB", b"\0"))
            file.write(chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)) + chunk(b"IEND", b""))


def arc(cx, cy, rx, ry, begin, end, pieces=10):
    """Returns points of an ellipse from one angle to another, in degrees, clockwise from the right."""
    angles = [math.radians(begin + (end - begin) * i / pieces) for i in range(pieces + 1)]
    return [(cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles]


_BOWL = arc(0.3, 0.25, 0.3, 0.25, -90, 90)
ADVANCE = {"W": 0.9, "E": 0.5, "F": 0.5, " ": 0.3}
GLYPHS = {
    " ": [],
    "A": [[(0, 1), (0.31, 0), (0.62, 1)], [(0.12, 0.64), (0.5, 0.64)]],
    "B": [[(0.3, 0), (0, 0), (0, 1), (0.32, 1)], _BOWL, [(0, 0.5), (0.3, 0.5)], arc(0.32, 0.75, 0.3, 0.25, -90, 90)],
    "C": [arc(0.34, 0.5, 0.34, 0.5, -48, -312, 18)],
    "E": [[(0.5, 0), (0, 0), (0, 1), (0.5, 1)], [(0, 0.49), (0.42, 0.49)]],
    "F": [[(0.5, 0), (0, 0), (0, 1)], [(0, 0.49), (0.42, 0.49)]],
    "H": [[(0, 0), (0, 1)], [(0.62, 0), (0.62, 1)], [(0, 0.49), (0.62, 0.49)]],
    "O": [arc(0.33, 0.5, 0.33, 0.5, 0, 360, 24)],
    "P": [[(0.3, 0), (0, 0), (0, 1)], [(0, 0.5), (0.3, 0.5)], _BOWL],
    "R": [[(0.3, 0), (0, 0), (0, 1)], [(0, 0.5), (0.3, 0.5)], _BOWL, [(0.28, 0.5), (0.6, 1)]],
    "S": [arc(0.3, 0.26, 0.28, 0.26, -30, -270, 12) + arc(0.3, 0.75, 0.3, 0.25, -90, 150, 12)],
    "U": [[(0, 0), (0, 0.68)], arc(0.31, 0.68, 0.31, 0.32, 180, 0, 12), [(0.62, 0.68), (0.62, 0)]],
    "W": [[(0, 0), (0.22, 1), (0.45, 0.12), (0.68, 1), (0.9, 0)]],
}
