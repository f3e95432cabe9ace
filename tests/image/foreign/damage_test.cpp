// SPDX-License-Identifier: Apache-2.0
// No voxel that was not in the file: damaged files of the formats that libpng, ITK and HDF5 read in the child.
#include "image/damage.hpp"

#include <cstdlib>

#if defined(PERM_HAS_HDF5)
#include <hdf5.h>
#endif

#include "image/foreign/kept_reader.hpp"
#include "image/format_bytes.hpp"

namespace perm {
namespace {

class DamagedForeignFile : public ForeignTest {
 protected:
  /// Damages the file in order; each is refused, or read with the voxels that the whole one has.
  void expect_all_of(const std::string& name, const std::string& whole, foreign::FileKind kind) {
    expect_all_of(name, whole, kind, damaged_in_order(whole));
  }
  void expect_all_of(const std::string& name, const std::string& whole, foreign::FileKind kind,
                     const std::vector<std::string>& damaged) {
    const std::filesystem::path path = write(name, whole);
    KeptReader reader;  // it may open no other file than the first one
    const auto good = reader.read(kind, path);
    const Extent n = good->extent();
    std::vector<double> expected;
    for (std::int64_t z = 0; z < n.nz; ++z) {
      std::vector<double> plane(static_cast<std::size_t>(n.plane_voxels()));
      read_grey_plane(*good, z, plane);
      expected.insert(expected.end(), plane.begin(), plane.end());
    }
    const auto value = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      return expected[static_cast<std::size_t>(n.index(x, y, z))];
    };
    DamageCount count;
    int number = 0;
    for (const std::string& bytes : damaged) {
      write(name, bytes);
      expect_refused_or_whole([&] { return reader.read(kind, path); }, n, value,
                              name + " damaged in way " + std::to_string(++number), count);
    }
    EXPECT_GT(count.refused, number / 2) << name;
    const bool is_dicom = name.ends_with(".dcm");  // GDCM aborts where some of its many elements are cut in two
    EXPECT_LE(reader.ends(), is_dicom ? 3 : 0) << name << ": a child crashed, or was ended";
  }
};

#if defined(PERM_HAS_PNG)

TEST_F(DamagedForeignFile, of_png_is_refused_or_read_whole) {
  expect_all_of("a.png", png_of_plane(0), foreign::FileKind::one_file);
}

#else

TEST_F(DamagedForeignFile, of_png) { GTEST_SKIP() << "this build has no libpng"; }

#endif

#if defined(PERM_HAS_ITK)

TEST_F(DamagedForeignFile, that_itk_reads_is_refused_or_read_whole) {
  using foreign::FileKind;
  expect_all_of("a.bmp", bmp_of(7, 5, plane_of<std::uint8_t>(grey_at, 0)), FileKind::one_file);
  expect_all_of("a.mrc", mrc_of(6, voxels_of<std::uint16_t>(grey_at)), FileKind::one_file);
  expect_all_of("a.gipl", gipl_of(15, voxels_of<std::int16_t>(grey_at, true)), FileKind::one_file);
  const std::string command = std::string(PERM_ITK_WRITER) + " '" + folder_.string() + "' 2>/dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT(concurrency-mt-unsafe): no other thread runs
  expect_all_of("a.jp2", file_content(folder_ / "a.jp2"), FileKind::one_file);
  const std::string jpeg = file_content(folder_ / "a.jpg");
  expect_all_of("a.jpg", jpeg, FileKind::one_file, cut_short(jpeg, 300));  // after a gap nothing tells wrong voxels
  expect_all_of("a.dcm", file_content(folder_ / "series/c.dcm"), FileKind::one_file);
}

#else

TEST_F(DamagedForeignFile, that_itk_reads) { GTEST_SKIP() << "this build has no ITK"; }

#endif

#if defined(PERM_HAS_HDF5)

TEST_F(DamagedForeignFile, of_hdf5_is_refused_or_read_whole) {
  for (const bool is_chunked : {false, true}) {
    const std::filesystem::path path = folder_ / "good.h5";
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
    expect_all_of("a.h5", file_content(path), foreign::FileKind::dataset);
  }
}

#else

TEST_F(DamagedForeignFile, of_hdf5) { GTEST_SKIP() << "this build has no HDF5"; }

#endif

}  // namespace
}  // namespace perm
