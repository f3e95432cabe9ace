// SPDX-License-Identifier: Apache-2.0
#include "report/record_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

#include "core/errors.hpp"

namespace perm {

void RecordFile::append(const std::string& line) {
  if (!file_.is_open()) {
    std::error_code ignored;  // an error is ignored here, because opening the file then fails
    std::filesystem::create_directories(path_.parent_path(), ignored);
    file_.open(path_, std::ios::binary | std::ios::app);
    file_ << '\n';  // ends a line that an earlier run left unfinished
  }
  file_ << line << std::flush;
  if (!file_)
    throw InputError(fmt::format("Cannot write '{}'", path_.string()), std::generic_category().message(errno),
                     "Free some space or choose another place with --output");
}

}  // namespace perm
