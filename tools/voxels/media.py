# SPDX-License-Identifier: Apache-2.0
"""Makes the media of tools/voxel_error: spheres and fibres in a periodic box of edge 1, Gaussian fields, slots at an
angle, and images in larger voxels. Fields and images are arrays [z, y, x] of 0 in pores and 1 in solid, and need numpy.
"""

import gzip
import math
import random


def overlapping(seed, radius, porosity):
    """Gives equal spheres at random places, as many as leave this porosity on average."""
    numbers = random.Random(seed)
    count = round(-math.log(porosity) / (4 / 3 * math.pi * radius**3))
    return [(numbers.random(), numbers.random(), numbers.random(), radius) for _ in range(count)]


def of_many_sizes(seed, low, high, porosity):
    numbers, spheres, volume = random.Random(seed), [], 0.0
    while volume < -math.log(porosity):
        spheres.append((numbers.random(), numbers.random(), numbers.random(), numbers.uniform(low, high)))
        volume += 4 / 3 * math.pi * spheres[-1][3] ** 3
    return spheres


def fibres(seed, count, radius, planar):
    """Gives rods of spheres that overlap by most of their radius: every way, or nearly across z."""
    numbers, spheres = random.Random(seed), []
    for _ in range(count):
        middle = [numbers.random() for _ in range(3)]
        turn = numbers.uniform(0, 2 * math.pi)
        rise = numbers.uniform(-0.1, 0.1) if planar else numbers.uniform(-1, 1)
        level = math.sqrt(1 - rise * rise)
        way = (level * math.cos(turn), level * math.sin(turn), rise)
        for step in range(int(0.9 / (0.35 * radius))):
            along = step * 0.35 * radius - 0.45
            spheres.append(tuple((m + along * w) % 1 for m, w in zip(middle, way)) + (radius,))
    return spheres


def packing(path, share):
    """Gives the spheres of a file with the columns x y z diameter, their radii times `share`."""
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()[1:] if line.strip()]
    return [(float(x), float(y), float(z), share * float(d) / 2) for x, y, z, d in rows]


def media(packing_file):
    found = {
        f"overlap-{porosity}": overlapping(seed, radius, porosity)
        for seed, radius, porosity in ((11, 0.10, 0.35), (12, 0.08, 0.2), (13, 0.15, 0.5), (17, 0.06, 0.9), (19, 0.07, 0.15), (23, 0.12, 0.25))
    }
    found["overlap-many-sizes"] = of_many_sizes(29, 0.04, 0.15, 0.3)
    found["fibres-thin"] = fibres(5, 60, 0.03, False)
    found["fibres-planar"] = fibres(6, 70, 0.035, True)
    found["fibres-thick"] = fibres(7, 25, 0.06, False)
    for name, share in (("packing", 1.0), ("packing-shrunk", 0.8), ("packing-grown", 1.08)) if packing_file else ():
        found[name] = packing(packing_file, share)
    return found


def gaussian_field(seed, edge, length, porosity):
    """Gives where a periodic random field, smooth over `length` voxels, is above the level that leaves this porosity."""
    import numpy

    waves = [numpy.fft.fftfreq(edge)[:, None, None], numpy.fft.fftfreq(edge)[None, :, None], numpy.fft.rfftfreq(edge)]
    spectrum = numpy.fft.rfftn(numpy.random.default_rng(seed).standard_normal((edge,) * 3))
    spectrum *= numpy.exp(-2 * (math.pi * length) ** 2 * sum(wave**2 for wave in waves))
    field = numpy.fft.irfftn(spectrum, s=(edge,) * 3)
    return (field > numpy.quantile(field, porosity)).astype("u1")


def slots(edge, rise, run, width, offset):
    """Gives plane slots along z of that width, whose slope is rise over run, and their exact K along x in voxel^2."""
    import numpy

    y, x = numpy.mgrid[0:edge, 0:edge] + 0.5
    cosine = run / math.hypot(rise, run)
    period = edge / run * cosine
    across = ((y - offset - x * rise / run) * cosine + period / 2) % period - period / 2
    solid = (abs(across) >= width / 2).astype("u1")
    return numpy.repeat(solid[None], 4, 0), width**3 / 12 * cosine**2 / period


def read_image(path):
    """Gives 1 where the voxel is solid; pore is 0 in these files."""
    import numpy

    if path.suffix == ".gz":
        edge = 256
        return (numpy.frombuffer(gzip.decompress(path.read_bytes()), numpy.uint8).reshape(edge, edge, edge) != 0).astype("u1")
    from PIL import Image, ImageSequence

    return numpy.stack([numpy.array(page) != 0 for page in ImageSequence.Iterator(Image.open(path))]).astype("u1")


def read_slices(folder):
    """Gives the grey values of a folder of numbered slices."""
    import numpy
    from PIL import Image

    files = sorted(folder.iterdir(), key=lambda path: int("".join(filter(str.isdigit, path.stem))))
    return numpy.stack([numpy.array(Image.open(path)) for path in files])


def coarsened(solid, factor):
    """Gives what most voxels are; of equally many the first one decides."""
    import numpy

    edge = solid.shape[0] // factor
    parts = solid[: edge * factor, : edge * factor, : edge * factor].reshape(edge, factor, edge, factor, edge, factor)
    count, first = parts.sum((1, 3, 5), dtype="i4"), parts[:, 0, :, 0, :, 0]
    return numpy.where(2 * count == factor**3, first, 2 * count > factor**3).astype("u1")
