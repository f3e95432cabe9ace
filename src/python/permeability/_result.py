# SPDX-License-Identifier: Apache-2.0
"""What a run gives: the keys of result.json, with names for the most wanted ones, pictures, and files."""
import copy
import os

from ._arguments import plain, text_bytes
from ._arrays import ArrayAxes, require_whole_file
from ._core_guard import core
from ._errors import InputError, as_python
from ._flow import Flow


def _parsed(text):
    import json  # not before there is a result, so that `import permeability` is quick

    return json.loads(text)


_K = "k_mD, k_darcy, k_m2 or k_voxel2"
_CONDUCT = "that of permeability.conduct(image)"


class Result:
    """All that a run found. Its keys are those of result.json: r["image"]["porosity"]; r["x"] is the flow along x. What
    it gives are copies and arrays that cannot be written, so that what is saved is what was solved.

    Attributes
    ----------
    k_voxel2, k_m2, k_darcy, k_mD, interval_voxel2, interval_m2, interval_mD, error, voxel_error, stop, steps, inertia, gas, velocity, pressure
        those of the flow, where one direction was solved; metres need a voxel size.
    tensor_voxel2, tensor_m2
        those of direction="xyz" or two of them, [component of the flow][direction of the force].
    """

    def __init__(self, texts, fields, axes, frame=None):
        self._texts = texts
        self._fields = fields
        self._frame = frame
        self._axes = axes if isinstance(axes, ArrayAxes) else ArrayAxes(axes)
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
    velocity = property(lambda self: self._of_one("velocity"), doc="of each voxel, with fields=True (see Flow), else None")
    pressure = property(lambda self: self._of_one("pressure"), doc="of each voxel, with fields=True (see Flow), else None")
    boundary = property(lambda self: self._facts["solver"]["boundary"],
                        doc="what the faces of the image did: \"periodic\", \"sealed\", \"mirror\" or \"pressure\"")

    @property
    def error(self):
        """Relative bound on what the iteration may still change of K; of several flows the largest, None where one has
        none."""
        return self._largest("error")

    @property
    def voxel_error(self):
        """Two sigma of what the voxels did to K, relative; of several flows the largest, None where one has none."""
        return self._largest("voxel_error")

    def _largest(self, name):
        errors = [getattr(flow, name) for flow in self.flows]
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
        """Every warning of the image, of each flow and of the tensor, as sentences."""
        return [as_python(text) for text in self._facts["warnings"]]

    def _tensor(self, unit):
        import numpy

        tensor = self._facts.get(f"permeability_tensor_{unit}")
        return None if tensor is None else numpy.array(tensor, dtype=float)

    tensor_voxel2 = property(lambda self: self._tensor("voxel2"))
    tensor_m2 = property(lambda self: self._tensor("m2"))

    def save(self, folder, *, overwrite=False):
        """Writes result.json, result.csv, convergence.csv, plane_flux.csv, reynolds.csv where there is inertia, and the
        fields into a folder, as `permeability solve` does; `load(folder)` gives the result back. What an earlier run of
        the same image left there is replaced; raises InputError where the folder has other files of these names, unless
        overwrite=True."""
        folder = text_bytes("folder", folder)
        image = self._facts["image"]
        for array in self._arrays():
            require_whole_file(array)
        core().save(folder, {name: text for name, text in self._texts.items() if text is not None},
                    image["dims"], self._frame, self._fields, image["source"], bool(plain(overwrite)))

    def report(self, page, *, overwrite=False):
        """Makes an HTML page with history of K, flux, provenance, and with fields=True slices and a picture of the flow.
        It needs matplotlib and Jinja2. Raises InputError."""
        import subprocess  # it takes as long to load as the compiled module, and nothing else here needs it
        import sys
        import tempfile

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

    def plot(self):
        """Draws a row for each flow: the speed in middle slices, of a run with fields=True, and K over the steps. Gives the
        axes of matplotlib, an array of two dimensions."""
        from ._pictures import plot

        return plot(self)

    def plot_flow(self, direction=None):
        """Draws streamlines over the speed in the middle slices along one flow, of a run with fields=True. `direction`
        says which where there are several. Gives the axes of matplotlib, an array."""
        from ._pictures import plot_flow

        return plot_flow(self, direction)

    def _repr_html_(self):
        from ._pictures import html_of_result

        return html_of_result(self)

    def _axes_in_words(self):
        """Gives "x = axis 0 (64 voxels)" for the directions of the flows, where an array was given."""
        return self._axes.say(self.directions)

    def __repr__(self):
        flows = [f"along {flow.direction}: K = {flow._k_in_words()}, {flow.stop}" for flow in self.flows]
        if len(flows) == 1:
            flows = [repr(self.flows[0])[6:-1]]
        return "<Result " + "; ".join(filter(None, [*flows, self._axes_in_words()])) + ">"

    def __getattr__(self, name):
        elsewhere = {"k": _K, "K": _K, "permeability": _K, "fields": "velocity, pressure and r['x'].part, with fields=True",
                     "tortuosity": _CONDUCT, "formation_factor": _CONDUCT, "tensor": "tensor_m2 or tensor_voxel2"}
        if name in elsewhere:
            raise AttributeError(f"A Result has no {name}. Take {elsewhere[name]}")
        raise AttributeError(f"A Result has no {name}. See help(permeability.Result)")
