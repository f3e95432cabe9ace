# SPDX-License-Identifier: Apache-2.0
"""Raw voxels, folders of slices, files of other programs, recipes and lists of spheres."""

import gzip
import os
import struct
import zlib

from hostile.case import BAD_NUMBERS, FOR_IMAGES, NX, NY, NZ, VOXELS, Case, cut_short
from hostile.tiff_files import page_of, tiff

DIMS = ("--dims", f"{NX}x{NY}x{NZ}")


def raw_files():
    for name, voxels in (("none", b""), ("one-less", VOXELS[:-1]), ("one-more", VOXELS + b"\0"), ("twice", VOXELS * 2)):
        yield Case(f"raw-{name}", {"a.raw": voxels}, options=FOR_IMAGES + DIMS)
        yield Case(f"raw-gz-{name}", {"a.raw.gz": gzip.compress(voxels)}, options=FOR_IMAGES + DIMS)
    for number in BAD_NUMBERS:
        if number != "3 3":
            yield Case(f"raw-dims-{number[:12]!a}", {"a.raw": VOXELS}, options=FOR_IMAGES + ("--dims", f"{NX}x{NY}x{number}"))
    for words in (
        ("--dtype", "uint9"),
        ("--dtype", "uint16"),
        ("--dtype", ""),
        ("--endian", "middle"),
        ("--offset", "-1"),
        ("--offset", "1"),
        ("--offset", "99999999999"),
        ("--crop", "0:8,,"),
        ("--crop", "3:3,,"),
        ("--crop", "x"),
        ("--axes", "yxz"),
        ("--pore", "9"),
    ):
        yield Case(
            f"raw-{'-'.join(words)}",
            {"a.raw": VOXELS},
            options=FOR_IMAGES[: 0 if words[0] == "--pore" else 4]
            + DIMS
            + words
            + (("--voxel-size", "1um") if words[0] == "--pore" else ()),
        )
    whole = gzip.compress(VOXELS)
    yield from cut_short("raw-gz", whole, ".raw.gz", 8, options=FOR_IMAGES + DIMS)
    yield Case("raw-gz-followed", {"a.raw.gz": whole + b"x"}, options=FOR_IMAGES + DIMS)
    yield Case("raw-gz-bomb", {"a.raw.gz": gzip.compress(bytes(40_000_000))}, options=FOR_IMAGES + DIMS)
    yield Case("raw-pipe", {"a.raw": os.mkfifo}, options=FOR_IMAGES + DIMS)
    yield Case("raw-folder", {"a.raw": os.mkdir}, options=FOR_IMAGES + DIMS)


def slices():
    one = tiff([page_of()])
    for name, files in {
        "gap": {"slice_0.tif": one, "slice_2.tif": one},
        "empty": {},
        "no-image": {"notes.txt": b"hello"},
        "sizes": {"s_0.tif": one, "s_1.tif": tiff([page_of(height=NY - 1)])},
        "types": {"s_0.tif": one, "s_1.tif": tiff([page_of(format=2)])},
        "white": {"s_0.tif": one, "s_1.tif": tiff([page_of(photometric=0)])},
        "pages": {"s_0.tif": one, "s_1.tif": tiff([page_of()] * 2)},
        "hollow": {"s_0.tif": one, "s_1.tif": b""},
        "pipe": {"s_0.tif": one, "s_1.tif": os.mkfifo},
        "folder": {"s_0.tif": one, "s_1.tif": os.mkdir},
        "link-loop": {"s_0.tif": one, "s_1.tif": lambda path: os.symlink("s_1.tif", path)},
        "lost": {"s_0.tif": one, "s_1.tif": lambda path: os.symlink("none", path)},
        "twice": {"s_1.tif": one, "s_01.tif": one},
        "two-names": {"a_0.tif": one, "b_1.tif": one},
        "number": {"s_99999999999999999999.tif": one, "s_1.tif": one},
        "wrong-ending": {"s_0.tif": VOXELS, "s_1.tif": VOXELS},
        "mixed": {"s_0.tif": one, "s_1.png": one},
    }.items():
        yield Case(f"slices-{name}", {"scan": files})


def png(width=NX, height=NY, depth=8, colour=0, voxels=None, damage=b""):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes(NX) for _ in range(NY)) if voxels is None else voxels
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
        + damage
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def files_of_other_programs():
    files = {}
    for name, data in {
        "width-0": png(width=0),
        "width-huge": png(width=2**31 - 1),
        "size-huge": png(width=2**20, height=2**20),
        "depth-3": png(depth=3),
        "colour-9": png(colour=9),
        "rgb": png(colour=2, voxels=(b"\0" + bytes(3 * NX)) * NY),
        "few-rows": png(voxels=bytes(9)),
        "damaged": png()[:45] + b"\xff\xff" + png()[47:],
        "text": b"hello",
        "none": b"",
        "wrong-length": png(damage=struct.pack(">I", 2**31) + b"tEXt"),
    }.items():
        files[f"{name}.png"] = data
    for at in (8, 20, 33, 40, 50):
        files[f"cut-at-{at}.png"] = png()[:at]
    bmp = (
        b"BM"
        + struct.pack("<IHHIIiiHHIIiiII", 54 + 1024 + 40, 0, 0, 54 + 1024, 40, NX, NY, 1, 8, 0, 40, 1, 1, 256, 0)
        + bytes(1024)
        + bytes(40)
    )
    for at in (2, 14, 30, 54, 900):
        files[f"cut-at-{at}.bmp"] = bmp[:at]
    files["huge.bmp"] = bmp[:18] + struct.pack("<ii", 2**31 - 1, 2**31 - 1) + bmp[26:]
    for ending in (
        ".jpg",
        ".jp2",
        ".mrc",
        ".gipl",
        ".dcm",
        ".h5",
        ".nc",
        ".mat",
        ".gz",
        ".npz",
        ".vti",
        ".am",
        ".txrm",
        ".vol",
        ".rek",
        ".gif",
        ".zarr",
        ".xyz",
        "",
    ):
        files[f"text{ending}"] = b"this is no image at all\n" * 20
        files[f"hollow{ending}"] = b""
        files[f"ones{ending}"] = b"\xff" * 2000
    files["head.jpg"] = b"\xff\xd8\xff\xe0\0\x10JFIF\0" + bytes(30)
    files["head.dcm"] = bytes(128) + b"DICM" + b"\x02\0\0\0UL\x04\0" + b"\xff" * 400
    files["head.h5"] = b"\x89HDF\r\n\x1a\n" + b"\xff" * 400
    files["zeros.mrc"] = bytes(1024)
    files["negative.mrc"] = struct.pack("<4i", -7, -5, -3, 0) + bytes(1008)
    files["huge.mrc"] = struct.pack("<4i", 2**30, 2**30, 2**30, 2) + bytes(1008)
    for name, data in files.items():
        yield Case(f"foreign-{name}", {"a" + os.path.splitext(name)[1]: data})
    for path in ("", "/", "//", "/x/y", "/../..", "/" + "x" * 5000, "/\x1b[31m"):
        yield Case(
            f"foreign-h5-path-{path[:9]!a}".replace("/", "_"),
            {"a.h5": b"\x89HDF\r\n\x1a\n" + bytes(400)},
            image=f"a.h5:{path}",
        )


def recipes():
    sound = {"kind": "sc", "size": "8", "porosity": "0.6"}

    def recipe(name, text):
        return Case(f"recipe-{name}", {"a.ini": text if isinstance(text, bytes) else text.encode("latin-1")}, options=())

    def with_value(key, value):
        return "".join(f"{name} = {text}\n" for name, text in {**sound, key: value}.items())

    for number in BAD_NUMBERS:
        if number not in ("3 3", "1e3"):
            yield recipe(f"size-{number[:12]!a}", with_value("size", number))
    for number in ("", "nan", "inf", "-1", "0", "1", "2", "x", "1e400", "0x1p-1", "0.5.5"):
        yield recipe(f"porosity-{number}", with_value("porosity", number))
    for kind in ("", "x", "SC", "sc bcc", "k" * 5000, "\x1b[31m"):
        yield recipe(f"kind-{kind[:9]!a}", with_value("kind", kind))
    for key, value in (
        ("radius", "nan"),
        ("radius", "-1"),
        ("seed", "-1"),
        ("seed", "x"),
        ("shift", "1,2"),
        ("shift", "nan"),
        ("voxel-size", "5"),
        ("voxel-size", "5 parsec"),
        ("voxel-size", "-5um"),
        ("voxel-size", "1e-200m"),
        ("gap", "3"),
        ("unknown", "1"),
        ("config", "a.ini"),
        ("output", "x.raw"),
        ("centres", "b.txt"),
    ):
        yield recipe(f"{key}-{value}", with_value(key, value))
    for name, text in (
        ("none", b""),
        ("no-equals", "kind sc\n"),
        ("twice", "kind = sc\nkind = bcc\nsize = 8\nporosity = 0.6\n"),
        ("section", "[x]\nkind = sc\n"),
        ("long", "#" + "y" * 2_000_000 + "\nkind = x\n"),
        ("noise", bytes(i * 2654435761 >> 24 & 255 for i in range(4000))),
        ("nul", "kind = sc\0\nsize = 8\nporosity = 0.6\n"),
        ("no-size-of-list", "kind = spheres\n"),
        ("jammed", "kind = packing\nsize = 16\nradius = 4\nporosity = 0.01\n"),
    ):
        yield recipe(name, text)
    yield Case("recipe-pipe", {"a.ini": os.mkfifo}, options=())
    yield Case("recipe-folder", {"a.ini": os.mkdir}, options=())
    yield Case("recipe-zero", {"a.ini": lambda path: os.symlink("/dev/zero", path)}, options=())
    lists = {
        "none": b"",
        "words": b"a b c d\n",
        "three": b"0.5 0.5 0.5\n0.1 0.1\n",
        "five": b"0.5 0.5 0.5 0.2 9 9\n",
        "nan": b"nan 0.5 0.5 0.2\n",
        "inf": b"inf 0.5 0.5 0.2\n",
        "far": b"1e300 0.5 0.5 0.2\n",
        "radius-0": b"0.5 0.5 0.5 0\n",
        "radius-minus": b"0.5 0.5 0.5 -0.2\n",
        "radius-nan": b"0.5 0.5 0.5 nan\n",
        "radius-huge": b"0.5 0.5 0.5 1e30\n",
        "nul": b"0.5 0.5\0 0.5 0.2\n",
        "long": b"0.5 " * 500000 + b"\n",
        "hex": b"0x1 0.5 0.5 0.2\n",
        "noise": bytes(i * 2654435761 >> 24 & 255 for i in range(4000)),
        "pipe": os.mkfifo,
        "folder": os.mkdir,
        "zero": lambda path: os.symlink("/dev/zero", path),
        "lost": lambda path: os.symlink("none", path),
    }
    for name, listed in lists.items():
        yield Case(f"list-{name}", {"a.ini": b"kind = spheres\nsize = 8\ncentres = b.txt\n", "b.txt": listed}, options=())


def cases():
    yield from raw_files()
    yield from slices()
    yield from files_of_other_programs()
    yield from recipes()
