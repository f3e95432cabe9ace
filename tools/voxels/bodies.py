# SPDX-License-Identifier: Apache-2.0
"""Draws the bodies of tools/voxel_error: smooth shapes in a periodic box, from random numbers alone, with their exact
permeability along x where there is one. Images are arrays [z, y, x] of 0 in pores and 1 in solid. Needs numpy.
"""

import dataclasses
import itertools
import math
import random

import numpy

WAYS = [(1, 1, 0), (2, 1, 0), (1, 1, 1), (3, 1, 0), (3, 2, 1)]


@dataclasses.dataclass
class Section:
    """Of a channel: `inside(u, v)` tells where it is open, about its middle, and `flux` is that of the speed for a unit
    force and viscosity."""

    name: str
    inside: object
    flux: float
    reach: float  # the largest distance of an open point from the middle


def rectangle_flux(width, height):
    narrow, wide = sorted((width, height))
    series = sum(math.tanh(n * math.pi * wide / (2 * narrow)) / n**5 for n in range(1, 200, 2))
    return narrow**3 * wide / 12 * (1 - 192 * narrow / (math.pi**5 * wide) * series)


def section(shape, size, numbers):
    """Gives a channel about `size` wide, turned by any angle."""
    angle = numbers.uniform(0, math.pi)
    ratio = numbers.uniform(0.5, 0.9)

    def turned(u, v):
        return u * math.cos(angle) + v * math.sin(angle), v * math.cos(angle) - u * math.sin(angle)

    if shape == "circle":
        radius = size / 2
        return Section(shape, lambda u, v: u * u + v * v < radius**2, math.pi * radius**4 / 8, radius)
    if shape == "ellipse":
        a, b = size / 2, ratio * size / 2
        flux = math.pi * (a * b) ** 3 / (4 * (a * a + b * b))

        def in_ellipse(u, v):
            u, v = turned(u, v)
            return (u / a) ** 2 + (v / b) ** 2 < 1

        return Section(shape, in_ellipse, flux, a)
    if shape == "triangle":
        edge = 1.4 * size
        inner = edge / math.sqrt(12)

        def in_triangle(u, v):
            sides = [u * math.cos(angle + k * 2 * math.pi / 3) + v * math.sin(angle + k * 2 * math.pi / 3) for k in range(3)]
            return numpy.maximum(numpy.maximum(sides[0], sides[1]), sides[2]) < inner

        return Section(shape, in_triangle, math.sqrt(3) * edge**4 / 320, 2 * inner)

    def in_rectangle(u, v):
        u, v = turned(u, v)
        return (abs(u) < size / 2) & (abs(v) < ratio * size / 2)

    return Section(shape, in_rectangle, rectangle_flux(size, ratio * size), math.hypot(size, ratio * size) / 2)


def centres(extent):
    """Gives x, y, z of the middles of the voxels of an image of nx, ny, nz."""
    nx, ny, nz = extent
    z, y, x = numpy.meshgrid(*(numpy.arange(n) + 0.5 for n in (nz, ny, nx)), indexing="ij", sparse=True)
    return x, y, z


def channel_along_x(cut, offset):
    """Gives an image, and its exact K along x in voxel^2, of a channel whose middle is moved by `offset` voxels."""
    edge = 2 * math.ceil(cut.reach) + 4
    _, y, z = centres((4, edge, edge))
    solid = ~cut.inside(y - edge / 2 - offset[0], z - edge / 2 - offset[1])
    return numpy.broadcast_to(solid, (edge, edge, 4)), cut.flux / edge**2


def channel_askew(cut, way, offset):
    """The same for a channel along `way`, whose parts are whole numbers: it meets its own image after one period."""
    length = math.sqrt(sum(part * part for part in way))
    axis = numpy.array(way) / length
    first = numpy.cross(axis, [0.3, 0.5, 0.8])
    first /= numpy.linalg.norm(first)
    second = numpy.cross(axis, first)
    steps = list(itertools.product(range(-3, 4), repeat=3))
    for period in range(4, 200):
        extent = [period * part if part else math.ceil(2 * cut.reach) + 3 for part in way]
        moves = [numpy.array(step) * extent for step in steps]
        apart = [math.hypot(move @ first, move @ second) for move in moves]
        if min(distance for distance in apart if distance > 1e-6) > 2 * cut.reach + 2.5:
            break
    x, y, z = centres(extent)
    u0 = (x - offset[0]) * first[0] + (y - offset[1]) * first[1] + (z - offset[2]) * first[2]
    v0 = (x - offset[0]) * second[0] + (y - offset[1]) * second[1] + (z - offset[2]) * second[2]
    solid = numpy.ones((extent[2], extent[1], extent[0]), bool)
    places = {(round(float(move @ first), 6), round(float(move @ second), 6)) for move in moves}
    for u, v in places:
        if math.hypot(u, v) < 3 * max(extent):
            solid &= ~cut.inside(u0 + u, v0 + v)
    return solid, cut.flux * axis[0] ** 2 * period * length / math.prod(extent)


def slots(edge, normal, width, offset):
    """Gives slots `width` wide between planes across `normal`, whose parts are whole numbers, a box apart."""
    extent = [edge if part else 4 for part in normal]
    length = math.sqrt(sum(part * part for part in normal))
    period = edge / length
    x, y, z = centres(extent)
    across = (normal[0] * x + normal[1] * y + normal[2] * z) / length + offset
    solid = abs((across + period / 2) % period - period / 2) >= width / 2
    solid = numpy.broadcast_to(solid, (extent[2], extent[1], extent[0]))
    return solid, width**3 / 12 / period * (1 - (normal[0] / length) ** 2)


def aligned(width, height):
    """Gives a duct along x on the faces of voxels, or a slit where `height` is 0."""
    if height == 0:
        solid = numpy.ones((width + 2, 4, 4), bool)
        solid[1:-1] = False
        return solid, width**3 / 12 / (width + 2)
    solid = numpy.ones((width + 2, height + 2, 4), bool)
    solid[1:-1, 1:-1] = False
    return solid, rectangle_flux(width, height) / ((width + 2) * (height + 2))


# Bodies whose K nobody knows exactly: of a box of edge 1, in as many voxels as one likes --------------------------
def minimal_surface(kind, level, edge, shift):
    x, y, z = (2 * math.pi * (axis + shift[i]) / edge for i, axis in enumerate(centres((edge,) * 3)))
    cosines, sines = [numpy.cos(a) for a in (x, y, z)], [numpy.sin(a) for a in (x, y, z)]
    if kind == "gyroid":
        field = sines[0] * cosines[1] + sines[1] * cosines[2] + sines[2] * cosines[0]
    elif kind == "primitive":
        field = cosines[0] + cosines[1] + cosines[2]
    else:
        field = cosines[0] * cosines[1] * cosines[2] - sines[0] * sines[1] * sines[2]
    return field > level


def random_field(seed, longest, level, edge, shift):
    """Gives where a sum of waves of at most `longest` periods a box is above `level` standard deviations."""
    numbers = numpy.random.default_rng(seed)
    spectrum = numpy.zeros((edge, edge, edge // 2 + 1), complex)
    power = 0.0
    for k in itertools.product(range(-longest, longest + 1), repeat=3):
        size = math.sqrt(sum(part * part for part in k))
        height, phase = numbers.rayleigh(), numbers.uniform(0, 2 * math.pi)
        if k <= (0, 0, 0) or size > longest:
            continue
        height *= math.exp(-((1.5 * size / longest) ** 2))
        move = 2 * math.pi * sum(part * s for part, s in zip(k, shift)) / edge
        whole = height / 2 * numpy.exp(1j * (phase + move))
        power += height**2 / 2
        x, y, z = k
        if x >= 0:
            spectrum[z % edge, y % edge, x] += whole
        if x <= 0:
            spectrum[-z % edge, -y % edge, -x] += whole.conjugate()
    field = numpy.fft.irfftn(spectrum, s=(edge,) * 3) * edge**3
    return field > level * math.sqrt(power)


def packed_spheres(radius, solid, numbers):
    """Gives equal spheres that do not overlap, placed one after another where there is room: x, y, z, radius."""
    count, found = round(solid / (4 / 3 * math.pi * radius**3)), numpy.empty((0, 3))
    while len(found) < count:
        place = numpy.array([numbers.random() for _ in range(3)])
        apart = abs(found - place)
        apart = numpy.minimum(apart, 1 - apart)
        if not (numpy.sum(apart**2, 1) < (2 * radius) ** 2).any():
            found = numpy.vstack([found, place])
    return [(*place, radius) for place in found.tolist()]


def blocks(numbers, solid):
    """Gives 8 x 8 x 8 cubes, of which about so large a share is solid; without a share, layers of cubes that touch at
    their edges."""
    z, y, x = numpy.indices((8, 8, 8)) // 2
    if solid is None:
        return ((x + y) % 2 == 0) & (z % 2 == 0)
    return numpy.array([numbers.random() for _ in range(512)]).reshape(8, 8, 8) < solid


BLUR, NOISE = 0.8, 0.05  # standard deviations of a scan: in voxels, and over the contrast
PORE, CONTRAST = 40, 120
GREY_VALUES_A_VOXEL = CONTRAST / math.sqrt(2 * math.pi * (BLUR**2 + 1 / 12))  # across a flat wall; voxels are means


def scan(solid, factor, noise):
    """Gives a grey image of a body: `factor` voxels along each edge become one, blurred, with noise from a generator."""
    size = len(solid) // factor
    k = numpy.fft.fftfreq(size) * 2 * math.pi
    square = k[:, None, None] ** 2 + k[None, :, None] ** 2 + k[None, None, :] ** 2
    shares = numpy.fft.fftn(solid.reshape((size, factor) * 3).mean(axis=(1, 3, 5)))
    blurred = numpy.fft.ifftn(shares * numpy.exp(-square / 2 * BLUR**2)).real
    grey = PORE + CONTRAST * (blurred + NOISE * noise.normal(size=blurred.shape))
    return numpy.clip(numpy.rint(grey), 0, 255).astype(numpy.uint8)


def enlarged(solid, factor):
    return solid.repeat(factor, 0).repeat(factor, 1).repeat(factor, 2)


def overlapping(seed, radius, porosity):
    """Gives equal spheres at random places, as many as leave this porosity on average."""
    numbers = random.Random(seed)
    count = round(-math.log(porosity) / (4 / 3 * math.pi * radius**3))
    return [(numbers.random(), numbers.random(), numbers.random(), radius) for _ in range(count)]


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
