#!/usr/bin/env python3
"""Converts an X window dump to PNG, such as the frame buffer file of Xvfb -fbdir. Usage: xwd_to_png.py IN.xwd OUT.png"""

import struct
import sys
import zlib

if len(sys.argv) != 3:
    sys.exit(__doc__)
with open(sys.argv[1], "rb") as file:
    dump = file.read()

# A dump (X11/XWDFile.h) consists of 25 big-endian words, the window's name, 12 bytes per color map entry, and the rows.
words = struct.unpack(">25I", dump[:100])
header_size, version, depth, width, height = words[0], words[1], words[3], words[4], words[5]
byte_order, bits_per_pixel, bytes_per_line, colors = words[7], words[11], words[12], words[19]
if version != 7 or depth != 24 or bits_per_pixel != 32 or byte_order != 0:
    sys.exit("xwd_to_png.py: only little-endian dumps of 24-bit screens are understood")

start = header_size + 12 * colors
rows = bytearray()
for y in range(height):
    row = dump[start + y * bytes_per_line : start + y * bytes_per_line + 4 * width]
    rgb = bytearray(3 * width)
    rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
    rows += b"\0" + rgb


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


with open(sys.argv[2], "wb") as file:
    file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
    file.write(chunk(b"IDAT", zlib.compress(bytes(rows), 6)) + chunk(b"IEND", b""))
