# SPDX-License-Identifier: Apache-2.0
"""Makes up small output folders of each command: numbers of the right kind and size, without physics.

    examples.py FOLDER     writes one folder of each kind into FOLDER, plain and ugly ones, to look at their pages
"""
import base64
import json
import math
import pathlib
import struct
import sys

import batch_examples
import conduct_examples
import look_examples
import space_examples
import streaming_examples

UGLY = "<script>alert('x')</script> & \"q\" 'file' $x_1$ http://example.org/a.tif"
LONG = "a_very_long_name_without_a_single_space_" * 6


def write(folder, files):
    """Writes {name: text or object for JSON} into a new folder and gives its path."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    for name, content in files.items():
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def flow(direction, stop="converged", **changes):
    """Gives a flow of result.json."""
    k = 0.2557
    made = {"direction": direction, "permeability_voxel2": k, "permeability_m2": k * 5.345e-6**2, "steps": 280,
            "stop": stop, "diverged_because": None, "iteration_error": 6.9e-4, "float16_steps": 0,
            "float16_difference": None, "flux_spread": 9.5e-4, "tau": 0.82, "tau_was_chosen": True, "force": 1e-6,
            "connected_porosity": 0.4002, "isolated_voxels": 12, "fluid_cells": 104917,
            "partition": {"parts_y": 1, "parts_z": 1, "imbalance": 0.0}, "device": "cpu, avx512, 2 threads",
            "bytes_per_fluid_cell": 95.8, "seconds": 0.557, "mflups": 52.7, "resident_bytes_stepping": 17051648,
            "checks": {"dissipation_difference": -6.7e-4, "viscous_share": 0.81, "mass_leak": 2e-8, "mass_drift": 1e-15,
                       "reynolds_number": None, "mach_number": None, "kozeny_carman_voxel2": 0.32,
                       "reynolds_1_pressure_gradient_water_pa_m": 2.4e7, "throat_diameter_voxels": 2.9,
                       "pore_share_narrower_than_3_voxels": 0.23, "warnings": []}}
    if stop == "diverged":
        made.update(permeability_voxel2=None, permeability_m2=None, iteration_error=None,
                    diverged_because="the mean velocity passed 0.1 voxels per step")
    if stop == "not_percolating":
        made.update(permeability_voxel2=0.0, permeability_m2=0.0, iteration_error=0.0, steps=0, tau=None, device=None,
                    partition=None, flux_spread=None, connected_porosity=0.0, mflups=None, checks=None)
    return {**made, **changes}


def headline(**changes):
    """Gives the headline of a flow of result.json."""
    return {"text": "7.6 D, 6.5 to 8.9", "value": "7.6", "interval": "6.5 to 8.9", "unit": "D",
            "causes": "voxels 17 %, iteration 0.069 %", "unknown": "segmentation", **changes}


def in_unit(option, value, error=6.9e-4):
    """Gives permeability_in_unit of a flow."""
    unit, quantity = {"frazier": ("ft^3/min/ft^2", "Frazier air permeability"), "mD": ("mD", "permeability"),
                      "gurley": ("s per 100 cm^3", "Gurley air resistance")}[option]
    is_sheet = option != "mD"
    return {"value": value, "unit": unit, "iteration_error": error, "units_option": option, "quantity": quantity,
            "formula": "k dp/(mu L)" if is_sheet else "k", "fluid": "air at 20 C" if is_sheet else None,
            "thickness_m": 2e-4 if is_sheet else None}


def inertia_point(reynolds, resistance, **changes):
    """Gives a flow with inertia of result.json, through the medium of flow()."""
    k = 0.2557 / resistance
    return {"reynolds_asked": round(reynolds, 1), "reynolds": reynolds, "apparent_permeability_voxel2": k,
            "apparent_permeability_m2": k * 5.345e-6**2, "resistance": resistance, "iteration_error": 8e-4, "force": 1e-5,
            "tau": 0.6, "mach_number": 0.08, "flux_spread": 1e-6, "steps": round(900 * (1 + reynolds)), "seconds": 0.4,
            "pressure_gradient_water_pa_m": 6.5e6 * reynolds * resistance,
            "pressure_gradient_air_pa_m": 1.8e6 * reynolds * resistance, **changes}


def inertia(numbers=(0.05, 0.1, 0.2, 0.5, 1.01, 2, 4, 6, 8), end="complete", why=None, fits=True):
    """Gives "inertia" of a flow: K0/K - 1 = 0.18 Re^2/(1 + Re), of which a line from Re 4 on has beta and c_F."""
    onset = lambda reynolds: {"reynolds": reynolds, "pressure_gradient_water_pa_m": 6e7 * reynolds,
                              "pressure_gradient_air_pa_m": 1.6e7 * reynolds}
    line = {"beta_per_voxel": 0.334, "beta_per_m": 62488.0, "c_F": 0.1689, "relative_confidence_95": 0.021,
            "permeability_voxel2": 0.2557 / 0.83, "first_reynolds": 2.0, "last_reynolds": 8.0, "points": 4,
            "worst_residual": 0.012}
    weak = {"coefficient": 0.168, "confidence": 0.004, "linear": 1e-4, "linear_confidence": 2e-5, "exponent": 1.95, "first_reynolds": 0.1, "last_reynolds": 0.2,
            "points": 2}
    return {"definition": "Re = U l / nu", "length_voxel": 0.5057, "length_m": 0.5057 * 5.345e-6, "end": end, "why": why,
            "points": [inertia_point(re, 1 + 0.18 * re**2 / (1 + re)) for re in numbers],
            "forchheimer": line if fits else None, "weak_inertia": weak if fits else None,
            "one_percent_less": onset(0.2686) if fits else None, "ten_percent_less": onset(1.152) if fits else None}


def gas(knudsen=0.02, **changes):
    """Gives "gas" of a flow: air at 2 bar in the medium of flow(), whose b is 0.2 bar."""
    has_k = knudsen <= 1
    ends = lambda value: {"value": value, "low": value / 1.35, "high": value * 1.35}
    k = 0.2557 * 1.1
    return {"gas": "air", "pressure_pa": 2e5, "temperature_k": 300.0, "accommodation": 1.0, "viscosity_pa_s": 1.846e-5,
            "mean_free_path_m": 3.395e-8, "slip_length_m": 3.891e-8, "slope_per_voxel": 1.2,
            "klinkenberg_b_pa": ends(2e4), "published_b_pa": 1.5e4, "published_b_source": "Heid et al. 1950, rocks with the same K",
            "narrowest_throat_radius_m": 3.395e-8 / (2 * knudsen), "narrowest_throat_knudsen": knudsen,
            "mean_throat_radius_m": 3.395e-8 / knudsen, "mean_throat_knudsen": knudsen / 2,
            "factor": {"value": 1.1, "low": 1.07, "high": 1.14} if has_k else None,
            "permeability_voxel2": k if has_k else None, "permeability_m2": k * 5.345e-6**2 if has_k else None,
            "headline": {"value": "8.04", "unit": "D", "interval": "7.5 to 8.6", "text": "8.04 D, 7.5 to 8.6"} if has_k else None,
            "formula": "K_gas = K (1 + b/p)", **changes}


UNSTEADY = ("The flow at Reynolds number 12 does not become steady: after 47206 steps K still oscillates by 1.5 %, with a period "
            "of 2802 steps, 7.84 times l/U")


def result(flows, source="packed_bed.ini", **image):
    """Gives result.json."""
    return {"schema_version": 1, "definition": "k = nu <u> / g, <u> over all voxels (superficial velocity)",
            "image": {"source": source, "format": "recipe: packing", "dims": [24, 20, 16], "voxel_size_m": 5.345e-6,
                      "segmentation": "as generated", "porosity": 0.4002, "connected_porosity": 0.4002,
                      "pore_voxels": 104918, "pore_space_hash": "9f86d081884c7d65", **image},
            "solver": {"device": "cpu", "ranks": 1, "threads": 2, "precision": "float32", "collision": "trt",
                       "tau": 0.82, "magic": 0.1875, "boundary": "periodic", "sides": None, "tolerance": 1e-3,
                       "version": "0.1.0", "commit": "02e351b"},
            "warnings": [], "flow": flows, "performance": {"resident_bytes_stepping": 17051648, "seconds_total": 1.7},
            "command_line": ["permeability", "solve", source, "--voxel-size", "5.345um", "--output", "my run"],
            "finished_utc": "2026-11-21T08:15:30Z", "host": "a-computer"}


def tensor(diagonal_only=False):
    """Gives the keys of result.json that a run along x, y and z adds."""
    rows = [[0.25, 0.01, None], [0.01, 0.2, None], [None, None, 0.3]]
    rows = [[None if value is None and diagonal_only else value or 0.0 for value in row] for row in rows]
    if diagonal_only:
        rows = [[value if i == j else None for j, value in enumerate(row)] for i, row in enumerate(rows)]
    unit = 5.345e-6**2
    whole = {"permeability_tensor_principal_voxel2": [0.3, 0.2519, 0.1981],
             "permeability_tensor_axes": [[0.0, 0.0, 1.0], [0.9820, 0.1888, 0.0], [-0.1888, 0.9820, 0.0]],
             "permeability_tensor_asymmetry": 2e-4}
    return {"permeability_tensor_voxel2": rows,
            "permeability_tensor_m2": [[None if value is None else value * unit for value in row] for row in rows],
            "permeability_tensor_error_voxel2": [[None if value is None else 2e-4 for value in row] for row in rows],
            **{key: None if diagonal_only else value for key, value in whole.items()}}


def budget(voxel=0.12, boundary=0.04):
    """Gives an error budget; a part is its share of K, or the reason why it is not known."""
    def part(share):
        known = not isinstance(share, str)
        return {"error_voxel2": 0.2557 * share if known else None, "why_not": None if known else share}
    return {"permeability_voxel2": 0.2557, "iteration": part(6.9e-4), "voxel": part(voxel), "boundary": part(boundary)}


def histories(directions, samples=14):
    """Gives (convergence.csv, plane_flux.csv) as text."""
    rows = ["direction,step,seconds,permeability_voxel2,extrapolated_voxel2,error"]
    planes = ["direction,plane,mean_velocity"]
    for direction in directions:
        for n in range(1, samples + 1):
            k = 0.2557 * (1 - math.exp(-0.9 * n))
            known = f"{0.2557 * (1 + 0.02 * math.exp(-0.5 * n))},{0.5 * math.exp(-0.5 * n)}" if n > 4 else ","
            rows.append(f"{direction},{20 * n},{0.04 * n},{k},{known}")
        planes += [f"{direction},{n},{2.4e-6 * (1 + 4e-4 * math.sin(n / 3))}" for n in range(24)]
    return "\n".join(rows) + "\n", "\n".join(planes) + "\n"


def slice_of(normal, axes, dims):
    """Gives a slice of views.json with a round grain and a pore that is left out."""
    width, height = dims
    pore, speed = bytearray(), bytearray()
    for row in range(height):
        for column in range(width):
            away = math.hypot(column - width / 2, row - height / 2) / (0.5 * min(width, height))
            kind = 2 if away < 0.3 else 0 if away < 0.7 else 1
            pore.append(kind)
            speed += struct.pack("<f", 3 * (away - 0.7) if kind == 1 else 0)
    return {"normal": normal, "index": 8, "axes": axes, "dims": dims, "voxels_a_pixel": 1,
            "pore": base64.b64encode(pore).decode(), "speed": base64.b64encode(speed).decode()}


def views_of_nothing(directions, dims=(24, 20, 16)):
    """Gives views.json of directions along which nothing percolates."""
    made = views(directions, dims)
    for each in made["flow"]:
        each["speed_histogram"] = None
        for piece in each["slices"]:
            pore = base64.b64decode(piece["pore"]).replace(b"\x01", b"\x02")
            piece.update(pore=base64.b64encode(pore).decode(), speed=base64.b64encode(bytes(4 * len(pore))).decode())
    return made


def views(directions, dims=(24, 20, 16), with_space=False):
    """Gives views.json, with pictures in space where they are asked for: these take seconds."""
    x, y, z = dims
    edges = [-3 + 0.1 * n for n in range(43)]
    share = [math.exp(-((edge + 0.1) / 0.35)**2) / 6.2 for edge in edges[:-1]]
    slices = [slice_of("z", ["x", "y"], [x, y]), slice_of("y", ["x", "z"], [x, z]), slice_of("x", ["y", "z"], [y, z])]
    return {"schema_version": 1, "flow": [
        {"direction": direction, "slices": slices,
         "speed_histogram": {"log10_edges": edges, "share": share, "below": 0.002, "above": 0.0},
         "space": space_examples.space(direction, dims) if with_space else None}
        for direction in directions]}


def solve_folder(path, directions="x", with_views=True, **changes):
    """Makes an output folder of solve; `changes` go into every flow."""
    convergence, plane_flux = histories(directions)
    content = result([flow(d, **changes) for d in directions])
    if len(directions) == 3:
        content.update(tensor())
    files = {"result.json": content, "convergence.csv": convergence, "plane_flux.csv": plane_flux}
    return write(path, {**files, "views.json": views(directions)} if with_views else files)


def case(name, group="sphere arrays", title=None, passed=True, order=1.2, start=0.09, resolutions=(32, 64, 128)):
    """Gives a case of validation.json whose error falls by an order."""
    k = 0.002518
    levels = []
    for n, r in enumerate(resolutions):
        error = start * (r / resolutions[0])**-order * (-1 if passed else 1)
        levels.append({"resolution": r, "placements": 4, "permeability": k * (1 + error), "error": error,
                       "spread": abs(error) / 4, "equal_volume_error": error / 3 if group == "sphere arrays" else None,
                       "iteration_error": 1e-4, "seconds": 0.4 * 8**n})
    value = abs(levels[-1]["error"])
    return {"name": name, "group": group, "title": title or f"Case {name}", "passed": passed,
            "resolution_is": "voxels along the unit cell",
            "reference": {"permeability": k, "unit": "cell side squared", "relative_error": 1e-3,
                          "source": "Zick and Homsy 1982, J. Fluid Mech. 115, 13-26, table 2"},
            "levels": levels, "order_of_error": order, "observed_order": order, "richardson": k * 1.002,
            "richardson_error": 0.002, "two_term": k * 1.001, "two_term_error": 0.001,
            "checks": [{"what": f"error at {resolutions[-1]}", "value": value, "limit": value * (2 if passed else 0.5),
                        "low": None, "reason": "twice what a second independent program has there", "passed": passed},
                       {"what": "observed order", "value": order, "limit": 2.5, "low": 0.5,
                        "reason": "between first and second order", "passed": True}]}


def validation(cases):
    """Gives validation.json."""
    return {"schema_version": 1, "kind": "validation", "version": "0.1.0", "commit": None, "device": "cpu", "ranks": 1,
            "command_line": ["permeability", "validate", "--output", "v"], "precision": "float32", "collision": "trt",
            "magic": 0.1875, "tolerance": 1e-4, "seconds": 123.4, "mode": "default", "resolutions": [32, 64, 128],
            "passed": all(c["passed"] for c in cases), "cases": cases,
            "not_validated": ["flow with inertia", "images with open side faces"]}


def whole_validation(name="sc-0.2", file="old/validation.json"):
    """Gives validation.json of a run with all three parts, a tensor, a series, skipped images and an earlier run."""
    arrays = [case(f"sc-{c}", order=1 + c) for c in (0.05, 0.2)]
    for c, one in zip((0.05, 0.2), arrays):
        one.update(part="exact", ratio=0.98 + c / 100, interval=[0.93, 1.07], solid_fraction=c,
                   series={"permeability": 0.0025180123, "source": "31 terms", "difference": 4.9e-6})
    arrays[1]["name"] = name
    rock = dict(case("rock-x", "rock", resolutions=(128,)), part="other programs", ratio=1.1987, interval=[0.66, 1.51])
    tensor_case = dict(case("tensor", "tensors", resolutions=(19,)), part="own scheme", ratio=1.0, interval=[1, 1])
    rows = [[3, 0.25, -0.125], [0.2501, 2, 0.0625], [-0.1251, 0.0626, 1]]
    tensor_case["levels"][0].update(tensor_voxel2=rows, known_tensor_voxel2=[[3, 0.25, -0.125]] * 3)
    values = [{"case": "sc-0.05", "resolution": 32, "then": 0.002510987, "now": 0.002510987, "change": 0.0,
               "beyond_iteration_error": False},
              {"case": name, "resolution": 64, "then": 0.0025, "now": 0.002525, "change": 0.01,
               "beyond_iteration_error": True},
              {"case": "gone", "resolution": 64, "then": 0.5, "now": None, "change": None, "beyond_iteration_error": False}]
    return dict(validation([*arrays, rock, tensor_case]), has_scheme_of_the_limits=False,
                parts=[{"part": "exact", "cases": 2, "solved": 2, "inside": 2, "bias": -0.01875, "spread": 0.00106},
                       {"part": "other programs", "cases": 1, "solved": 1, "inside": 0, "bias": 0.1987, "spread": None},
                       {"part": "own scheme", "cases": 1, "solved": 1, "inside": 1, "bias": 0.0, "spread": None}],
                skipped=[{"image": "felt.tif", "why": "'felt.tif' is not in 'images'", "cases": ["felt"]}],
                compared_with={"file": file, "version": "0.0.9", "commit": None, "values": values,
                               "changed_verdicts": [{"case": name, "passed_then": False, "passed_now": True}]})


def flow_case(name, curves, checks, passed=True, title=None):
    """Gives a case of validation.json that compares no permeability but the figures and curves of a flow."""
    return {"name": name, "group": "inertia", "title": title or f"Flow {name}", "part": "other programs", "passed": passed,
            "ratio": None, "interval": None, "solid_fraction": None, "series": None, "resolution_is": "", "levels": [],
            "reference": {"permeability": None, "unit": "", "source": "Ghia, Ghia, Shin 1982, table I", "relative_error": 0.0},
            "checks": checks, "curves": curves}


def figure(what, value, low=0.0, high=1.0, passed=True, reason="a table says so", outcome=""):
    """Gives a figure of such a case; without a value there was nothing to check, and `outcome` says why."""
    return {"what": what, "value": value, "uncertainty": 0.0, "low": low, "limit": high, "reason": reason,
            "outcome": outcome, "passed": passed}


def curve(name, x, y, reference=None, band=None, axes=("y over the side", "u over the speed of the lid")):
    """Gives one of its curves; `band` is added to and taken from the reference."""
    reference = [None] * len(x) if reference is None else reference
    edge = lambda value, sign: None if band is None or value is None else value + sign * band
    return {"name": name, "x_is": axes[0], "y_is": axes[1],
            "points": [{"x": a, "y": b, "reference": c, "low": edge(c, -1), "high": edge(c, 1)}
                       for a, b, c in zip(x, y, reference)]}


def validation_of_flows(name="cavity"):
    """Gives validation.json with a case of each kind: curves and figures that pass, fail and are open, and arrays."""
    x = [n / 16 for n in range(1, 17)]
    lid = [math.sin(3 * value) * value for value in x]
    drag = ("Re", "drag coefficient")
    curves = [curve("u on the centre line", x, [value * 1.01 for value in lid], lid, 0.02),
              curve("v on the centre line", x, lid, lid, axes=("x over the side", "v over the speed of the lid")),
              curve("drag found", [1, 10, 100], [13.4, 2.8, 1.3], [13.2, 2.85, None], 0.3, drag),
              curve("drag of others", [10], [2.8], [2.9], 0.2, drag), curve("nothing", [], [])]
    checks = [figure("error of u at y = 0.5", 0.0123, high=0.02), figure("drag at Re 10", 2.8, 2.7, 2.9),
              figure("drag at Re 1000", None, outcome="the flow at Re 1000 is unsteady", reason="Clift 1978")]
    dense = [n / 200 for n in range(200)]
    failing = [curve("many points", dense, [value**2 for value in dense], [value**2 for value in dense])]
    return validation([*many_cases()[:2], flow_case(name, curves, checks),
                       flow_case("drag", failing, [figure("lift at Re 20", 0.3, 0.1, 0.2, False)], False),
                       flow_case("bare", [], [])])


def many_cases(failed=()):
    """Gives twelve cases in four groups; those named in `failed` do not pass."""
    groups = {"channels": ["plates", "duct", "tube"], "cylinder arrays": ["square-0.4", "hexagonal-0.6"],
              "sphere arrays": ["sc-0.3", "sc-0.524", "bcc-0.5", "bcc-0.68", "fcc-0.6", "fcc-0.74"],
              "packings": ["random-0.64"]}
    return [case(name, group, passed=name not in failed, order=1 + 0.3 * (n % 4), start=0.05 + 0.02 * n)
            for group, names in groups.items() for n, name in enumerate(names)]


def point(porosity, stop="converged", **changes):
    """Gives a point of sweep.json."""
    k = 40 * porosity**3.3 / (1 - porosity)
    off = 0.05 * (porosity - 0.6)
    made = {"porosity": porosity, "porosity_asked": round(porosity, 2), "radius": 12.5, "permeability_voxel2": k,
            "permeability_m2": None, "iteration_error": 1e-3, "stop": stop, "steps": 400, "seconds": 2.1,
            "reference_permeability_voxel2": k / (1 + off), "deviation": off}
    return {**made, **changes}


def sweep(points, **changes):
    """Gives sweep.json."""
    across = [0.3 + 0.05 * n for n in range(14)]
    return {"schema_version": 1, "kind": "sweep", "geometry": "sc", "size": [64, 64, 64], "radius": None,
            "voxel_size_m": None, "version": "0.1.0", "commit": "02e351b", "device": "cpu", "ranks": 1,
            "command_line": ["permeability", "sweep", "sc", "--size", "64"], "precision": "float32", "collision": "trt",
            "magic": 0.1875, "tau": None, "tolerance": 1e-3, "seconds": 40.0, "points": points,
            "curves": [{"name": "Stokes solution (SC)", "source": "Zick and Homsy 1982", "porosity": across,
                        "permeability_voxel2": [40 * e**3.3 / (1 - e) for e in across]},
                       {"name": "Kozeny-Carman", "source": "Carman 1937", "porosity": across,
                        "permeability_voxel2": [30 * e**3 / (1 - e)**2 for e in across]}], **changes}


def many_values(point, **changes):
    """Gives a point as a sweep of arrays has it, with every value."""
    k, r = point["permeability_voxel2"], point["radius"]
    return {**point, "permeability_over_d2": k / (4 * r * r), "interval_low_voxel2": 0.97 * k, "interval_high_voxel2": 1.05 * k,
            "interval_holds_reference": True, "reference": "Stokes flow", "reference_error": 0.0, "deviation_at_voxels": -0.02,
            "reference_at_voxels_permeability_voxel2": k / 0.98, "series_difference": -1.0735857e-13, **changes}


def sweep_of_kinds(points, **changes):
    """Gives sweep.json of several kinds, with published points."""
    across = [0.3 + 0.05 * n for n in range(14)]
    curves = [{"geometry": kind, "direction": "x", "name": "Stokes flow", "source": "somebody", "porosity": across,
               "permeability_voxel2": [40 * e**3.3 / (1 - e) for e in across],
               "permeability_over_d2": [0.064 * e**3.3 / (1 - e) for e in across]} for kind in ("sc", "fcc")]
    return sweep(points, **{"geometry": "sc,fcc", "curves": curves, "no_reference": ["sc below 0.4"],
                            "overlay": [{"name": UGLY, "porosity": [0.5], "permeability_over_d2": [0.01]}], **changes})


def sweep_of_image(varied="threshold", name="scans/Berea scan.tif", closed="the program closed the image: opposite faces do not match"):
    """Gives sweep.json of an image whose threshold moves, or whose grains grow; the first of its points has a warning more."""
    narrow = "along x: throats of about 1.0 voxels"
    points = [{**point(e, geometry=None, deviation=None, reference_permeability_voxel2=None, porosity_asked=None, radius=None),
               varied: 90 + 10 * n, "warnings": [closed, narrow] if n == 0 else [closed],
               "slice": {"z": 32, "voxels_a_pixel": 1, "rows": ["0" * (8 - n) + "1" * (8 + n)] * 12}}
              for n, e in enumerate((0.4, 0.5, 0.6))]
    return sweep(points, geometry="image", input=name, varied=varied, segmentation="grey values up to the threshold are pore",
                 boundary="sealed", crop="0:64,0:64,0:64", direction="x", warnings=[closed])


def write_all(folder):
    """Writes folders of every kind, plain and ugly."""
    folder = pathlib.Path(folder)
    solve_folder(folder / "solve", "x")
    (folder / "solve" / "views.json").write_text(json.dumps(views("x", with_space=True)), encoding="utf-8")
    ends = [flow("x", "step_limit", iteration_error=0.031), flow("y", "diverged"), flow("z", "not_percolating")]
    convergence, plane_flux = histories("xy")
    write(folder / "solve_ugly", {"result.json": result(ends, LONG + UGLY, voxel_size_m=None, dims=[400, 24, 9]),
                                  "convergence.csv": convergence, "plane_flux.csv": plane_flux,
                                  "views.json": views("xyz", (400, 24, 9))})
    write(folder / "solve_blocked", {"result.json": result([flow("x", "not_percolating", isolated_voxels=104918)]),
                                     "views.json": views_of_nothing("x")})
    not_known = "the image does not repeat"
    budgeted = result([flow(d, error_budget=budget(boundary=0.03 if d == "x" else not_known),
                           as_cubes={"permeability_voxel2": 0.2, "two_sigma": 0.021}) for d in "xyz"])
    budgeted.update(tensor(diagonal_only=True), warnings=["along x: throats of about 2.9 voxels", "a second one"])
    budgeted["solver"]["boundary"] = "sealed"
    tables = dict(zip(("convergence.csv", "plane_flux.csv"), histories("xyz")))
    write(folder / "solve_budget", {"result.json": budgeted, **tables})
    ends = [inertia(end="unsteady", why=UNSTEADY), inertia((0.3,), "unresolved", "It needs smaller voxels: " + UGLY, False),
            inertia((), "diverged", LONG, False)]
    with_inertia = result([flow(d, inertia=it) for d, it in zip("xyz", ends)])
    with_inertia.update(tensor())
    write(folder / "solve_inertia", {"result.json": with_inertia, **tables})
    one = dict(inertia(), points=[inertia_point(1e-3, 0.9999), inertia_point(9e5, 3.0, apparent_permeability_m2=None)])
    write(folder / "solve_inertia_ugly", {"result.json": result([flow("x", inertia=one)], voxel_size_m=None)})
    write(folder / "solve_inertia_bare", {"result.json": {"flow": [{"inertia": {"points": [{}, 3], "forchheimer": {},
                                                                               "one_percent_less": {"reynolds": "x"}}}]}})
    plain = [conduct_examples.direction(axis) for axis in "xyz"]
    write(folder / "conduct", {"conduction.json": conduct_examples.conducted(plain, **conduct_examples.tensor())})
    ends = [conduct_examples.direction(UGLY, 1e-7, width=1.5), conduct_examples.direction("y", 0.0), {}]
    write(folder / "conduct_ugly", {"conduction.json": conduct_examples.conducted(ends, LONG + UGLY, warnings=[LONG, UGLY])})
    write(folder / "solve_conduction", {"result.json": result([flow("x", conduction=conduct_examples.conduction())])})
    write(folder / "solve_bare", {"result.json": {"flow": [{}]}})
    write(folder / "validation", {"validation.json": validation(many_cases())})
    ugly = [*many_cases(failed=("tube", "sc-0.524")),
            *(case(f"{LONG}{n}", UGLY, LONG + UGLY, n % 3 != 0) for n in range(18))]
    write(folder / "validation_ugly", {"validation.json": validation(ugly)})
    write(folder / "validation_whole", {"validation.json": whole_validation()})
    write(folder / "validation_whole_ugly", {"validation.json": whole_validation(LONG + UGLY, LONG + UGLY)})
    write(folder / "validation_flows", {"validation.json": validation_of_flows()})
    write(folder / "validation_flows_ugly", {"validation.json": validation_of_flows(LONG + UGLY)})
    broken = flow_case("broken", [curve(UGLY, [1, None, 2], [None, 3, 0.0]), {"points": "x"}, 3], [{}], None, LONG + UGLY)
    write(folder / "validation_flows_broken", {"validation.json": validation([broken])})
    write(folder / "validation_one", {"validation.json": validation([case("plates", "channels", resolutions=(32,))])})
    write(folder / "sweep", {"sweep.json": sweep([point(0.3 + 0.05 * n) for n in range(13)])})
    ends = [point(0.1, "not_percolating", permeability_voxel2=0.0, deviation=None),
            point(0.3, "diverged", permeability_voxel2=None, deviation=None),
            point(0.5, "step_limit", iteration_error=0.2), point(0.6)]
    ends = [dict(p, permeability_m2=(p["permeability_voxel2"] or 0) * 1e-12) for p in ends]
    write(folder / "sweep_ugly", {"sweep.json": sweep(ends, geometry=LONG + UGLY, voxel_size_m=1e-6)})
    both = [many_values(point(0.3 + 0.05 * n, geometry=kind, direction="x")) for kind in ("sc", "fcc") for n in range(13)]
    write(folder / "sweep_kinds", {"sweep.json": sweep_of_kinds(both)})
    write(folder / "sweep_image", {"sweep.json": sweep_of_image()})
    write(folder / "sweep_image_ugly", {"sweep.json": sweep_of_image("grow", LONG + UGLY, LONG + UGLY)})
    write(folder / "sweep_one", {"sweep.json": sweep([point(0.5)], curves=[])})
    for name, content in streaming_examples.contents(LONG + UGLY).items():
        write(folder / name, {"streaming.json": content})
    for name, files in [*batch_examples.contents(LONG + UGLY).items(), *look_examples.contents(LONG + UGLY).items()]:
        write(folder / name, files)


if __name__ == "__main__":
    write_all(sys.argv[1])
