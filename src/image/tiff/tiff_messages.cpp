// SPDX-License-Identifier: Apache-2.0
#include "image/tiff/tiff_messages.hpp"

#include <fmt/format.h>
#include <tiffio.h>

#include <array>
#include <cstdarg>
#include <cstdio>
#include <string_view>
#include <utility>

#include "core/errors.hpp"

namespace perm {
namespace {

std::string& last_error() {
  thread_local std::string error;
  return error;
}

std::string& last_warning() {
  thread_local std::string warning;
  return warning;
}

std::string printed(const char* format, va_list values) {
  std::array<char, 200> text{};
  std::vsnprintf(text.data(), text.size(), format, values);
  std::string printed;
  for (const char* c = text.data(); *c != 0; ++c) printed += *c >= ' ' && *c <= '~' ? *c : '?';
  return printed;
}

void note_error(const char* /*function*/, const char* format, va_list values) {
  last_error() = printed(format, values);
}

/// Most warnings are of tags. Of the decoders only JPEG's sets up what it may warn of: a last strip that is too long.
void note_warning(const char* function, const char* format, va_list values) {
  if (function != nullptr && std::string_view(function) == "JPEGPreDecode") return;
  last_warning() = printed(format, values);
}

}  // namespace

void catch_tiff_messages() {
  TIFFSetErrorHandler(note_error);
  TIFFSetWarningHandler(note_warning);
}

std::string take_tiff_error() { return std::exchange(last_error(), {}); }
std::string take_decoder_warning() { return std::exchange(last_warning(), {}); }

void fail_in_tiff(const std::filesystem::path& path, const std::string& why) {
  const std::string error = take_tiff_error();
  throw InputError(fmt::format("Cannot read '{}'", path.string()),
                   fmt::format("damaged or incomplete: {}{}{}", why, error.empty() ? "" : ": ", error),
                   "Copy or export the image again and see that other programs open it");
}

}  // namespace perm
