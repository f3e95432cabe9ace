# SPDX-License-Identifier: Apache-2.0
import struct

from hostile.case import NX, NY, NZ, VOXELS, Case, cut_short

SHAPE = f"({NZ}, {NY}, {NX})"


def header_of(descr="'|u1'", order="False", shape=SHAPE):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}"


def npy(header, voxels=VOXELS, version=(1, 0), length=None):
    text = header if isinstance(header, bytes) else header.encode("utf-8")
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    counted = len(text) if length is None else length
    return b"\x93NUMPY" + bytes(version) + struct.pack("<H" if version[0] == 1 else "<I", counted) + text + voxels


def cases():
    def case(name, data):
        return Case(f"npy-{name}", {"a.npy": data})

    for descr in (
        "'O'",
        "'<c8'",
        "'<U4'",
        "'|S3'",
        "'|V3'",
        "'<M8[s]'",
        "'<u3'",
        "'|u1x'",
        "''",
        "'u'",
        "'<f16'",
        "'>u99999'",
        "[('a', '|u1')]",
        "('|u1', (3,))",
        "1",
        "None",
        "'" + "u1" * 5000 + "'",
        "'\x1b[31m'",
        "'|u1",
        "b'|u1'",
        "'<<u1'",
    ):
        yield case(f"descr-{descr[:12]!a}-{len(descr)}", npy(header_of(descr)))
    for order in ("1", "'True'", "None", "", "true", "false", "True False"):
        yield case(f"order-{order}", npy(header_of(order=order)))
    for shape in (
        "()",
        "(7,)",
        "(7, 5)",
        f"({NZ}, {NY}, {NX}, 2)",
        "(3, 5, -7)",
        "(3, 5, 0)",
        "(3.0, 5, 7)",
        "('3', 5, 7)",
        "3, 5, 7",
        "[3, 5, 7]",
        "(3, 5, 99999999999)",
        "(9223372036854775808, 1, 1)",
        "(18446744073709551616, 1, 1)",
        "(4294967296, 4294967296, 1)",
        "(3, 5, 7",
        "(3,, 5, 7)",
        "(3 5 7)",
        "(0x3, 5, 7)",
        "(03, 5, 7)",
        "(3, 5, 7LL)",
        "((3, 5, 7))" * 2,
        "(" * 20000,
        "(3, 5, " + "7" * 400 + ")",
        "(1, 1, 104)",
        "(1, 1, 106)",
        "None",
        "{}",
    ):
        yield case(f"shape-{shape[:20]}-{len(shape)}", npy(header_of(shape=shape)))
    for name, header in (
        ("empty", ""),
        ("no-braces", "'descr': '|u1'"),
        ("open", header_of()[:-1]),
        ("two", header_of() * 2),
        ("no-descr", f"{{'fortran_order': False, 'shape': {SHAPE}}}"),
        ("no-order", f"{{'descr': '|u1', 'shape': {SHAPE}}}"),
        ("no-shape", "{'descr': '|u1', 'fortran_order': False}"),
        ("more-keys", header_of()[:-1] + "'extra': 1, }"),
        ("key-twice", header_of()[:-1] + f"'shape': {SHAPE}, }}"),
        ("call", "{'descr': __import__('os'), }"),
        ("deep", "{'a': " * 5000),
        ("text", "hello"),
        ("quote", "{'descr"),
        ("nul", "\0" * 60),
    ):
        yield case(f"header-{name}", npy(header))
    yield case("header-not-utf8", npy(b"{'descr': '\xff\xfe', 'fortran_order': False, 'shape': (3, 5, 7)}"))
    for version in ((0, 0), (0, 1), (1, 1), (2, 9), (4, 0), (255, 255)):
        yield case(f"version-{version[0]}-{version[1]}", npy(header_of(), version=version))
    for length in (0, 1, 9, 400, 65535):
        yield case(f"length-{length}", npy(header_of(), length=length))
    for length in (2**31, 2**32 - 1):
        yield case(f"length-{length}", npy(header_of(), version=(2, 0), length=length))
    for magic in (b"", b"NUMPY", b"\x93NUMPX", b"\x93numpy", b"PK\x03\x04\x14\0\0\0", b"\x1f\x8b\x08\0"):
        yield case(f"magic-{magic.hex()}", magic + npy(header_of())[6:])
    for name, voxels in (("none", b""), ("one-less", VOXELS[:-1]), ("one-more", VOXELS + b"\0"), ("twice", VOXELS * 2)):
        yield case(f"voxels-{name}", npy(header_of(), voxels))
    for kind in ("f4", "f8", "i8", "u2"):
        yield case(f"voxels-of-{kind}-missing", npy(header_of(f"'<{kind}'")))
    yield case("not-a-number", npy(header_of("'<f4'"), struct.pack("<f", float("nan")) * len(VOXELS)))
    yield from cut_short("npy", npy(header_of()), ".npy", 12)
