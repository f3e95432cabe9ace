# SPDX-License-Identifier: Apache-2.0
"""map: many images, side by side on the processors or the GPU of this machine."""
import collections
import concurrent.futures
import contextlib
import math
import operator
import queue
import sys
import threading

from ._arguments import option_values, plain, reject_unknown
from ._arrays import numpy_array
from ._core_guard import core
from ._errors import Error, InputError, OutOfMemory
from ._image import PoreImage
from ._signatures import with_options
from ._solve import OF_THE_FILE_OF_A_FLOW, _options, image_and_values, map_arguments, read_path, require_converged, solve_prepared
from ._sources import is_path


@with_options({name: _options()[name] for name in map_arguments()})
def map(images, *, axes=None, progress=None, strict=False, return_exceptions=False, **options):
    """Solves many images side by side, and gives their results in the order of the images, each as soon as it is known.

    A small image has one of the threads, a large one several, and a GPU solves up to 16 images at once. No number of a
    result depends on that. For several GPUs start as many processes (CUDA_VISIBLE_DEVICES), each with its share of the
    images.

    Parameters
    ----------
    images : iterable
        Arrays, PoreImages and paths, or pairs of one of these and a dict of arguments for it alone. They may come from a
        generator, of which a few are taken ahead.
    progress : bool or callable, optional
        True shows a bar of images (of tqdm, where it is installed). A function is called with two numbers: images that are
        done, and all of them, None where that is not known.
    return_exceptions : bool, optional
        Give the error of an image that cannot be solved in place of its result. Else it is raised when its turn comes,
        which ends the rest.
    {options}

    Returns
    -------
    iterator of Result
        A Result for each image.

    Raises
    ------
    InputError, UsageError, DeviceError, OutOfMemory, NotConverged
        As `solve` does, when the turn of the image comes.

    Examples
    --------
    >>> import permeability as pm
    >>> images = [pm.generate("packing", size=16, radius=4, porosity=0.4, seed=seed) for seed in (1, 2, 3)]
    >>> for r in pm.map(images, voxel_size="2 um", boundary="periodic"):
    ...     print(r.stop)
    converged
    converged
    converged
    """
    reject_unknown(options, map_arguments(), "map")
    _require_several(images)
    count = operator.length_hint(images, 0) or None
    places = core().places(option_values({**options, "direction": None}))  # a number is that of an axis of an image to come
    team = _Team(places, axes, options, count)
    return _stream(team, iter(images), _shown(progress, count), strict, plain(return_exceptions))


def _require_several(images):
    is_one = is_path(images) or isinstance(images, PoreImage) or getattr(images, "ndim", 4) < 4
    if is_one or not hasattr(images, "__iter__"):
        raise InputError(f"images= cannot be one {type(images).__name__} (several images are wanted). Give a list of arrays "
                         "or paths, or a generator")


def _stream(team, source, shown, strict, return_exceptions):
    waiting = collections.deque()  # of outcomes, in the order of the images
    done = 0
    with team, shown as tell:
        while True:
            while source and team.has_room() and not (waiting and waiting[0].done()):
                try:
                    waiting.append(team.begin(next(source)))
                except StopIteration:
                    source = None
            if not waiting:
                return
            outcome = waiting.popleft()
            try:
                given = outcome.result()
                require_converged(given, strict, f"Image {done}: ")
            except Error as error:
                if not return_exceptions:
                    raise
                given = error
            done += 1
            tell(done)
            team.give_room()
            del outcome  # so that a result which the caller lets go takes no memory
            yield given
            del given


class _Closed(Exception):
    """Nobody waits for results any more."""


class _Team:
    """Threads that solve images. One of them at a time takes an image, reads it and waits for places, so that at most one
    image waits in memory beside those that are solved, and none is overtaken."""

    def __init__(self, places, axes, options, count):
        self._places, self._axes, self._options = places, axes, options
        self._free, self._left = places.all, count or sys.maxsize
        self._room = 2 * places.all + 1  # for images that are begun and not given away
        self._jobs, self._threads = queue.SimpleQueue(), []
        self._turn, self._changed = threading.Lock(), threading.Condition()
        self._is_closed = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        for _ in self._threads:
            self._jobs.put(None)

    def has_room(self):
        return self._room > 0

    def give_room(self):
        self._room += 1

    def begin(self, image):
        """Gives the outcome to come."""
        outcome = concurrent.futures.Future()
        self._room -= 1
        self._jobs.put((outcome, image))
        if len(self._threads) <= self._places.all:  # one reads while the others solve
            self._threads.append(threading.Thread(target=self._work, name="permeability.map", daemon=True))
            self._threads[-1].start()
        return outcome

    def _work(self):
        while self._do_next():
            pass

    def _do_next(self):
        with contextlib.ExitStack() as turn:
            turn.enter_context(self._turn)
            job = self._jobs.get()
            if job is None or self._is_closed:
                return False
            outcome, image = job
            try:
                outcome.set_result(self._solve(image, turn))
            except BaseException as error:
                outcome.set_exception(error)
        return True

    def _solve(self, image, turn):
        own = {}
        if isinstance(image, tuple) and len(image) == 2 and isinstance(image[1], dict):
            image, own = image
            reject_unknown(own, map_arguments(), "map")
        options = {**self._options, **own}
        image = read_path(image, self._axes, options, OF_THE_FILE_OF_A_FLOW)
        shape = image.shape if isinstance(image, PoreImage) else numpy_array(image).shape
        given, texts = image_and_values(image, self._axes, options)
        self._left -= 1
        wanted = self._places.of_image(math.prod(shape), self._left + 1)
        try:
            return self._solve_with(wanted, given, texts, turn)
        except OutOfMemory:
            turn.enter_context(self._turn)
            return self._solve_with(self._places.all, given, texts, turn)  # beside no other

    def _solve_with(self, wanted, given, texts, turn):
        with self._changed:
            self._changed.wait_for(lambda: self._free >= wanted or self._is_closed)
            self._free -= wanted
        try:
            turn.close()
            return solve_prepared(given, {**texts, "threads": self._places.threads_of(wanted)}, self._axes, self._check)
        finally:
            with self._changed:
                self._free += wanted
                self._changed.notify_all()

    def _check(self, _moment=None):
        """Is called 20 times a second in each solve."""
        if self._is_closed:
            raise _Closed


def _shown(progress, count):
    """Gives a context of the function that is told how many images are done."""
    progress = plain(progress)
    if progress is None or progress is False:
        return contextlib.nullcontext(lambda done: None)
    if callable(progress):
        return contextlib.nullcontext(lambda done: progress(done, count))
    if progress is True:
        return _bar(count)
    raise InputError(f"progress= cannot be {progress!r} (it is True, None or a function of two numbers). Leave it out")


@contextlib.contextmanager
def _bar(count):
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield lambda done: None
        return
    with tqdm(total=count, unit="image") as bar:
        yield lambda done: bar.update(done - bar.n)
