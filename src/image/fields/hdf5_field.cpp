// SPDX-License-Identifier: Apache-2.0
// Fields as datasets of HDF5, without compression, so that a plane stands where it will always stand. Values are
// written as they come; the library keeps no copy of them.
#include <fmt/format.h>
#include <hdf5.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "image/fields/field_file.hpp"

namespace perm {
namespace {

/// An identifier of HDF5, closed at the end of its scope.
class Id {
 public:
  Id(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Id(Id&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Id(const Id&) = delete;
  Id& operator=(const Id&) = delete;
  Id& operator=(Id&&) = delete;
  ~Id() {
    if (id_ >= 0) close_(id_);
  }
  hid_t get() const { return id_; }
  bool is_valid() const { return id_ >= 0; }
  bool close() { return close_(std::exchange(id_, H5I_INVALID_HID)) >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

hid_t hdf5_type(FieldType type) {
  return type == FieldType::float32 ? H5T_IEEE_F32LE : type == FieldType::uint8 ? H5T_STD_U8LE : H5T_STD_U32LE;
}
hid_t memory_type(FieldType type) {
  return type == FieldType::float32 ? H5T_NATIVE_FLOAT
         : type == FieldType::uint8 ? H5T_NATIVE_UINT8
                                    : H5T_NATIVE_UINT32;
}

class Hdf5FieldFile final : public FieldFile {
 public:
  Hdf5FieldFile(const std::filesystem::path& path, const FieldGrid& grid, const std::vector<FieldQuantity>& quantities)
      : path_(path), grid_(grid), quantities_(quantities), file_(make_file(path), H5Fclose) {
    require(file_.is_valid());
    add_numbers(file_.get(), "spacing", {grid.spacing, grid.spacing, grid.spacing});
    add_numbers(file_.get(), "origin", grid.origin);
    add_text(file_.get(), "length_unit", grid.length_unit);
    for (const FieldQuantity& quantity : quantities) add_dataset(quantity);
  }

  void write_plane(std::size_t quantity, std::int64_t z, std::span<const std::byte> values) override {
    const FieldQuantity& of = quantities_.at(quantity);
    const std::array<hsize_t, 4> start{static_cast<hsize_t>(z), 0, 0, 0};
    std::array<hsize_t, 4> count = shape_of(of);
    count[0] = 1;
    const Id in_file(H5Dget_space(datasets_[quantity].get()), H5Sclose);
    require(H5Sselect_hyperslab(in_file.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) >= 0);
    const Id in_memory(H5Screate_simple(rank_of(of), count.data(), nullptr), H5Sclose);
    errno = 0;
    require(H5Dwrite(datasets_[quantity].get(), memory_type(of.type), in_memory.get(), in_file.get(), H5P_DEFAULT,
                     values.data()) >= 0);
  }

  void close() override {
    errno = 0;
    bool done = true;
    for (Id& dataset : datasets_) done = dataset.close() && done;
    require(file_.close() && done);
  }

 private:
  /// HDF5 prints nothing: what fails becomes an error of this program.
  static hid_t make_file(const std::filesystem::path& path) {
    H5dont_atexit();  // a file that could not be closed, for want of room, would be closed once more, and crash
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    errno = 0;
    const Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG);
    return H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get());
  }
  void require(bool done) const {
    if (done) return;
    throw InputError(fmt::format("Cannot write '{}'", path_.filename().string()),
                     errno != 0 ? std::generic_category().message(errno) : "HDF5 gives no reason",
                     "See that the disk has room");
  }
  static int rank_of(const FieldQuantity& quantity) { return quantity.components == 1 ? 3 : 4; }
  std::array<hsize_t, 4> shape_of(const FieldQuantity& quantity) const {
    return {static_cast<hsize_t>(grid_.extent.nz), static_cast<hsize_t>(grid_.extent.ny),
            static_cast<hsize_t>(grid_.extent.nx), static_cast<hsize_t>(quantity.components)};
  }
  void add_dataset(const FieldQuantity& quantity) {
    const std::array<hsize_t, 4> shape = shape_of(quantity);
    const Id space(H5Screate_simple(rank_of(quantity), shape.data(), nullptr), H5Sclose);
    const Id creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_fill_time(creation.get(), H5D_FILL_TIME_NEVER);
    H5Pset_obj_track_times(creation.get(), false);  // the same fields are the same bytes
    datasets_.emplace_back(H5Dcreate2(file_.get(), quantity.name.c_str(), hdf5_type(quantity.type), space.get(),
                                      H5P_DEFAULT, creation.get(), H5P_DEFAULT),
                           H5Dclose);
    require(datasets_.back().is_valid());
    const hid_t dataset = datasets_.back().get();
    if (!quantity.unit.empty()) add_text(dataset, "unit", quantity.unit);
    // element_size_um is what the readers of ImageJ (Fiji) and ilastik know, in the order of the axes
    if (grid_.length_unit != "m" || quantity.components != 1) return;
    const double um = grid_.spacing * 1e6;
    add_numbers(dataset, "element_size_um", {um, um, um});
  }
  void add_numbers(hid_t to, const char* name, const std::array<double, 3>& values) const {
    const hsize_t size = values.size();
    const Id space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    const Id attribute(H5Acreate2(to, name, H5T_IEEE_F64LE, space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    require(attribute.is_valid() && H5Awrite(attribute.get(), H5T_NATIVE_DOUBLE, values.data()) >= 0);
  }
  void add_text(hid_t to, const char* name, const std::string& text) const {
    const Id type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.get(), H5T_VARIABLE);
    H5Tset_cset(type.get(), H5T_CSET_UTF8);
    const Id space(H5Screate(H5S_SCALAR), H5Sclose);
    const Id attribute(H5Acreate2(to, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    const char* const value = text.c_str();
    require(attribute.is_valid() && H5Awrite(attribute.get(), type.get(), &value) >= 0);
  }

  std::filesystem::path path_;
  FieldGrid grid_;
  std::vector<FieldQuantity> quantities_;
  Id file_;
  std::vector<Id> datasets_;
};

}  // namespace

bool has_hdf5_fields() { return true; }

std::unique_ptr<FieldFile> open_hdf5_fields(const std::filesystem::path& path, const FieldGrid& grid,
                                            const std::vector<FieldQuantity>& quantities) {
  return std::make_unique<Hdf5FieldFile>(path, grid, quantities);
}

}  // namespace perm
