# SPDX-License-Identifier: Apache-2.0
"""Reads what the program writes by the libraries of the formats, and lets the program read what they write.

python peers_test.py numpy|tifffile|h5py|vtk|openpnm|zarr runs one suite. It ends with 77 where the package is not here.
The environment gives PERMEABILITY_PROGRAM, and PERMEABILITY_HAS: which of hdf5, blosc and zstd it was built with.
"""
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ["PERMEABILITY_PROGRAM"]
HAS = os.environ.get("PERMEABILITY_HAS", "").split()
QUICK = ["--tolerance", "1e-2", "--threads", "1"]


class Peer(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def run_program(self, *words, code=0):
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=240)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def solve(self, *words, out="out"):
        self.run_program("solve", *words, *QUICK, "--overwrite", "--output", out)
        return json.loads((self.folder / out / "result.json").read_text(encoding="utf-8"))

    def rock(self):
        """Makes an image with parts that no flow reaches, and solves a crop of it for its fields as arrays."""
        self.run_program("generate", "overlap", "--size", "22x20x18", "--radius", "3", "--porosity", "0.4", "--seed",
                         "5", "-o", "rock.mha")
        return ["rock.mha", "--pore", "0", "--voxel-size", "2um", "--crop", "2:,:,1:", "--direction", "y"]

    def arrays(self):
        import numpy
        return {name: numpy.load(self.folder / f"out/{name}_y.npy") for name in ("velocity", "pressure", "pore", "part")}


class Numpy(Peer):
    def test_fields_are_arrays_and_the_mean_of_the_velocity_is_k(self):
        import numpy
        result = self.solve(*self.rock(), "--fields", "npy")
        fields = self.arrays()
        self.assertEqual(fields["velocity"].shape, (17, 20, 20, 3))
        self.assertEqual([fields[name].dtype.str for name in fields], ["<f4", "<f4", "|u1", "<u4"])
        mean = fields["velocity"][..., 1].mean(dtype=float)
        self.assertAlmostEqual(mean / result["flow"][0]["permeability_m2"], 1, places=6)
        self.assertTrue(((fields["part"] > 0) == fields["pore"]).all())
        sizes = numpy.bincount(fields["part"].ravel())[1:]
        self.assertTrue((numpy.diff(sizes) <= 0).all() and len(sizes) > 1)
        self.assertEqual(sizes.sum(), round(result["image"]["porosity"] * fields["pore"].size))
        self.assertFalse(fields["velocity"][fields["pore"] == 0].any())

    def test_parts_are_those_of_scipy(self):
        try:
            from scipy import ndimage
        except ImportError as error:
            self.skipTest(str(error))
        self.solve(*self.rock(), "--boundary", "sealed", "--fields", "npy")
        part = self.arrays()["part"]
        label, count = ndimage.label(part > 0, ndimage.generate_binary_structure(3, 2))  # faces and edges
        self.assertEqual(part.max(), count)
        self.assertEqual(len(set(zip(label[part > 0], part[part > 0]))), count)


class Tifffile(Peer):
    def test_stacks_are_those_that_imagej_opens_with_their_voxel_size(self):
        import numpy
        import tifffile
        self.solve(*self.rock(), "--fields", "npy,tif", "--gradient", "1e4Pa/m")
        fields = self.arrays()
        self.assertTrue((tifffile.imread(self.folder / "out/pressure_y.tif") == fields["pressure"]).all())
        with tifffile.TiffFile(self.folder / "out/speed_y.tif") as file:
            speed = numpy.linalg.norm(fields["velocity"].astype(float), axis=-1).astype("f4")
            self.assertTrue((numpy.abs(file.asarray() - speed) <= 1e-6 * speed).all())
            self.assertTrue(file.is_imagej)
            facts = file.imagej_metadata
            self.assertEqual((facts["slices"], facts["unit"], facts["spacing"], facts["value_unit"]), (17, "um", 2, "m/s"))
            pixels, um = file.pages[0].tags["XResolution"].value
            self.assertEqual(um / pixels, 2)
        again = self.solve("out/speed_y.tif", "--pore", "1e-30:", "--voxel-size", "3um", out="again")
        self.assertTrue(any("2 um" in warning for warning in again["warnings"]), "our reader sees the size too")


class H5py(Peer):
    def test_datasets_are_the_arrays_with_units(self):
        import h5py
        if "hdf5" not in HAS:
            self.skipTest("the program was built without -DPERMEABILITY_HDF5_FIELDS=ON")
        self.solve(*self.rock(), "--fields", "npy,h5")
        with h5py.File(self.folder / "out/fields_y.h5") as file:
            for name, array in self.arrays().items():
                self.assertTrue((file[name][()] == array).all(), name)
                self.assertEqual(file[name].dtype, array.dtype)
            self.assertEqual(file["velocity"].attrs["unit"], "m^2")
            self.assertEqual(file["pressure"].attrs["unit"], "m")
            self.assertEqual(file.attrs["length_unit"], "m")
            self.assertEqual(list(file.attrs["spacing"]), [2e-6] * 3)
            self.assertEqual(list(file.attrs["origin"]), [4e-6, 0, 2e-6])
            self.assertTrue(all(abs(um - 2) < 1e-12 for um in file["pore"].attrs["element_size_um"]))
        solid = self.solve("out/fields_y.h5:/pore", "--pore", "1", "--voxel-size", "2um", out="again")
        self.assertEqual(solid["image"]["dims"], [20, 20, 17])


class Vtk(Peer):
    def test_an_image_has_the_arrays_as_cells_where_the_crop_lies(self):
        import vtk
        from vtk.util.numpy_support import vtk_to_numpy
        self.solve(*self.rock(), "--fields", "npy,vti")
        reader = vtk.vtkXMLImageDataReader()
        reader.SetFileName(str(self.folder / "out/fields_y.vti"))
        reader.Update()
        image = reader.GetOutput()
        self.assertEqual(image.GetDimensions(), (21, 21, 18))
        self.assertEqual(image.GetSpacing(), (2e-6,) * 3)
        self.assertEqual(image.GetOrigin(), (4e-6, 0, 2e-6))
        self.assertEqual(image.GetCellData().GetVectors().GetName(), "velocity")
        for name, array in self.arrays().items():
            cells = image.GetCellData().GetArray(name)
            self.assertTrue((vtk_to_numpy(cells).reshape(array.shape) == array).all(), name)
        unit = image.GetCellData().GetArray("velocity").GetInformation().Get(vtk.vtkDataArray.UNITS_LABEL())
        self.assertEqual(unit, "m^2")

    def test_a_network_has_pores_as_points_and_throats_as_lines(self):
        import vtk
        self.solve(*self.rock(), "--network", "net.vtp")
        reader = vtk.vtkXMLPolyDataReader()
        reader.SetFileName(str(self.folder / "net.vtp"))
        reader.Update()
        network = reader.GetOutput()
        self.assertGreater(network.GetNumberOfPoints(), 10)
        self.assertEqual(network.GetNumberOfCells(), network.GetNumberOfLines())
        ends, length = network.GetCell(0).GetPointIds(), network.GetCellData().GetArray("length").GetValue(0)
        a, b = (network.GetPoint(ends.GetId(i)) for i in range(2))
        self.assertAlmostEqual(math.dist(a, b) / length, 1, places=6)
        self.assertEqual({network.GetPointData().GetArrayName(i) for i in range(3)}, {"radius", "volume", "face"})


class Openpnm(Peer):
    def network(self, *words):
        import openpnm
        openpnm.Workspace().settings.loglevel = 50
        result = self.solve(*words, "--network", "net.csv")
        return openpnm.io.network_from_csv(str(self.folder / "net.csv")), result

    def test_the_pores_of_a_network_are_the_pores_of_the_image(self):
        net, result = self.network(*self.rock())
        pores = result["image"]["porosity"] * 20 * 20 * 17 * 8e-18
        self.assertAlmostEqual(net["pore.volume"].sum() / pores, 1, places=9)
        low, high = net["pore.coords"].min(axis=0), net["pore.coords"].max(axis=0)
        self.assertTrue((low >= [4e-6, 0, 2e-6]).all() and (high <= [44e-6, 40e-6, 36e-6 + 1e-12]).all())
        self.assertEqual(net["throat.conns"].dtype.kind, "i")
        self.assertEqual(net["pore.xmin"].dtype, bool)

    def test_k_of_a_network_lies_within_a_factor_of_2(self):
        import openpnm
        self.run_program("generate", "packing", "--porosity", "0.4", "--size", "40", "--radius", "6", "--seed", "7", "-o",
                         "bed.mha")
        net, result = self.network("bed.mha", "--pore", "0", "--voxel-size", "1um", "--boundary", "sealed")
        openpnm.topotools.trim(net, pores=openpnm.utils.check_network_health(net)["disconnected_pores"])
        water = openpnm.phase.Phase(network=net)
        water["throat.hydraulic_conductance"] = net["throat.conductance"] / 1e-3
        flow = openpnm.algorithms.StokesFlow(network=net, phase=water)
        flow.set_value_BC(pores=net.pores("xmin"), values=1.0)
        flow.set_value_BC(pores=net.pores("xmax"), values=0.0)
        flow.run()
        k = flow.rate(pores=net.pores("xmin"), mode="group")[0] * 1e-3 / 40e-6
        ratio = k / result["flow"][0]["permeability_m2"]
        self.assertTrue(0.5 < ratio < 2, ratio)


class Zarr(Peer):
    def grey(self, dtype, shape=(13, 11, 9)):
        import numpy
        values = numpy.arange(math.prod(shape)).reshape(shape) * 7 % 113
        return (values % 3 == 0) if dtype == "bool" else values.astype(dtype)

    def write(self, name, array, **options):
        import zarr
        group = zarr.open_group(str(self.folder / name.partition("/")[0]), mode="a", zarr_format=2)
        written = group.create_array(name.partition("/")[2], shape=array.shape, dtype=array.dtype,
                                     **{"chunks": (5, 4, 3), "fill_value": 0, **options})
        written[...] = array
        return written

    def expect_same(self, path, array, *words):
        """Expects that a folder holds the voxels of an array, by the hash of the pores at several thresholds."""
        import numpy
        numpy.save(self.folder / "same.npy", array)
        for pore in ("1",) if array.dtype == bool else ("0:56", "60:"):
            of = [self.solve(image, "--pore", pore, "--voxel-size", "1um", *words, out=out)["image"]["pore_space_hash"]
                  for image, out in ((path, "of_zarr"), ("same.npy", "of_npy"))]
            self.assertEqual(*of, (path, pore))

    def test_arrays_of_every_type_order_and_compressor_are_read(self):
        import numcodecs
        codecs = {"raw": None, "zlib": numcodecs.Zlib(), "gzip": numcodecs.GZip()}
        if "blosc" in HAS:
            codecs.update(lz4=numcodecs.Blosc("lz4"), inner=numcodecs.Blosc("zstd", shuffle=2))
        if "zstd" in HAS:
            codecs.update(zstd=numcodecs.Zstd())
        for name, codec in codecs.items():
            self.write(f"{name}.zarr/a", self.grey("u2"), compressors=codec)
            self.expect_same(f"{name}.zarr/a", self.grey("u2"))
        for dtype in ("bool", ">u2", "<i4", ">f4", "f8"):
            self.write(f"t{dtype.strip('<>')}.zarr/a", self.grey(dtype), compressors=None)
            self.expect_same(f"t{dtype.strip('<>')}.zarr/a", self.grey(dtype))
        self.write("f.zarr/a", self.grey("u2"), compressors=None, order="F")
        self.expect_same("f.zarr/a", self.grey("u2"))
        self.write("large.zarr/a", self.grey("u1"), compressors=None, chunks=(40, 40, 40))
        self.expect_same("large.zarr/a", self.grey("u1"))

    def test_chunks_that_are_not_there_hold_the_fill_value(self):
        import numpy
        array = numpy.full((13, 11, 9), 7, "u2")
        written = self.write("holes.zarr/a", array, fill_value=7, compressors=None)
        self.assertFalse([file for file in (self.folder / "holes.zarr/a").iterdir() if not file.name.startswith(".")])
        array[:5, :4, :3] = written[:5, :4, :3] = self.grey("u2", (5, 4, 3))
        self.expect_same("holes.zarr/a", array)

    def test_level_0_of_an_ome_zarr_image_is_read_with_its_voxel_size_and_by_several_ranks(self):
        array = self.grey("u2")
        self.write("image.zarr/0", array[None, None], chunks=(1, 1, 5, 4, 3), compressors=None,
                   chunk_key_encoding={"name": "v2", "separator": "/"})
        axes = [{"name": "t", "type": "time"}, {"name": "c", "type": "channel"},
                *({"name": name, "type": "space", "unit": "micrometer"} for name in "zyx")]
        scale = {"coordinateTransformations": [{"type": "scale", "scale": [1, 1, 2.5, 2.5, 2.5]}]}
        (self.folder / "image.zarr/.zattrs").write_text(json.dumps(
            {"multiscales": [{"version": "0.4", "axes": axes, "datasets": [{"path": "0", **scale}]}]}))
        self.assertTrue((self.folder / "image.zarr/0/0/0/0/0/0").is_file())
        self.expect_same("image.zarr", array)
        result = self.solve("image.zarr", "--pore", "0:56", "--voxel-size", "3um")
        self.assertTrue(any("2.5 um" in warning for warning in result["warnings"]), result["warnings"])
        mpirun = shutil.which("mpirun")
        if mpirun:
            subprocess.run([mpirun, "-n", "3", "--oversubscribe", "--allow-run-as-root", PROGRAM, "solve", "image.zarr",
                            "--pore", "0:56", "--voxel-size", "3um", *QUICK, "-o", "ranks"], cwd=self.folder, capture_output=True, timeout=240)
            ranks = json.loads((self.folder / "ranks/result.json").read_text(encoding="utf-8"))
            self.assertEqual(ranks["image"]["pore_space_hash"], result["image"]["pore_space_hash"])

    def test_what_is_no_whole_image_is_refused_in_one_line(self):
        import numcodecs
        import zarr
        self.write("good.zarr/a", self.grey("u2"), compressors=numcodecs.Zlib())
        zarr.save_array(str(self.folder / "v3.zarr"), self.grey("u2"), zarr_format=3)
        spoil = {
            "cut short": lambda at: (at / "0.0.0").write_bytes((at / "0.0.0").read_bytes()[:-5]),
            "longer": lambda at: (at / "0.0.0").write_bytes(bytes(10**6)),
            "empty": lambda at: (at / "0.0.0").write_bytes(b""),
            "no JSON": lambda at: (at / ".zarray").write_text("{"),
            "a list": lambda at: (at / ".zarray").write_text("[]"),
            "deep": lambda at: (at / ".zarray").write_text("[" * 100000),
        }
        facts = json.loads((self.folder / "good.zarr/a/.zarray").read_text())
        changes = {"compressor": [{"id": "lzma"}, 5], "dtype": ["|S3", 7, ""], "order": ["K"], "shape": [[13, 11], [0, 1, 1],
                   "x", [10**7] * 3, [2, 13, 11, 9]], "chunks": [[5, 4], [0, 4, 3], [10**5] * 3, [5, 4, 2]],
                   "fill_value": ["none", 70000], "zarr_format": [3], "filters": [[{"id": "delta"}]],
                   "dimension_separator": ["-"]}
        for key, values in changes.items():
            for value in values:
                spoil[f"{key} {value}"] = lambda at, key=key, value=value: (at / ".zarray").write_text(
                    json.dumps({**facts, key: value}))
            if key not in ("filters", "dimension_separator"):
                spoil[f"without {key}"] = lambda at, key=key: (at / ".zarray").write_text(
                    json.dumps({other: facts[other] for other in facts if other != key}))
        spoil["a chunk is missing"] = lambda at: ((at / ".zarray").write_text(json.dumps({**facts, "fill_value": None})),
                                                  (at / "1.1.1").unlink())
        for name, change in spoil.items():
            shutil.rmtree(self.folder / "bad", ignore_errors=True)
            shutil.copytree(self.folder / "good.zarr/a", self.folder / "bad")
            change(self.folder / "bad")
            done = self.run_program("solve", "bad", "--pore", "0:56", "--voxel-size", "1um", code=3)
            self.assertEqual(done.stderr.count("\n"), 1, (name, done.stderr))
        for path, word in (("v3.zarr", "version 3"), ("good.zarr", "group")):
            self.assertIn(word, self.run_program("solve", path, "--pore", "0", "--voxel-size", "1um", code=3).stderr)
        (self.folder / "good.zarr/.zattrs").write_text(json.dumps(
            {"multiscales": [{"datasets": [{"path": "../good.zarr/a"}]}]}))
        self.assertIn("outside", self.run_program("solve", "good.zarr", "--pore", "0", "--voxel-size", "1um", code=3).stderr)


if __name__ == "__main__":
    peer = sys.argv[1]
    try:
        __import__(peer)
    except ImportError as absent:
        print(f"SKIPPED: {absent}")
        sys.exit(77)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(globals()[peer.capitalize()])
    sys.exit(0 if unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful() else 1)
