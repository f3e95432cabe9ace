// SPDX-License-Identifier: Apache-2.0
// Every test has a folder of its own and a small image that every swap of axes changes. Files are written byte by byte,
// so that readers are tested against something other than the library that they use.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "image/image_reader.hpp"

namespace perm {

inline constexpr Extent small{7, 5, 3};

/// Gives 0 or 1; the labels change under every exchange and reversal of axes.
inline int label_at(std::int64_t x, std::int64_t y, std::int64_t z) {
  return static_cast<int>((x * x + 3 * y * y * (z + 1) + 5 * z + x * y) % 7 < 3);
}
/// Gives 0 to 104: each voxel of the small image has its own value.
inline int grey_at(std::int64_t x, std::int64_t y, std::int64_t z) { return static_cast<int>(small.index(x, y, z)); }

inline void write_file(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}
inline std::string file_content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Gives the bytes of a number, in either order.
template <class T>
std::string bytes_of(T value, bool big_endian = false) {
  std::string bytes(sizeof(T), '\0');
  std::memcpy(bytes.data(), &value, sizeof(T));
  if (big_endian != (std::endian::native == std::endian::big)) bytes.assign(bytes.rbegin(), bytes.rend());
  return bytes;
}

/// Gives the bytes of the small image; the value of a voxel is value(x, y, z), of type T.
template <class T, class Value>
std::string voxels_of(const Value& value, bool big_endian = false) {
  std::string bytes;
  for (std::int64_t z = 0; z < small.nz; ++z)
    for (std::int64_t y = 0; y < small.ny; ++y)
      for (std::int64_t x = 0; x < small.nx; ++x) bytes += bytes_of(static_cast<T>(value(x, y, z)), big_endian);
  return bytes;
}

/// Expects the small image with the values value(x, y, z). Asks for the planes from last to first, and then from first
/// to last.
template <class Value>
void expect_voxels(PlaneSource& image, const Value& value) {
  ASSERT_EQ(image.extent(), small);
  std::vector<double> plane(static_cast<std::size_t>(small.plane_voxels()));
  for (const std::int64_t z : {2, 1, 0, 0, 1, 2}) {
    read_grey_plane(image, z, plane);
    for (std::int64_t y = 0; y < small.ny; ++y)
      for (std::int64_t x = 0; x < small.nx; ++x)
        EXPECT_EQ(plane[static_cast<std::size_t>(y * small.nx + x)], static_cast<double>(value(x, y, z)))
            << x << ' ' << y << ' ' << z;
  }
}

/// Gives the message of the InputError that `call` throws, which must be one line.
template <class Call>
std::string input_error_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::input);
    EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("\n")));
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

class ImageTest : public testing::Test {
 protected:
  void SetUp() override {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) /
              (std::string("perm_") + std::to_string(::getpid()) + '_' + test.test_suite_name() + '_' + test.name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// Gives the error of opening `name` in this test's folder and reading all its planes; it must mention `name`.
  std::string error_of(const std::string& name, const std::optional<RawLayout>& raw = {}) {
    const std::string message = input_error_of([&] {
      const auto image = open_image(folder_ / name, raw);
      std::vector<double> plane(static_cast<std::size_t>(image->extent().plane_voxels()));
      for (std::int64_t z = 0; z < image->extent().nz; ++z) read_grey_plane(*image, z, plane);
    });
    EXPECT_THAT(message, testing::HasSubstr(name));
    return message;
  }

  std::filesystem::path folder_;
};

}  // namespace perm
