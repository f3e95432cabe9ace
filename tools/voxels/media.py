# SPDX-License-Identifier: Apache-2.0
"""Gives the media of tools/as_cubes that nothing else draws: Gaussian fields and images of rock, arrays [z, y, x] of 0 in
pores and 1 in solid. Needs numpy and, for images, Pillow."""

import gzip
import math

import numpy


def gaussian_field(seed, edge, length, porosity):
    """Gives where a periodic random field, smooth over `length` voxels, is above the level that leaves this porosity."""
    waves = [numpy.fft.fftfreq(edge)[:, None, None], numpy.fft.fftfreq(edge)[None, :, None], numpy.fft.rfftfreq(edge)]
    spectrum = numpy.fft.rfftn(numpy.random.default_rng(seed).standard_normal((edge,) * 3))
    spectrum *= numpy.exp(-2 * (math.pi * length) ** 2 * sum(wave**2 for wave in waves))
    field = numpy.fft.irfftn(spectrum, s=(edge,) * 3)
    return (field > numpy.quantile(field, porosity)).astype("u1")


def read_image(path):
    """Gives 1 where the voxel is solid; pore is 0 in these files."""
    if path.suffix == ".gz":
        edge = 256
        return (numpy.frombuffer(gzip.decompress(path.read_bytes()), numpy.uint8).reshape(edge, edge, edge) != 0).astype("u1")
    from PIL import Image, ImageSequence

    return numpy.stack([numpy.array(page) != 0 for page in ImageSequence.Iterator(Image.open(path))]).astype("u1")


def read_slices(folder):
    """Gives the grey values of a folder of numbered slices."""
    from PIL import Image

    files = sorted(folder.iterdir(), key=lambda path: int("".join(filter(str.isdigit, path.stem))))
    return numpy.stack([numpy.array(Image.open(path)) for path in files])
