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


def in_parts(damage, tile=0, rows=1, order="<", left_out=()):
    """Gives a file of one page in strips or tiles; `damage` takes and gives the places and the lengths of the parts."""
    tags = page_of(rows=None if tile else rows)
    parts = [PLANE[at : at + rows * NX] for at in range(0, len(PLANE), rows * NX)] if not tile else [bytes(tile * tile)]
    names = ("tile_offsets", "tile_counts") if tile else ("offsets", "counts")
    if tile:
        tags |= {"tile_width": tile, "tile_height": tile, "offsets": None, "counts": None}
    left_out = {"tile_counts" if tile and name == "counts" else name for name in left_out}
    tags |= {name: (LONG, len(parts), 0) for name in names}
    tags = {name: value for name, value in tags.items() if value is not None and name not in left_out}
    lists_at = 8 + 2 + 12 * len(tags) + 4
    places = [lists_at + 8 * len(parts) + sum(map(len, parts[:number])) for number in range(len(parts))]
    lists = damage(places, [len(part) for part in parts])
    packed = [struct.pack(f"{order}{len(values)}I", *values) for values in lists]
    for name, values, at in zip(names, lists, (lists_at, lists_at + 4 * len(parts))):
        if name not in left_out:
            inline = len(values) == 1
            tags[name] = (LONG, len(values), values[0] if inline else at)
    return tiff([tags], b"".join(data.ljust(4 * len(parts), b"\0") for data in packed) + b"".join(parts), order)


def missing_parts():
    """Gives files whose tags name fewer strips or tiles, or shorter ones, than the page needs."""
    files = {}
    for order in "<>":
        for rows in (1, 2):
            count = -(-NY // rows)
            name = f"{'little' if order == '<' else 'big'}-rows-{rows}"
            for left in range(count):
                files[f"{name}-places-{left}"] = in_parts(lambda places, counts: (places[:left], counts), 0, rows, order)
                if left > 0:  # without lengths libtiff counts
                    files[f"{name}-lengths-{left}"] = in_parts(
                        lambda places, counts: (places, counts[:left]), 0, rows, order
                    )
            for part in range(count):

                def with_length(length):
                    return lambda places, counts: (places, counts[:part] + [length] + counts[part + 1 :])

                def with_place(place):
                    return lambda places, counts: (places[:part] + [place] + places[part + 1 :], counts)

                for length in (0, 1, NX - 1, 2**31, 2**32 - 1):
                    files[f"{name}-part-{part}-length-{length}"] = in_parts(with_length(length), 0, rows, order)
                for place in (0, 4, 7, 8, 60, 10**6, 2**32 - 1):
                    files[f"{name}-part-{part}-at-{place}"] = in_parts(with_place(place), 0, rows, order)
                files[f"{name}-part-{part}-at-0-alone"] = in_parts(with_place(0), 0, rows, order, ("counts",))
        for length in (0, 1, 100, 255):
            files[f"tile-length-{length}-{ord(order)}"] = in_parts(lambda places, counts: (places, [length]), 16, 1, order)
        for place in (0, 4, 8, 200, 10**6):
            files[f"tile-at-{place}-{ord(order)}"] = in_parts(
                lambda places, counts: ([place], counts), 16, 1, order, ("counts",)
            )
    return files


def cases():
    files = {f"parts-{name}": data for name, data in missing_parts().items()}

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
