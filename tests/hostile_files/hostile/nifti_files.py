# SPDX-License-Identifier: Apache-2.0
import gzip
import struct

from hostile.case import NX, NY, NZ, VOXELS, Case, cut_short

PLACES = {
    "sizeof_hdr": (0, "i"),
    "datatype": (70, "h"),
    "bitpix": (72, "h"),
    "vox_offset": (108, "f"),
    "scl_slope": (112, "f"),
    "scl_inter": (116, "f"),
    "xyzt_units": (123, "B"),
}


def nifti(voxels=VOXELS, dims=(3, NX, NY, NZ, 1, 1, 1, 1), magic=b"n+1\0", **fields):
    header = bytearray(352)
    values = {"sizeof_hdr": 348, "datatype": 2, "bitpix": 8, "vox_offset": 352.0, "scl_slope": 0.0, "scl_inter": 0.0, **fields}
    for name, value in values.items():
        at, kind = PLACES[name]
        struct.pack_into("<" + kind, header, at, value)
    struct.pack_into("<8h", header, 40, *dims)
    struct.pack_into("<8f", header, 76, *[1.0] * 8)
    header[344:348] = magic
    return bytes(header) + voxels


def cases():
    files = {}
    for size in (0, -1, 347, 349, 540, 2**31 - 1, -(2**31), 0x5C010000 - 1):
        files[f"sizeof-{size}"] = nifti(sizeof_hdr=size)
    for dims in (
        (0, 7, 5, 3),
        (1, 7, 5, 3),
        (2, 7, 5, 3),
        (4, 7, 5, 3, 2),
        (5, 7, 5, 3, 1, 3),
        (8, 7, 5, 3),
        (-1, 7, 5, 3),
        (3, 0, 5, 3),
        (3, -7, 5, 3),
        (3, 7, 5, 32767),
        (3, 32767, 32767, 32767),
        (7, 7, 5, 3, 1, 1, 1, 2),
        (3, 7, 5, 4),
        (3, 7, 5, 2),
        (3, -32768, -32768, 3),
    ):
        files[f"dims-{dims}"] = nifti(dims=(dims + (1,) * 8)[:8])
    for kind in (-1, 0, 1, 3, 32, 128, 255, 1536, 1792, 2048, 2304, 32767):
        files[f"datatype-{kind}"] = nifti(datatype=kind)
    for bits in (-8, 1, 7, 16, 32767):
        files[f"bitpix-{bits}"] = nifti(bitpix=bits)
    for offset in (float("nan"), float("inf"), -352.0, 0.0, 1.0, 347.0, 352.5, 353.0, 1e6, 1e30, -1e30):
        files[f"offset-{offset}"] = nifti(vox_offset=offset)
    for magic in (b"\0\0\0\0", b"n+2\0", b"n+1x", b"nifti"[:4], b"\xff" * 4):
        files[f"magic-{magic.hex()}"] = nifti(magic=magic)
    for slope, inter in ((float("inf"), 0.0), (-float("inf"), 1.0), (1.0, float("nan")), (2.0, float("inf"))):
        files[f"scale-{slope}-{inter}"] = nifti(scl_slope=slope, scl_inter=inter)
    for name, voxels in (("none", b""), ("one-less", VOXELS[:-1]), ("one-more", VOXELS + b"\0"), ("twice", VOXELS * 2)):
        files[f"voxels-{name}"] = nifti(voxels)
    files["kind-of-another-width"] = nifti(datatype=16, bitpix=32)
    files["text"] = b"this is no image\n" * 40
    files["zeros"] = bytes(1000)
    files["ones"] = b"\xff" * 1000
    for name, data in files.items():
        yield Case(f"nii-{name}", {"a.nii": data})
        yield Case(f"nii-gz-{name}", {"a.nii.gz": gzip.compress(data)})
    yield from cut_short("nii", nifti(), ".nii", 12)
    whole = gzip.compress(nifti())
    yield from cut_short("nii-gz", whole, ".nii.gz", 12)
    for at in (0, 1, 2, 3, 30, len(whole) - 8, len(whole) - 4, len(whole) - 1):
        yield Case(f"nii-gz-damaged-at-{at}", {"a.nii.gz": whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1 :]})
    yield Case("nii-gz-followed", {"a.nii.gz": whole + b"trailing"})
    yield Case("nii-gz-plain", {"a.nii.gz": nifti()})
    yield Case("nii-compressed", {"a.nii": whole})
    yield Case("nii-gz-bomb", {"a.nii.gz": gzip.compress(nifti(bytes(40_000_000)))})
