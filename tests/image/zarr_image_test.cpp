// SPDX-License-Identifier: Apache-2.0
// Zarr of version 2 and OME-Zarr 0.4, whose folders are written here byte by byte; tests/peers reads those of the
// library.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <thread>

#include "image/image_fixture.hpp"

namespace perm {
namespace {

using testing::HasSubstr;

class ZarrImage : public ImageTest {
 protected:
  using Chunk = std::array<std::int64_t, 3>;  ///< along x, y, z

  /// Writes the small image in raw chunks of uint16, each a file of its own, with ones where a chunk goes beyond it.
  void write(const std::string& name, const Chunk& chunk, bool is_fortran, const std::string& separator = ".",
             const std::string& before = "") const {
    const std::filesystem::path folder = folder_ / name;
    std::filesystem::create_directories(folder);
    const auto axes = [&](std::int64_t z, std::int64_t y, std::int64_t x) {
      return fmt::format("[{}{}, {}, {}]", before.empty() ? "" : "1, 1, ", z, y, x);
    };
    write_file(folder / ".zarray",
               fmt::format(R"({{"zarr_format": 2, "shape": {}, "chunks": {}, "dtype": ">u2", "order": "{}",
                            "fill_value": 9, "compressor": null, "filters": null, "dimension_separator": "{}"}})",
                           axes(small.nz, small.ny, small.nx), axes(chunk[2], chunk[1], chunk[0]),
                           is_fortran ? "F" : "C", separator));
    for (std::int64_t z = 0; z < small.nz; z += chunk[2])
      for (std::int64_t y = 0; y < small.ny; y += chunk[1])
        for (std::int64_t x = 0; x < small.nx; x += chunk[0]) {
          const std::string file =
              fmt::format("{}{}{}{}{}{}", before, z / chunk[2], separator, y / chunk[1], separator, x / chunk[0]);
          std::filesystem::create_directories((folder / file).parent_path());
          write_file(folder / file, bytes_of_chunk({x, y, z}, chunk, is_fortran));
        }
  }

  static std::string bytes_of_chunk(const Chunk& at, const Chunk& chunk, bool is_fortran) {
    std::string bytes;
    const std::int64_t all = chunk[0] * chunk[1] * chunk[2];
    for (std::int64_t i = 0; i < all; ++i) {
      const Chunk in = is_fortran ? Chunk{i / (chunk[1] * chunk[2]), i / chunk[2] % chunk[1], i % chunk[2]}
                                  : Chunk{i % chunk[0], i / chunk[0] % chunk[1], i / (chunk[0] * chunk[1])};
      const Chunk v{at[0] + in[0], at[1] + in[1], at[2] + in[2]};
      const bool is_inside = v[0] < small.nx && v[1] < small.ny && v[2] < small.nz;
      bytes += bytes_of(static_cast<std::uint16_t>(is_inside ? grey_at(v[0], v[1], v[2]) : 1), true);
    }
    return bytes;
  }
};

TEST_F(ZarrImage, is_read_in_chunks_of_any_shape_and_order) {
  int number = 0;
  for (const Chunk& chunk : {Chunk{7, 5, 3}, Chunk{3, 2, 2}, Chunk{1, 1, 1}, Chunk{9, 4, 5}, Chunk{2, 5, 1}})
    for (const bool is_fortran : {false, true}) {
      const std::string name = fmt::format("a{}.zarr", number++);
      write(name, chunk, is_fortran);
      expect_voxels(*open_image(folder_ / name), grey_at);
    }
}

TEST_F(ZarrImage, has_the_fill_value_where_a_chunk_is_not_there) {
  write("a", {3, 2, 2}, false);
  std::filesystem::remove(folder_ / "a/1.0.2");
  expect_voxels(*open_image(folder_ / "a"), [](std::int64_t x, std::int64_t y, std::int64_t z) {
    return x >= 6 && y < 2 && z >= 2 ? 9 : grey_at(x, y, z);
  });
}

TEST_F(ZarrImage, of_ome_is_read_at_level_0_with_the_size_of_its_voxels) {
  write("image/0", {3, 2, 2}, false, "/", "0/0/");
  write_file(folder_ / "image/.zgroup", R"({"zarr_format": 2})");
  write_file(folder_ / "image/.zattrs", R"({"multiscales": [{"version": "0.4", "axes": [{"name": "t"}, {"name": "c"},
      {"name": "z", "unit": "micrometer"}, {"name": "y", "unit": "micrometer"}, {"name": "x", "unit": "micrometer"}],
      "datasets": [{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [1, 1, 4, 2, 1.5]}]}]}]})");
  const auto image = open_image(folder_ / "image");
  expect_voxels(*image, grey_at);
  EXPECT_EQ(image->notes().spacing, (std::array{1.5, 2.0, 4.0}));
  EXPECT_EQ(image->notes().spacing_unit_m, 1e-6);
}

TEST_F(ZarrImage, is_read_by_several_threads_at_once) {
  write("a", {3, 2, 2}, false);
  const auto image = open_image(folder_ / "a");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([own = std::shared_ptr(image->for_another_thread())] { expect_voxels(*own, grey_at); });
  for (std::thread& thread : threads) thread.join();
}

TEST_F(ZarrImage, that_is_not_whole_or_another_format_is_refused) {
  const auto refuses = [this](const std::string& from, const std::string& to, const std::string& word) {
    write("a", {3, 2, 2}, false);
    std::string text = file_content(folder_ / "a/.zarray");
    text.replace(text.find(from), from.size(), to);
    write_file(folder_ / "a/.zarray", text);
    EXPECT_THAT(error_of("a"), HasSubstr(word)) << to;
  };
  refuses("\"compressor\": null", R"("compressor": {"id": "lzma"})", "its compressor is \"lzma\"");
  refuses("\"filters\": null", R"("filters": [{"id": "delta"}])", "filters");
  refuses("\"zarr_format\": 2", R"("zarr_format": 3)", "zarr_format is 3");
  refuses("[3, 5, 7]", "[3, 5, -7]", "shape");
  refuses("[3, 5, 7]", "[3, 5]", "2 axes");
  refuses("[2, 2, 3]", "[2, 2, 4]", "a chunk has 32");
  refuses(">u2", "<U2", "dtype");
  refuses("\"fill_value\": 9", R"("fill_value": -1)", "fill_value");
  refuses("{", "[", "JSON");
  write("b", {3, 2, 2}, false);
  write_file(folder_ / "b/0.0.0", "short");
  EXPECT_THAT(error_of("b"), HasSubstr("0.0.0"));
  std::filesystem::create_directories(folder_ / "v3");
  write_file(folder_ / "v3/zarr.json", "{}");
  EXPECT_THAT(error_of("v3"), HasSubstr("version 3"));
}

}  // namespace
}  // namespace perm
