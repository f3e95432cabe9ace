// SPDX-License-Identifier: Apache-2.0
#include "image_fixture.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using NpyFile = ImageTest;

std::string npy_of(const std::string& dictionary, const std::string& voxels, int version = 1) {
  std::string header = dictionary;
  while ((header.size() + 11) % 64 != 0) header += ' ';
  header += '\n';
  std::string file("\x93NUMPY", 6);
  file += static_cast<char>(version);
  file += '\0';
  file += version == 1 ? bytes_of(static_cast<std::uint16_t>(header.size()), false)
                       : bytes_of(static_cast<std::uint32_t>(header.size()), false);
  return file + header + voxels;
}

std::string dictionary_of(const std::string& descr, const std::string& shape = "(3, 5, 7)",
                          const std::string& fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
}

TEST_F(NpyFile, is_read_in_every_format_type_byte_order_and_order_of_axes) {
  const auto expect = [&](const std::string& file) {
    write_file(folder_ / "image.npy", file);
    expect_voxels(*open_image(folder_ / "image.npy"), grey_at);
  };
  for (const int version : {1, 2, 3}) expect(npy_of(dictionary_of("|u1"), voxels_of<std::uint8_t>(grey_at), version));
  expect(npy_of(dictionary_of("|i1"), voxels_of<std::int8_t>(grey_at)));
  for (const bool big : {false, true}) {
    const std::string order = big ? ">" : "<";
    expect(npy_of(dictionary_of(order + "u2"), voxels_of<std::uint16_t>(grey_at, big)));
    expect(npy_of(dictionary_of(order + "i4"), voxels_of<std::int32_t>(grey_at, big)));
    expect(npy_of(dictionary_of(order + "i8"), voxels_of<std::int64_t>(grey_at, big)));
    expect(npy_of(dictionary_of(order + "f4"), voxels_of<float>(grey_at, big)));
    expect(npy_of(dictionary_of(order + "f8"), voxels_of<double>(grey_at, big)));
  }
  expect(npy_of(dictionary_of("|u1", "(3L, 5L, 7L)"), voxels_of<std::uint8_t>(grey_at)));  // Python 2 wrote so
  // In Fortran order the first axis runs fastest, so a file that shows the same bytes is [x, y, z].
  expect(npy_of(dictionary_of("|u1", "(7, 5, 3)", "True"), voxels_of<std::uint8_t>(grey_at)));
  EXPECT_THAT(open_image(folder_ / "image.npy")->description(), AllOf(HasSubstr("NumPy"), HasSubstr("Fortran")));
}

TEST_F(NpyFile, of_truth_values_and_of_two_axes_is_read) {
  write_file(folder_ / "bool.npy", npy_of(dictionary_of("|b1", "(2, 3)"), std::string("\0\1\1\0\0\1", 6)));
  const auto image = open_image(folder_ / "bool.npy");
  ASSERT_EQ(image->extent(), (Extent{3, 2, 1}));
  std::vector<double> plane(6);
  read_grey_plane(*image, 0, plane);
  EXPECT_EQ(plane, (std::vector<double>{0, 1, 1, 0, 0, 1}));
}

TEST_F(NpyFile, is_refused_in_a_line_that_says_what_is_wrong) {
  const std::string voxels = voxels_of<std::uint8_t>(grey_at);
  struct Wrong {
    const char* said;
    std::string file;
  };
  for (const auto& [said, file] :
       {Wrong{"105 bytes", npy_of(dictionary_of("|u1"), voxels.substr(1))},
        Wrong{"105 bytes", npy_of(dictionary_of("|u1"), voxels + "x")},
        Wrong{"dtype", npy_of(dictionary_of("<c8"), voxels)}, Wrong{"dtype", npy_of(dictionary_of("<U7"), voxels)},
        Wrong{"dtype", npy_of(dictionary_of("|O"), voxels)},
        Wrong{"4 axes", npy_of(dictionary_of("|u1", "(3, 1, 5, 7)"), voxels)},
        Wrong{"1 axes", npy_of(dictionary_of("|u1", "(105,)"), voxels)},
        Wrong{"0 axes", npy_of(dictionary_of("|u1", "()"), voxels)},
        Wrong{"shape", npy_of(dictionary_of("|u1", "(3, -5, 7)"), voxels)},
        Wrong{"shape", npy_of(dictionary_of("|u1", "(3, 0, 7)"), voxels)},
        Wrong{"shape", npy_of(dictionary_of("|u1", "(18446744073709551619, 5, 7)"), voxels)},
        Wrong{"fortran_order", npy_of(dictionary_of("|u1", "(3, 5, 7)", "Perhaps"), voxels)},
        Wrong{"names no shape", npy_of("{'descr': '|u1', 'fortran_order': False}", voxels)},
        Wrong{"dictionary", npy_of("{'descr': [('a', '|u1')], 'fortran_order': False, 'shape': (3, 5, 7)}", voxels)},
        Wrong{"dictionary", npy_of("{'descr'", voxels)}, Wrong{"dictionary", npy_of("", voxels)},
        Wrong{"format is 9", npy_of(dictionary_of("|u1"), voxels, 9)}, Wrong{"NUMPY", voxels},
        Wrong{"NUMPY", "\x93NUMP"}}) {
    SCOPED_TRACE(said);
    write_file(folder_ / "wrong.npy", file);
    EXPECT_THAT(error_of("wrong.npy"), AllOf(HasSubstr(said), HasSubstr("wrong.npy")));
  }
  const std::string whole = npy_of(dictionary_of("|u1"), voxels);
  for (std::size_t bytes = 1; bytes < whole.size(); bytes += 5) {
    write_file(folder_ / "short.npy", whole.substr(0, bytes));
    error_of("short.npy");
  }
}

}  // namespace
}  // namespace perm
