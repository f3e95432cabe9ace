# SPDX-License-Identifier: Apache-2.0
"""Makes the small images of tools/as_cubes: generated media and crops of rock, arrays [z, y, x] of 0 in pores and 1 in
solid. Needs numpy, scipy and, for rock, Pillow. The seed of `unseen` is the last commit without the estimate."""

import math
import random

import bodies
import media
import numpy
from scipy import ndimage

AXES = "xyz"
UNSEEN = 0xAFBAB2F
LEAST_PORES = 0.06


def spheres(edge, listed):
    solid, middles = numpy.zeros((edge,) * 3, bool), (numpy.arange(edge) + 0.5) / edge
    for x, y, z, radius in listed:
        away = [numpy.minimum(abs(middles - at), 1 - abs(middles - at)) ** 2 for at in (z, y, x)]
        solid |= away[0][:, None, None] + away[1][None, :, None] + away[2][None, None, :] < radius * radius
    return solid.astype("u1")


def packing(seed, edge, radius, porosity):
    """Gives spheres that hardly overlap, grown until they leave this porosity."""
    numbers, r, found, target, tries = random.Random(seed), radius / edge, [], 1 - porosity, 0
    while len(found) * 4 / 3 * math.pi * r**3 < min(target, 0.33) and tries < 200000:
        place = [numbers.random() for _ in range(3)]
        tries += 1
        if all(sum(min(abs(a - b), 1 - abs(a - b)) ** 2 for a, b in zip(place, other)) > (2 * r * 0.98) ** 2 for other in found):
            found.append((*place, r))
    grown = (target / (len(found) * 4 / 3 * math.pi * r**3)) ** (1 / 3)
    return [(x, y, z, r * grown) for x, y, z, r in found]


def boxes(seed, edge, low, high, porosity):
    numbers, solid = numpy.random.default_rng(seed), numpy.zeros((edge,) * 3, bool)
    while solid.mean() < 1 - porosity:
        size, place = numbers.integers(low, high + 1, 3), numbers.integers(0, edge, 3)
        solid[numpy.ix_(*((place[i] + numpy.arange(size[i])) % edge for i in range(3)))] = True
    return solid.astype("u1")


def ducts(seed, edge, width, count):
    numbers, solid = numpy.random.default_rng(seed), numpy.ones((edge,) * 3, "u1")
    for number in range(count):
        place = numbers.integers(0, edge, 2)
        sides = [(at + numpy.arange(width)) % edge for at in place]
        sides.insert(number % 3, numpy.arange(edge))
        solid[numpy.ix_(*sides)] = 0
    return solid


def gyroid(edge, level, sheet):
    x, y, z = numpy.meshgrid(*(2 * math.pi * ((numpy.arange(edge) + 0.5) / edge + at) for at in (0.1, 0.23, 0.37)), indexing="ij")
    field = numpy.sin(x) * numpy.cos(y) + numpy.sin(y) * numpy.cos(z) + numpy.sin(z) * numpy.cos(x)
    return (abs(field) < level if sheet else field > level).astype("u1")


def specks(seed, edge, solid):
    noise = numpy.random.default_rng(seed).random((edge,) * 3) < solid
    return ndimage.median_filter(noise.astype("u1"), 3, mode="wrap")


def percolating(solid, axis):
    """Gives the image with only those pores that reach from one face across the axis to the other."""
    labels, _ = ndimage.label(solid == 0)
    ends = numpy.moveaxis(labels, 2 - axis, 0)
    kept = (set(numpy.unique(ends[0])) & set(numpy.unique(ends[-1]))) - {0}
    return (~numpy.isin(labels, list(kept))).astype("u1")


def generated():
    """Gives (name, use, image, axis)."""
    for use, seed, radii, porosities, packed, dense, lengths, shares, rods in (
        ("fit", 1000, (3, 4.5, 6.5, 9), (0.18, 0.3, 0.5, 0.75), (3, 4.5, 6), (0.35, 0.5), (1.2, 1.8, 2.6), (0.2, 0.35, 0.55), ((0.06, 14), (0.1, 8))),
        ("held", 5000, (3.7, 5.5, 8), (0.22, 0.42, 0.65), (3.6, 5.2), (0.42,), (1.5, 2.2), (0.25, 0.45), ((0.08, 10),)),
    ):
        number = 0
        for kind, sizes, parts in (("overlap", radii, porosities), ("packing", packed, dense), ("gaussian", lengths, shares), ("fibres", rods, (None,))):
            for size in sizes:
                for part in parts:
                    number += 1
                    if kind == "overlap":
                        solid = spheres(24, bodies.overlapping(seed + number, size / 24, part))
                    elif kind == "packing":
                        solid = spheres(24, packing(seed + number, 24, size, part))
                    elif kind == "gaussian":
                        solid = media.gaussian_field(seed + number, 24, size, part)
                    else:
                        solid = spheres(24, bodies.fibres(seed + number, size[1], size[0], False))
                        size = size[0]
                    yield "-".join(map(str, (use, kind, size, *([part] if part else [])))), use, solid, number % 3
    number = 0
    for low, high in ((2, 5), (4, 8)):
        for porosity in (0.3, 0.5, 0.75):
            number += 1
            yield f"fit-boxes-{low}-{porosity}", "fit", boxes(9000 + number, 24, low, high, porosity), number % 3
    for width, count in ((1, 40), (2, 24), (3, 15), (4, 9)):
        number += 1
        yield f"fit-ducts-{width}", "fit", ducts(9100 + number, 24, width, count), number % 3
    for edge, level, sheet in ((16, 0, 0), (24, 0.4, 0), (24, 0.5, 1), (20, -0.6, 0)):
        number += 1
        yield f"fit-gyroid-{edge}-{level}-{sheet}", "fit", gyroid(edge, level, sheet), 0
    for share in (0.3, 0.5):
        number += 1
        yield f"fit-specks-{share}", "fit", specks(9200 + number, 24, share * 0.5 + 0.25), number % 3
    for radius, porosity in ((4, 0.27), (5, 0.4), (7, 0.6)):
        number += 1
        yield f"unseen-overlap-{radius}-{porosity}", "unseen", spheres(28, bodies.overlapping(UNSEEN + number, radius / 28, porosity)), number % 3
    for radius, porosity in ((4, 0.4), (6, 0.45)):
        number += 1
        yield f"unseen-packing-{radius}-{porosity}", "unseen", spheres(28, packing(UNSEEN + number, 28, radius, porosity)), number % 3
    for length, porosity in ((1.6, 0.3), (2.4, 0.4)):
        number += 1
        yield f"unseen-gaussian-{length}", "unseen", media.gaussian_field(UNSEEN + number, 28, length, porosity), number % 3
    for low, high, porosity in ((3, 6, 0.4), (3, 9, 0.6)):
        number += 1
        yield f"unseen-boxes-{porosity}", "unseen", boxes(UNSEEN + number, 28, low, high, porosity), number % 3


def rocks(images):
    """Gives (name, use, image, axis) of crops, those with few pores left out."""
    berea, ketton = (media.read_image(images / file) for file in ("berea400.tif", "ketton256_256c_15p2um.raw.gz"))
    fibres = media.read_slices(images / "fiberform_slices") >= 90
    for numbers, use, kinds in (
        (random.Random(77), "rock", (("berea", berea, 14, (24, 32, 32), 0), ("ketton", ketton, 14, (24, 32, 32), 0))),
        (random.Random(UNSEEN), "unseen", (("berea", berea, 5, (40,), 0), ("ketton", ketton, 3, (40,), 0), ("ketton-filtered", ketton, 3, (40,), 1), ("fiberform", fibres, 2, (40,), 0))),
    ):
        for kind, image, count, edges, filtered in kinds:
            while count:
                edge = numbers.choice(edges) if len(edges) > 1 else edges[0]
                corner = [numbers.randrange(image.shape[0] - edge) for _ in range(3)]
                axis = numbers.randrange(3)
                solid = image[tuple(slice(at, at + edge) for at in corner)].astype("u1")
                solid = ndimage.median_filter(solid, 3, mode="reflect") if filtered else solid
                share = (percolating(solid, axis) == 0).mean()
                if share < LEAST_PORES or (use == "rock" and share * edge**3 > 11000):
                    continue
                count -= 1
                yield "-".join(map(str, (use, kind, *corner, AXES[axis]))), use, solid, axis


def images(folder):
    """Gives (name, use, image, axis, faces), those of rock where a folder has the images."""
    for name, use, solid, axis in generated():
        solid = percolating(solid, axis)
        if (solid == 0).mean() >= LEAST_PORES:
            yield name, use, solid, axis, "periodic"
    for name, use, solid, axis in rocks(folder) if folder else ():
        yield name, use, percolating(solid, axis), axis, "sealed"
