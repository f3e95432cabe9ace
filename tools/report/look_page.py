# SPDX-License-Identifier: Apache-2.0
"""Gives what the page of `permeability look` shows, from look.json and look_slices.json."""
import os
import pathlib

import look_figures
import provenance as origin
import solve_page
from input_files import InputError, child, children, number, numbers, positive, read_json, text, texts
from quantities import (NOT_KNOWN, bytes_of_memory, count, duration, length, measured, percent, plain, shortened, times)
from solve_findings import warnings_of

TEMPLATE = "look.html.j2"
STEPS = (-0.1, 0.0, 0.1)  # of the width between the modes, by which the threshold is moved
FAULTS = {"blank": "blank", "unlike_both_neighbours": "unlike both neighbours",
          "changed_places_with_next": "has changed places with the next"}
SAID_BY = {"user": "by the command", "file": "by the file", "recipe": "by the recipe", "guess": "by nobody: a guess"}


def describe(folder, content, command):
    """Gives the values of the template. Throws InputError when a file of the folder cannot be used."""
    image, grey = child(content, "image"), child(content, "grey")
    voxel_size_m = positive(image, "voxel_size_m")
    slices = read_json(folder / "look_slices.json") if os.path.lexists(folder / "look_slices.json") else {}
    greys = look_figures.read_greys(slices)
    parts = look_figures.read_parts(slices)
    name = pathlib.PurePath(text(image, "source") or "").name or "an image"
    threshold = threshold_of(grey)
    return {
        "title": f"A look at {shortened(name)}",
        "subtitle": solve_page.image_in_words(image, voxel_size_m),
        "facts": facts(content, image, grey, voxel_size_m),
        "warnings": warnings_of(content) + findings(content),
        "solve_command": text(content, "solve_command"),
        "grey_slices": [look_figures.grey_slice(piece, voxel_size_m, f"grey-{place}") for place, piece in enumerate(greys, 1)],
        "histogram": None if grey.get("is_segmented") is True else
        look_figures.histogram(children(grey, "histogram"), marked_thresholds(grey), "histogram"),
        "thresholds": threshold_rows(grey),
        "segmentations": segmentations(greys, grey, threshold, voxel_size_m),
        "pores": pore_rows(content),
        "said_by": SAID_BY.get(text(content, "pores_said_by"), NOT_KNOWN),
        "part_slices": [look_figures.part_slice(piece, voxel_size_m, f"parts-{place}") for place, piece in enumerate(parts, 1)],
        "sizes": look_figures.sizes(children(content, "balls"), "sizes"),
        "measured": measured_words(content, image),
        "flows": flow_rows(content, voxel_size_m),
        "machine": text(content, "seconds_are_for"),
        "provenance": run_rows(content, image, grey),
        "command": origin.shell_text(origin.command_of(content, command)),
    }


def threshold_of(grey):
    """Gives the threshold of Otsu, or None where there is none."""
    found = next((numbers(one, "grey") for one in children(grey, "thresholds") if text(one, "method") == "otsu"), [])
    return found[0] if found else None


def marked_thresholds(grey):
    return [(text(one, "method") or "?", value) for one in children(grey, "thresholds") for value in numbers(one, "grey")]


def facts(content, image, grey, voxel_size_m):
    """Gives short facts, as (what, value)."""
    found = [("voxel size", length(voxel_size_m))]
    if sizes := numbers(image, "size_m"):
        found.append(("sample", " × ".join(length(side) for side in sizes)))
    if grey:
        found += [("type", text(grey, "type") or NOT_KNOWN),
                  ("grey values", f"{plain(number(grey, 'least'))} to {plain(number(grey, 'greatest'))}")]
    chosen = next((one for one in children(content, "pores") if one.get("is_chosen") is True), None)
    if chosen:
        found.append(("porosity of the chosen pores", measured(number(chosen, "porosity"))))
    return found


def findings(content):
    """Gives the faults of an image as sentences."""
    sentences = []
    slices = child(content, "slices")
    for key, words in FAULTS.items():
        if found := [value for value in numbers(slices, key) if value == value]:
            sentences.append(f"Slices along {text(slices, 'along') or '?'}, counted from 0, that are {words}: {listed(found)}.")
    for axis in "xyz":
        if found := numbers(child(content, "planes_without_pore"), axis):
            sentences.append(f"Planes across {axis} without any pore: {listed(found)}.")
    if outside := child(content, "outside"):
        grey = number(outside, "grey")
        sentences.append(f"{percent(number(outside, 'share_of_cross_section'))} of the cross-section across "
                         f"{text(outside, 'axis') or '?'} looks like what is around a plug"
                         + (f", all of grey {plain(grey)}" if grey is not None else "")
                         + ": it counts in all numbers here, and must not in K.")
    axes = child(child(content, "faces"), "axes")
    differ = [axis for axis in "xyz" if child(axes, axis).get("match") is False]
    if differ:
        sentences.append(f"Opposite faces do not match along {', '.join(differ)}: solve closes them.")
    if why := text(content, "why_no_pores"):
        sentences.append(f"There are no pores to look at: {why}.")
    return sentences


def listed(values, most=12):
    shown = ", ".join(f"{value:.0f}" for value in values[:most])
    return shown + (f" and {len(values) - most} more" if len(values) > most else "")


def threshold_rows(grey):
    """Gives (method, grey values, porosity of dark pores, of bright ones)."""
    return [(text(one, "method") or "?", ", ".join(plain(value) for value in numbers(one, "grey")) or "none",
             measured(number(one, "porosity_dark")) if numbers(one, "grey") else "",
             measured(number(one, "porosity_bright")) if numbers(one, "grey") else "")
            for one in children(grey, "thresholds")]


def segmentations(greys, grey, threshold, voxel_size_m):
    """Gives figures of one slice, cut at the threshold and beside it."""
    width = number(grey, "grey_between_modes")
    if threshold is None or not greys or not width:
        return []
    figures = []
    for place, step in enumerate(STEPS, 1):
        at = threshold + step * width
        figures.append(look_figures.cut_slice(greys[0], at, step, voxel_size_m, f"cut-{place}"))
    return figures


def pore_rows(content):
    """Gives (name, porosity, [connected share along x, y, z], is chosen)."""
    rows = []
    for one in children(content, "pores"):
        share = child(one, "connected_share_of_pores")
        rows.append((text(one, "name") or "?", measured(number(one, "porosity")),
                     [percent(number(share, axis), 3) for axis in "xyz"], one.get("is_chosen") is True))
    return rows


def measured_words(content, image):
    dims, whole = numbers(content, "measured_dims"), solve_page.dims_of(image)
    return f"Measured in the middle {times(dims)} voxels." if dims and whole and dims != whole else ""


def flow_rows(content, voxel_size_m):
    """Gives (direction, throat, memory, steps, time)."""
    rows, passing = [], child(content, "passing_ball_diameter_voxels")
    for flow in children(content, "flows"):
        throat = number(passing, text(flow, "direction") or "")
        wide = NOT_KNOWN if throat is None else f"{plain(throat, 3)} voxels" + (
            f", {length(float(f'{throat * voxel_size_m:.3g}'))}" if voxel_size_m else "")
        if flow.get("percolates") is not True:
            rows.append((text(flow, "direction") or "?", "nothing is connected", "", "", ""))
            continue
        rows.append((text(flow, "direction") or "?", wide, bytes_of_memory(number(flow, "memory_bytes")),
                     count(number(flow, "steps")), duration(number(flow, "seconds_of_steps"))))
    return rows


def run_rows(content, image, grey):
    """Gives the table that tells where the look comes from."""
    return origin.program_rows(content) + [
        ("image", text(image, "source") or NOT_KNOWN), ("format", text(image, "format") or NOT_KNOWN),
        ("size", f"{times(solve_page.dims_of(image))} voxels" if solve_page.dims_of(image) else NOT_KNOWN),
        ("distinct grey values", count(number(grey, "values"))),
        ("which voxels are pore", text(content, "segmentation") or NOT_KNOWN),
        ("what faces would be", text(child(content, "faces"), "boundary") or NOT_KNOWN)]
