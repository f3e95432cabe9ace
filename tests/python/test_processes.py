# SPDX-License-Identifier: Apache-2.0
"""What would end or stop the process of a user: forks, limits, signals, and the end of the interpreter. Each case runs in a
process of its own with a limit of time, and ends by itself."""
import os
import shutil
import subprocess
import sys
import textwrap

import pytest

HEAD = """
import os, pickle, signal, sys, threading, time, warnings
warnings.simplefilter("ignore")
import numpy
import permeability as pm
QUICK = dict(boundary="periodic", tolerance=1e-2, device="cpu")
image = pm.generate("packing", size=24, porosity=0.5, radius=5, seed=1)

def long_solve(**options):
    try:
        pm.solve(pm.generate("overlap", size=96, porosity=0.4, radius=5, seed=1), boundary="periodic", tolerance=1e-9,
                 device="cpu", precision="float64", **options)
    except pm.Error:
        pass

def let_work(seconds):  # waits until the threads of this process have computed so long
    end = time.process_time() + seconds
    while time.process_time() < end:
        time.sleep(0.005)

def in_child(work, limit=60):
    child = os.fork()
    if child == 0:
        signal.alarm(limit)
        work()
        sys.exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

def tells_of_the_fork(work):
    def run():
        try:
            work()
        except pm.DeviceError as error:
            assert "spawn" in str(error), error
        else:
            raise AssertionError("it went on")
    return in_child(run)
"""


def run(code, *, seconds=180, environment=None, before=None, head=HEAD):
    """Runs code in a process of its own. It must end by itself: no signal, no hang."""
    done = subprocess.run([sys.executable, "-c", head + textwrap.dedent(code)], capture_output=True, text=True, timeout=seconds,
                          env={**os.environ, **(environment or {})}, preexec_fn=before)
    assert done.returncode == 0 and done.stderr == "", (done.returncode, done.stdout, done.stderr)
    return done.stdout


AFTER_A_SOLVE = {
    "solve": "pm.solve(image, **QUICK)",
    "estimate": "pm.estimate(image)",
    "conduct": "pm.conduct(image)",
    "generate": "pm.generate('sc', size=8, porosity=0.5)",
    "read": "pm.read('/nonexistent.tif')",
    "sweep": "pm.sweep('sc', 0.5, size=8)",
    "hash": "image.pore_space_hash",
    "save": "result.save('/nonexistent')",
    "mark": "pm.solve(numpy.ones((4, 4, 4), bool))",
}
WITHOUT_THREADS = {
    "repr": "repr(image)",
    "porosity": "image.porosity",
    "numpy": "image.numpy().sum() == image.pore_voxels or 1 / 0",
    "pickle": "pickle.loads(pickle.dumps(image)).porosity == image.porosity or 1 / 0",
    "result": "result.k_voxel2, repr(result), result['x'].velocity.sum()",
    "nothing": "None",
}
MOMENTS = {
    "after a solve": "result = pm.solve(image, fields=True, **QUICK)",
    "while another thread solves": """result = pm.solve(image, fields=True, **QUICK)
threading.Thread(target=long_solve, daemon=True).start()
let_work(0.5)""",
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_child_says_that_it_was_forked_and_ends(moment):
    children = "".join(f"assert tells_of_the_fork(lambda: ({call})) == 0, {name!r}\n" for name, call in AFTER_A_SOLVE.items())
    children += "".join(f"assert in_child(lambda: ({call})) == 0, {name!r}\n" for name, call in WITHOUT_THREADS.items())
    # A large image, whose bits are counted by several threads where these may be used.
    run(MOMENTS[moment] + "\nimage = pm.generate('sc', size=128, porosity=0.6)\nimage.pore_space_hash\n" + children)


@pytest.mark.parametrize("code", [
    # forked by the function that shows progress: the child stands in the middle of a solve
    """
    done = []
    def fork(moment):
        if not done:
            done.append(os.fork())
            if done[0] == 0:
                signal.alarm(60)
    try:
        pm.solve(pm.generate("overlap", size=64, porosity=0.4, radius=5, seed=1), progress=fork, boundary="periodic", device="cpu")
    except pm.DeviceError as error:
        assert done[0] == 0 and "spawn" in str(error)
    else:
        assert done[0] > 0 and os.waitpid(done[0], 0)[1] == 0
    """,
    # a grandchild
    """
    pm.solve(image, **QUICK)
    assert in_child(lambda: tells_of_the_fork(lambda: pm.solve(image)) == 0 or 1 / 0) == 0
    """,
    # a child that ends as multiprocessing ends it, and a pool
    """
    import multiprocessing
    pm.solve(image, **QUICK)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(repr, [image] * 4) == [repr(image)] * 4
        try:
            pool.map(pm.solve, [image])
            raise AssertionError
        except pm.DeviceError as error:
            assert "spawn" in str(error)
    """,
    # a child that runs another program
    """
    import subprocess
    pm.solve(image, **QUICK)
    assert subprocess.run(["true"], preexec_fn=lambda: None).returncode == 0
    pm.solve(image, **QUICK)
    """,
], ids=["in progress", "grandchild", "pool", "exec"])
def test_forks_at_other_moments_end(code):
    run(code)


def test_a_child_that_was_forked_before_the_first_call_works():
    run("""
        import os, signal, sys, permeability as pm
        child = os.fork()
        signal.alarm(60)
        assert pm.solve(pm.generate("sc", size=12, porosity=0.5), tolerance=1e-2).k_voxel2 > 0
        if child:
            assert os.waitpid(child, 0)[1] == 0
        """, head="")


FEW_THREADS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
static int calls = 0;
int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *x) {
  static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = 0;
  if (!real) real = dlsym(RTLD_NEXT, "pthread_create");
  const char *path = getenv("FAILING_THREADS");
  if (path && atoi(path) <= ++calls) return EAGAIN;
  return real(t, a, f, x);
}
"""


@pytest.fixture(scope="module")
def no_threads(tmp_path_factory):
    """Gives a library whose pthread_create fails from the n-th call on, where FAILING_THREADS is n."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler to make a pthread_create that fails")
    folder = tmp_path_factory.mktemp("threads")
    (folder / "threads.c").write_text(FEW_THREADS)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", folder / "threads.so", folder / "threads.c", "-ldl"], check=True)
    return str(folder / "threads.so")


@pytest.mark.parametrize("call", ["pm.solve(numpy.ones((4, 4, 4), bool))", "pm.generate('sc', size=8, porosity=0.5)",
                                  "pm.read('/nonexistent.tif', pore=0)", "pm.estimate(numpy.ones((4, 4, 4), bool))"])
def test_a_thread_that_cannot_be_started_is_an_error_and_the_interpreter_ends(call, no_threads):
    said = run(f"""
        import os, numpy, permeability as pm
        os.environ["FAILING_THREADS"] = "1"
        for _ in range(2):
            try:
                {call}
            except pm.DeviceError as error:
                print(error)
        """, head="", environment={"LD_PRELOAD": no_threads})
    assert said.splitlines() == ["No thread can be started (Resource temporarily unavailable). See how many processes you may "
                                 "have (ulimit -u), and end some."] * 2


def test_work_goes_on_after_a_thread_could_not_be_started(no_threads):
    run("""
        import os, numpy, permeability as pm
        os.environ["FAILING_THREADS"] = "1"
        try:
            pm.generate("sc", size=8, porosity=0.5)
        except pm.DeviceError:
            del os.environ["FAILING_THREADS"]
        assert pm.generate("sc", size=8, porosity=0.5).porosity > 0
        """, head="", environment={"LD_PRELOAD": no_threads})


@pytest.mark.parametrize("moment", [0, 0.05, 0.4])
def test_the_interpreter_ends_while_a_thread_solves(moment):
    run(f"""
        threading.Thread(target=long_solve, daemon=True).start()
        threading.Thread(target=long_solve, kwargs=dict(progress=lambda moment: None), daemon=True).start()
        let_work({moment})
        """)


@pytest.mark.parametrize("seconds", [0.2, 1.05, pytest.param(100, marks=pytest.mark.skipif(
    "PERMEABILITY_LONG_TESTS" not in os.environ, reason="it waits for ten seconds: set PERMEABILITY_LONG_TESTS=1"))])
def test_the_interpreter_ends_while_threads_show_their_progress(seconds):
    run(f"""
        shown = threading.Semaphore(0)
        def show(moment):
            shown.release()
            time.sleep({seconds})
        for _ in range(3):
            threading.Thread(target=long_solve, kwargs=dict(progress=show), daemon=True).start()
        for _ in range(3):
            assert shown.acquire(timeout=60)
        """)


def test_the_interpreter_ends_while_threads_solve_again_and_again():
    run("""
        def again():
            while True:
                pm.solve(image, **QUICK)
                repr(image), image.pore_space_hash
        for _ in range(3):
            threading.Thread(target=again, daemon=True).start()
        let_work(0.5)
        """)


def test_the_interpreter_ends_while_threads_look_at_an_image_again_and_again():
    run("""
        image = pm.generate("packing", size=96, porosity=0.5, radius=5, seed=1)
        def look():
            while True:
                repr(image), numpy.asarray(image)
        for _ in range(6):
            threading.Thread(target=look, daemon=True).start()
        let_work(0.3)
        """)


def test_what_is_done_at_exit_is_done():
    said = run("""
        import atexit, os, tempfile
        folder = os.path.join(tempfile.mkdtemp(), "run")
        def save():
            result.save(folder)
            assert os.listdir(folder)
            print("saved")
        atexit.register(save)  # it comes after what the package does at exit
        import numpy, permeability as pm
        result = pm.solve(numpy.ones((4, 4, 4), bool), boundary="sealed", device="cpu")
        """, head="")
    assert said == "saved\n"


def test_an_error_of_the_function_of_progress_leaves_and_the_next_solve_works():
    run("""
        def fail(moment):
            raise LookupError("enough")
        for _ in range(3):
            try:
                pm.solve(pm.generate("overlap", size=64, porosity=0.4, radius=5, seed=1), progress=fail, **dict(QUICK, tolerance=1e-5))
                raise AssertionError
            except LookupError:
                pass
        assert pm.solve(image, **QUICK).converged
        """)


CUT_SHORT = """
import tempfile
path = os.path.join(tempfile.mkdtemp(), "map")
numpy.ones(64**3, "u1").tofile(path)
"""


@pytest.mark.parametrize("opened", [
    "numpy.memmap(path, 'u1', 'r', shape=(64, 64, 64))",
    "numpy.memmap(path, 'u1', 'r+', shape=(64, 64, 64))[::-1, 10:, :].transpose(2, 1, 0)",
    "numpy.memmap(path, 'u1', 'c', offset=4097, shape=(48, 64, 64))",
    "numpy.asarray(numpy.memmap(path, 'u1', 'r', shape=(64, 64, 64))).view(numpy.int8)",
    "numpy.frombuffer(mmap.mmap(os.open(path, os.O_RDWR), 0), 'u1').reshape(64, 64, 64)",
    "numpy.frombuffer(memoryview(mmap.mmap(os.open(path, os.O_RDWR), 0)), 'u1').reshape(64, 64, 64)",
])
def test_a_map_of_a_file_that_was_cut_short_is_refused(opened):
    run(CUT_SHORT + f"""
import mmap
array = {opened}
assert pm.estimate(array, pore=1, boundary="sealed")["porosity"] == 1
for length in (63 * 64 * 64 if "offset" not in {opened!r} else 48 * 64 * 64, 4096, 0):
    os.truncate(path, length)
    for call in (pm.solve, pm.estimate):
        try:
            call(array, pore=1)
            raise AssertionError(length)
        except pm.InputError as error:
            assert "too short" in str(error)
""")


def test_maps_that_are_whole_are_read():
    run(CUT_SHORT + """
import mmap
from multiprocessing import shared_memory
anonymous = mmap.mmap(-1, 4096)
assert pm.estimate(numpy.frombuffer(anonymous, "u1").reshape(16, 16, 16), solid=5, boundary="sealed")["porosity"] == 1
shared = shared_memory.SharedMemory(create=True, size=4096)
array = numpy.ndarray((16, 16, 16), "u1", buffer=shared.buf)
assert pm.estimate(array, solid=5, boundary="sealed")["porosity"] == 1
del array
shared.close(); shared.unlink()
""")


SUBINTERPRETER = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import {first}
for _ in range(2):
    own = interpreters.create({settings})
    failed = None
    code = '''
try:
    import permeability
except ImportError as error:
    assert "main interpreter" in str(error), error
else:
    raise AssertionError("it was imported")
'''
    try:
        failed = (interpreters.run_string if hasattr(interpreters, "run_string") else interpreters.exec)(own, code)
    except Exception as error:
        failed = error
    interpreters.destroy(own)
    assert failed is None, failed
"""


@pytest.mark.parametrize("first", ["os", "permeability"])
def test_a_subinterpreter_is_refused(first):
    settings = "" if sys.version_info >= (3, 13) else "isolated=False"
    run(SUBINTERPRETER.format(first=first, settings=settings), head="")


def test_a_signal_during_a_solve_is_handled_as_python_handles_it():
    run("""
        seen = []
        signal.signal(signal.SIGUSR1, lambda *_: seen.append(1))
        larger = pm.generate("overlap", size=64, porosity=0.4, radius=5, seed=1)
        def send():
            let_work(0.1)
            os.kill(os.getpid(), signal.SIGUSR1)
        sender = threading.Thread(target=send)
        sender.start()
        pm.solve(larger, boundary="periodic", device="cpu")
        sender.join()
        for _ in range(6000):
            if not seen:
                time.sleep(0.01)
        assert seen
        """)
