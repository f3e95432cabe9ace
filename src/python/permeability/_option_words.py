# SPDX-License-Identifier: Apache-2.0
"""What is said of arguments in Python: types for checkers and for readers, and the texts of those that the help of the
command describes as a user of the command types them. All other texts are those of the command."""

_LENGTH = "Union[Length, Tuple[Length, Length, Length]]"
_GREY_WORDS = "int, float, bool, range, str or a sequence of these"
_PATH = 'Union[str, "PathLike[str]"]'
_PATH_WORDS = "str or path"
_DIRECTION = ('Union[Literal["x", "y", "z", "xy", "xz", "yz", "xyz"], int, List[Union[str, int]], '
              "Tuple[Union[str, int], ...]]")

# name -> (the type as a checker reads it, as a person does)
TYPES = {
    "accommodation": ("float", "float"),
    "axes": ('Literal["xyz", "zyx"]', "{'xyz', 'zyx'}"),
    "bulk": ("Union[str, float]", "str"),
    "centres": (_PATH, _PATH_WORDS),
    "checkpoint": (_PATH, _PATH_WORDS),
    "conductivity": ("Union[str, Mapping[Union[bool, int, float, str, range, Tuple[float, ...]], float]]", "dict"),
    "crop": ("Union[str, Iterable[Tuple[Optional[int], Optional[int]]]]", "str or a sequence of three pairs of int"),
    "direction": (_DIRECTION, "{'x', 'y', 'z', 'xy', 'xz', 'yz', 'xyz'} or int"),
    "dims": ("Union[int, str, Tuple[int, int, int]]", "int or a tuple of three int"),
    "dtype": ("Any", "str or numpy.dtype"),
    "every": ("str", "str"),
    "fields": ("Union[bool, str, Sequence[str]]", "bool, str or a sequence of str"),
    "gradient": ("str", "str"),
    "image": ("Image", "array, PoreImage, str or path"),
    "kind": ("str", "str"),
    "mask": ('Union[str, "PathLike[str]", ArrayLike]', "array, str or path"),
    "max_time": ("str", "str"),
    "network": (_PATH, _PATH_WORDS),
    "pore": ("Grey", _GREY_WORDS),
    "pressure": ("str", "str"),
    "progress": ("Progress", "bool or callable"),
    "reynolds": ("Union[str, float, Sequence[float]]", "float or a sequence of float"),
    "reynolds_length": ("Length", "{'sqrtK', 'pore'}, float or str"),
    "seed": ("int", "int"),
    "shift": ("Union[float, str, Sequence[float]]", "float or a sequence of three float, voxels"),
    "size": ("Union[int, str, Sequence[int]]", "int or a sequence of three int, voxels"),
    "slip": ("str", "str"),
    "solid": ("Grey", _GREY_WORDS),
    "strict": ("bool", "bool"),
    "temperature": ("Union[float, str]", "float (kelvin) or str"),
    "threshold": ("Union[float, str]", "{'otsu', 'multi-otsu', 'valley'} or float"),
    "voxel_size": (_LENGTH, "float (metres), str, or a tuple of three"),
}

# what the command calls a value -> the same
TYPES_OF_VALUES = {
    "": ("bool", "bool"), "N": ("int", "int"), "BYTES": ("int", "int"), "LENGTH": ("Length", "float (metres) or str"),
    "auto|T": ('Union[float, Literal["auto"]]', "float or 'auto'"),
    **dict.fromkeys(("E", "F", "G", "H", "L", "M", "P", "R", "S", "W"), ("float", "float")),
}

# They say nothing, and are refused, without another argument, so that their default is no value to give.
NEED_ANOTHER = ("every", "sides", "threshold_from")

# What stands in place of the first paragraph of the help of the command. The lines that follow it, one a choice, stay.
TEXTS = {
    "allow_outside": "The voxels of a header (.mhd, .nhdr) may be in a file outside of its folder.",
    "axes": 'The order of the axes of the array: "zyx" for stacks of slices, as tifffile, imageio and scikit-image '
            'read them; "xyz", as PoreSpy has it, where nothing is said. The dims of a DataArray say it themselves. Of a path it is the '
            'order of the array that another library reads from the file; leave it out for stacks, as `read` says.',
    "bulk": 'Diffusivity or conductivity of what fills the pores, with its unit, for example "2.3e-9 m2/s". The '
            'effective one is given besides then.',
    "centres": "A text file of spheres with x, y, z and radius in each line (for spheres).",
    "checkpoint": "A folder in which the run saves what it needs to go on. The same call goes on from there.",
    "collision": "The collision of the lattice Boltzmann method.",
    "conduct": "Also give formation factor and tortuosity of the pores, as `permeability.conduct` does, with the "
               "walls of K.",
    "conductivity": "In place of `pore`: what the voxels of each grey value conduct, over what `bulk` does: {0: 1, 1: "
                    "0.05} is pores and a matrix that conducts a twentieth. A key may be range(3, 8), \"3,7\" for two values, "
                    "or a tuple of several. Grey values that are left out conduct nothing.",
    "crop": 'The part of the image that is solved: "0:64,0:64,0:32", or a pair (first voxel, the one behind the last) '
            'for each of x, y and z, counted from 0. None is the end of the axis. By default the whole image is '
            'solved.',
    "denoise": "A filter of the grey values.",
    "despeckle": "Solid parts of fewer voxels become pore, unless they touch a face. A part hangs together by faces, "
                 "edges or corners.",
    "dims": "Voxels along x, y and z of a file without a header.",
    "direction": 'Direction of the flow, or several. "xyz" gives all three, and the tensor; "xy" is that of a slice. '
                 'A number counts the axes of the array: 0 is its first one.',
    "dtype": 'The type of the values of a file without a header, as "uint8", "uint16" or "float32".',
    "endian": "The order of the bytes of a file without a header.",
    "equilibrium": "The equilibrium of the lattice Boltzmann method.",
    "every": 'Time between two savings of `checkpoint`: "90s", "10min" or "2h".',
    "fields": "True keeps velocity (its mean is K), pressure and connected parts of the voxels as arrays of the "
              "result. Formats say besides what `Result.save` writes.",
    "fill": "Pore parts of fewer voxels become solid, after `despeckle` did its part. A part hangs together by faces "
            "or edges, as the flow does.",
    "gap": "Distance between the plates, or height of the duct, whole voxels (for plates and duct).",
    "gradient": 'Gives the fields in m/s and Pa, of water of 20 C, or of air where `units` is one of air, as this '
                'gradient of the pressure drives them: "1e4 Pa/m".',
    "image": "An array with two or three axes, of bool (True is pore) or of numbers (`pore`, `solid`, `threshold` or "
             "`labels` says which are pore); a PoreImage of `read` or `generate`; or the path of an image. No order, "
             "stride or type of it is copied.",
    "magic": '(tau+ - 1/2)(tau- - 1/2), for the collision "trt".',
    "mask": "What of the image is the sample: an array that is 0 outside, or what the words below say. The rest is "
            "solid and counts in no mean, so that porosity, K and tensor are those of the sample. By default it is "
            "the whole image.",
    "max_steps": "Time steps after which a flow ends in any case, converged or not; 2 or more.",
    "max_time": 'The run ends by then with what is known: "55min", "2h" or "1d".',
    "method": "How a flow comes to its steady state.",
    "network": "A file in which pores and throats of the image are written, with sizes, volumes and conductances: for "
               "ParaView (.vtp) or OpenPNM (.csv).",
    "offset": "Bytes before the first voxel of a file without a header.",
    "orientation": "How fibres lie (for fibres).",
    "persistence_length": "Makes fibres curved: over so many voxels a fibre forgets its direction, and the mean "
                          "cosine between two places at a distance s along it is exp(-s/P). At least a diameter, not "
                          "for aligned ones (for fibres).",
    "pore": 'Grey values that are pore: 0, [0, 2], range(0, 90), "0:89", or "90:" (that and above). With `threshold` '
            'it is "dark" or "bright", the side of it. An array of bool needs none: True is pore.',
    "pressure": 'The pressure of `gas`, the mean of that on both sides, with its unit (Pa kPa MPa mbar bar psi atm): '
                '"2bar".',
    "progress": "True shows a bar (of tqdm, where it is installed). A function is called about 20 times a second with "
                "a dict: phase, steps, permeability_voxel2, error, seconds and seconds_left.",
    "radius_spread": "Standard deviation of the radius over its mean, log-normal (for packing).",
    "refine": "Solve the same geometry in smaller voxels: each becomes 2^3, 3^3 or 4^3, so that K shows what the "
              "voxels are too coarse for. It takes about N^4 times the time and N^3 times the memory. K in voxel^2 is "
              "in those smaller ones.",
    "reynolds": "Flows with inertia are solved too, at these Reynolds numbers U l / nu (U superficial), ascending, "
                "each from the one before: apparent K, Forchheimer's beta, and the Reynolds numbers at which K is 1 % "
                "and 10 % down. Between sealed or mirror faces the image is followed by its mirror image, which takes "
                "twice the cells.",
    "reynolds_length": 'The l of `reynolds`: "sqrtK", the root of the K of creeping flow; "pore", the diameter of the '
                       'largest pore; a number, voxels; or a text with a unit, "40 um". It is "sqrtK" by default.',
    "second_share": "Share of the second fibres in the volume of all fibres, between 0 and 1 (for fibres).",
    "seed": "Start of the random numbers: the same seed gives the same voxels (for packing, overlap, noise and "
            "fibres).",
    "shift": "By how many voxels, or fractions of one, the geometry is moved before it becomes voxels, periodically. "
             "One number is for all three axes.",
    "sides": 'The other faces where `boundary` is "pressure". With "mirror" K is that of mirrors.',
    "size": "Voxels along each axis, one number for all three. Of cylinders one number stands for a unit cell that is "
            "one voxel thick.",
    "slip": 'Slip length along all walls, a text with its unit or in voxels, "0.2vox": so far behind a wall the '
            'velocity along it would vanish. For gases and coated walls; creeping flow only.',
    "strict": "Raise NotConverged where a flow did not reach its steady state. It is a warning by default.",
    "temperature": 'The temperature of `gas`, in kelvin, or a text, "25C". It is 300 K by default.',
    "thickness": 'Thickness of the sheet where `units` is "frazier" or "gurley"; by default the length of the image '
                 'along the flow.',
    "threads": "Threads of the processor; by default as many as the process may use.",
    "threshold": 'The grey value that parts dark voxels, up to it, from bright ones; `pore` is "dark" or "bright" '
                 'then. Or how it is found.',
    "units": "The unit in which K is given first, with its formula and its fluid.",
    "voxel_size": 'Edge of a voxel: a number in metres, or a text with its unit, "5.345 um". Three are the edges '
                  'along x, y and z. Without one K has the unit voxel^2 only.',
    "width": "Width of the duct, whole voxels (for duct).",
}
