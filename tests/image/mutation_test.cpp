// SPDX-License-Identifier: Apache-2.0
// Damages good files at random: each gives voxels or one line, and none takes long. A few by default, 20,000 of each
// with PERMEABILITY_LONG_TESTS; tools/fuzz/run tries millions.
#include "image/mutants.hpp"

#include <unistd.h>

#include <cstdlib>

#include "compressed_bytes.hpp"
#include "image/format_bytes.hpp"
#include "tiff_builder.hpp"
#include "waiting.hpp"

namespace perm {
namespace {

class MutationOfOwnFormats : public ImageTest {
 protected:
  void expect_answers(const std::string& name, const std::string& good, const std::optional<RawLayout>& raw = {}) {
    SCOPED_TRACE(name);
    const bool is_long = std::getenv("PERMEABILITY_LONG_TESTS") != nullptr;  // NOLINT(concurrency-mt-unsafe)
    std::mt19937 random(11);
    double longest = 0;
    int images = 0;
    for (int i = 0; i < (is_long ? 20'000 : 300); ++i) {
      write_file(folder_ / name, i == 0 ? good : mutant_of(good, random));
      const double before = processor_seconds(::getpid());
      try {
        read(*open_image(folder_ / name, raw));
        ++images;
      } catch (const Error& error) {
        EXPECT_NE(i, 0) << error.what();
        EXPECT_EQ(error.exit_code(), ExitCode::input) << error.what();
        for (const char c : std::string(error.what())) ASSERT_GE(static_cast<unsigned char>(c), ' ') << error.what();
      }
      longest = std::max(longest, processor_seconds(::getpid()) - before);
    }
    EXPECT_GT(images, 0);
    EXPECT_LT(longest, 5) << "seconds of a processor, under sanitizers";
  }

 private:
  static void read(PlaneSource& image) {
    std::vector<std::byte> plane(static_cast<std::size_t>(image.plane_bytes()));
    for (std::int64_t z = 0; z < std::min<std::int64_t>(image.extent().nz, 100); ++z) image.read_plane(z, plane);
  }
};

TEST_F(MutationOfOwnFormats, gives_voxels_or_one_line_of_headers_of_text) {
  const std::string bytes = voxels_of<std::uint16_t>(grey_at);
  const std::string meta =
      "ObjectType = Image\nNDims = 3\nBinaryDataByteOrderMSB = False\nCompressedData = False\nElementSpacing = 1 1 2\n"
      "DimSize = 7 5 3\nElementType = MET_USHORT\nElementDataFile = LOCAL\n";
  expect_answers("a.mha", meta + bytes);
  const std::string nrrd =
      "NRRD0004\n# a comment\ntype: ushort\ndimension: 3\nsizes: 7 5 3\nspace directions: (1,0,0) (0,1,0) (0,0,2)\n"
      "endian: little\npore:=0\n";
  expect_answers("a.nrrd", nrrd + "encoding: raw\n\n" + bytes);
  expect_answers("b.nrrd", nrrd + "encoding: gzip\n\n" + gzip_of(bytes));
  std::string dictionary = "{'descr': '<u2', 'fortran_order': False, 'shape': (3, 5, 7), }\n";
  expect_answers("a.npy", "\x93NUMPY\x01" + std::string(1, '\0') +
                              bytes_of(static_cast<std::uint16_t>(dictionary.size())) + dictionary + bytes);
}

TEST_F(MutationOfOwnFormats, gives_voxels_or_one_line_of_binary_headers_and_compressed_files) {
  expect_answers("a.tif", tiff_of<std::uint16_t>(grey_at, 1).build());
  TiffBuilder deflated = tiff_of<std::uint8_t>(grey_at, 1, true);
  deflated.version = 43;
  for (TiffBuilder::Page& page : deflated.pages) {
    page.compression = 8;
    page.voxels = zlib_of(page.voxels);
    page.description = "ImageJ=1.53t\nimages=3\nslices=3\nunit=um\n";
  }
  expect_answers("b.tif", deflated.build());
  expect_answers("a.raw.gz", gzip_of(voxels_of<std::uint8_t>(grey_at)), RawLayout{small});
  expect_answers("a.nii", Nifti{2, voxels_of<std::uint8_t>(grey_at)}.build());
}

}  // namespace
}  // namespace perm
