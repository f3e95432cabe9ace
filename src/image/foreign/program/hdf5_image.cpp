// SPDX-License-Identifier: Apache-2.0
// A dataset of an HDF5 or NetCDF-4 file. [z, y, x] in C order, as h5py shows it, is an image of nx x ny x nz voxels.
// A layer of chunks is read at once, so that each chunk is decompressed once when planes are asked for in order.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "image/foreign/program/hdf5_contents.hpp"
#include "image/foreign/program/hdf5_types.hpp"
#include "image/foreign/program/image_file.hpp"
#include "image/source/image_header.hpp"

namespace perm::foreign {
namespace {

constexpr const char* repack = "Rewrite the file with h5repack -f GZIP=4, or save the array as .npy";
constexpr std::int64_t most_layer_bytes = std::int64_t{1} << 30U;

FileHandle open_file(const std::string& path) {
  stay_in_file();
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0)
    throw Refusal("it is no HDF5 file, or a damaged one: " + hdf5_reason(),
                  "NetCDF of version 3 is none: nccopy -k nc4 converts it. Else copy the file again");
  return FileHandle(file);
}

class Dataset final : public ImageFile {
 public:
  Dataset(const std::string& path, const std::string& name)
      : file_(open_file(path)), dataset_(find_dataset(file_, name)), type_(in_memory(type_in_file())) {
    take_extent();
    const PropertiesHandle properties(H5Dget_create_plist(dataset_));
    require_in_file(properties);
    check_filters(properties);
    take_layers(properties);
    require_written();
    std::array<char, 256> called{};
    H5Iget_name(dataset_, called.data(), called.size());
    facts_.format = fmt::format("HDF5, {}, {}", called.data(), name_of(facts_.type));
  }

  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    const std::int64_t first = z / layer_planes_ * layer_planes_;
    const std::int64_t planes = std::min(layer_planes_, facts_.extent.nz - first);
    if (first != first_in_layer_) {
      first_in_layer_ = -1;
      layer_.resize(static_cast<std::size_t>(planes * facts_.plane_bytes()));
      read_layer(first, planes);
      first_in_layer_ = first;
    }
    std::copy_n(layer_.begin() + (z - first) * facts_.plane_bytes(), facts_.plane_bytes(), voxels.begin());
  }

 private:
  TypeHandle type_in_file() {
    TypeHandle type(H5Dget_type(dataset_));
    const std::optional<VoxelType> known = voxel_type_of(type);
    if (!known) throw Refusal("its values are none of " + voxel_type_names(), "Save the array with one of these types");
    facts_.type = *known;
    return type;
  }

  void take_extent() {
    const SpaceHandle space(H5Dget_space(dataset_));
    axes_ = H5Sget_simple_extent_ndims(space);
    if (axes_ != 2 && axes_ != 3)
      throw Refusal(fmt::format("its dataset has {} axes", axes_), "An image has two or three: [z, y, x]");
    std::array<hsize_t, 3> sizes{1, 1, 1};  // z, y, x
    checked(H5Sget_simple_extent_dims(space, sizes.data() + (3 - axes_), nullptr));
    constexpr hsize_t most = hsize_t{1} << 40U;
    for (const hsize_t size : sizes)
      if (size < 1 || size > most) throw Refusal(fmt::format("an axis of its dataset has size {}", size));
    facts_.extent = {static_cast<std::int64_t>(sizes[2]), static_cast<std::int64_t>(sizes[1]),
                     static_cast<std::int64_t>(sizes[0])};
    if (!is_addressable(facts_.extent, size_of(facts_.type)))
      throw Refusal("its header says " + to_string(facts_.extent), "The header must be damaged");
  }

  static void require_in_file(hid_t properties) {
    if (H5Pget_layout(properties) == H5D_VIRTUAL)
      throw Refusal("its dataset is virtual: the voxels are in other datasets", "Copy it into one: h5repack does");
    if (H5Pget_external_count(properties) > 0)
      throw Refusal("its voxels are in another file", "Copy them into one file, with h5repack");
  }

  static void check_filters(hid_t properties) {
    for (int i = 0; i < checked(H5Pget_nfilters(properties)); ++i) {
      unsigned flags = 0;
      std::size_t values = 0;
      std::array<char, 64> name{};
      const H5Z_filter_t filter = H5Pget_filter2(properties, static_cast<unsigned>(i), &flags, &values, nullptr,
                                                 name.size() - 1, name.data(), nullptr);
      constexpr std::array<H5Z_filter_t, 3> known{H5Z_FILTER_DEFLATE, H5Z_FILTER_SHUFFLE, H5Z_FILTER_FLETCHER32};
      if (std::ranges::find(known, filter) == known.end() || H5Zfilter_avail(filter) <= 0)
        throw Refusal(fmt::format("it is compressed by filter {} ('{}')", filter, name.data()), repack);
    }
  }

  /// Finds how many planes a chunk has, and with that what reading takes.
  void take_layers(hid_t properties) {
    const std::int64_t plane = facts_.plane_bytes();
    std::int64_t chunk_bytes = 0;
    if (H5Pget_layout(properties) == H5D_CHUNKED) {
      std::array<hsize_t, 3> chunk{1, 1, 1};
      checked(H5Pget_chunk(properties, axes_, chunk.data() + (3 - axes_)));
      layer_planes_ = static_cast<std::int64_t>(std::min<hsize_t>(chunk[0], static_cast<hsize_t>(facts_.extent.nz)));
      chunks_ = 1;
      const std::array<std::int64_t, 3> sizes{facts_.extent.nz, facts_.extent.ny, facts_.extent.nx};
      for (std::size_t axis = 0; axis < 3; ++axis)
        chunks_ *= (static_cast<hsize_t>(sizes[axis]) + chunk[axis] - 1) / chunk[axis];
      constexpr hsize_t most_of_chunk = hsize_t{1} << 32U;  // HDF5 allows less
      hsize_t voxels = 1;
      for (const hsize_t length : chunk) voxels = std::min(most_of_chunk, voxels * std::min(most_of_chunk, length));
      chunk_bytes = static_cast<std::int64_t>(voxels) * size_of(facts_.type);
    }
    layer_planes_ = std::max<std::int64_t>(1, std::min(layer_planes_, most_layer_bytes / plane));
    facts_.memory_bytes = layer_planes_ * plane + 3 * chunk_bytes;  // it is decompressed, unshuffled and copied
  }

  /// Refuses a dataset of which parts were never written: HDF5 would fill them in.
  void require_written() {
    if (H5Dget_storage_size(dataset_) == 0) throw Refusal("its dataset was never written", "Save the array again");
    if (chunks_ == 0) return;
    const SpaceHandle space(H5Dget_space(dataset_));
    hsize_t written = 0;
    checked(H5Dget_num_chunks(dataset_, space, &written));
    if (written < chunks_)
      throw Refusal(fmt::format("only {} of {} chunks of its dataset were written", written, chunks_),
                    "The measurement or export was not finished; save the array again, all of it");
  }

  void read_layer(std::int64_t first, std::int64_t planes) {
    const SpaceHandle in_file(H5Dget_space(dataset_));
    const std::array<hsize_t, 3> start{static_cast<hsize_t>(first), 0, 0};
    const std::array<hsize_t, 3> count{static_cast<hsize_t>(planes), static_cast<hsize_t>(facts_.extent.ny),
                                       static_cast<hsize_t>(facts_.extent.nx)};
    const int skipped = 3 - axes_;
    checked(
        H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start.data() + skipped, nullptr, count.data() + skipped, nullptr));
    const SpaceHandle here(H5Screate_simple(axes_, count.data() + skipped, nullptr));
    checked(H5Dread(dataset_, type_, here, in_file, H5P_DEFAULT, layer_.data()));
  }

  FileHandle file_;
  DatasetHandle dataset_;
  TypeHandle type_;
  int axes_{0};
  hsize_t chunks_{0};  ///< 0 where the dataset is not divided
  std::int64_t layer_planes_{1};
  std::int64_t first_in_layer_{-1};
  std::vector<std::byte> layer_;
};

}  // namespace

std::unique_ptr<ImageFile> open_dataset(const std::string& path, const std::string& dataset) {
  return std::make_unique<Dataset>(path, dataset);
}

}  // namespace perm::foreign
