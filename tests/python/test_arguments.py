# SPDX-License-Identifier: Apache-2.0
"""A value is the same value whatever type holds it, and what is no value is one sentence. Nothing is left out in silence."""
import decimal
import fractions
import os
import pathlib

import numpy
import pytest

import permeability as pm
from permeability._arguments import option_values, text_bytes
from permeability._core_guard import conduct_table, option_table, recipe_table

QUICK = {"boundary": "periodic", "tolerance": 1e-2}
HALVES = [numpy.float64(0.5), numpy.float32(0.5), numpy.float16(0.5), numpy.longdouble(0.5), numpy.array(0.5),
          fractions.Fraction(1, 2), decimal.Decimal("0.5")]
THREES = [numpy.int64(3), numpy.uint8(3), numpy.array(3), numpy.int8(3)]
EVERY_OPTION = sorted({option["name"].replace("-", "_") for option in [*option_table(), *recipe_table(), *conduct_table()]})
NO_NUMBERS = {"centres", "checkpoint", "conductivity", "crop", "dtype", "network"}


@pytest.mark.parametrize("name", [name for name in EVERY_OPTION if name not in NO_NUMBERS])
def test_every_argument_takes_numbers_of_every_type(name):
    for same, values in [(0.5, HALVES), (3, THREES), (True, [numpy.True_, numpy.array(True)])]:
        for value in values:
            assert option_values({name: value}) == option_values({name: same}), (name, type(value))


@pytest.mark.parametrize("name, value, text", [
    ("reynolds", numpy.array([0.1, 0.3]), "0.1,0.3"),
    ("reynolds", [numpy.float64(0.1), fractions.Fraction(3, 10)], "0.1,0.3"),
    ("reynolds", (decimal.Decimal("0.1"), 3), "0.1,3"),
    ("shift", numpy.array([0.5, 0, 0]), "0.5,0.0,0.0"),
    ("size", numpy.array([32, 28, 36]), "32x28x36"),
    ("size", (32.0, numpy.float64(28), 36), "32x28x36"),
    ("size", 32.0, "32"),
    ("dims", numpy.array([3, 4, 5]), "3x4x5"),
    ("voxel_size", numpy.float32(0.5), "0.5m"),
    ("voxel_size", numpy.array([0.5, 0.5, 1]), "0.5m,0.5m,1.0m"),
    ("voxel_size", (fractions.Fraction(1, 2), "2 um", 1), "0.5m,2um,1.0m"),
    ("thickness", decimal.Decimal("0.25"), "0.25m"),
    ("pore", numpy.array([0, 2]), "0,2"),
    ("pore", numpy.float64(7), "7.0"),
    ("pore", numpy.True_, "1"),
    ("pore", {0}, "0"),
    ("pore", [numpy.bool_(True), numpy.uint8(5)], "1,5"),
    ("crop", numpy.array([[0, 4], [1, 5], [0, 2]]), "0:4,1:5,0:2"),
    ("crop", [(0.0, None), (None, numpy.int16(5)), (0, 2)], "0:,:5,0:2"),
    ("dtype", numpy.uint16, "uint16"),
    ("dtype", numpy.dtype("f4"), "float32"),
    ("direction", numpy.str_("y"), "y"),
    ("seed", numpy.array(7), "7"),
    ("centres", b"spheres\xff.txt", b"spheres\xff.txt"),
    ("path", pathlib.Path("a") / "b.tif", "a/b.tif"),
    ("path", "f\udcffile.tif", b"f\xffile.tif"),
    ("fields", numpy.False_, "false"),
    ("fields", ["npy", "h5"], "npy,h5"),
])
def test_a_value_is_written_as_the_program_reads_it(name, value, text):
    assert text_bytes(name, value) == (text if isinstance(text, bytes) else text.encode())


def refuses(call, *words):
    """Tells that `call` raises one sentence of this package that has these words."""
    with pytest.raises((pm.InputError, pm.UsageError)) as error:
        call()
    text = str(error.value)
    assert "\n" not in text and "--" not in text and len(text) < 1000, text
    for word in words:
        assert word in text, text


BAD_VALUES = [
    ("tolerance", True, "tolerance="), ("tolerance", [1e-3], "of type list"), ("tolerance", numpy.array([1e-3]), "ndarray"),
    ("tolerance", object(), "of type object"), ("tolerance", 1j, "of type complex"), ("tolerance", float("nan"), "nan"),
    ("tolerance", numpy.ma.masked, "masked"), ("tolerance", b"1e-3", "of type bytes"), ("tolerance", 10**400, "tolerance="),
    ("tolerance", fractions.Fraction(10**400), "tolerance="), ("tolerance", decimal.Decimal("NaN"), "nan"),
    ("tolerance", decimal.Decimal("sNaN"), "tolerance="), ("tolerance", numpy.datetime64("2020-01-01"), "of type date"),
    ("tolerance", "", "empty"), ("max_steps", False, "max_steps="), ("max_steps", 2.5, "max_steps="),
    ("direction", True, "direction="), ("direction", 3, "from 0 to 2"), ("direction", ["x", "w"], "direction="), ("direction", "x\0y", "null"),
    ("direction", "\ud800", "direction="), ("reynolds", [0.1, None], "of type NoneType"), ("reynolds", [[0.1]], "of type list"),
    ("reynolds", {}, "empty"), ("voxel_size", [], "empty"), ("voxel_size", object(), "of type object"),
    ("voxel_size", True, "length"), ("voxel_size", numpy.nan, "length"), ("pore", [], "empty"),
    ("pore", b"1", "of type bytes"), ("pore", range(0), "range"), ("pore", [None], "of type NoneType"), ("crop", 5, "crop="),
    ("crop", [1, 2, 3], "crop="), ("crop", [(0, 1.5), (0, 2), (0, 2)], "crop="), ("threads", numpy.float64(1.5), "threads="),
    ("fields", "perhaps", "formats"), ("fields", 2, "formats"), ("device", False, "device="), ("resample", False, "resample="),
    ("axes", 3, "axes="), ("axes", False, "axes="), ("axes", "", "axes="),
]


@pytest.mark.parametrize("name, value, word", BAD_VALUES)
def test_what_is_no_value_is_refused_in_one_sentence(name, value, word, mask):
    options = {"pore": 1} if name != "pore" else {}
    refuses(lambda: pm.solve(mask.astype("u1"), **{**options, name: value}), word)


@pytest.mark.parametrize("call, words", [
    (lambda: pm.generate(3), "kind"),
    (lambda: pm.generate(None), "kind= cannot be None"),
    (lambda: pm.generate(b"sc", size=8, porosity=0.5), "of type bytes"),
    (lambda: pm.generate("sc", size=8, porosity=0.5, seed=False), "seed="),
    (lambda: pm.generate("sc", size=8.5, porosity=0.5), "size="),
    (lambda: pm.generate("sc", size={}, porosity=0.5), "size= is empty"),
    (lambda: pm.read(""), "path= is empty"),
    (lambda: pm.read(None), "path= cannot be None"),
    (lambda: pm.read(3), "path= cannot be 3"),
    (lambda: pm.read("a\0b.tif", voxel_size=1e-6), "null character"),
    (lambda: pm.read("a" * 5000 + ".tif", pore=0), "a" * 50),
    (lambda: pm.read(b"there is no \xff.tif", pore=0), "there is no"),
    (lambda: pm.read("there is no \udcff.tif", pore=0), "there is no"),
    (lambda: pm.read("x.raw", dims=(4, 4), pore=0), "dims="),
    (lambda: pm.read("x.raw", dims=(4, 4, 4), dtype=numpy.dtype(">u2"), pore=0), "endian="),
    (lambda: pm.solve(b"there is no.tif", pore=0), "there is no"),
    (lambda: pm.solve("there is no.tif", pore=0, axes="abc"), "axes="),
])
def test_calls_that_cannot_be_done_are_one_sentence(call, words):
    refuses(call, words)


def test_pandas_cells_are_numbers():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"porosity": [0.5, 0.7], "size": [12, 12]})
    rows = [pm.generate("sc", size=row["size"], porosity=row["porosity"]).porosity for _, row in table.iterrows()]
    assert rows == [pm.generate("sc", size=12, porosity=share).porosity for share in (0.5, 0.7)]
    assert len(pm.sweep("sc", table["porosity"], size=12, **QUICK)) == 2
    refuses(lambda: pm.generate("sc", size=12, porosity=pandas.NA), "porosity=")


@pytest.mark.parametrize("porosity, count", [("0.5", 1), (numpy.linspace(0.5, 0.7, 3), 3), (numpy.float64(0.5), 1),
                                             (fractions.Fraction(1, 2), 1), (decimal.Decimal("0.5"), 1),
                                             ((0.5 + 0.1 * i for i in range(2)), 2), (numpy.array(0.5), 1)])
def test_a_sweep_has_a_row_for_each_porosity_and_no_other(porosity, count):
    rows = pm.sweep(numpy.array(["sc"]), porosity, size=12, **QUICK)
    assert len(rows) == count and all(row["failed"] is None and row["k_voxel2"] > 0 for row in rows)


@pytest.mark.parametrize("arguments, options, words", [
    ((["sc", "sq"], 0.5), {"size": 12}, "sq"),
    (("sc", 0.5), {"size": "big"}, "size="),
    (("sc", 0.5), {"size": 12, "tolerance": 3}, "tolerance="),
    (("sc", 0.5), {"size": 12, "tolerence": 1e-2}, "Did you mean tolerance=?"),
    (("sc", 0.5), {"size": 12, "recipe": {"wobble": 1}}, "wobble"),
    (("sc", 0.5), {"size": 12, "seed": "abc"}, "seed="),
    ((3, 0.5), {"size": 12}, "kind"),
])
def test_what_no_point_of_a_sweep_can_have_is_raised_at_once(arguments, options, words):
    refuses(lambda: pm.sweep(*arguments, **options), words)


def test_an_image_that_was_resampled_is_not_resampled_again(mask, tmp_path):
    numpy.save(tmp_path / "image.npy", mask.astype("u1"))
    refined = pm.read(tmp_path / "image.npy", pore=1, refine=2, voxel_size="2um")
    coarse = pm.read(tmp_path / "image.npy", pore=1, coarsen=2)
    refuses(lambda: pm.solve(refined, error_budget=True, **QUICK), "error_budget=", "refined")
    refuses(lambda: pm.solve(tmp_path / "image.npy", pore=1, refine=2, error_budget=True), "error_budget=")
    for image in (refined, coarse):
        refuses(lambda: pm.solve(image, refine=2), "refine=", "already")
        refuses(lambda: pm.estimate(image, coarsen=2), "coarsen=", "already")
        refuses(lambda: pm.solve(image, voxel_size="2um"), "voxel_size=", "read")
    assert pm.estimate(refined)["dims"] == tuple(2 * length for length in mask.shape[::-1])  # C order: z runs fastest


def test_files_of_any_name_are_read_and_written(mask, tmp_path):
    name = os.fsencode(tmp_path) + b"/image \xff\xe9.npy"
    with open(name, "wb") as file:
        numpy.save(file, mask.astype("u1"))
    assert pm.read(name, pore=1).porosity == pm.read(os.fsdecode(name), pore=1).porosity
    image = pm.read(name, pore=1)
    assert "image" in image.source and repr(image)
    result = pm.solve(image, **QUICK)
    assert "image" in result["image"]["source"]
    for folder in (os.fsencode(tmp_path) + b"/run \xff", str(tmp_path / "run \udcfe"), tmp_path / "run \N{SNOWMAN}"):
        result.save(folder)
        assert "result.json" in map(os.fsdecode, os.listdir(folder))


@pytest.mark.parametrize("folder, words", [("", "folder= is empty"), (b"", "folder= is empty"), (None, "folder= cannot be"),
                                           ("a\0b", "null"), (3, "folder= cannot be 3"), ("\ud800", "folder=")])
def test_a_folder_that_is_none_is_refused(folder, words, mask, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = pm.solve(mask, **QUICK)
    refuses(lambda: result.save(folder), words)
    assert not list(tmp_path.iterdir())
