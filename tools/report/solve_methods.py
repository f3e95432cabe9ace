# SPDX-License-Identifier: Apache-2.0
"""Tells the reader who pays what K is worth, in which unit it stands, how it was computed and how to cite it."""

from input_files import child, children, number, text
from quantities import count, length, measured, percent, plain, times

PAPERS = {  # what the method is taken from
    "lattice": "Y. H. Qian, D. d'Humières, P. Lallemand, Lattice BGK models for Navier-Stokes equation, Europhys. Lett. "
    "17 (1992) 479–484",
    "trt": "I. Ginzburg, F. Verhaeghe, D. d'Humières, Two-relaxation-time lattice Boltzmann scheme: about parametrization, "
    "velocity, pressure and mixed boundary conditions, Commun. Comput. Phys. 3 (2008) 427–478",
    "walls": "A. J. C. Ladd, Numerical simulations of particulate suspensions via a discretized Boltzmann equation, part 1, "
    "J. Fluid Mech. 271 (1994) 285–309",
    "force": "Z. Guo, C. Zheng, B. Shi, Discrete lattice effects on the forcing term in the lattice Boltzmann method, "
    "Phys. Rev. E 65 (2002) 046308",
    "incompressible": "X. He, L.-S. Luo, Lattice Boltzmann model for the incompressible Navier-Stokes equation, J. Stat. "
    "Phys. 88 (1997) 927–944",
    "isotropic": "M. Bauer, G. Silva, U. Rüde, Truncation errors of the D3Q19 lattice model for the lattice Boltzmann "
    "method, J. Comput. Phys. 405 (2020) 109111",
    "viscosity": "D. d'Humières, I. Ginzburg, Viscosity independent numerical errors for lattice Boltzmann models: from "
    "recurrence equations to “magic” collision numbers, Comput. Math. Appl. 58 (2009) 823–840",
    "weak": "C. C. Mei, J.-L. Auriault, The effect of weak inertia on flow through a porous medium, J. Fluid Mech. 222 "
    "(1991) 647–663",
    "forchheimer": "P. Forchheimer, Wasserbewegung durch Boden, Z. Ver. Dtsch. Ing. 45 (1901) 1782–1788",
    "klinkenberg": "L. J. Klinkenberg, The permeability of porous media to liquids and gases, API Drilling and Production "
    "Practice (1941) 200–213",
    "slip": "S. Albertoni, C. Cercignani, L. Gotusso, Numerical evaluation of the slip coefficient, Phys. Fluids 6 (1963) "
    "993–996",
}
FACES = {
    "periodic": "The image repeats on all sides",
    "sealed": "The sides are walls, and the faces across the flow are mirrors",
    "mirror": "All faces are mirrors",
    "pressure": "The density is prescribed at the faces across the flow",
}
SIGNS = {"^2": "²", "^3": "³", "uPa": "µPa", " C:": " °C:"}
INVERSE = ("gurley", "Pa.s/m2")  # units that fall with K


def pretty(words):
    """Writes powers, degrees and micro as the rest of the page does."""
    for typed, shown in SIGNS.items():
        words = words.replace(typed, shown)
    return words


def trade_unit(flow):
    """Gives K in the unit of --units as a dictionary, or None where none was chosen or K is not known.

    It has value (None where infinite), error (relative, or None), unit, quantity, words (what the number is),
    and is_permeability.
    """
    chosen = child(flow, "permeability_in_unit")
    unit = text(chosen, "unit")
    if not unit:
        return None
    words = " ".join(part for part in (text(chosen, "quantity"), text(chosen, "formula")) if part)
    fluid, thickness_m = text(chosen, "fluid"), number(chosen, "thickness_m")
    words += f"; {fluid}" if fluid else ""
    words += f"; thickness L = {length(thickness_m)}" if thickness_m else ""
    is_permeability = text(chosen, "quantity") == "permeability"
    value, is_inverse = number(chosen, "value"), text(chosen, "units_option") in INVERSE
    flows = bool(number(flow, "permeability_voxel2"))
    if flows and not (value and value > 0) or not flows and value != (None if is_inverse else 0):
        return None  # the file contradicts itself
    return {
        "value": value,
        "error": number(chosen, "iteration_error"),
        "unit": pretty(unit),
        "words": "" if is_permeability else pretty(words),
        "quantity": text(chosen, "quantity") or "what was asked for",
        "is_permeability": is_permeability,
    }


def verdict(flow, found, tolerance):
    """Says in one sentence what K is worth. `found` counts the warnings that concern this flow."""
    stop, direction = text(flow, "stop"), text(flow, "direction") or "this direction"
    steps = count(number(flow, "steps"))
    read = f"read the {'warning' if found == 1 else f'{found} warnings'} below before you use it"
    if stop == "converged":
        met = f"Converged within the tolerance of {percent(tolerance)} after {steps} steps"
        return f"{met}, but {read}." if found else f"{met}, and no check of the run speaks against it."
    if stop == "estimated":
        return (
            f"An estimate: samples of K tell its limit to the tolerance of {percent(tolerance)}, but inertia is too strong "
            "for a bound; a lower --force has one."
        )
    if stop == "step_limit":
        return (
            f"Not converged: the tolerance of {percent(tolerance)} was not met within {steps} steps, so the value "
            "carries its larger bound; --max-steps allows more."
        )
    if stop == "rounding":
        return (
            f"Not converged: after {steps} steps nothing but rounding changed any more, so the tolerance of "
            f"{percent(tolerance)} was not met, and the value carries its larger bound; --precision float64 goes further."
        )
    if stop == "diverged":
        return f"No value is given: {text(flow, 'diverged_because') or 'the velocities grew without bound'}."
    if stop == "interrupted":
        return (
            f"Not converged: the run was stopped from outside after {steps} steps, before it met the tolerance of "
            f"{percent(tolerance)}."
        )
    if stop == "not_percolating":
        return (
            f"Nothing flows: no connected pore crosses the image along {direction}, so K is exactly 0"
            f"{f'; {read}' if found else ''}."
        )
    return "The file does not say how this run ended."


def warnings_for(direction, warnings):
    """Counts the warnings that concern a direction: its own and those of the whole run."""
    own = f"along {direction}: "
    return sum(not warning.lower().startswith("along ") or warning.lower().startswith(own) for warning in warnings)


def walls(solver):
    if text(solver, "walls") == "sub-voxel":
        return (
            "walls where the surface of the solid cuts the links between voxels, by a rule (validation/WALLS.md of the "
            "program) that adds conductors to half-way bounce-back"
        )
    return "half-way bounce-back at the faces of solid voxels"


def methods(content):
    """Gives {text, papers, cite}: the paragraph of a paper that used this run, what it refers to, and how to cite it."""
    image, solver, flows = child(content, "image"), child(content, "solver"), children(content, "flow")
    papers = ["lattice", *(["trt"] if text(solver, "collision") != "bgk" else []), "walls", "force", *papers_of_inertia(solver, flows)]
    gas = next((found for flow in flows if (found := child(flow, "gas"))), None)
    papers += ["klinkenberg", "slip"] if gas else []
    number_of = {name: f"[{place}]" for place, name in enumerate(papers, start=1)}
    program = f"permeability {text(solver, 'version') or ''}".strip()
    commit = text(solver, "commit")
    named = f"{program} (commit {commit})" if commit else program
    sentences = [
        f"The permeability was computed with {named} by the lattice Boltzmann method on the D3Q19 lattice "
        f"{number_of['lattice']}, {collision(solver, number_of)}, with {walls(solver)} {number_of['walls']} and a uniform "
        f"body force {number_of['force']}"
    ]
    if porosity := number(image, "porosity"):
        dims = [side for side in (image.get("dims") or []) if isinstance(side, int)]
        size = f" of {times(dims)} voxels" if len(dims) == 3 else ""
        edge = number(image, "voxel_size_m")
        sentences.append(f"The image{size}{f' of {length(edge)}' if edge else ''} has a porosity of {measured(porosity)}")
    sentences.append(FACES.get(text(solver, "boundary"), "It is not known what the faces of the image did"))
    if with_inertia := inertia_in_words(flows, number_of):
        sentences.append(with_inertia)
    if gas:
        sentences.append(f"K of the gas ({text(gas, 'gas') or 'which is not known'}) is {number_of['klinkenberg']} K (1 + b/p), "
                         f"to first order in its slip along the walls {number_of['slip']}")
    sentences += [run_in_words(flow, len(flows) > 1) for flow in flows if number(flow, "steps")]
    definition = text(content, "definition")
    if definition:
        sentences.append(f"Definition: {definition}")
    units = {unit["words"] for flow in flows if (unit := trade_unit(flow)) and unit["words"]}
    sentences += [words[:1].upper() + words[1:] for words in sorted(units)]
    pores = text(image, "pore_space_hash")
    return {
        "text": ". ".join(sentences) + ".",
        "papers": [PAPERS[name] for name in papers],
        "cite": f"Cite the program as “{named}, lattice Boltzmann solver for the permeability of voxel images”"
        + (f", name the hash of the pore space, {pores}," if pores else "")
        + f" and cite {', '.join(number_of.values())} for its method.",
    }


def papers_of_inertia(solver, flows):
    """Names what flows with inertia are taken from, as far as the run has them."""
    solved = [child(flow, "inertia") for flow in flows if children(child(flow, "inertia"), "points")]
    if not solved:
        return []
    equilibrium = [] if text(solver, "equilibrium") == "quadratic" else ["incompressible", "isotropic"]
    fits = [name for name, key in (("weak", "weak_inertia"), ("forchheimer", "forchheimer")) if any(child(it, key) for it in solved)]
    return [*equilibrium, "viscosity", *fits]


def inertia_in_words(flows, number_of):
    """Says how flows with inertia were solved, or "" where there are none. `number_of` has the papers that are cited."""
    if "viscosity" not in number_of:
        return ""
    numbers_solved = sorted({value for flow in flows for point in children(child(flow, "inertia"), "points")
                             if (value := number(point, "reynolds"))})
    reach = f"Re {plain(numbers_solved[0], 3)}" if numbers_solved else "Reynolds numbers above 0"
    reach += f" to {plain(numbers_solved[-1], 3)}" if len(numbers_solved) > 1 else ""
    words = f"Flows with inertia, at {reach}, were each begun from the one before and solved with "
    words += (f"the incompressible equilibrium {number_of['incompressible']}, with isotropic fourth moments "
              f"{number_of['isotropic']}" if "incompressible" in number_of else "the quadratic equilibrium")
    mach = max((number(point, "mach_number") or 0 for flow in flows for point in children(child(flow, "inertia"), "points")),
               default=0)
    words += f"; K does not depend on their viscosity in lattice units {number_of['viscosity']}"
    words += f", which kept the largest speed at Mach {plain(mach, 2)}" if mach else ""
    fits = [f"{name} {number_of[key]}" for key, name in (("weak", "the law of weak inertia"), ("forchheimer", "Forchheimer's law"))
            if key in number_of]
    return words + (f"; {' and '.join(fits)} {'were' if len(fits) > 1 else 'was'} fitted to their K" if fits else "")


def collision(solver, number_of):
    """Names the collision with its parameter."""
    magic = number(solver, "magic")
    if text(solver, "collision") == "bgk":
        return "with one relaxation time (BGK)"
    return f"with two relaxation times {number_of['trt']}" + (f" of magic parameter {plain(magic)}" if magic else "")


def run_in_words(flow, several):
    """Says how far a flow was stepped."""
    tau, error = number(flow, "tau"), number(flow, "iteration_error")
    along = f"Along {text(flow, 'direction') or '?'}, " if several else ""
    made = f"{along}{count(number(flow, 'steps'))} steps at tau = {plain(tau, 4)}"
    ended = f" left an iteration error of at most {percent(error)}" if error else " were made"
    return made + ended
