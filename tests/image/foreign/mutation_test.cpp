// SPDX-License-Identifier: Apache-2.0
// Damages good files at random and has the child read them: each gives voxels or one line, and none takes long. A few
// by default, 5,000 of each format with PERMEABILITY_LONG_TESTS, and as many as PERMEABILITY_MUTANTS says, from the
// seed PERMEABILITY_MUTATION_SEED, where that is set: 100,000 files are
//   PERMEABILITY_MUTANTS=11200 build/check/tests/image/test_image_foreign --gtest_filter=Mutation.*
#include <cstdlib>
#include <iostream>
#include <random>

#if defined(PERM_HAS_HDF5)
#include <hdf5.h>
#endif

#include "image/foreign/kept_reader.hpp"
#include "image/format_bytes.hpp"
#include "image/mutants.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

/// Gives the number in a variable of the environment, or `otherwise` where it is not set.
int number_in(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): no other thread runs
  return text != nullptr ? std::atoi(text) : otherwise;
}

class Mutation : public ForeignTest {
 protected:
  /// One child reads many files of one name; where it crashes another one goes on.
  void expect_answers(const std::string& name, const std::string& good, foreign::FileKind kind) {
    const bool is_long = std::getenv("PERMEABILITY_LONG_TESTS") != nullptr;  // NOLINT(concurrency-mt-unsafe)
    const int files = number_in("PERMEABILITY_MUTANTS", is_long ? 5000 : 60);
    const fs::path path = write(name, good);
    std::mt19937 random(static_cast<std::uint32_t>(number_in("PERMEABILITY_MUTATION_SEED", 7)));
    KeptReader reader;
    int images = 0;
    for (int i = 0; i < files; ++i) {
      const std::string bytes = mutant_of(good, random);
      write(name, bytes);
      try {
        constexpr std::int64_t most_planes = 4;
        reader.read(kind, path, most_planes);
        ++images;
      } catch (const Error& error) {
        const std::string message = error.what();
        EXPECT_EQ(error.exit_code(), ExitCode::input) << message;
        EXPECT_EQ(message.find_first_of("\n\x1b"), std::string::npos) << message;
        EXPECT_EQ(message.find("makes no sense"), std::string::npos) << message;
        EXPECT_EQ(message.find("without an answer"), std::string::npos) << message;  // 10 s of a processor
        EXPECT_EQ(message.find("has waited"), std::string::npos) << message;         // 20 s without computing
        if (message.find("its reader") != std::string::npos)
          std::cout << name << " mutant " << i << ": " << message << '\n';
      }
    }
    RecordProperty("crashes_of_the_child_" + name.substr(name.rfind('.') + 1), reader.ends());
    std::cout << name << ": " << files << " files, " << images << " read, " << reader.ends()
              << " crashes of the child\n";
  }
};

#if defined(PERM_HAS_PNG)

TEST_F(Mutation, of_png_gives_voxels_or_one_line) {
  expect_answers("a.png", png_of_plane(0), foreign::FileKind::one_file);
}

#else

TEST_F(Mutation, of_png) { GTEST_SKIP() << "this build has no libpng"; }

#endif

#if defined(PERM_HAS_ITK)

TEST_F(Mutation, of_bmp_mrc_and_gipl_gives_voxels_or_one_line) {
  expect_answers("a.bmp", bmp_of(7, 5, plane_of<std::uint8_t>(grey_at, 0)), foreign::FileKind::one_file);
  expect_answers("a.mrc", mrc_of(6, voxels_of<std::uint16_t>(grey_at)), foreign::FileKind::one_file);
  expect_answers("a.gipl", gipl_of(15, voxels_of<std::int16_t>(grey_at, true)), foreign::FileKind::one_file);
}
TEST_F(Mutation, of_jpeg_and_dicom_gives_voxels_or_one_line) {
  const std::string command = std::string(PERM_ITK_WRITER) + " '" + folder_.string() + "' 2>/dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT(concurrency-mt-unsafe): no other thread runs
  expect_answers("a.jpg", file_content(folder_ / "a.jpg"), foreign::FileKind::one_file);
  expect_answers("a.jp2", file_content(folder_ / "a.jp2"), foreign::FileKind::one_file);
  expect_answers("a.dcm", file_content(folder_ / "series/c.dcm"), foreign::FileKind::one_file);
}

#else

TEST_F(Mutation, of_files_for_itk) { GTEST_SKIP() << "this build has no ITK"; }

#endif

#if defined(PERM_HAS_HDF5)

TEST_F(Mutation, of_hdf5_gives_voxels_or_one_line) {
  for (const bool is_chunked : {false, true}) {
    const fs::path path = folder_ / "good.h5";
    const std::vector<hsize_t> sizes{3, 5, 7};
    const std::vector<hsize_t> chunk{2, 5, 4};
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(3, sizes.data(), nullptr);
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    if (is_chunked) {
      H5Pset_chunk(properties, 3, chunk.data());
      H5Pset_shuffle(properties);
      H5Pset_deflate(properties, 4);
    }
    const hid_t dataset = H5Dcreate2(file, "/data", H5T_STD_U16LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    H5Dwrite(dataset, H5T_STD_U16LE, H5S_ALL, H5S_ALL, H5P_DEFAULT, voxels_of<std::uint16_t>(grey_at).data());
    H5Dclose(dataset);
    H5Pclose(properties);
    H5Sclose(space);
    H5Fclose(file);
    expect_answers("a.h5", file_content(path), foreign::FileKind::dataset);
  }
}

#else

TEST_F(Mutation, of_files_for_hdf5) { GTEST_SKIP() << "this build has no HDF5"; }

#endif

}  // namespace
}  // namespace perm
