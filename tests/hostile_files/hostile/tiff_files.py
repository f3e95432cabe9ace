# SPDX-License-Identifier: Apache-2.0
import struct
import zlib

from hostile.case import NX, NY, NZ, VOXELS, Case, cut_short

SHORT, LONG, LONG8 = 3, 4, 16
TAGS = {
    "width": 256,
    "height": 257,
    "bits": 258,
    "compression": 259,
    "photometric": 262,
    "description": 270,
    "offsets": 273,
    "orientation": 274,
    "samples": 277,
    "rows": 278,
    "counts": 279,
    "planar": 284,
    "predictor": 317,
    "colours": 320,
    "tile_width": 322,
    "tile_height": 323,
    "tile_offsets": 324,
    "tile_counts": 325,
    "format": 339,
}
PLANE = VOXELS[: NX * NY]


def page_of(**tags):
    """Gives the tags of one page: name: value, or (type, values), or None for a tag that is left out."""
    return {
        "width": NX,
        "height": NY,
        "bits": 8,
        "compression": 1,
        "photometric": 1,
        "offsets": "voxels",
        "samples": 1,
        "rows": NY,
        "counts": NX * NY,
        "format": 1,
        **tags,
    }


def tiff(pages, voxels=PLANE, order="<", magic=42, last=0, first=None):
    """Gives a classic TIFF file: all pages first, then the voxels of each."""
    data = bytearray((b"II" if order == "<" else b"MM") + struct.pack(order + "HI", magic, 8 if first is None else first))
    tables = [[(TAGS.get(name, name), value) for name, value in page.items() if value is not None] for page in pages]
    begin_of_voxels = 8 + sum(2 + 12 * len(table) + 4 for table in tables)
    for number, table in enumerate(tables):
        data += struct.pack(order + "H", len(table))
        for tag, value in sorted(table, key=lambda entry: entry[0]):
            if value == "voxels":
                value = begin_of_voxels + number * len(voxels)
            kind, count, number_in = value if isinstance(value, tuple) else (LONG, 1, value)
            field = struct.pack(order + "I", number_in & 0xFFFFFFFF)
            data += struct.pack(order + "HHI", tag, kind, count) + field
        data += struct.pack(order + "I", last if number + 1 == len(tables) else len(data) + 4)
    return bytes(data) + voxels * len(pages)


def cases():
    files = {}

    def every_page(name, **tags):
        files[name] = tiff([page_of(**tags)] * NZ)
        files[f"{name}-on-page-2"] = tiff([page_of(), page_of(**tags), page_of()])

    for tag, values in {
        "width": (0, 8, 2**31, 2**32 - 1),
        "height": (0, 2**31, 2**32 - 1),
        "bits": (0, 3, 5, 12, 24, 128, 65535),
        "samples": (0, 2, 3, 4, 65535),
        "format": (0, 5, 6, 7, 65535),
        "compression": (0, 2, 5, 6, 7, 8, 9999, 32773, 34712, 50000, 65535),
        "photometric": (2, 5, 6, 8, 32844, 65535),
        "orientation": (2, 3, 5, 6, 7, 8, 9),
        "counts": (2**31, 2**32 - 1),
        "offsets": (0, 4, 10**6, 2**32 - 1),
        "planar": (0, 3),
    }.items():
        for value in values:
            every_page(f"{tag}-{value}", **{tag: value})
    for tag in ("width", "height", "offsets"):
        every_page(f"no-{tag}", **{tag: None})
    for tag in ("width", "bits", "counts", "offsets"):
        for kind in (0, 2, 7, 12, 99):
            every_page(f"{tag}-of-type-{kind}", **{tag: (kind, 1, 7)})
        every_page(f"{tag}-many", **{tag: (LONG, 2**30, 8)})
        if tag != "counts":  # libtiff counts what is missing
            every_page(f"{tag}-none", **{tag: (LONG, 0, 7)})
    for wide, high in ((0, 16), (16, 0), (16, 2**31), (15, 15), (2**20, 2**20)):
        every_page(
            f"tile-{wide}x{high}",
            tile_width=wide,
            tile_height=high,
            tile_offsets="voxels",
            tile_counts=256,
            offsets=None,
            counts=None,
            rows=None,
        )
    every_page("predictor-3", compression=8, predictor=3)
    every_page("float-of-8-bits", format=3)
    files["other-size"] = tiff([page_of(), page_of(height=NY - 1), page_of()])
    files["other-type"] = tiff([page_of(), page_of(format=2), page_of()])
    files["loop"] = tiff([page_of()] * NZ, last=8)
    files["next-beyond"] = tiff([page_of()] * NZ, last=10**6)
    files["next-odd"] = tiff([page_of()] * NZ, last=9)
    for first in (0, 1, 7, 9, 10**6, 2**32 - 1):
        files[f"first-{first}"] = tiff([page_of()] * NZ, first=first)
    for magic in (0, 41, 43, 44, 65535):
        files[f"magic-{magic}"] = tiff([page_of()] * NZ, magic=magic)
    files["no-tags"] = tiff([{}])
    files["many-tags"] = tiff([{**page_of(), **{40000 + tag: (1, 10**6, 8) for tag in range(5000)}, "width": 0}])
    files["description-long"] = tiff([page_of(description=(2, 2**31, 8), width=0)] * NZ)
    imagej = b"ImageJ=1.53\nimages=%d\nchannels=2\nslices=2\n\0"
    for images in (2, 3, 10**9, -1):
        files[f"imagej-{images}"] = (
            tiff([page_of(description=(2, len(imagej % images), 8 + 2 + 12 * 11 + 4 + NX * NY))]) + imagej % images
        )
    damaged = zlib.compress(PLANE)[:-3] + b"xyz"
    files["deflate-damaged"] = tiff([page_of(compression=8, counts=len(damaged))] * NZ, damaged)
    bomb = zlib.compress(bytes(40_000_000))
    files["deflate-bomb"] = tiff([page_of(compression=8, counts=len(bomb))], bomb)
    files["text"] = b"II*\0hello, this is no image"
    for name, data in files.items():
        yield Case(f"tif-{name}", {"a.tif": data})
    for name in ("width-0", "offsets-1000000", "loop", "first-9"):
        yield Case(f"slices-{name}", {"scan": {"slice_0.tif": tiff([page_of()]), "slice_1.tif": files[name]}})
    yield from cut_short("tif", tiff([page_of()] * NZ), ".tif", 40)
    yield from cut_short("tif-big-endian", tiff([page_of()] * NZ, order=">"), ".tif", 20)
    for offset_bytes, more, first in ((4, 0, 16), (16, 0, 16), (8, 1, 16), (8, 0, 0), (8, 0, 2**63), (8, 0, 2**64 - 1)):
        yield Case(
            f"bigtiff-{offset_bytes}-{more}-{first}",
            {"a.tif": struct.pack("<2sHHHQ", b"II", 43, offset_bytes, more, first) + bytes(64)},
        )
    yield Case("bigtiff-many-tags", {"a.tif": struct.pack("<2sHHHQQ", b"II", 43, 8, 0, 16, 2**63) + bytes(64)})
