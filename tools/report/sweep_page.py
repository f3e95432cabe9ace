# SPDX-License-Identifier: Apache-2.0
"""Gives what the page of `permeability sweep` shows, from sweep.json: K of one kind against its porosity."""
import provenance as origin
from input_files import InputError, children, number, numbers, positive, text
from quantities import (NOT_KNOWN, count, duration, length, measured, percent, permeability_units, plain, shortened,
                        times)
from solve_page import STOPS
from sweep_figures import deviation_figure, permeability_figure

TEMPLATE = "sweep.html.j2"


def describe(folder, content, command):
    """Gives the values of the template. Throws InputError when there are no points."""
    points = sorted(children(content, "points"), key=lambda point: number(point, "porosity") or 0.0)
    if not points:
        raise InputError(f"cannot use {folder / 'sweep.json'} (it holds no point). Run sweep again")
    factor, unit = unit_of(points)
    above_zero = [point for point in points if (number(point, "permeability_voxel2") or 0) > 0]
    curves = children(content, "curves")
    size = [value for value in numbers(content, "size") if value == value]
    geometry = text(content, "geometry") or "a geometry"
    return {
        "title": f"Permeability against porosity: {shortened(geometry)}",
        "subtitle": (f"{times(size)} voxels" if size else "size not known") + size_in_words(content),
        "headline": range_in_words([value * factor for value in values_of(above_zero, "permeability_voxel2")]),
        "unit": unit, "porosities": range_in_words(values_of(above_zero, "porosity"), 3), "total": len(points),
        "converged": sum(text(point, "stop") == "converged" for point in points),
        "finished": all(text(point, "stop") in ("converged", "not_percolating") for point in points),
        "facts": facts(content, points),
        "figures": [it for it in figures(points, curves, factor, unit) if it["svg"]],
        "points": [describe_point(point, factor) for point in points],
        "curves": [{"name": text(curve, "name") or "unnamed", "source": text(curve, "source")} for curve in curves],
        "has_radius": any(number(point, "radius") is not None for point in points),
        "has_reference": any(number(point, "reference_permeability_voxel2") is not None for point in points),
        "provenance": run_rows(content, size),
        "command": origin.shell_text(origin.command_of(content, command)),
    }


def values_of(points, key):
    return [value for point in points if (value := number(point, key)) is not None]


def unit_of(points):
    """Gives (factor from voxel², unit) that suits the point in the middle, and so the others."""
    pairs = sorted((voxel2, number(point, "permeability_m2")) for point in points
                   if (voxel2 := number(point, "permeability_voxel2")) and number(point, "permeability_m2"))
    return permeability_units(*pairs[len(pairs) // 2])[0] if pairs else (1.0, "voxel²")


def size_in_words(content):
    voxel_size_m = positive(content, "voxel_size_m")
    return f" of {length(voxel_size_m)}" if voxel_size_m else ""


def range_in_words(values, digits=4):
    """Writes "low to high", one number when they are the same, None when there is none."""
    if not values:
        return None
    low, high = measured(min(values), digits), measured(max(values), digits)
    return low if low == high else f"{low} to {high}"


def facts(content, points):
    """Gives short facts: (what, value)."""
    rows = []
    deviations = values_of(points, "deviation")
    if deviations:
        rows.append(("largest deviation from the reference", percent(max(deviations, key=abs), sign=True)))
    at_voxels = values_of(points, "deviation_at_voxels")
    if at_voxels:
        rows.append(("the same, from the reference at the porosity of the voxels", percent(max(at_voxels, key=abs), sign=True)))
    errors = values_of(points, "iteration_error")
    if errors:
        rows.append(("largest iteration error", percent(max(errors))))
    radius = number(content, "radius")
    if radius is not None:
        rows.append(("radius", f"{plain(radius)} voxels"))
    return rows + [("device", text(content, "device") or NOT_KNOWN), ("time", duration(number(content, "seconds")))]


def figures(points, curves, factor, unit):
    yield {"title": "Permeability and porosity", "svg": permeability_figure(points, curves, factor, unit, "k"),
           "caption": "Computed points and reference curves. The porosity is that of the voxels."}
    yield {"title": "Deviation from the reference", "svg": deviation_figure(points, "d"),
           "caption": "Bars: the bound on the iteration error."}


def describe_point(point, factor):
    """Gives one row of the table."""
    symbol, word, mood = STOPS.get(text(point, "stop"), ("?", text(point, "stop") or NOT_KNOWN, "warn"))
    value, reference = number(point, "permeability_voxel2"), number(point, "reference_permeability_voxel2")
    known = text(point, "stop") != "diverged" and value is not None
    iteration, deviation = number(point, "iteration_error"), number(point, "deviation")
    return {"porosity": measured(number(point, "porosity")), "asked": plain(number(point, "porosity_asked"), 4),
            "radius": plain(number(point, "radius"), 4) if number(point, "radius") is not None else "–",
            "value": measured(value * factor, 5) if known else "no value",
            "error": percent(iteration) if iteration is not None and known and value else "–",
            "reference": measured(reference * factor, 5) if reference is not None else "–",
            "deviation": percent(deviation, sign=True) if deviation is not None and known else "–",
            "symbol": symbol, "word": word, "mood": mood, "steps": count(number(point, "steps")),
            "time": duration(number(point, "seconds"))}


def run_rows(content, size):
    """Gives the table that tells where the result comes from."""
    tau = number(content, "tau")
    return (origin.program_rows(content)
            + [("geometry", text(content, "geometry") or NOT_KNOWN),
               ("size", f"{times(size)} voxels" if size else NOT_KNOWN),
               ("voxel size", length(positive(content, "voxel_size_m")))]
            + origin.machine_rows(content) + origin.setting_rows(content)
            + [("tau", plain(tau) if tau is not None else "chosen by the program for each point")]
            + origin.time_rows(content))
