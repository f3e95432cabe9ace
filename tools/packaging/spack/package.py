# SPDX-License-Identifier: Apache-2.0
"""A recipe for Spack. It was not run yet: put it into packages/permeability/ of a repository of yours."""
from spack.package import *


class Permeability(CMakePackage, CudaPackage):
    """The permeability of porous media from voxel images, by the lattice Boltzmann method."""

    homepage = "https://localhost/permeability"
    license("Apache-2.0")
    version("main", branch="main")

    variant("mpi", default=True, description="Work in several processes")
    variant("hdf5", default=False, description="Read HDF5 and NetCDF-4")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("ninja", type="build")
    depends_on("boost@1.74: +program_options")
    depends_on("eigen@3.4:")
    depends_on("fmt@9:")
    depends_on("nlohmann-json@3.10:")
    depends_on("libtiff")
    depends_on("libpng@1.6:")
    depends_on("zlib-api")
    depends_on("mpi", when="+mpi")
    depends_on("hdf5", when="+hdf5")
    generator("ninja")

    def cmake_args(self):
        arguments = [
            self.define("PERMEABILITY_TESTS", False),
            self.define("PERMEABILITY_ITK", "OFF"),
            self.define("PERMEABILITY_PNG", "ON"),
            self.define("PERMEABILITY_CUDA", "ON" if self.spec.satisfies("+cuda") else "OFF"),
            self.define("PERMEABILITY_MPI", "ON" if self.spec.satisfies("+mpi") else "OFF"),
            self.define("PERMEABILITY_HDF5", "ON" if self.spec.satisfies("+hdf5") else "OFF"),
        ]
        if self.spec.satisfies("+cuda"):
            arguments.append(self.define("CMAKE_CUDA_ARCHITECTURES", self.spec.variants["cuda_arch"].value))
        return arguments
