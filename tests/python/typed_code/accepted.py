# SPDX-License-Identifier: Apache-2.0
"""Code as users write it, that a checker of types takes. It is not run."""
from pathlib import Path
from typing import List, Optional

import numpy as np

import permeability as pm

mask = np.ones((8, 8, 8), dtype=bool)
grey = np.zeros((8, 8, 8), dtype=np.uint16)

result = pm.solve(mask, voxel_size=2.25e-6, direction="xyz", boundary="periodic", strict=True)
k: Optional[float] = result["x"].k_mD
steps: List[int] = [flow.steps for flow in result.flows]
pm.solve(grey, axes="zyx", pore=range(0, 90), voxel_size="2 um", crop=[(0, 4), (None, 4), (0, None)])
pm.solve(grey, pore="dark", threshold="otsu", denoise="median", progress=lambda state: print(state["phase"]))
pm.solve(grey, pore=[0, 2], reynolds=[0.1, 1, 10], fields=["vti", "npy"], tau="auto", max_steps=1000, tolerance=None)
pm.solve(Path("rock.tif"), solid="90:", voxel_size=(1e-6, 1e-6, 2e-6), checkpoint=Path("kept"), max_time="55min")
size: int = pm.estimate(mask).bytes
image: pm.PoreImage = pm.read("rock.raw", pore=0, dims=(4, 4, 4), dtype=np.uint8, endian="little")
bed = pm.generate("packing", size=(16, 16, 24), porosity=0.4, radius=4, seed=3)
lower: float = pm.conduct(bed, walls="voxels").formation_factor
pm.conduct(grey, conductivity={0: 1.0, range(1, 5): 0.5, (7.0, 9.0): 0.1}, bulk="2.3e-9 m2/s")
arguments = pm.look(grey)["solve_arguments"]
g = pm.gradient(mask, boundary="periodic")
if g.pits is not None:
    print(g.pits.max())
rows: pm.Sweep = pm.sweep(["sc", "fcc"], [0.5, 0.7], size=16, recipe={"shift": 0.5}, strict=True)
names: List[str] = [row["kind"] for row in rows]
try:
    pm.solve(mask)
except (pm.InputError, pm.OutOfMemory) as error:
    print(error)
pm.solve(mask, direction=0, mask=mask)
pm.conduct(mask, direction=["x", "y"])
total: float = sum(r.porosity for r in pm.map([mask, bed, "rock.tif"], boundary="periodic", progress=lambda done, all_of_them: None))
errors = [r for r in pm.map([(mask, {"voxel_size": 1e-6})], return_exceptions=True) if isinstance(r, pm.Error)]
pm.load("run").plot()
