# SPDX-License-Identifier: Apache-2.0
"""What a run gives: the keys of result.json, with names for the most wanted ones, and fields as arrays."""
import copy
import os

from ._arguments import plain, text_bytes
from ._arrays import require_whole_file
from ._core_guard import core
from ._errors import InputError
from ._gas import GasFlow
from ._inertia import Inertia


def _parsed(text):
    import json  # not before there is a result, so that `import permeability` is quick

    return json.loads(text)


class Flow:
    """The flow along one axis. Its keys are those of "flow" in result.json: flow["steps"] gives a copy.

    velocity: array (three axes of the image, and the component x, y, z), float32. Its mean over the image is K, in m^2 or
    voxel^2; with gradient="1e4Pa/m" it is in m/s.
    pressure: array, float32, falls along the flow by the gradient times the length; in units of the gradient times metres
    or voxels, with gradient= in Pa; 0 in solid.
    part: array, uint32, the number of the connected part of each voxel, 1 the largest, 0 in solid.
    sensitivity: with "sensitivity" in fields=, array (three axes of the image, and the face -x, +x, -y, +y, -z, +z),
    float32: d ln K for each voxel by which that face of a pore voxel moves into the solid; 0 where it meets no solid, and
    at closed faces of the image. Its sum is d ln K where all walls move. It is a slope: that a whole voxel becomes pore
    or solid is another number.
    All are None without fields=, and cannot be written: change a copy, flow.velocity.copy().
    """

    def __init__(self, facts, fields, axes):
        self._facts = facts
        self._fields = fields
        self._axes = axes

    def __getitem__(self, key):
        return copy.deepcopy(self._facts[key])

    def keys(self):
        return self._facts.keys()

    direction = property(lambda self: self._facts["direction"])
    k_voxel2 = property(lambda self: self._facts["permeability_voxel2"])
    k_m2 = property(lambda self: self._facts["permeability_m2"])
    k_darcy = property(lambda self: self._facts["permeability_darcy"])
    k_mD = property(lambda self: self._facts["permeability_mD"])
    error = property(lambda self: self._facts["iteration_error"],
                     doc="relative bound on what the iteration may still change of K; voxels add their own error")
    stop = property(lambda self: self._facts["stop"])
    steps = property(lambda self: self._facts["steps"])
    interval_voxel2 = property(lambda self: self._interval("voxel2"),
                               doc="(low, high): K of the body that the image samples lies there in 95 of 100 cases, "
                                   "as far as its errors are known (flow['headline'] names them); None without one")
    interval_m2 = property(lambda self: self._interval("m2"), doc="the same in m^2")
    interval_mD = property(lambda self: self._interval("mD"), doc="the same in millidarcy")

    def _interval(self, unit):
        headline = self._facts.get("headline") or {}
        ends = headline.get("low_" + unit), headline.get("high_" + unit)
        return None if None in ends else ends

    @property
    def inertia(self):
        """The flows with inertia, an Inertia; None without reynolds=, and where nothing flows."""
        facts = self._facts.get("inertia")
        return None if facts is None else Inertia(facts)

    @property
    def gas(self):
        """K of the gas of gas=, a GasFlow; None without gas=, and where nothing flows."""
        facts = self._facts.get("gas")
        return None if facts is None else GasFlow(facts)

    @property
    def is_creeping_converged(self):
        """Whether the flow without inertia reached its steady state, or nothing flows."""
        return self.stop in ("converged", "not_percolating")

    @property
    def converged(self):
        """Whether the flow, and with reynolds= the flow at every Reynolds number, reached its steady state."""
        return self.is_creeping_converged and (self.inertia is None or self.inertia.complete)

    @property
    def velocity(self):
        return self._oriented(0)

    @property
    def pressure(self):
        return self._oriented(1)

    @property
    def part(self):
        return self._oriented(2)

    @property
    def sensitivity(self):
        return self._oriented(3)

    def _oriented(self, which):
        if self._fields is None or which >= len(self._fields):
            return None
        array = self._fields[which]
        return array if self._axes == "zyx" else array.transpose(2, 1, 0, *range(3, array.ndim))

    def __repr__(self):
        more = "" if self.inertia is None else f", {repr(self.inertia)[1:-1]}"
        headline = self._facts.get("headline")
        k = headline["text"] if headline else f"{self.k_voxel2} voxel^2"
        causes = f" ({headline['causes']})" if headline and headline["causes"] else ""
        return f"<Flow along {self.direction}: K = {k}{causes}, {self.stop}{more}>"


class Result:
    """All that a run found. Its keys are those of result.json: r["image"]["porosity"]; r["x"] is the flow along x. What it
    gives are copies and arrays that cannot be written, so that what is saved is what was solved.

    k_voxel2, k_m2, k_darcy, k_mD, interval_voxel2, interval_m2, interval_mD, error, stop, steps, inertia, gas: of the flow,
    where one direction was solved; metres need a voxel size. tensor_voxel2, tensor_m2: of direction="xyz" or two of them, [component of the flow][direction of the
    force].
    """

    def __init__(self, texts, fields, axes, frame=None):
        self._texts = texts
        self._fields = fields
        self._frame = frame
        self._axes = axes
        self._facts = _parsed(texts["result.json"])
        self._flows = {facts["direction"]: Flow(facts, fields.get(facts["direction"]), axes)
                       for facts in self._facts["flow"]}

    def __getitem__(self, key):
        return self._flows[key] if key in self._flows else copy.deepcopy(self._facts[key])

    def __iter__(self):
        return iter(self._facts)

    def keys(self):
        return self._facts.keys()

    def as_dict(self):
        """Gives the keys and values of result.json."""
        return _parsed(self._texts["result.json"])

    @property
    def flows(self):
        """The flows, in the order in which they were solved."""
        return list(self._flows.values())

    @property
    def directions(self):
        return list(self._flows)

    def _of_one(self, name):
        if len(self._flows) != 1:
            raise InputError(f"{name} is of one flow (this run has the directions {', '.join(self._flows)}). "
                             f"Take r['x'].{name}, or the tensor")
        return getattr(self.flows[0], name)

    k_voxel2 = property(lambda self: self._of_one("k_voxel2"))
    k_m2 = property(lambda self: self._of_one("k_m2"))
    k_darcy = property(lambda self: self._of_one("k_darcy"))
    k_mD = property(lambda self: self._of_one("k_mD"))
    interval_voxel2 = property(lambda self: self._of_one("interval_voxel2"))
    interval_m2 = property(lambda self: self._of_one("interval_m2"))
    interval_mD = property(lambda self: self._of_one("interval_mD"))
    stop = property(lambda self: self._of_one("stop"))
    steps = property(lambda self: self._of_one("steps"))
    sensitivity = property(lambda self: self._of_one("sensitivity"),
                           doc="d ln K for each voxel by which a wall face moves, with fields=\"sensitivity\" (see Flow)")
    inertia = property(lambda self: self._of_one("inertia"),
                       doc="the flows at the Reynolds numbers of reynolds=, an Inertia; None without them")

    gas = property(lambda self: self._of_one("gas"), doc="K of the gas of gas=, a GasFlow; None without one")

    @property
    def error(self):
        """Relative bound on what the iteration may still change of K; of several flows the largest, None where one has
        none."""
        errors = [flow.error for flow in self.flows]
        return None if None in errors else max(errors)

    @property
    def porosity(self):
        return self._facts["image"]["porosity"]

    @property
    def converged(self):
        """Whether every flow reached its steady state, with reynolds= at every Reynolds number too."""
        return all(flow.converged for flow in self.flows)

    @property
    def warnings(self):
        return list(self._facts["warnings"])

    def _tensor(self, unit):
        import numpy

        tensor = self._facts.get(f"permeability_tensor_{unit}")
        return None if tensor is None else numpy.array(tensor, dtype=float)

    tensor_voxel2 = property(lambda self: self._tensor("voxel2"))
    tensor_m2 = property(lambda self: self._tensor("m2"))

    def save(self, folder, *, overwrite=False):
        """Writes result.json, result.csv, convergence.csv, plane_flux.csv, reynolds.csv where there is inertia, and the
        fields into a folder, as `permeability solve` does. Raises InputError where the folder has other files of these
        names, unless overwrite=True."""
        folder = text_bytes("folder", folder)
        image = self._facts["image"]
        for array in self._arrays():
            require_whole_file(array)
        core().save(folder, {name: text for name, text in self._texts.items() if text is not None},
                    image["dims"], self._frame, self._fields, image["source"], bool(plain(overwrite)))

    def report(self, page, *, overwrite=False):
        """Makes an HTML page with slices, history of K, flux and provenance. It needs fields=True, matplotlib and
        Jinja2. Raises InputError."""
        import subprocess  # it takes as long to load as the compiled module, and nothing else here needs it
        import sys
        import tempfile

        if self._texts.get("views.json") is None:
            raise InputError("The report shows slices of the flow (this run has no fields). Solve with fields=True")
        page = text_bytes("page", page)
        maker = os.path.join(os.path.dirname(__file__), "make_report", "make_report")
        with tempfile.TemporaryDirectory() as folder:
            self.save(os.path.join(folder, "run"))
            words = [sys.executable, maker, os.path.join(folder, "run"), "-o", page]
            done = subprocess.run(words + (["--overwrite"] if plain(overwrite) else []), capture_output=True, text=True)
        if done.returncode != 0:
            why = done.stderr.strip().splitlines()
            raise InputError(why[-1].replace("make_report: error: ", "") if why else "The report could not be made")

    def to_xarray(self):
        """Gives an xarray.Dataset with velocity, pressure, part and, where it was asked for, sensitivity of each flow, in
        metres where the voxel size is known. It needs xarray and fields=True."""
        import numpy
        import xarray

        image = self._facts["image"]
        size = image["voxel_size_m"]
        unit, edge = ("voxel", 1.0) if size is None else ("m", size)
        names = list(self._axes)
        lengths = dict(zip("xyz", image["dims"]))
        coordinates = {name: (name, (numpy.arange(lengths[name]) + 0.5) * edge, {"units": unit}) for name in names}
        variables = {}
        for flow in self.flows:
            if flow.velocity is None:
                continue
            variables[f"velocity_{flow.direction}"] = (names + ["component"], flow.velocity,
                                                       {"units": self._frame["velocity_unit"]})
            variables[f"pressure_{flow.direction}"] = (names, flow.pressure, {"units": self._frame["pressure_unit"]})
            variables[f"part_{flow.direction}"] = (names, flow.part)
            if flow.sensitivity is not None:
                variables[f"sensitivity_{flow.direction}"] = (names + ["face"], flow.sensitivity, {"units": "1/voxel"})
                coordinates["face"] = ("face", ["-x", "+x", "-y", "+y", "-z", "+z"])
        if not variables:
            raise InputError("There are no fields to give (this run has none). Solve with fields=True")
        coordinates["component"] = ("component", list("xyz"))
        return xarray.Dataset(variables, coordinates, {"permeability": self._texts["result.json"]})

    def _arrays(self):
        return [array for fields in self._fields.values() for array in fields]

    def __getstate__(self):
        return {"texts": self._texts, "fields": self._fields, "axes": self._axes, "frame": self._frame}

    def __setstate__(self, state):
        self.__init__(state["texts"], state["fields"], state["axes"], state["frame"])
        for array in self._arrays():
            array.setflags(write=False)

    def __repr__(self):
        return "<Result " + ", ".join(repr(flow)[6:-1] for flow in self.flows) + ">"
