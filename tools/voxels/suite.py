# SPDX-License-Identifier: Apache-2.0
"""The flows of tools/voxel_error: for each class of geometries a function draws some from random numbers, and gives the
images and recipes of each, with its true permeability.

K is exact, or that of the same body in 160 and 256 voxels, extrapolated in the width of a voxel to none. The estimate
has no part in it. Where not told otherwise, a body lies at random on the voxels; each fourth one in an array lies as
`generate` puts it, symmetric on them.
"""

import gzip
import itertools
import json
import math
import random
import subprocess

import bodies
import flows

FINE = (160, 256)


class Suite:
    """Collects rows of flows.csv, and writes what they read, into a folder."""

    def __init__(self, folder, program, use, seed):
        self.folder, self.program, self.use, self.seed = folder, program, use, seed
        self.rows, self.geometry, self.group = [], "", ""

    def start(self, group, geometry):
        self.group, self.geometry = group, f"{self.use.replace(' ', '-')}-{group.replace(' ', '-')}-{geometry}"

    def add(self, size, arguments, truth="", finer=""):
        for magic, more in (("3/16", ""), ("1/4", " --magic 0.25")):
            if magic == "1/4" and size in FINE:
                continue
            name = f"{self.geometry}-{sum(row['geometry'] == self.geometry for row in self.rows)}"
            row = (self.use, self.group, self.geometry, name, magic, size, truth, finer, f"{arguments} --direction x{more}")
            self.rows.append(dict(zip(flows.FIELDS, row)))

    def recipe(self, **lines):
        name = f"{self.geometry}-{len(self.rows)}.ini"
        text = "".join(f"{key.replace('_', '-')} = {value}\n" for key, value in lines.items())
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def image(self, solid):
        name = f"{self.geometry}-{len(self.rows)}.raw.gz"
        (self.folder / name).write_bytes(gzip.compress(solid.astype("u1").tobytes(), 6, mtime=0))
        z, y, x = solid.shape
        return f"{name} --dims {x}x{y}x{z} --pore 0 --boundary periodic"

    def numbers(self, *key):
        return random.Random(f"{self.seed} {key}")


def shift_of(numbers, place):
    return "0,0,0" if place % 4 == 3 else ",".join(f"{numbers.random():.6f}" for _ in range(3))


# Exact truth ----------------------------------------------------------------------------------------------------
def add_arrays(suite, group, kinds, solids, sizes, places):
    for number, kind in enumerate(kinds):
        numbers = suite.numbers(group, number)
        low, high = solids[kind]
        solid = low * (high / low) ** numbers.random()
        porosity = round(1 - solid, 6)
        exact = {}
        for size, place in itertools.product(sizes, range(places)):
            suite.start(group, f"{kind}-{solid:.4f}")
            height = round(size * 3**0.5) if kind == "cylinders-hexagonal" else size
            extent = size if kind in ("sc", "bcc", "fcc") else f"{size}x{height}x4"
            key = size if kind == "cylinders-hexagonal" else 128  # its box is only near the true lattice
            exact[key] = exact.get(key) or exact_over_size2(suite, kind, porosity, key)
            shift = shift_of(numbers, place + number)
            recipe = suite.recipe(kind=kind, size=extent, porosity=porosity, shift=shift)
            suite.add(size, recipe, exact[key] * size**2)


def exact_over_size2(suite, kind, porosity, size):
    """Gives the exact K over the square of the width of an array, from `sweep`."""
    out = suite.folder / "references" / f"{kind}-{porosity}-{size}"
    words = [suite.program, "sweep", kind, "--porosity", str(porosity), "--size", str(size), "--realisations", "1", "--max-steps", "2", "--device", "cpu", "--quiet", "--output", out]  # fmt: skip
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (point,) = json.loads((out / "sweep.json").read_text(encoding="utf-8"))["points"]
    return point["reference_permeability_voxel2"] / size**2


def add_spheres(suite):
    touching = {"sc": (0.05, 0.5236), "bcc": (0.05, 0.68), "fcc": (0.05, 0.74)}
    kinds = ["sc", "bcc", "fcc"] * 3
    add_arrays(suite, "spheres", kinds, touching, (32, 64), 3)
    add_arrays(suite, "spheres", kinds[:3], touching, (128,), 1)  # the first three again


def add_dilute(suite):
    add_arrays(suite, "dilute spheres", ["sc", "bcc", "fcc"] * 3, dict.fromkeys(("sc", "bcc", "fcc"), (0.001, 0.05)), (32, 64), 3)


def add_cylinders(suite):
    solids = {"cylinders-square": (0.03, 0.75), "cylinders-hexagonal": (0.03, 0.85)}
    add_arrays(suite, "cylinders", list(solids) * 4, solids, (16, 32, 64), 2)


def add_aligned(suite):
    """All slits and ducts of whole widths: nothing about them is drawn."""
    for width, heights in {1: (0, 1, 2, 4), 2: (0, 2, 4, 8), 3: (0, 3, 5), 4: (0, 4, 6, 16), 6: (0, 6, 9), 8: (0, 8, 16), 12: (0, 12), 16: (0, 16)}.items():  # fmt: skip
        for height in heights:
            solid, exact = bodies.aligned(width, height)
            suite.start("slits and ducts", f"{width}x{height}")
            suite.add(width, suite.image(solid), exact)


def add_tubes(suite):
    for number, shape in enumerate(("circle", "ellipse", "triangle", "rectangle") * 4):
        numbers = suite.numbers("tubes", number)
        base = numbers.uniform(0.8, 1.2)
        turn = numbers.random()
        for size, _ in itertools.product((6, 12, 24), range(2)):
            width = base * size
            cut = bodies.section(shape, width, random.Random(turn))
            solid, exact = bodies.channel_along_x(cut, (numbers.random(), numbers.random()))
            suite.start("tubes", f"{shape}-{number}")
            suite.add(round(width), suite.image(solid), exact)


def add_askew(suite):
    for number, (way, shape) in enumerate(itertools.product(bodies.WAYS, ("circle", "rectangle", "triangle"))):
        numbers = suite.numbers("askew", number)
        base = numbers.uniform(0.8, 1.2)
        turn = numbers.random()
        for size, _ in itertools.product((7, 13), range(2)):
            cut = bodies.section(shape, base * size, random.Random(turn))
            solid, exact = bodies.channel_askew(cut, way, [numbers.random() for _ in range(3)])
            suite.start("tubes askew", "{}-{}{}{}".format(shape, *way))
            suite.add(round(base * size), suite.image(solid), exact)


def add_slots(suite):
    normals = [(1, 1, 0), (1, 2, 0), (2, 3, 0), (1, 4, 0), (0, 1, 1), (0, 1, 3), (1, 1, 1), (1, 2, 1), (1, 2, 3)]
    for number, normal in enumerate(normals):
        numbers = suite.numbers("slots", number)
        for width, _ in itertools.product((4, 8, 16), range(2)):
            edge = math.ceil(3 * width * math.sqrt(sum(part**2 for part in normal)) / 2 / 6) * 6
            solid, exact = bodies.slots(edge, normal, width * numbers.uniform(0.8, 1.2), numbers.uniform(0, 30))
            suite.start("slots askew", "{}{}{}".format(*normal))
            suite.add(width, suite.image(solid), exact)


def add_annuli(suite):
    for number in range(8):
        numbers = suite.numbers("annuli", number)
        ratio, base = numbers.uniform(0.15, 0.6), numbers.uniform(0.32, 0.46)
        for size, place in itertools.product((24, 40, 64), range(2)):
            radius = base * size
            rod = ratio * radius
            flux = radius**4 - rod**4 - (radius**2 - rod**2) ** 2 / math.log(radius / rod)
            suite.start("annuli", f"{number}-{ratio:.2f}")
            common = {"size": f"4x{size}x{size}", "axis": "x", "shift": shift_of(numbers, place + number)}
            recipe = suite.recipe(kind="annulus", radius=f"{radius:.6f}", inner_radius=f"{rod:.6f}", **common)
            suite.add(size, recipe, math.pi * flux / 8 / size**2)


# Truth from the same body in finer voxels -----------------------------------------------------------------------
def add_refined(suite, group, geometry, arguments_of, sizes=(24, 32, 48, 64), places=2):
    """`arguments_of(edge, numbers)` gives the arguments of the body in `edge` voxels, shifted at random."""
    suite.start(group, geometry)
    numbers = suite.numbers(group, geometry)
    for edge in FINE:
        suite.add(edge, arguments_of(edge, numbers))
    for edge, _ in itertools.product(sizes, range(places)):
        suite.add(edge, arguments_of(edge, numbers), finer=suite.geometry)


def add_blocks(suite):
    """Cubes along the faces of voxels, at random places or in turn, where they touch at edges."""
    for number in range(6):
        numbers = suite.numbers("blocks", number)
        pattern = bodies.blocks(numbers, None if number == 0 else numbers.uniform(0.08, 0.4))

        def arguments(edge, numbers, pattern=pattern):
            return suite.image(bodies.enlarged(pattern, edge // len(pattern)))

        add_refined(suite, "blocks", f"{number}", arguments, (32, 48, 64), 1)


def add_minimal_surfaces(suite):
    for number, kind in enumerate(("gyroid", "primitive", "diamond") * 3):
        highest = {"gyroid": 0.9, "primitive": 0.7, "diamond": 0.5}[kind]
        level = suite.numbers("level", number).uniform(-highest, highest)

        def arguments(edge, numbers, kind=kind, level=level):
            shift = [numbers.random() for _ in range(3)]
            return suite.image(bodies.minimal_surface(kind, level, edge, shift))

        add_refined(suite, "minimal surfaces", f"{kind}{level:+.2f}", arguments)


def add_fields(suite):
    for number in range(6):
        numbers = suite.numbers("fields", number)
        seed, longest, level = numbers.randrange(2**31), numbers.choice((3, 4, 5)), numbers.uniform(-0.3, 0.6)

        def arguments(edge, numbers, seed=seed, longest=longest, level=level):
            shift = [numbers.random() for _ in range(3)]
            return suite.image(bodies.random_field(seed, longest, level, edge, shift))

        add_refined(suite, "random fields", f"{number}", arguments, (32, 48, 64))


def add_media(suite, group, geometry, spheres):
    name = f"{suite.use.replace(' ', '-')}-{group.replace(' ', '-')}-{geometry}.txt"
    rows = "".join("%.9f %.9f %.9f %.9f\n" % sphere for sphere in spheres)
    (suite.folder / name).write_text("x y z radius\n" + rows, encoding="utf-8")

    def arguments(edge, numbers):
        return suite.recipe(kind="spheres", size=edge, centres=name, box=1, shift=shift_of(numbers, 0))

    add_refined(suite, group, geometry, arguments)


def add_all_media(suite):
    for number in range(8):
        numbers = suite.numbers("media", number)
        seed = numbers.randrange(2**31)
        radius, porosity = numbers.uniform(0.07, 0.15), numbers.uniform(0.25, 0.7)
        add_media(suite, "overlapping spheres", f"{number}", bodies.overlapping(seed, radius, porosity))
        radius, solid = numbers.uniform(0.07, 0.14), numbers.uniform(0.1, 0.34)
        grown = numbers.choice((1.0, 1.0, 1.15, 1.3))
        packed = bodies.packed_spheres(radius, solid, random.Random(seed))
        add_media(suite, "packings", f"{number}", [(x, y, z, grown * r) for x, y, z, r in packed])
        radius, planar = numbers.uniform(0.03, 0.07), number % 2 == 1
        count = round(numbers.uniform(0.08, 0.4) / (math.pi * radius**2 * 0.9))
        add_media(suite, "fibres", f"{number}", bodies.fibres(seed, count, radius, planar))


CLASSES = [add_spheres, add_dilute, add_cylinders, add_aligned, add_tubes, add_askew, add_slots, add_annuli, add_blocks, add_minimal_surfaces, add_fields, add_all_media]  # fmt: skip


def make(folder, program, use, seed):
    """Writes a suite, and gives its rows."""
    suite = Suite(folder, program, use, seed)
    for add in CLASSES:
        add(suite)
    return suite.rows
