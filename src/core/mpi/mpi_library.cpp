// SPDX-License-Identifier: Apache-2.0
#include "core/mpi/mpi_library.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

namespace perm::mpi {
namespace {

namespace fs = std::filesystem;

/// Gives the folder of the file that this code was loaded from: the program, or a shared library of it.
fs::path own_folder() {
  std::error_code none;
  Dl_info here{};
  // The name of a program is that of its command line, which need not be a path.
  const bool is_library = dladdr(reinterpret_cast<const void*>(&loaded), &here) != 0 && here.dli_fname != nullptr &&
                          std::string(here.dli_fname).find(".so") != std::string::npos;
  return fs::canonical(is_library ? here.dli_fname : "/proc/self/exe", none).parent_path();
}

/// Gives the file to load; the first place where it may be when it is nowhere.
fs::path file_to_load() {
  if (const char* named = std::getenv("PERMEABILITY_MPI"); named != nullptr && *named != '\0')
    return fs::absolute(named);
  const fs::path with_program = (own_folder() / PERM_MPI_FROM_PROGRAM).lexically_normal();
  const fs::path with_library = (own_folder() / PERM_MPI_FROM_LIBRARY).lexically_normal();
  std::error_code none;
  return fs::exists(with_library, none) && !fs::exists(with_program, none) ? with_library : with_program;
}

Library load(const fs::path& file) {
  if (std::error_code none; !fs::exists(file, none))
    return {nullptr, "its part for MPI is not there: " + file.string()};
  // Parts that an MPI library loads itself look for its names among those of all libraries.
  void* const object = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (object == nullptr) return {nullptr, "its part for MPI cannot be loaded: " + std::string(dlerror())};
  const auto plugin = reinterpret_cast<decltype(&perm_mpi_plugin)>(dlsym(object, PERM_MPI_PLUGIN_NAME));
  if (plugin == nullptr) return {nullptr, file.string() + " is not its part for MPI"};
  if (plugin()->version != PERM_MPI_CALLS_VERSION)
    return {nullptr, file.string() + " was made for another release of it"};
  return {plugin(), ""};
}

const perm_mpi_calls*& calls_loaded() {
  static const perm_mpi_calls* calls = nullptr;
  return calls;
}

}  // namespace

const Library& library() {
  static const Library library = load(file_to_load());
  calls_loaded() = library.calls;
  return library;
}

const perm_mpi_calls* loaded() { return calls_loaded(); }

}  // namespace perm::mpi
