// SPDX-License-Identifier: Apache-2.0
#include "core/installation/installed_files.hpp"

#include <dlfcn.h>
#include <link.h>

#include <system_error>

namespace perm {

namespace fs = std::filesystem;

fs::path program_file() {
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none);
}

fs::path own_file() {
  Dl_info here{};
  link_map* library = nullptr;
  const bool is_known = dladdr1(reinterpret_cast<const void*>(&own_file), &here, reinterpret_cast<void**>(&library),
                                RTLD_DL_LINKMAP) != 0;
  // The loader has no name for the program itself.
  if (!is_known || library == nullptr || library->l_name == nullptr || *library->l_name == '\0') return program_file();
  const fs::path named = library->l_name;
  std::error_code none;
  return named.is_absolute() ? fs::canonical(named, none) : fs::path();
}

fs::path installed_from(const fs::path& file, std::string_view way) {
  return file.is_absolute() ? (file.parent_path() / way).lexically_normal() : fs::path();
}

}  // namespace perm
