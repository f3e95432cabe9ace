# SPDX-License-Identifier: Apache-2.0
"""Makes up look.json and look_slices.json: numbers of the right kind and size, without an image."""
import base64
import math
import struct


def slices(size=(24, 20, 16)):
    """Gives look_slices.json of a wavy image: dark pores, one of them isolated."""
    lengths = dict(zip("xyz", size))
    grey, pores = [], []
    for normal, axes in (("z", "xy"), ("y", "xz"), ("x", "yz")):
        width, height = (lengths[axis] for axis in axes)
        values = [120 + 80 * math.sin(i / 3) * math.cos(j / 4) for j in range(height) for i in range(width)]
        parts = [0 if value > 120 else 2 if place < 4 else 1 for place, value in enumerate(values)]
        frame = {"normal": normal, "index": lengths[normal] // 2, "axes": list(axes), "dims": [width, height],
                 "voxels_a_pixel": 1}
        grey.append({**frame, "grey": base64.b64encode(struct.pack(f"<{len(values)}f", *values)).decode()})
        pores.append({**frame, "parts": base64.b64encode(bytes(parts)).decode()})
    return {"schema_version": 1, "grey": grey, "pores": pores}


def grey(**changes):
    bars = [{"from_grey": 4.0 * n, "to_grey": 4.0 * (n + 1), "voxels": 50 + 4000 * (n % 30 == 10)} for n in range(60)]
    return {"type": "uint8", "values": 230, "least": 2.0, "greatest": 239.0, "voxels_not_numbers": 0, "is_segmented": False,
            "share_of_variance_between_classes": 0.91, "grey_between_modes": 118.0, "histogram": bars,
            "thresholds": [{"method": "otsu", "grey": [103.0], "porosity_dark": 0.2143, "porosity_bright": 0.7857},
                           {"method": "multi-otsu", "grey": [88.0, 150.0], "porosity_dark": 0.19, "porosity_bright": 0.6},
                           {"method": "valley", "grey": [], "porosity_dark": None, "porosity_bright": None}],
            **changes}  # fmt: skip


def look(source="scan.tif", **changes):
    """Gives look.json."""
    connected = {"x": 0.991, "y": 0.0, "z": 1.0}
    flow = {"percolates": True, "memory_bytes": 2.1e9, "steps": 120.0, "seconds_of_steps": 33.0}
    image = {"source": source, "format": "scan.tif (TIFF, uint8)", "dims": [24, 20, 16], "voxel_size_m": 5.345e-6,
             "voxel_size_is_from_file": False, "size_m": [1.2828e-4, 1.069e-4, 8.552e-5]}  # fmt: skip
    seam = {"match": False, "share_that_differs": 0.3}
    return {"schema_version": 1, "kind": "look", "image": image, "grey": grey(), "pores_said_by": "guess",
            "segmentation": "grey values up to 103 are pore, all others solid (Otsu's threshold)", "why_no_pores": None,
            "pores": [{"name": "dark", "is_chosen": True, "porosity": 0.2143, "connected_share_of_pores": connected},
                      {"name": "all others", "is_chosen": False, "porosity": 0.7857, "connected_share_of_pores": connected}],
            "measured_dims": [24, 20, 16],
            "balls": [{"diameter_voxels": 3, "covered_share_of_pores": 0.9, "reached_share_of_pores": 0.8},
                      {"diameter_voxels": 5, "covered_share_of_pores": 0.5, "reached_share_of_pores": 0.25}],
            "passing_ball_diameter_voxels": {"x": 5.0, "y": None, "z": 4.66},
            "faces": {"boundary": "sealed", "axes": {"x": seam, "y": {"match": True}, "z": {"match": True}}},
            "slices": {"along": "z", "blank": [0, 1], "unlike_both_neighbours": [7], "changed_places_with_next": []},
            "planes_without_pore": {"x": [], "y": [], "z": [0, 1]},
            "outside": {"axis": "z", "share_of_cross_section": 0.21, "grey": 0.0, "has_value_of_its_own": True},
            "flows": [{"direction": "x", **flow}, {"direction": "y", "percolates": False}, {"direction": "z", **flow}],
            "seconds_are_for": "2 idle cores of a recent server", "free_memory_bytes": 2e10, "warnings": [],
            "solve_command": f"permeability solve {source} --voxel-size 5.345um --threshold otsu --pore dark",
            "solve_arguments": {"threshold": "otsu", "pore": "dark"}, "input_path": f"/data/{source}",
            "command_line": ["permeability", "look", source], "version": "0.1.0", "commit": "02e351b", **changes}  # fmt: skip


def contents(ugly):
    """Gives the files of made-up folders, by the name of the folder."""
    nothing = look(grey=None, pores=[], balls=[], flows=[], outside=None, solve_command=None, why_no_pores="every voxel is 7")
    labels = look(ugly, warnings=[ugly], solve_command=f"permeability solve {ugly}",
                  grey=grey(is_segmented=True, thresholds=[], grey_between_modes=None))
    return {"look": {"look.json": look(), "look_slices.json": slices()}, "look_nothing": {"look.json": nothing},
            "look_ugly": {"look.json": labels, "look_slices.json": slices((240, 9, 30))},
            "look_bare": {"look.json": {"kind": "look", "grey": {"histogram": [{}], "thresholds": [{}]}, "pores": [{}, 3],
                                        "balls": [{}], "flows": [{}], "outside": {"grey": "x"}}}}  # fmt: skip
