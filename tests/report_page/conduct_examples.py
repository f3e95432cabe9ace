# SPDX-License-Identifier: Apache-2.0
"""Makes up conduction.json: numbers of the right kind and size, without physics."""
import math


def bounded(value, low, high):
    return {"value": value, "lower": min(low, high), "upper": max(low, high)}


def conduction(d=0.2265, width=0.07, porosity=0.3985, **changes):
    """Gives the numbers of an axis, as conduction.json and result.json have them. A conductivity of 0 conducts nothing."""
    low, high = d * (1 - 0.43 * width), d * (1 + 0.57 * width)

    def of(give):
        return bounded(*map(give, (d, low, high))) if d > 0 else {"value": None, "lower": None, "upper": None}

    smooth = {"relative_conductivity": 1.12 * d, "standard_deviation": 0.03 * d, "formation_factor": 1 / (1.12 * d),
              "tortuosity": porosity / (1.12 * d)} if d > 0 else None  # fmt: skip
    return {"relative_conductivity": bounded(d, low, high), "formation_factor": of(lambda each: 1 / each),
            "tortuosity": of(lambda each: porosity / each), "root_of_tortuosity": of(lambda each: math.sqrt(porosity / each)),
            "archie_exponent": of(lambda each: math.log(each) / math.log(porosity)), "smooth_pores": smooth,
            "connected_porosity": porosity if d > 0 else 0.0, "cells": 18363 if d > 0 else 0, "is_converged": True,
            "iterations": 12 if d > 0 else 0, "seconds": 0.224, **changes}  # fmt: skip


def direction(axis="x", d=0.2265, **changes):
    """Gives a direction of conduction.json."""
    return {"direction": axis, **conduction(d, **changes)}


def tensor():
    return {"relative_conductivity_tensor": [[0.2265, 0.003, 0.002], [0.003, 0.2228, 6e-4], [0.002, 6e-4, 0.2193]],
            "relative_conductivity_principal": [0.2286, 0.2213, 0.2188],
            "relative_conductivity_axes": [[0.859, 0.466, 0.211], [-0.438, 0.883, -0.167], [-0.264, 0.051, 0.963]]}  # fmt: skip


def conducted(directions, source="packed_bed.ini", **changes):
    """Gives conduction.json."""
    image = {"source": source, "format": "recipe", "dims": [64, 64, 64], "voxel_size_m": 5.345e-6, "porosity": 0.3985,
             "pore_voxels": 104917, "connected_porosity": 0.3975, "pore_space_hash": "fnv1a64:0b8a21302f07d219",
             "segmentation": "made by the recipe"}  # fmt: skip
    return {"schema_version": 1, "kind": "conduction", "of": "diffusion",
            "definition": "relative conductivity = mean flux over all voxels / (gradient times conductivity of the pores)",
            "bounds": "proven for the body of the voxels, joined through faces", "image": image, "boundary": "periodic",
            "why_sealed": None, "bulk": None, "tolerance": 1e-4, "warnings": [], "directions": directions,
            "relative_conductivity_tensor": None, "relative_conductivity_principal": None,
            "relative_conductivity_axes": None, "threads": 2, "seconds_total": 0.772, "version": "0.1.0", "commit": "02e351b",
            "command_line": ["permeability", "conduct", source, "--output", "my run"], "input_path": "/data/packed_bed.ini",
            "finished_utc": "2026-11-25T09:02:00Z", "host": "a-computer", **changes}  # fmt: skip
