# SPDX-License-Identifier: Apache-2.0
"""Gives what the page of `permeability solve` shows, from result.json, the CSV files, and views.json if it is there."""
import os
import pathlib

import conduct_findings
import gas_findings
import inertia_findings
import provenance as origin
import slice_figures
import solve_figures
import solve_findings
import solve_methods
import space_figures
from input_files import InputError, child, children, columns_of, number, numbers, positive, read_csv, read_json, text
from quantities import (NOT_KNOWN, bytes_of_memory, count, duration, length, length_unit, percent,
                        permeability_units, plain, shortened, times, with_error)

TEMPLATE = "solve.html.j2"
STOPS = {  # stop: (symbol, word, class)
    "converged": ("✓", "converged", "good"),
    "estimated": ("▲", "estimated, without a bound", "warn"),
    "step_limit": ("▲", "stopped at the step limit", "warn"),
    "rounding": ("▲", "stopped by rounding", "warn"),
    "diverged": ("✕", "diverged", "bad"),
    "interrupted": ("▲", "stopped before its end", "warn"),
    "not_percolating": ("○", "not percolating", "still"),
    "unresisted": ("○", "nothing resists the flow", "still"),
}


def mark_of(stop, is_warned=False, otherwise=None):
    """Gives (symbol, word, class) of how a flow ended. Where there is a warning nothing is green."""
    symbol, word, mood = STOPS.get(stop, otherwise or ("?", stop or "how it ended is not known", "warn"))
    return ("▲", word, "warn") if is_warned and mood in ("good", "still") else (symbol, word, mood)


def describe(folder, content, command):
    """Gives the values of the template. Throws InputError when a file of the folder cannot be used."""
    flows = children(content, "flow")
    if not flows:
        raise InputError(f"cannot use {folder / 'result.json'} (it holds no flow). Run solve again")
    image = child(content, "image")
    voxel_size_m = positive(image, "voxel_size_m")
    views = read_views(folder)
    pictures = 3 * (len(views or []) + 1)  # the slices of each direction, and those of the image
    histories, fluxes = read_csv(folder / "convergence.csv"), read_csv(folder / "plane_flux.csv")
    tolerance = positive(child(content, "solver"), "tolerance")
    warnings = solve_findings.warnings_of(content)
    described = [describe_flow(flow, tolerance, warnings) for flow in flows]
    for place, (flow, values) in enumerate(zip(flows, described)):
        view = next((v for v in views or [] if text(v, "direction") == values["direction"]), {})
        if flow.get("stop") != "not_percolating":
            values["figures"] = list(flow_figures(values, histories, fluxes, view, tolerance, end_of_name(values, place)))
        if flow.get("stop") in ("converged", "estimated", "step_limit", "rounding"):
            values["space"] = space_figures.space_figure(view, voxel_size_m, "flow-" + end_of_name(values, place))
            values["slices"] = list(speed_figures(values, view, pictures, voxel_size_m, end_of_name(values, place)))
        values["gas"] = gas_findings.gas(flow, end_of_name(values, place))
        values["inertia"] = inertia_findings.inertia(flow, end_of_name(values, place))
    image_view = view_of_image(views or [], flows)
    name = pathlib.PurePath(text(image, "source") or "").name or "an image"
    return {
        "title": f"Permeability of {shortened(name)}",
        "subtitle": image_in_words(image, voxel_size_m),
        "flows": described,
        "facts": image_facts(image, flows, voxel_size_m),
        "warnings": warnings,
        "methods": solve_methods.methods(content),
        "tensor": solve_findings.tensor(content, described),
        "conduction": conduct_findings.described([(values["direction"], child(flow, "conduction"))
                                                  for flow, values in zip(flows, described)]),
        "checks": solve_findings.checks(flows),
        "image_slices": list(image_figures(image_view, pictures, voxel_size_m)),
        "image_direction": text(image_view, "direction") or "?",
        "has_views": views is not None,
        "has_left_out": any((number(flow, "isolated_voxels") or 0) > 0 for flow in flows),
        "missing": [label for label, rows in (("convergence.csv", histories), ("plane_flux.csv", fluxes))
                    if rows is None],
        "inertia_columns": inertia_findings.COLUMNS,
        "budget": solve_findings.error_budget(flows, described, solve_findings.faces_in_words(content)),
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


def describe_flow(flow, tolerance, warnings):
    """Describes one direction: K in its units with its error, its verdict, and what the budget needs."""
    stop = text(flow, "stop")
    voxel2, m2 = number(flow, "permeability_voxel2"), number(flow, "permeability_m2")
    error = number(flow, "iteration_error")
    if stop == "diverged":
        voxel2 = m2 = error = None
    chosen = solve_methods.trade_unit(flow) if voxel2 is not None else None
    units = permeability_units(voxel2, m2) if voxel2 else [(1.0, "voxel²" if m2 is None else "mD")]  # 0 in any unit
    if chosen and chosen["is_permeability"] and voxel2:  # one of these units, or one more, goes first
        units = [(chosen["value"] / voxel2, chosen["unit"]), *(u for u in units if u[1] != chosen["unit"])]
    values = [written(voxel2 * factor if voxel2 is not None else None, error, unit) for factor, unit in units]
    if chosen and not (chosen["is_permeability"] and voxel2):
        values = [written(chosen["value"], chosen["error"], chosen["unit"]), *(values if voxel2 else [])]
    headline = headline_of(flow)
    direction = text(flow, "direction") or "?"
    found = solve_methods.warnings_for(direction, warnings)
    symbol, word, mood = mark_of(stop, found > 0)
    if mood == "good" and not inertia_findings.is_complete(flow):
        symbol, word, mood = "▲", "inertia not complete", "warn"
    return {
        "headline": headline, "direction": direction, "heading": heading(chosen), "stop": stop, "symbol": symbol, "word": word, "mood": mood,
        "values": values, "has_value": voxel2 is not None, "is_zero": voxel2 == 0, "factor": units[0][0],
        "unit": units[0][1], "bound_in_words": bound_in_words(error, voxel2),
        "verdict": solve_methods.verdict(flow, found, tolerance),
        "unit_words": chosen["words"] if chosen else "",
        "iteration_error": error, "flux_spread": number(flow, "flux_spread"), "steps": count(number(flow, "steps")),
        "float16_steps": number(flow, "float16_steps"), "float16_difference": number(flow, "float16_difference"),
        "figures": [], "slices": [], "space": None, "inertia": None, "gas": None,
    }


def headline_of(flow):
    """Gives the words of the headline of a flow: value, unit, interval, causes, unknown. None where K is not
    above 0."""
    found = child(flow, "headline")
    if not text(found, "value"):
        return None
    unit = solve_methods.pretty(text(found, "unit") or "")
    return {key: text(found, key) for key in ("value", "interval", "causes", "unknown")} | {"unit": unit}


def heading(chosen):
    """Names what the card of a flow begins with. `chosen` is K in the unit of --units, or None."""
    return "Permeability" if not chosen or chosen["is_permeability"] else chosen["quantity"][:1].upper() + chosen["quantity"][1:]


def written(size, error, unit):
    """Gives a value with its bound as the page writes them; one that is not known here is infinite."""
    value, bound, power = with_error(size, error) if size is not None else ("∞", None, "")
    return {"value": value, "bound": bound, "power": power, "unit": unit, "size": size}


def bound_in_words(error, voxel2):
    if not voxel2:
        return ""
    return f"iteration error at most {percent(error)}" if error is not None else "no bound on the iteration error yet"


def image_facts(image, flows, voxel_size_m):
    """Gives short facts about the image, as (what, value)."""
    dims = dims_of(image)
    facts = solve_findings.porosity_facts(image, flows) + [("voxel size", length(voxel_size_m))]
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
                                                                             "history-" + key, direction),
               "caption": "The last part of the run: K at every sample, the limit extrapolated from it, and the band in "
                          "which the limit lies. The upward axis does not begin at 0."}
        yield {"title": "How near K was to its end",
               "svg": solve_figures.approach(samples, tolerance, "approach-" + key, direction),
               "caption": "How far K and its limit were from the result, and the bound on what further steps would "
                          "still change. The run ends where the bound is below the tolerance."}
    planes = columns_of(fluxes, direction, ("plane", "mean_velocity"))
    if planes["plane"]:
        yield {"title": "Flux by plane", "svg": solve_figures.plane_flux(planes, "flux-" + key, direction),
               "caption": "In a steady flow every plane carries the same flux; what differs is still settling."}
    histogram = child(view, "speed_histogram")
    edges, share = numbers(histogram, "log10_edges"), numbers(histogram, "share")
    if len(share) > 1 and len(edges) == len(share) + 1 and is_spread(edges) and is_spread(sorted(share)):
        beyond = [f"{percent(part)} of the cells are {where}" for part, where in
                  ((number(histogram, "below"), "slower than shown"), (number(histogram, "above"), "faster")) if part]
        yield {"title": "How speeds are distributed",
               "svg": solve_figures.speed_histogram({"log10_edges": edges, "share": share}, "speeds-" + key, direction),
               "caption": ". ".join(["Cells by their speed, in steps of equal ratio", *beyond]) + "."}


def end_of_name(values, place):
    """Gives how the names of the figures of a flow end: its direction, or which flow it is where that is not known."""
    return values["direction"] if values["direction"] in ("x", "y", "z") else f"flow{place + 1}"


def is_spread(values):
    """Tells whether values ascend and have a size that an axis can show, which NaN does not have."""
    return values == sorted(values) and all(abs(value) < 30 for value in values)


def view_of_image(views, flows):
    """Gives the view that shows the image: that of the first direction that percolates, else of any."""
    flowing = [text(flow, "direction") for flow in flows if flow.get("stop") != "not_percolating"]
    return next((view for view in views if text(view, "direction") in flowing), views[0] if views else {})


def image_figures(view, pictures, voxel_size_m):
    """Gives the figures of the image, from the slices of one direction."""
    for place, piece in enumerate(slice_figures.read_slices(view, pictures)):
        yield {"title": slice_figures.heading(piece),
               "svg": slice_figures.image_slice(piece, voxel_size_m, f"image-slice{place + 1}"),
               "caption": "" if piece.is_to_scale() else "Not to scale."}


def speed_figures(values, view, pictures, voxel_size_m, key):
    """Gives the figures of the speed in the slices of one direction, all on one scale."""
    slices = slice_figures.read_slices(view, pictures)
    if not any((piece.pore == 1).any() for piece in slices):
        return
    top = slice_figures.fastest(slices)
    for place, piece in enumerate(slices):
        yield {"title": slice_figures.heading(piece, values["direction"]),
               "svg": slice_figures.speed_slice(piece, values["direction"], top, voxel_size_m, f"speed-{key}-slice{place + 1}"),
               "caption": "" if piece.is_to_scale() else "Not to scale."}


def run_rows(content, image, flows):
    """Gives the table that tells where the result comes from."""
    solver, performance = child(content, "solver"), child(content, "performance")
    rows = origin.program_rows(solver) + image_rows(image) + [("boundaries", boundary_in_words(solver))]
    rows += [("finished", text(content, "finished_utc") or NOT_KNOWN), ("computer", text(content, "host") or NOT_KNOWN)]
    rows += machine_rows(solver, flows) + origin.setting_rows(solver)
    for flow in flows:
        rows += flow_rows(flow, f" along {text(flow, 'direction') or '?'}" if len(flows) > 1 else "")
    peak, total = number(performance, "resident_bytes_stepping"), number(performance, "seconds_total")
    return rows + [("memory while stepping", bytes_of_memory(peak)), ("time in all", duration(total))]


def image_rows(image):
    """Gives rows of the image itself."""
    return [("image", text(image, "source") or NOT_KNOWN), ("format", text(image, "format") or NOT_KNOWN),
            ("hash of the pore space", text(image, "pore_space_hash") or NOT_KNOWN),
            ("size", f"{times(dims_of(image))} voxels" if dims_of(image) else NOT_KNOWN),
            ("voxel size", length(positive(image, "voxel_size_m"))),
            ("which voxels are pore", text(image, "segmentation") or NOT_KNOWN)]


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
    """Gives (SHA-256 or None, a remark). The hash of the pore space stands for an input that has no SHA-256."""
    found, remark = origin.hash_of_input(text(image, "source"))
    pores = text(image, "pore_space_hash")
    return found, remark if found or not pores else f"{remark}; the hash of its pore space, {pores}, stands for it"
