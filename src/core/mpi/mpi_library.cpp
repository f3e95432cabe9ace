// SPDX-License-Identifier: Apache-2.0
#include "core/mpi/mpi_library.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

#include "core/installation/installed_files.hpp"

namespace perm::mpi {
namespace {

namespace fs = std::filesystem;

constexpr const char* make_it =
    "Make that part for the MPI of this machine (permeability-mpi-build, which needs mpicc), or start the program "
    "without mpirun or srun";
constexpr const char* name_it = "Name that part by its absolute path: PERMEABILITY_MPI=/home/you/permeability-mpi.so";

/// Gives the file that was installed with this program; the first place where it may be when it is nowhere.
fs::path installed_part() {
  const fs::path own = own_file();
  const fs::path with_program = installed_from(own, PERM_MPI_FROM_PROGRAM);
  const fs::path with_library = installed_from(own, PERM_MPI_FROM_LIBRARY);
  std::error_code none;
  return fs::exists(with_library, none) && !fs::exists(with_program, none) ? with_library : with_program;
}

Library load(const fs::path& file) {
  if (std::error_code none; !fs::exists(file, none))
    return {nullptr, "its part for MPI is not there: " + file.string(), make_it};
  // Parts that an MPI library loads itself look for its names among those of all libraries.
  void* const object = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (object == nullptr) return {nullptr, "its part for MPI cannot be loaded: " + std::string(dlerror()), make_it};
  const auto plugin = reinterpret_cast<decltype(&perm_mpi_plugin)>(dlsym(object, PERM_MPI_PLUGIN_NAME));
  if (plugin == nullptr) return {nullptr, file.string() + " is not its part for MPI", make_it};
  if (plugin()->version != PERM_MPI_CALLS_VERSION)
    return {nullptr, file.string() + " was made for another release of it", make_it};
  return {plugin(), "", ""};
}

Library find_and_load() {
  if (const char* named = std::getenv("PERMEABILITY_MPI"); named != nullptr && *named != '\0') {
    if (fs::path(named).is_absolute()) return load(named);
    return {nullptr, "PERMEABILITY_MPI names its part for MPI by a relative path: " + std::string(named), name_it};
  }
  const fs::path installed = installed_part();
  return installed.empty() ? Library{nullptr, unknown_place, name_it} : load(installed);
}

const perm_mpi_calls*& calls_loaded() {
  static const perm_mpi_calls* calls = nullptr;
  return calls;
}

}  // namespace

const Library& library() {
  static const Library library = find_and_load();
  calls_loaded() = library.calls;
  return library;
}

const perm_mpi_calls* loaded() { return calls_loaded(); }

}  // namespace perm::mpi
