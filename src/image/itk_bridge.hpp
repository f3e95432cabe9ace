// SPDX-License-Identifier: Apache-2.0
// The readers that use ITK share this file. It turns ITK's headers into an extent and a voxel type, and ITK's
// exceptions into an InputError of one line. It keeps off the terminal what ITK and the libraries below it print.
#pragma once

#include <cstddef>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/extent.hpp"
#include "image/image_header.hpp"

namespace itk {
class ImageIOBase;
}

namespace perm {

/// Sends the standard error of this process to /dev/null while this object lives. libtiff prints messages there
/// that ITK throws as well, or that no user needs.
class QuietStandardError {
 public:
  QuietStandardError();
  ~QuietStandardError();
  QuietStandardError(const QuietStandardError&) = delete;
  QuietStandardError& operator=(const QuietStandardError&) = delete;

 private:
  int saved_{-1};
};

/// Gives the one line of an ITK exception that says what is wrong.
std::string reason_in(const std::string& itk_text);

/// Runs `read`, which calls ITK or libtiff for `path`, quietly; any exception becomes an InputError about `path`.
template <class Read>
auto with_itk(const std::filesystem::path& path, Read&& read) {
  const QuietStandardError quiet;
  try {
    return read();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& problem) {
    throw InputError("Cannot read '" + path.string() + "'", "damaged or incomplete: " + reason_in(problem.what()),
                     "Copy or export the image again and see that other programs open it");
  }
}

/// Reads the header of `path` through `io`. 2-D images get nz = 1. Throws InputError for colours, vectors and complex
/// numbers, and for sizes that are not 1 to 3 positive numbers.
ImageHeader read_header(itk::ImageIOBase& io, const std::filesystem::path& path);

}  // namespace perm
