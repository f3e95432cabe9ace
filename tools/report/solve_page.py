# SPDX-License-Identifier: Apache-2.0
"""Gives what the page of `permeability solve` shows, from result.json, the CSV files, and views.json if it is there."""
import os
import pathlib

import provenance as origin
import slice_figures
import solve_figures
from input_files import InputError, child, children, columns_of, number, numbers, positive, read_csv, read_json, text
from quantities import (NOT_KNOWN, bytes_of_memory, count, duration, length, length_unit, measured, percent,
                        permeability_units, plain, shortened, times, with_error)

TEMPLATE = "solve.html.j2"
STOPS = {  # stop: (symbol, word, class)
    "converged": ("✓", "converged", "good"),
    "step_limit": ("▲", "stopped at the step limit", "warn"),
    "diverged": ("✕", "diverged", "bad"),
    "not_percolating": ("○", "not percolating", "still"),
}
BOUNDARIES = {  # what each does to K; the numbers were measured on blocks of 128^3 voxels of Berea sandstone
    "periodic": "The image is repeated on all sides. Opposite faces of a rock do not match, and pores end there: small "
                "blocks of sandstone gave 24 to 37 % less than between closed faces. Nothing where the image repeats.",
    "sealed": "Walls at the sides close pores that would go on in a larger rock: small blocks of sandstone gave 1 to 5 % "
              "less than with mirrors there.",
    "mirror": "Pores at the sides join their own mirror image: small blocks of sandstone gave 1 to 6 % more than with "
              "walls there.",
    "pressure": "At inlet and outlet the density is prescribed and the flow normal to the face.",
}


def describe(folder, content, command):
    """Gives the values of the template. Throws InputError when a file of the folder cannot be used."""
    flows = children(content, "flow")
    if not flows:
        raise InputError(f"cannot use {folder / 'result.json'} (it holds no flow). Run solve again")
    image = child(content, "image")
    voxel_size_m = positive(image, "voxel_size_m")
    views = read_views(folder)
    histories, fluxes = read_csv(folder / "convergence.csv"), read_csv(folder / "plane_flux.csv")
    tolerance = positive(child(content, "solver"), "tolerance")
    described = [describe_flow(flow, voxel_size_m, tolerance) for flow in flows]
    for place, (flow, values) in enumerate(zip(flows, described)):
        view = next((v for v in views or [] if text(v, "direction") == values["direction"]), {})
        if flow.get("stop") != "not_percolating":
            values["figures"] = list(flow_figures(values, histories, fluxes, view, tolerance, f"flow{place}"))
        if flow.get("stop") in ("converged", "step_limit"):
            values["slices"] = list(speed_figures(values, view, voxel_size_m, f"speed{place}"))
    name = pathlib.PurePath(text(image, "source") or "").name or "an image"
    return {
        "title": f"Permeability of {shortened(name)}",
        "subtitle": image_in_words(image, voxel_size_m),
        "flows": described,
        "facts": image_facts(image, flows, voxel_size_m),
        "image_slices": list(image_figures(views, flows, voxel_size_m)),
        "has_views": views is not None,
        "has_left_out": any((number(flow, "isolated_voxels") or 0) > 0 for flow in flows),
        "missing": [label for label, rows in (("convergence.csv", histories), ("plane_flux.csv", fluxes))
                    if rows is None],
        "budget": error_budget(described, text(child(content, "solver"), "boundary"), warnings_of(content)),
        "definition": text(content, "definition"),
        "provenance": run_rows(content, image, flows),
        "command": origin.shell_text(origin.command_of(content, command)),
        "hash_line": input_hash(image),
    }


def read_views(folder):
    """Gives the flows of views.json, or None when there is no such file."""
    return children(read_json(folder / "views.json"), "flow") if os.path.lexists(folder / "views.json") else None


def dims_of(image):
    """Gives the sizes in voxels, or nothing when they are not known."""
    dims = numbers(image, "dims")
    return dims if all(side >= 1 for side in dims) else []


def image_in_words(image, voxel_size_m):
    dims = dims_of(image)
    words = f"{times(dims)} voxels" if dims else "size not known"
    return words + (f" of {length(voxel_size_m)}" if voxel_size_m else "")


def describe_flow(flow, voxel_size_m, tolerance):
    """Describes one direction: K in its units with its error, why it stopped, and what the budget needs."""
    stop = text(flow, "stop")
    voxel2, m2 = number(flow, "permeability_voxel2"), number(flow, "permeability_m2")
    error = number(flow, "iteration_error")
    if stop == "diverged":
        voxel2 = m2 = error = None
    units = permeability_units(voxel2, m2) if voxel2 else [(1.0, "voxel²")]
    values = []
    for factor, unit in units:
        value, bound, power = with_error(voxel2 * factor if voxel2 is not None else None, error)
        values.append({"value": value, "bound": bound, "power": power, "unit": unit})
    symbol, word, mood = STOPS.get(stop, ("?", stop or "how it ended is not known", "warn"))
    return {
        "direction": text(flow, "direction") or "?", "stop": stop, "symbol": symbol, "word": word, "mood": mood,
        "values": values, "has_value": voxel2 is not None, "is_zero": voxel2 == 0, "factor": units[0][0],
        "unit": units[0][1], "bound_in_words": bound_in_words(error, voxel2), "why": why_stopped(flow, stop, tolerance),
        "iteration_error": error, "flux_spread": number(flow, "flux_spread"), "steps": count(number(flow, "steps")),
        "float16_steps": number(flow, "float16_steps"), "float16_difference": number(flow, "float16_difference"),
        "voxel_error": voxel_error(flow, voxel2), "figures": [], "slices": [],
    }


def voxel_error(flow, voxel2):
    """Gives the voxel part of the error budget over K, or None when there is none."""
    error = number(child(child(flow, "error_budget"), "voxel"), "error_voxel2")
    return error / voxel2 if error is not None and voxel2 else None


def bound_in_words(error, voxel2):
    if not voxel2:
        return ""
    return f"iteration error at most {percent(error)}" if error is not None else "no bound on the iteration error yet"


def why_stopped(flow, stop, tolerance):
    """Says in one sentence how a run ended."""
    direction, steps = text(flow, "direction") or "this direction", count(number(flow, "steps"))
    if stop == "converged":
        return f"Within the tolerance of {percent(tolerance)} after {steps} steps."
    if stop == "step_limit":
        return (f"The tolerance of {percent(tolerance)} was not met within {steps} steps. The value carries its larger "
                "bound; --max-steps allows more.")
    if stop == "diverged":
        return f"No value is given: {text(flow, 'diverged_because') or 'the velocities grew without bound'}."
    if stop == "not_percolating":
        return f"No connected pore crosses the image along {direction}, so K is exactly 0."
    return "The file does not say how this run ended."


def image_facts(image, flows, voxel_size_m):
    """Gives short facts about the image, as (what, value)."""
    dims = dims_of(image)
    facts = [("porosity", measured(number(image, "porosity")))]
    connected = [measured(number(flow, "connected_porosity")) for flow in flows]
    if len(set(connected)) == 1 and len(flows) > 1:
        facts.append(("connected, each way", connected[0]))
    else:
        facts += [(f"connected along {text(flow, 'direction') or '?'}", value)
                  for flow, value in zip(flows, connected)]
    pores = number(image, "pore_voxels")
    facts.append(("pore voxels", count(pores)))
    left_out = [number(flow, "isolated_voxels") for flow in flows if text(flow, "stop") != "not_percolating"]
    if pores and left_out and None not in left_out:
        shares = sorted({percent(value / pores) for value in left_out})
        facts.append(("pores left out", " to ".join((shares[0], shares[-1])) if len(shares) > 1 else shares[0]))
    facts.append(("voxel size", length(voxel_size_m)))
    if voxel_size_m and dims:
        unit_m, unit = length_unit(max(dims) * voxel_size_m)
        facts.append(("sample", " × ".join(plain(side * voxel_size_m / unit_m, 4) for side in dims) + f" {unit}"))
    return facts


def flow_figures(values, histories, fluxes, view, tolerance, key):
    """Gives the figures of one direction as dictionaries (title, caption, svg), without those that have no data."""
    direction = values["direction"]
    names = ("step", "permeability_voxel2", "extrapolated_voxel2", "error")
    samples = columns_of(histories, direction, names)
    if samples["step"]:
        yield {"title": "How K came to rest", "svg": solve_figures.history(samples, values["factor"], values["unit"],
                                                                             key + "h", direction),
               "caption": "K at every sample, the limit extrapolated from it, and the band in which the limit lies."}
        yield {"title": "How the error bound fell",
               "svg": solve_figures.error_bound(samples, tolerance, key + "e", direction),
               "caption": "A bound on what further steps would still change. The run ends below the tolerance."}
    planes = columns_of(fluxes, direction, ("plane", "mean_velocity"))
    if planes["plane"]:
        yield {"title": "Flux by plane", "svg": solve_figures.plane_flux(planes, key + "p", direction),
               "caption": "In a steady flow every plane carries the same flux; what differs is still settling."}
    histogram = child(view, "speed_histogram")
    edges, share = numbers(histogram, "log10_edges"), numbers(histogram, "share")
    if len(share) > 1 and len(edges) == len(share) + 1 and is_spread(edges) and is_spread(sorted(share)):
        beyond = [f"{percent(part)} of the cells are {where}" for part, where in
                  ((number(histogram, "below"), "slower than shown"), (number(histogram, "above"), "faster")) if part]
        yield {"title": "How speeds are distributed",
               "svg": solve_figures.speed_histogram({"log10_edges": edges, "share": share}, key + "s", direction),
               "caption": ". ".join(["Cells by their speed, in steps of equal ratio", *beyond]) + "."}


def is_spread(values):
    """Tells whether values ascend and have a size that an axis can show, which NaN does not have."""
    return values == sorted(values) and all(abs(value) < 30 for value in values)


def image_figures(views, flows, voxel_size_m):
    """Gives the figures of the image, from the slices of the first direction."""
    for place, piece in enumerate(slice_figures.read_slices(views[0]) if views else []):
        yield {"title": slice_figures.heading(piece),
               "svg": slice_figures.image_slice(piece, voxel_size_m, f"image{place}"),
               "caption": "" if piece.is_to_scale() else "Not to scale."}


def speed_figures(values, view, voxel_size_m, key):
    """Gives the figures of the speed in the slices of one direction, all on one scale."""
    slices = slice_figures.read_slices(view)
    if not any((piece.pore == 1).any() for piece in slices):
        return
    top = slice_figures.fastest(slices)
    for place, piece in enumerate(slices):
        yield {"title": slice_figures.heading(piece, values["direction"]),
               "svg": slice_figures.speed_slice(piece, values["direction"], top, voxel_size_m, f"{key}n{place}"),
               "caption": "" if piece.is_to_scale() else "Not to scale."}


def warnings_of(content):
    found = content.get("warnings")
    return [warning for warning in found if isinstance(warning, str)] if isinstance(found, list) else []


def error_budget(flows, boundary, warnings):
    """Gives rows (source, [a size for each direction] or none if it is not estimated, what it is)."""
    rows = [("iteration", [percent(flow["iteration_error"]) if flow["has_value"] and not flow["is_zero"] else "–"
                           for flow in flows],
             "A bound on what further steps would still change. Below --tolerance the run ends."),
            ("flux between planes", [percent(flow["flux_spread"]) if flow["flux_spread"] is not None else "–"
                                     for flow in flows],
             "Largest less smallest flux of the planes across the flow, over the mean: how steady the flow is.")]
    if any(flow["float16_difference"] is not None for flow in flows):
        rows.append(("float16", [percent(difference) if (difference := flow["float16_difference"]) is not None else "–"
                                 for flow in flows],
                     "By how much K in float16 differed from the final one in float32. It is corrected, not left in."))
    if any(flow["voxel_error"] is not None for flow in flows):
        rows.append(("voxels", [percent(flow["voxel_error"]) if flow["voxel_error"] is not None else "–"
                                for flow in flows],
                     "A bound from K in voxels of half and of twice the size: three times the larger change. How the "
                     "image was segmented is not in it."))
    else:
        rows.append(("resolution", [], "Too few voxels across a pore, and how the image was segmented. Typically some "
                     "per cent with ten voxels across a throat and tens of per cent with three; --error-budget "
                     "estimates it, and a finer image would tell."))
    rows.append(("boundaries", [], BOUNDARIES.get(boundary, "It is not known what the faces of the image did.")))
    return rows + [("warning", [], warning[:1].upper() + warning[1:] + ".") for warning in warnings]


def run_rows(content, image, flows):
    """Gives the table that tells where the result comes from."""
    solver, performance = child(content, "solver"), child(content, "performance")
    rows = origin.program_rows(solver)
    rows += [("image", text(image, "source") or NOT_KNOWN), ("format", text(image, "format") or NOT_KNOWN),
             ("hash of the pore space", text(image, "pore_space_hash") or NOT_KNOWN),
             ("size", f"{times(dims_of(image))} voxels" if dims_of(image) else NOT_KNOWN),
             ("voxel size", length(positive(image, "voxel_size_m"))),
             ("which voxels are pore", text(image, "segmentation") or NOT_KNOWN),
             ("boundaries", boundary_in_words(solver))]
    rows += [("finished", text(content, "finished_utc"))] if text(content, "finished_utc") else []
    rows += machine_rows(solver, flows) + origin.setting_rows(solver)
    for flow in flows:
        rows += flow_rows(flow, f" along {text(flow, 'direction') or '?'}" if len(flows) > 1 else "")
    peak, total = number(performance, "resident_bytes_stepping"), number(performance, "seconds_total")
    return rows + [("memory while stepping", bytes_of_memory(peak)), ("time in all", duration(total))]


def boundary_in_words(solver):
    boundary, sides = text(solver, "boundary") or NOT_KNOWN, text(solver, "sides")
    return f"{boundary}, sides {sides}" if sides else boundary


def machine_rows(solver, flows):
    devices = sorted({text(flow, "device") for flow in flows} - {None})
    rows = [("device", "; ".join(devices) or text(solver, "device") or NOT_KNOWN),
            ("processes (ranks)", count(number(solver, "ranks"))),
            ("threads of each", count(number(solver, "threads")))]
    share = next((child(flow, "partition") for flow in flows if child(flow, "partition")), {})
    if (number(solver, "ranks") or 1) > 1 and share:
        rows.append(("parts along y and z", f"{times([number(share, 'parts_y') or 1, number(share, 'parts_z') or 1])}, "
                                            f"imbalance {percent(number(share, 'imbalance'))}"))
    return rows


def flow_rows(flow, along):
    """Gives tau, steps, time and speed of one direction, or nothing when no step was made."""
    if not number(flow, "steps"):
        return []
    chosen = flow.get("tau_was_chosen")
    origin_of_tau = " (chosen from the image)" if chosen is True else " (given)" if chosen is False else ""
    return [("tau" + along, plain(number(flow, "tau"), 4) + origin_of_tau),
            ("steps" + along, f"{count(number(flow, 'steps'))} in {duration(number(flow, 'seconds'))}, "
                              f"{plain(number(flow, 'mflups'), 4)} MFLUPS")]


def input_hash(image):
    """Gives (SHA-256 or None, a remark)."""
    return origin.hash_of_input(text(image, "source"))
