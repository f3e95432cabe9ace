// SPDX-License-Identifier: Apache-2.0
#include "image/tiff/tiff_messages.hpp"

#include <fmt/format.h>
#include <tiffio.h>

#include <array>
#include <cstdarg>
#include <cstdio>
#include <utility>

#include "core/errors.hpp"

namespace perm {
namespace {

std::string& last_error() {
  thread_local std::string error;
  return error;
}

void note_error(const char* /*function*/, const char* format, va_list values) {
  std::array<char, 200> text{};
  std::vsnprintf(text.data(), text.size(), format, values);
  std::string& error = last_error();
  error.clear();
  for (const char* c = text.data(); *c != 0; ++c) error += *c >= ' ' && *c <= '~' ? *c : '?';
}

}  // namespace

void catch_tiff_messages() {
  TIFFSetErrorHandler(note_error);
  TIFFSetWarningHandler(nullptr);
}

std::string take_tiff_error() { return std::exchange(last_error(), {}); }

void fail_in_tiff(const std::filesystem::path& path, const std::string& why) {
  const std::string error = take_tiff_error();
  throw InputError(fmt::format("Cannot read '{}'", path.string()),
                   fmt::format("damaged or incomplete: {}{}{}", why, error.empty() ? "" : ": ", error),
                   "Copy or export the image again and see that other programs open it");
}

}  // namespace perm
