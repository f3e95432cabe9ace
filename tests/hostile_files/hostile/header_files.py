# SPDX-License-Identifier: Apache-2.0
"""MetaImage and NRRD, whose headers are lines of text."""

import gzip
import os
import zlib

from hostile.case import BAD_NUMBERS, NX, NY, NZ, VOXELS, Case, cut_short


def lines_of(fields, between):
    return "".join(f"{name}{between}{value}\n" for name, value in fields.items() if value is not None)


def meta(more=(), voxels=VOXELS, last="LOCAL", first="", **fields):
    named = {
        "ObjectType": "Image",
        "NDims": "3",
        "BinaryData": "True",
        "DimSize": f"{NX} {NY} {NZ}",
        "ElementType": "MET_UCHAR",
        **fields,
    }
    text = first + lines_of(named, " = ") + "".join(line + "\n" for line in more)
    return text.encode("latin-1") + (f"ElementDataFile = {last}\n".encode("latin-1") if last is not None else b"") + voxels


def nrrd(more=(), voxels=VOXELS, magic="NRRD0004", **fields):
    named = {"type": "uint8", "encoding": "raw", "dimension": "3", "sizes": f"{NX} {NY} {NZ}", **fields}
    named = {name.replace("_", " "): value for name, value in named.items()}
    return (magic + "\n" + lines_of(named, ": ") + "".join(line + "\n" for line in more)).encode("latin-1") + b"\n" + voxels


def named(prefix, ending, files, beside=None):
    for name, data in files.items():
        yield Case(f"{prefix}-{name}", {f"a{ending}": data, **(beside or {})})


def three(bad):
    """Puts a bad number in each of three places."""
    return (f"{bad} {NY} {NZ}", f"{NX} {bad} {NZ}", f"{NX} {NY} {bad}")


def meta_files():
    files = {}
    for number in BAD_NUMBERS + ("1", "2", "4", "11", "1000000000"):
        files[f"ndims-{number[:12]!a}"] = meta(NDims=number)
    for number in BAD_NUMBERS:
        for place, sizes in enumerate(three(number)):
            files[f"dimsize-{place}-{number[:12]!a}"] = meta(DimSize=sizes)
    for sizes in ("7", "7 5", "7 5 3 1", "7,5,3", "3 5 8", "7 5 2", "7 5 4", "4294967297 5 3", "6074001000 6074001000 1"):
        files[f"dimsize-{sizes}"] = meta(DimSize=sizes)
    for kind in (
        "",
        "MET_NONE",
        "MET_STRING",
        "MET_UCHAR_ARRAY",
        "MET_FOO",
        "UCHAR",
        "MET_USHORT",
        "MET_DOUBLE",
        "MET_FLOAT_MATRIX",
        "MET_OTHER",
        "x" * 3000,
    ):
        files[f"type-{kind[:20]}"] = meta(ElementType=kind)
    for field, values in {
        "ObjectType": ("Tube", "", "Mesh"),
        "ElementNumberOfChannels": ("0", "2", "3", "-1", "x"),
        "BinaryData": ("False", "maybe", ""),
        "CompressedData": ("True", "maybe"),
        "HeaderSize": ("-2", "5", "999999999999", "x", "1.5"),
        "ElementSpacing": ("nan 1 1", "inf 1 1", "-1 1 1", "1 1", "x", "1 1 1 1"),
    }.items():
        for value in values:
            files[f"{field}-{value}"] = meta(**{field: value})
    for field in ("NDims", "DimSize", "ElementType"):
        files[f"no-{field}"] = meta(**{field: None})
    for line in ("DimSize = 7 5 3", "NDims = 3", "ElementType = MET_UCHAR"):
        files[f"twice-{line.split()[0]}"] = meta([line])
    for size in ("-1", "99", "1000000000000000000", "x", ""):
        compressed = zlib.compress(VOXELS)
        files[f"compressed-size-{size}"] = meta(CompressedData="True", CompressedDataSize=size, voxels=compressed)
    for name, data in (
        ("damaged", b"\x78\x9c" + b"\x55" * 40),
        ("short", zlib.compress(VOXELS)[:-6]),
        ("few", zlib.compress(VOXELS[:-1])),
        ("many", zlib.compress(VOXELS + b"\0")),
        ("bomb", zlib.compress(bytes(40_000_000))),
        ("none", b""),
    ):
        files[f"compressed-{name}"] = meta(CompressedData="True", CompressedDataSize=str(len(data)), voxels=data)
    for name, line in (("no-equals", "hello"), ("long-line", "Comment = " + "y" * 2_000_000), ("nul", "Com\0ment = 3")):
        files[f"line-{name}"] = meta([line])
    files["first-line"] = meta(first="\x7fELF\n")
    files["no-data-file"] = meta(last=None)
    files["data-file-first"] = b"ElementDataFile = LOCAL\n" + meta(last=None)
    for name, voxels in (("none", b""), ("one-less", VOXELS[:-1]), ("one-more", VOXELS + b"\0"), ("twice", VOXELS * 2)):
        files[f"voxels-{name}"] = meta(voxels=voxels)
    files["noise"] = bytes(i * 2654435761 >> 24 & 255 for i in range(4000))
    return files


def names_of_data(make, prefix, ending, names):
    beside = {
        "v.raw": VOXELS,
        "short.raw": VOXELS[:-1],
        "long.raw": VOXELS + b"\0",
        "pipe": os.mkfifo,
        "folder": os.mkdir,
        "link": lambda path: os.symlink("link", path),
        "out": lambda path: os.symlink("/etc/passwd", path),
    }
    for name in names:
        yield Case(f"{prefix}-data-{name[:40]!a}-{len(name)}".replace("/", "_"), {f"a{ending}": make(name), **beside})


OUTSIDE = ("/etc/passwd", "../a.raw", "out", "folder/../../x", "/dev/zero", "/proc/self/mem", "//etc/passwd", "./../v.raw")
ABSENT = (
    "none.raw",
    "pipe",
    "folder",
    "link",
    "short.raw",
    "long.raw",
    "n" * 5000,
    "a\x1b[31m.raw",
    "v.raw/",
    "v\0.raw",
    "a" + "/b" * 2000,
)
PATTERNS = (
    "v%d.raw {0} 3 {1}",
    "v%s.raw {0} 2 {1}",
    "v%2000d.raw {0} 2 {1}",
    "v%n%n.raw {0} 2 {1}",
    "v%90000d.raw {0} 2 {1}",
    "v%d.raw {0} 900000000 {1}",
    "v%d.raw {0} 2 0",
    "v%d.raw 2 {0} 1",
    "v%d.raw {0} x 1",
    "v%d%d.raw {0} 2 {1}",
    "v%d.raw -9223372036854775808 9223372036854775807 1",
)


def cases():
    yield from named("mha", ".mha", meta_files())
    yield from cut_short("mha", meta(), ".mha", 12)
    whole = meta(CompressedData="True", voxels=zlib.compress(VOXELS))
    yield from cut_short("mha-compressed", whole, ".mha", 12)
    patterns = tuple(pattern.format(0, 1) for pattern in PATTERNS)
    yield from names_of_data(
        lambda name: meta(last=name, voxels=b""), "mhd", ".mhd", OUTSIDE + ABSENT + ("", "LIST", "LOCAL") + patterns
    )
    for name, listed in (
        ("absent", "x.raw\ny.raw\nz.raw\n"),
        ("few", "v.raw\n"),
        ("itself", "a.mhd\n" * 3),
        ("outside", "/etc/passwd\n" * 3),
        ("blank", "\n\n\n"),
    ):
        yield Case(f"mhd-list-{name}", {"a.mhd": meta(last="LIST", voxels=listed.encode()), "v.raw": VOXELS[:35]})

    files = {}
    for number in BAD_NUMBERS + ("1", "2", "4", "17", "1000000000"):
        files[f"dimension-{number[:12]!a}"] = nrrd(dimension=number)
    for number in BAD_NUMBERS:
        for place, sizes in enumerate(three(number)):
            files[f"sizes-{place}-{number[:12]!a}"] = nrrd(sizes=sizes)
    for sizes in ("7", "7 5", "7 5 3 1", "7,5,3", "3 5 8", "7 5 2", "7 5 4", "4294967297 5 3", "6074001000 6074001000 1"):
        files[f"sizes-{sizes}"] = nrrd(sizes=sizes)
    for field, values in {
        "type": ("block", "", "uint9", "string", "complex", "uint16", "double", "x" * 3000),
        "encoding": ("bzip2", "", "jpeg", "gzip", "x"),
        "endian": ("middle", ""),
        "byte_skip": ("-2", "x", "999999999999", "1.5", "5"),
        "line_skip": ("-1", "x", "999999999999", "3"),
        "kinds": ("RGB-color domain domain", "vector space space"),
        "spacings": ("nan", "1 1", "1 1 1 1", "x 1 1"),
        "data_file": ("none.raw",),
    }.items():
        for value in values:
            files[f"{field}-{value[:20]}"] = nrrd(**{field: value})
    for field in ("type", "dimension", "sizes", "encoding"):
        files[f"no-{field}"] = nrrd(**{field: None})
        files[f"twice-{field}"] = nrrd([f"{field}: {'3' if field == 'dimension' else '7 5 4' if field == 'sizes' else 'raw'}"])
    files["int16-without-endian"] = nrrd(type="int16", voxels=VOXELS * 2)
    for magic in ("NRRD", "NRRD0000", "NRRD0009", "NRRDxxxx", "nrrd0004", "RIFF", "", "\x1f\x8b"):
        files[f"magic-{magic!a}"] = nrrd(magic=magic)
    for name, text in (
        ("300", "1 2 300 4"),
        ("minus", "1 2 -1 4"),
        ("fraction", "1 2 1.5 4"),
        ("few", "1 2 3"),
        ("many", "1 2 3 4 5"),
        ("long", "x" * 3000),
        ("hex", "0x1 2 3 4"),
        ("nan", "nan 1 2 3"),
        ("empty", ""),
        ("huge", "1" * 100000),
        ("nul", "1 2\0 3 4"),
    ):
        files[f"text-{name}"] = nrrd(encoding="ascii", sizes="2 2 1", voxels=text.encode())
    files["text-huge"] = nrrd(encoding="ascii", sizes="900000 900000 900000", voxels=b"")
    files["hex"] = nrrd(encoding="hex", voxels=b"zz" * 105)
    for name, data in (
        ("damaged", b"\x1f\x8b\x08\0" + b"\x55" * 60),
        ("short", gzip.compress(VOXELS)[:-6]),
        ("few", gzip.compress(VOXELS[:-1])),
        ("many", gzip.compress(VOXELS + b"\0")),
        ("followed", gzip.compress(VOXELS) + b"x"),
        ("none", b""),
        ("bomb", gzip.compress(bytes(40_000_000))),
    ):
        files[f"gzip-{name}"] = nrrd(encoding="gzip", voxels=data)
    for name, line in (
        ("no-colon", "hello"),
        ("nul", "ty\0pe: 3"),
        ("long", "# " + "y" * 2_000_000),
        ("empty-name", ": 3\n: 3"),
    ):
        files[f"line-{name}"] = nrrd([line])
    for name, voxels in (("none", b""), ("one-less", VOXELS[:-1]), ("one-more", VOXELS + b"\0"), ("twice", VOXELS * 2)):
        files[f"voxels-{name}"] = nrrd(voxels=voxels)
    yield from named("nrrd", ".nrrd", files)
    yield from cut_short("nrrd", nrrd(), ".nrrd", 12)
    yield from cut_short("nrrd-gzip", nrrd(encoding="gzip", voxels=gzip.compress(VOXELS)), ".nrrd", 12)
    yield from names_of_data(
        lambda name: nrrd(data_file=name, voxels=b""), "nhdr", ".nhdr", OUTSIDE + ABSENT + ("", "LIST") + patterns
    )
    for name, listed in (
        ("absent", "x.raw\ny.raw\nz.raw\n"),
        ("few", "v.raw\n"),
        ("itself", "a.nhdr\n" * 3),
        ("outside", "/etc/passwd\n" * 3),
    ):
        yield Case(
            f"nhdr-list-{name}", {"a.nhdr": nrrd(data_file="LIST", voxels=b"")[:-1] + listed.encode(), "v.raw": VOXELS[:35]}
        )
