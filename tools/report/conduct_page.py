# SPDX-License-Identifier: Apache-2.0
"""Gives what the page of `permeability conduct` shows, from conduction.json."""
import pathlib

import conduct_findings
import provenance as origin
import solve_page
from input_files import InputError, child, children, number, positive, text
from quantities import NOT_KNOWN, count, duration, length, measured, plain, shortened, times
from solve_findings import warnings_of
from solve_methods import warnings_for

TEMPLATE = "conduct.html.j2"
PAPERS = {  # what the method is taken from
    "bounds": "W. Prager, J. L. Synge, Approximations in elasticity based on the concept of function space, Quart. Appl. "
    "Math. 5 (1947) 241–269",
    "factor": "G. E. Archie, The electrical resistivity log as an aid in determining some reservoir characteristics, Trans. "
    "AIME 146 (1942) 54–62",
}
CONDUCTED = {"diffusion": "what diffuses", "current": "an electric current", "heat": "heat"}


def describe(folder, content, command):
    """Gives the values of the template. Throws InputError when there is no direction."""
    directions = children(content, "directions")
    if not directions:
        raise InputError(f"cannot use {folder / 'conduction.json'} (it holds no direction). Run conduct again")
    image = child(content, "image")
    voxel_size_m = positive(image, "voxel_size_m")
    warnings = warnings_of(content)
    name = pathlib.PurePath(text(image, "source") or "").name or "an image"
    return {
        "title": f"Formation factor of {shortened(name)}",
        "subtitle": solve_page.image_in_words(image, voxel_size_m),
        "cards": [card(one, warnings) for one in directions],
        "facts": facts(image, directions, voxel_size_m),
        "warnings": warnings,
        "conduction": conduct_findings.described(
            [(text(one, "direction") or "?", one) for one in directions], text(content, "of")
        ),
        "tensor": conduct_findings.tensor(content),
        "definition": text(content, "definition"),
        "bounds": text(content, "bounds"),
        "methods": methods(content, image, has_phases(directions)),
        "provenance": run_rows(content, image, directions),
        "command": origin.shell_text(origin.command_of(content, command)),
        "hash_line": solve_page.input_hash(image),
    }


def has_phases(directions):
    """Tells whether voxels conduct differently: then there is no porosity, and no tortuosity made with it."""
    return any(conduct_findings.conducts(one) and not conduct_findings.in_words(one, "tortuosity")[0] for one in directions)


def facts(image, directions, voxel_size_m):
    """Gives short facts about the image, as (what, value)."""
    (what, share), *others = solve_page.image_facts(image, directions, voxel_size_m)
    return [("share that conducts" if has_phases(directions) else what, share), *others]


def card(conduction, warnings):
    """Describes one direction in a few words. Where there is a warning nothing is green."""
    direction = text(conduction, "direction") or "?"
    value, interval = conduct_findings.in_words(conduction, "formation_factor")
    tortuosity = conduct_findings.in_words(conduction, "tortuosity")
    goes = conduct_findings.conducts(conduction)
    is_bounded = conduct_findings.bounded(conduction, "formation_factor") is not None
    symbol, word, mood = ("✓", "bounds proven" if is_bounded else "estimated", "good") if goes else ("○", "nothing is conducted", "still")
    if warnings_for(direction, warnings):
        symbol, mood = "▲", "warn"
    if conduction.get("is_converged") is not True:
        symbol, word, mood = "▲", "the iteration ended early", "warn"
    return {
        "direction": direction,
        "value": value,
        "interval": interval,
        "tortuosity": tortuosity if goes and tortuosity[0] else None,
        "verdict": verdict(goes, is_bounded, value),
        "symbol": symbol,
        "word": word,
        "mood": mood,
    }


def verdict(goes, is_bounded, value):
    """Says in one sentence what the number is worth."""
    if not goes:
        return "No pores are joined from end to end, so that nothing is conducted."
    if is_bounded:
        return "F lies between these bounds for the body of the voxels, whatever the iteration reached."
    return "F of the smooth body itself, which has no bounds." if value else ""


def methods(content, image, of_phases):
    """Gives {text, papers, cite}: the paragraph of a paper that used these numbers, and what it refers to."""
    program, commit = f"permeability {text(content, 'version') or ''}".strip(), text(content, "commit")
    named = f"{program} (commit {commit})" if commit else program
    what = CONDUCTED.get(text(content, "of"), "a current")
    place = "is their geometric mean" if of_phases else "lies between both, where the limit of finer voxels of the same body lies"
    sentences = [
        f"What the pores conduct of {what} was bounded with {named} [1]: a flux that leaves no voxel and no wall loses at "
        "least the power of the real one, and a potential that is continuous in the pores at least that of the real one",
        f"The value {place}",
        "The formation factor is that of Archie [2]",
    ]
    if porosity := number(image, "porosity"):
        dims = solve_page.dims_of(image)
        edge = positive(image, "voxel_size_m")
        size = f" of {times(dims)} voxels" if dims else ""
        has = f"conducts in {measured(porosity)} of its volume" if of_phases else f"has a porosity of {measured(porosity)}"
        sentences.append(f"The image{size}{f' of {length(edge)}' if edge else ''} {has}")
    periodic = text(content, "boundary") == "periodic"
    sentences.append(
        "The image repeats on all sides"
        if periodic
        else "Potentials are held at the faces across the current, and none goes through the sides"
    )
    pores = text(image, "pore_space_hash")
    return {
        "text": ". ".join(sentences) + ".",
        "papers": list(PAPERS.values()),
        "cite": f"Cite the program as “{named}, bounds of the conductivity of voxel images”"
        + (f", name the hash of the pore space, {pores}," if pores else "")
        + " and cite [1], [2] for its method.",
    }


def run_rows(content, image, directions):
    """Gives the table that tells where the result comes from."""
    bulk = child(content, "bulk")
    rows = origin.program_rows(content) + solve_page.image_rows(image)
    rows += [("boundaries", text(content, "boundary") or NOT_KNOWN)]
    if why := text(content, "why_sealed"):
        rows.append(("why the program chose these", why))
    rows.append(("conducted", text(content, "of") or NOT_KNOWN))
    if number(bulk, "value") is not None:
        rows.append(("where there is no solid", f"{plain(number(bulk, 'value'))} {text(bulk, 'unit') or ''}".strip()))
    rows += [("finished", text(content, "finished_utc") or NOT_KNOWN), ("computer", text(content, "host") or NOT_KNOWN),
             ("threads", count(number(content, "threads"))), ("tolerance", plain(number(content, "tolerance")))]  # fmt: skip
    for one in directions:
        rows += conduct_findings.run_rows(one, f" along {text(one, 'direction') or '?'}" if len(directions) > 1 else "")
    return rows + [("time in all", duration(number(content, "seconds_total")))]
