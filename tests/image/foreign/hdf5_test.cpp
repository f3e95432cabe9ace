// SPDX-License-Identifier: Apache-2.0
// Datasets of HDF5, which the library itself writes here.
#if defined(PERM_HAS_HDF5)
#include <hdf5.h>
#endif

#include "image/foreign/foreign_fixture.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

#if !defined(PERM_HAS_HDF5)

TEST(Hdf5, is_not_built) { GTEST_SKIP() << "this build has no HDF5"; }

#else

/// How a dataset is stored.
struct Storage {
  std::vector<hsize_t> sizes{3, 5, 7};  ///< z, y, x
  std::vector<hsize_t> chunk;
  bool deflate{false};
  bool shuffle{false};
  std::string external;
  bool write{true};
};

class Hdf5 : public ForeignTest {
 protected:
  void SetUp() override {
    ForeignTest::SetUp();
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }

  hid_t create(const std::string& name) const {
    return H5Fcreate((folder_ / name).c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  }
  static void add(hid_t file, const std::string& name, hid_t type, const std::string& bytes, const Storage& how = {}) {
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    if (!how.chunk.empty()) H5Pset_chunk(properties, static_cast<int>(how.chunk.size()), how.chunk.data());
    if (how.shuffle) H5Pset_shuffle(properties);
    if (how.deflate) H5Pset_deflate(properties, 4);
    if (!how.external.empty()) H5Pset_external(properties, how.external.c_str(), 0, H5F_UNLIMITED);
    const hid_t space = H5Screate_simple(static_cast<int>(how.sizes.size()), how.sizes.data(), nullptr);
    const hid_t dataset = H5Dcreate2(file, name.c_str(), type, space, links, properties, H5P_DEFAULT);
    if (how.write) {
      EXPECT_GE(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()), 0);
    }
    H5Dclose(dataset);
    H5Sclose(space);
    H5Pclose(properties);
    H5Pclose(links);
  }
  void write_one(const std::string& file_name, hid_t type, const std::string& bytes, const Storage& how = {}) const {
    const hid_t file = create(file_name);
    add(file, "/scan/data", type, bytes, how);
    H5Fclose(file);
  }
  std::unique_ptr<PlaneSource> open_path(const std::string& name) const {
    const auto split = split_dataset_name(folder_ / name);
    EXPECT_TRUE(split) << name;
    return open_hdf5(split.value_or(DatasetName{}), real_reader());
  }
  std::string error_of_path(const std::string& name) const {
    return foreign_error_of([&] { return open_path(name); });
  }
  template <class Value>
  void expect_type(hid_t type, const std::string& bytes, VoxelType expected, const Value& value,
                   const Storage& how = {}) {
    write_one("a.h5", type, bytes, how);
    const auto image = open_path("a.h5:/scan/data");
    EXPECT_EQ(image->type(), expected);
    expect_voxels(*image, value);
  }
};

int shifted_grey(std::int64_t x, std::int64_t y, std::int64_t z) { return grey_at(x, y, z) - 50; }
double half_grey(std::int64_t x, std::int64_t y, std::int64_t z) { return grey_at(x, y, z) - 7.5; }

TEST_F(Hdf5, datasets_of_each_type_are_read_voxel_by_voxel) {
  expect_type(H5T_STD_U8LE, voxels_of<std::uint8_t>(grey_at), VoxelType::uint8, grey_at);
  expect_type(H5T_STD_I8LE, voxels_of<std::int8_t>(shifted_grey), VoxelType::int8, shifted_grey);
  expect_type(H5T_STD_U16LE, voxels_of<std::uint16_t>(grey_at), VoxelType::uint16, grey_at);
  expect_type(H5T_STD_I16BE, voxels_of<std::int16_t>(shifted_grey, true), VoxelType::int16, shifted_grey);
  expect_type(H5T_STD_U32BE, voxels_of<std::uint32_t>(grey_at, true), VoxelType::uint32, grey_at);
  expect_type(H5T_STD_I32LE, voxels_of<std::int32_t>(shifted_grey), VoxelType::int32, shifted_grey);
  expect_type(H5T_STD_U64LE, voxels_of<std::uint64_t>(grey_at), VoxelType::uint64, grey_at);
  expect_type(H5T_STD_I64BE, voxels_of<std::int64_t>(shifted_grey, true), VoxelType::int64, shifted_grey);
  expect_type(H5T_IEEE_F32LE, voxels_of<float>(half_grey), VoxelType::float32, half_grey);
  expect_type(H5T_IEEE_F64BE, voxels_of<double>(half_grey, true), VoxelType::float64, half_grey);
}

TEST_F(Hdf5, float16_and_truth_values_are_those_of_h5py) {
  const hid_t half = H5Tcopy(H5T_IEEE_F32LE);
  H5Tset_fields(half, 15, 10, 5, 0, 10);
  H5Tset_size(half, 2);
  H5Tset_ebias(half, 15);
  expect_type(half, voxels_of<std::uint16_t>([](auto, auto, auto) { return 0xc100; }), VoxelType::float16,
              [](auto, auto, auto) { return -2.5; });
  H5Tclose(half);
  const hid_t truth = H5Tenum_create(H5T_NATIVE_INT8);
  for (const signed char value : {0, 1}) H5Tenum_insert(truth, value == 0 ? "FALSE" : "TRUE", &value);
  expect_type(truth, voxels_of<std::uint8_t>(label_at), VoxelType::uint8, label_at);
  H5Tclose(truth);
}

TEST_F(Hdf5, chunks_filters_and_planes_are_read) {
  const std::string bytes = voxels_of<std::uint16_t>(grey_at);
  for (const std::vector<hsize_t>& chunk : {std::vector<hsize_t>{1, 5, 7}, {2, 2, 3}, {3, 5, 7}, {3, 1, 1}})
    for (const bool deflate : {false, true})
      expect_type(H5T_STD_U16LE, bytes, VoxelType::uint16, grey_at, {{3, 5, 7}, chunk, deflate, deflate, {}, true});
  write_one("a.h5", H5T_STD_U8LE, voxels_of<std::uint8_t>(grey_at).substr(0, 35), {{5, 7}, {}, false, false, {}, true});
  EXPECT_EQ(open_path("a.h5")->extent(), (Extent{7, 5, 1}));
}

TEST_F(Hdf5, file_without_a_path_gives_its_only_image_or_a_list) {
  hid_t file = create("a.h5");
  add(file, "/one", H5T_STD_U8LE, voxels_of<std::uint8_t>(grey_at));
  add(file, "/x", H5T_IEEE_F32LE, std::string(28, '\0'), {{7}, {}, false, false, {}, true});
  H5Lcreate_soft("/one", file, "/same", H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  expect_voxels(*open_path("a.h5"), grey_at);
  expect_voxels(*open_path("a.h5:/same"), grey_at);
  file = H5Fopen((folder_ / "a.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  add(file, "/group/two", H5T_STD_U8LE, std::string(4, 'x'), {{1, 2, 2}, {}, false, false, {}, true});
  H5Fclose(file);
  EXPECT_THAT(error_of_path("a.h5"), AllOf(HasSubstr("/one (3 x 5 x 7)"), HasSubstr("/group/two (1 x 2 x 2)"),
                                           HasSubstr("file.h5:/dataset"), Not(HasSubstr("/same"))));
  EXPECT_THAT(error_of_path("a.h5:/three"), AllOf(HasSubstr("'/three'"), HasSubstr("/one (3 x 5 x 7)")));
  EXPECT_THAT(error_of_path("a.h5:/group"), HasSubstr("'/group'"));
}

TEST_F(Hdf5, file_without_a_path_takes_no_image_for_the_only_one_beside_a_long_name_or_a_damaged_one) {
  hid_t file = create("a.h5");
  add(file, "/one", H5T_STD_U8LE, voxels_of<std::uint8_t>(grey_at));
  const std::string name(600, 'n');
  add(file, "/a" + name, H5T_STD_U8LE, voxels_of<std::uint8_t>(grey_at));
  H5Fclose(file);
  EXPECT_THAT(error_of_path("a.h5"), AllOf(HasSubstr("/one (3 x 5 x 7)"), HasSubstr("file.h5:/dataset")));
  expect_voxels(*open_path("a.h5:/one"), grey_at);
  expect_voxels(*open_path("a.h5:/a" + name), grey_at);
  const hid_t latest = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(latest, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);  // its headers of objects begin with OHDR
  file = H5Fcreate((folder_ / "b.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, latest);
  for (const char* each : {"/one", "/two"}) add(file, each, H5T_STD_U8LE, voxels_of<std::uint8_t>(grey_at));
  H5Fclose(file);
  H5Pclose(latest);
  std::string bytes = file_content(folder_ / "b.h5");
  bytes[bytes.rfind("OHDR")] = 'x';
  write("b.h5", bytes);
  EXPECT_THAT(error_of_path("b.h5"), AllOf(HasSubstr("/one (3 x 5 x 7)"), HasSubstr("cannot be listed")));
}

TEST_F(Hdf5, names_with_colons_and_other_endings_are_split_right) {
  for (const char* name : {"a:b.h5", "a b.nc", "-x.hdf5", "c.h5:/d.nc4"}) {
    fs::create_directories((folder_ / name).parent_path());
    write_one(name, H5T_STD_U8LE, voxels_of<std::uint8_t>(grey_at));
    expect_voxels(*open_path(std::string(name) + ":/scan/data"), grey_at);
    expect_voxels(*open_path(name), grey_at);
  }
  EXPECT_FALSE(split_dataset_name("a.tif"));
  EXPECT_FALSE(split_dataset_name("a.tif:/x"));
  EXPECT_FALSE(split_dataset_name("a.h5:x"));
}

TEST_F(Hdf5, voxels_of_other_files_are_not_read) {
  write_one("other.h5", H5T_STD_U8LE, voxels_of<std::uint8_t>(grey_at));
  write_file(folder_ / "other.raw", voxels_of<std::uint8_t>(grey_at));
  hid_t file = create("link.h5");
  H5Lcreate_external((folder_ / "other.h5").c_str(), "/scan/data", file, "/link", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_external((folder_ / "other.h5").c_str(), "/scan", file, "/group", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_soft("/link", file, "/soft", H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  EXPECT_THAT(error_of_path("link.h5:/link"), HasSubstr("link to another file"));
  EXPECT_THAT(error_of_path("link.h5:/group/data"), HasSubstr("link to another file"));
  EXPECT_THAT(error_of_path("link.h5:/soft"), HasSubstr("'/soft'"));
  EXPECT_THAT(error_of_path("link.h5"), HasSubstr("no dataset"));

  write_one("external.h5", H5T_STD_U8LE, "", {{3, 5, 7}, {}, false, false, (folder_ / "other.raw").string(), false});
  EXPECT_THAT(error_of_path("external.h5:/scan/data"), HasSubstr("in another file"));

  file = create("virtual.h5");
  const std::vector<hsize_t> sizes{3, 5, 7};
  const hid_t space = H5Screate_simple(3, sizes.data(), nullptr);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_virtual(properties, space, (folder_ / "other.h5").c_str(), "/scan/data", space);
  H5Dclose(H5Dcreate2(file, "/data", H5T_STD_U8LE, space, H5P_DEFAULT, properties, H5P_DEFAULT));
  H5Pclose(properties);
  H5Sclose(space);
  H5Fclose(file);
  EXPECT_THAT(error_of_path("virtual.h5:/data"), HasSubstr("virtual"));
}

TEST_F(Hdf5, what_was_never_written_is_refused) {
  write_one("a.h5", H5T_STD_U8LE, "", {{3, 5, 7}, {}, false, false, {}, false});
  EXPECT_THAT(error_of_path("a.h5"), HasSubstr("never written"));
  const hid_t file = create("part.h5");
  add(file, "/data", H5T_STD_U8LE, "", {{3, 5, 7}, {1, 5, 7}, true, false, {}, false});
  const hid_t dataset = H5Dopen2(file, "/data", H5P_DEFAULT);
  const hid_t space = H5Dget_space(dataset);
  const std::vector<hsize_t> start{1, 0, 0};
  const std::vector<hsize_t> count{1, 5, 7};
  const hid_t memory = H5Screate_simple(3, count.data(), nullptr);
  H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
  const std::string plane(35, 'x');
  H5Dwrite(dataset, H5T_STD_U8LE, memory, space, H5P_DEFAULT, plane.data());
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(file);
  EXPECT_THAT(error_of_path("part.h5"), HasSubstr("1 of 3 chunks"));
}

TEST_F(Hdf5, datasets_that_are_no_images_are_refused) {
  write_one("a.h5", H5T_STD_U8LE, "abcdefgh", {{8}, {}, false, false, {}, true});
  EXPECT_THAT(error_of_path("a.h5:/scan/data"), HasSubstr("1 axes"));
  EXPECT_THAT(error_of_path("a.h5"), HasSubstr("no dataset of two or three axes"));
  write_one("a.h5", H5T_STD_U8LE, "abcdefgh", {{1, 2, 2, 2}, {}, false, false, {}, true});
  EXPECT_THAT(error_of_path("a.h5:/scan/data"), HasSubstr("4 axes"));
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, 2);
  write_one("a.h5", text, "abcdefgh", {{2, 2}, {}, false, false, {}, true});
  H5Tclose(text);
  EXPECT_THAT(error_of_path("a.h5:/scan/data"), HasSubstr("none of uint8"));
  write_one("a.h5", H5T_STD_U8LE, "", {{1 << 14, 1 << 14, 1 << 14}, {1, 1024, 1024}, false, false, {}, false});
  EXPECT_THAT(error_of_path("a.h5"), HasSubstr("never written"));
}

TEST_F(Hdf5, damaged_and_other_files_are_refused) {
  write("a.h5", "these are notes");
  EXPECT_THAT(error_of_path("a.h5"), HasSubstr("no HDF5 file"));
  write("a.nc", "CDF\1 and more");
  EXPECT_THAT(error_of_path("a.nc"), HasSubstr("nccopy"));
  write_one("b.h5", H5T_STD_U8LE, voxels_of<std::uint8_t>(grey_at), {{3, 5, 7}, {1, 5, 7}, true, false, {}, true});
  const std::string whole = file_content(folder_ / "b.h5");
  for (const std::size_t less : {std::size_t{1}, std::size_t{100}, whole.size() / 2}) {
    write("b.h5", whole.substr(0, whole.size() - less));
    EXPECT_THAT(error_of_path("b.h5"), HasSubstr("b.h5"));
  }
  EXPECT_THAT(error_of_path("absent.h5:/x"), HasSubstr("no such file"));
}

#endif

}  // namespace
}  // namespace perm
