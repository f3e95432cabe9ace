# SPDX-License-Identifier: Apache-2.0
"""Draws the temperature in a plane, which `permeability-studies thermal` wrote for VTK, as a PNG: the coldest gas is
blue, the hottest red, and the top of the plane is the top of the picture. It takes the standard library only."""
import array
import re
import struct
import sys
import zlib

from figure_table import Wrong

CREATOR = "permeability, tools/calore2016"
LARGEST = 1024  # pixels a side
COLOURS = [(33, 102, 172), (247, 247, 247), (178, 24, 43)]  # of cold, middling and hot gas


def read_temperature(path):
    """Gives the rows of the temperature, from below, as arrays of float32."""
    data = path.read_bytes()
    head, mark, _ = data.partition(b'<AppendedData encoding="raw">\n_')
    text = head.decode("utf-8", "replace")
    extent = re.search(r'WholeExtent="0 (\d+) 0 (\d+) 0 1"', text)
    place = re.search(r'type="Float32" Name="temperature" NumberOfComponents="1".* offset="(\d+)"', text)
    if not (mark and extent and place and 'byte_order="LittleEndian"' in text):
        raise Wrong(f"{path} is no plane with a temperature. Name a folder that permeability-studies thermal wrote")
    nx, ny = int(extent.group(1)), int(extent.group(2))
    first = len(head) + len(mark) + int(place.group(1)) + 8
    values = array.array("f")
    values.frombytes(data[first:first + 4 * nx * ny])
    if len(values) != nx * ny or struct.unpack("<Q", data[first - 8:first])[0] != 4 * nx * ny:
        raise Wrong(f"{path} ends before its temperature does. Make it again")
    if sys.byteorder == "big":
        values.byteswap()
    return [values[y * nx:(y + 1) * nx] for y in range(ny)]


def reduced(rows):
    """Gives means over squares of sites, so few that no side is longer than LARGEST."""
    side = -(-max(len(rows), len(rows[0])) // LARGEST)
    if side == 1:
        return rows
    width = len(rows[0]) // side * side
    small = []
    for y in range(0, len(rows) // side * side, side):
        slices = [row[x:width:side] for row in rows[y:y + side] for x in range(side)]
        small.append([sum(sites) / side ** 2 for sites in zip(*slices)])
    return small


def palette():
    """Gives 256 colours, from cold to hot, as bytes."""
    colours = bytearray()
    for i in range(256):
        low, high, part = (*COLOURS[:2], i / 127.5) if i < 128 else (*COLOURS[1:], i / 127.5 - 1)
        colours += bytes(round(a + (b - a) * part) for a, b in zip(low, high))
    return bytes(colours)


def png_of(path):
    """Gives the bytes of the picture. The colours reach from the lowest to the highest temperature of the plane."""
    rows = reduced(read_temperature(path))
    least, most = min(map(min, rows)), max(map(max, rows))
    scale = 255.999 / (most - least) if most > least else 0
    lines = b"".join(b"\0" + bytes([int((value - least) * scale) for value in row]) for row in reversed(rows))

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0))
            + chunk(b"tEXt", b"Software\0" + CREATOR.encode()) + chunk(b"PLTE", palette())
            + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))
