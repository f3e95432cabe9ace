# SPDX-License-Identifier: Apache-2.0
"""Mistakes that a checker of types refuses, and lines beside them that it takes. It is not run."""
import numpy as np

import permeability as pm

mask = np.ones((8, 8, 8), dtype=bool)
result = pm.solve(mask)
pm.solve(mask, direction="w")  # wrong
pm.solve(mask, tolerence=1e-3)  # wrong
pm.solve(mask, tolerance="small")  # wrong
pm.solve(mask, "periodic")  # wrong
pm.solve(mask, boundary="open")  # wrong
pm.solve(mask, max_steps=2.5)  # wrong
pm.solve(mask, axes="xzy")  # wrong
pm.solve()  # wrong
pm.estimate(mask, strict=True)  # wrong
pm.gradient(mask, fields=True)  # wrong
pm.sweep("sc", 0.5)  # wrong
pm.sweep("sc", 0.5, size=8, pore=0)  # wrong
pm.generate("sc", size=8, wobble=1)  # wrong
pm.read("rock.tif", reynolds=1)  # wrong
pm.conduct(mask, of="water")  # wrong
result.k_m2 = 1e-12  # wrong
result.flows[0].speed  # wrong
k: float = result.k_mD  # wrong
e: float = result.error or 0.0
pm.resolve(mask)  # wrong
pm.map([mask], checkpoint="kept")  # wrong
pm.map([mask], return_exceptions=True).__next__().porosity  # wrong
