# SPDX-License-Identifier: Apache-2.0
"""What the package costs beside the flow: memory, time of a call, time of an import."""
import resource
import subprocess
import sys
import time

import numpy
import pytest

import permeability as pm


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def test_a_call_takes_five_milliseconds_of_a_processor_beside_its_flow():
    image = pm.generate("sc", size=4, porosity=0.6)  # whose flow takes less than one
    seconds = []
    for _ in range(20):
        start = time.process_time()
        pm.solve(image, boundary="periodic", device="cpu", threads=1)
        seconds.append(time.process_time() - start)
    assert min(seconds) < 5e-3


def test_importing_takes_fifty_milliseconds_of_a_processor():
    words = "import time, sys; start = time.process_time(); import permeability; print(time.process_time() - start)"
    seconds = [float(subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True).stdout)
               for _ in range(5)]
    assert min(seconds) < 0.05


def test_a_thousand_flows_leak_nothing():
    image = numpy.ones((6, 6, 6), bool)
    image[2:4, 2:4, 2:4] = False
    for _ in range(200):
        pm.solve(image, boundary="sealed", fields=True, tolerance=0.1, device="cpu", threads=1)
    before = resident()
    for _ in range(1000):
        pm.solve(image, boundary="sealed", fields=True, tolerance=0.1, device="cpu", threads=1)
    assert resident() - before < 2_000_000


MEMORY = """
import resource, numpy, permeability as pm
image = numpy.zeros((512, 512, 512), bool)
image[:, 250:252, 250:252] = True
image = image if {c_order} else numpy.asfortranarray(image)
pm.solve(numpy.ones((4, 4, 4), "u1"), pore=1, boundary="sealed", device="cpu")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
from permeability._image import as_given
from permeability._core_guard import core
core().mark(as_given(image, "xyz"), {{"labels": b"porespy"}}, None)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024)
"""


@pytest.mark.parametrize("c_order", [True, False])
def test_an_array_costs_a_bit_a_voxel_more(c_order):
    done = subprocess.run([sys.executable, "-c", MEMORY.format(c_order=c_order)], capture_output=True, text=True,
                          check=True)
    assert int(done.stdout) < 512**3 / 8 + 64e6
