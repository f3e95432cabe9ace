# SPDX-License-Identifier: Apache-2.0
"""The permeability of a porous medium from a voxel image of it.

    import permeability as pm
    r = pm.solve(im, voxel_size="2.25 um", direction="xyz", boundary="periodic")
    r.k_mD, r.error, r.tensor_m2, r["x"].velocity

`im` is an array with three axes: of bool, where True is pore, or of numbers, and then `pore=` or `solid=` says which
values are pore. `solve` has the options of the command `permeability solve`, with _ in place of -. `conduct` takes the
same images, and gives what their pores conduct: formation factor and tortuosity. `look` tells what an image is before
anybody has said what is pore.
"""
from ._errors import DeviceError, Error, InputError, NotConverged, NotConvergedWarning, OutOfMemory, UsageError
from ._core_guard import version as _version
from ._image import PoreImage, generate, read
from ._solve import Estimate, estimate, solve

TYPE_CHECKING = False  # checkers of types take it as true
if TYPE_CHECKING:
    from ._conduct import conduct
    from ._conduction import Bounded, Conducted, Conduction, Estimated
    from ._gas import GasFlow
    from ._gradient import Gradient, gradient
    from ._inertia import Inertia
    from ._look import Look, look
    from ._flow import Flow
    from ._load import load
    from ._result import Result
    from ._sweep import sweep


def __getattr__(name):
    """Loads what is not always used when it is first asked for, so that `import permeability` is quick."""
    if name == "conduct":
        from . import _conduct as place
    elif name in ("Bounded", "Conducted", "Conduction", "Estimated"):
        from . import _conduction as place
    elif name in ("Gradient", "gradient"):
        from . import _gradient as place
    elif name in ("Look", "look"):
        from . import _look as place
    elif name == "Flow":
        from . import _flow as place
    elif name == "Result":
        from . import _result as place
    elif name == "load":
        from . import _load as place
    elif name == "GasFlow":
        from . import _gas as place
    elif name == "Inertia":
        from . import _inertia as place
    elif name == "sweep":
        from . import _sweep as place
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(place, name)
    return value


def __dir__():
    return sorted({*globals(), *__all__})


__version__ = _version()
__all__ = ["look", "solve", "estimate", "conduct", "read", "generate", "load", "sweep", "gradient", "Gradient", "Look", "Result", "Flow", "Inertia", "GasFlow",
           "Estimate", "Conduction", "Conducted", "Bounded", "Estimated", "PoreImage", "Error", "InputError", "UsageError",
           "DeviceError", "OutOfMemory", "NotConverged", "NotConvergedWarning"]
