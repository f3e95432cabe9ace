// SPDX-License-Identifier: Apache-2.0
#include "image/foreign/program/hdf5_contents.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <vector>

#include "image/foreign/program/image_file.hpp"

namespace perm::foreign {
namespace {

constexpr int most_axes = 3;
constexpr const char* name_one = "Name one, with a colon before it: file.h5:/dataset";

/// Gives "400 x 300 x 200", with z first as HDF5 counts; empty where it is no image.
std::string sizes_of(hid_t dataset) {
  const SpaceHandle space(H5Dget_space(dataset));
  std::array<hsize_t, most_axes> sizes{};
  const int axes = H5Sget_simple_extent_ndims(space);
  if (axes < 2 || axes > most_axes || H5Sget_simple_extent_dims(space, sizes.data(), nullptr) < 0) return {};
  std::string text = std::to_string(sizes[0]);
  for (int axis = 1; axis < axes; ++axis) text += fmt::format(" x {}", sizes[static_cast<std::size_t>(axis)]);
  return text;
}

/// The datasets of a file that have two or three axes. Links within the file are not followed, so each is there once.
class Listing {
 public:
  explicit Listing(hid_t file) { add_group(GroupHandle(H5Gopen2(file, "/", H5P_DEFAULT)), "/", 0); }
  const std::vector<std::string>& paths() const { return paths_; }
  /// Says whether nothing of the file was left out: only then one image is the only one.
  bool is_complete() const { return is_complete_; }
  std::string in_words() const {
    constexpr std::size_t most = 8;
    if (described_.empty())
      return is_complete_ ? "it has no dataset of two or three axes" : "its datasets cannot be listed";
    std::string text = "it has ";
    for (std::size_t i = 0; i < described_.size() && i < most; ++i) text += (i == 0 ? "" : ", ") + described_[i];
    return text + (described_.size() > most ? ", and more" : is_complete_ ? "" : ", and what cannot be listed");
  }

 private:
  void add_group(hid_t group, const std::string& path, int depth) {
    constexpr int most_visits = 4000;
    constexpr int most_depth = 32;
    H5G_info_t info{};
    if (depth > most_depth || H5Gget_info(group, &info) < 0) {
      is_complete_ = false;
      return;
    }
    for (hsize_t i = 0; i < info.nlinks; ++i) {
      const std::string name = ++visits_ <= most_visits ? name_of_link(group, i) : "";
      if (name.empty()) {
        is_complete_ = false;
        return;
      }
      H5L_info_t link{};
      const bool is_known = H5Lget_info(group, name.c_str(), &link, H5P_DEFAULT) >= 0;
      if (is_known && link.type != H5L_TYPE_HARD) continue;
      const hid_t id = is_known ? H5Oopen(group, name.c_str(), H5P_DEFAULT) : H5I_INVALID_HID;
      if (id < 0) {
        is_complete_ = false;
        continue;
      }
      const ObjectHandle object(id);
      if (H5Iget_type(object) == H5I_GROUP) add_group(object, path + name + "/", depth + 1);
      if (H5Iget_type(object) == H5I_DATASET) add_dataset(object, path + name);
    }
  }

  /// Gives the name of a link, however long; empty where it cannot be read.
  static std::string name_of_link(hid_t group, hsize_t number) {
    const auto read = [&](char* to, std::size_t room) {
      return H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, number, to, room, H5P_DEFAULT);
    };
    const ssize_t length = read(nullptr, 0);
    if (length <= 0) return {};
    std::string name(static_cast<std::size_t>(length), '\0');
    return read(name.data(), name.size() + 1) == length ? name : "";
  }

  void add_dataset(hid_t dataset, const std::string& path) {
    const std::string sizes = sizes_of(dataset);
    if (sizes.empty()) return;
    paths_.push_back(path);
    constexpr std::size_t shown = 60;
    described_.push_back(fmt::format("{}{} ({})", path.substr(0, shown), path.size() > shown ? "..." : "", sizes));
  }

  std::vector<std::string> paths_;
  std::vector<std::string> described_;  ///< the same with their sizes
  int visits_{0};
  bool is_complete_{true};
};

/// Says whether a part of the path is a link to another file.
bool leads_out(hid_t file, const std::string& path) {
  for (std::size_t end = 1; end != std::string::npos;) {
    end = path.find('/', end + 1);
    H5L_info_t info{};
    if (H5Lget_info(file, path.substr(0, end).c_str(), &info, H5P_DEFAULT) < 0) return false;
    if (info.type == H5L_TYPE_EXTERNAL) return true;
  }
  return false;
}

}  // namespace

std::string hdf5_reason() {
  std::string reason = "HDF5 cannot read it";
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned number, const H5E_error2_t* error, void* data) -> herr_t {
        if (number == 0 && error->desc != nullptr)
          *static_cast<std::string*>(data) = std::string("HDF5: ") + error->desc;
        return 0;
      },
      &reason);
  return reason;
}

void stay_in_file() {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are told by exceptions
  H5PLset_loading_state(0);
  if (H5Lis_registered(H5L_TYPE_EXTERNAL) > 0)
    H5Lunregister(H5L_TYPE_EXTERNAL);  // a link of this type then leads nowhere
}

DatasetHandle find_dataset(hid_t file, const std::string& dataset) {
  if (dataset.empty()) {
    const Listing listing(file);
    if (listing.paths().size() == 1 && listing.is_complete())
      return DatasetHandle(H5Dopen2(file, listing.paths().front().c_str(), H5P_DEFAULT));
    throw Refusal(listing.in_words(), listing.paths().empty() ? "Export the image as TIFF or .npy" : name_one);
  }
  const hid_t opened = H5Dopen2(file, dataset.c_str(), H5P_DEFAULT);
  if (opened >= 0) return DatasetHandle(opened);
  const std::string reason = hdf5_reason();
  if (leads_out(file, dataset))
    throw Refusal(fmt::format("'{}' is a link to another file, which is not followed", dataset),
                  "Name the file that holds the dataset");
  if (H5Lexists(file, dataset.c_str(), H5P_DEFAULT) > 0 && H5Oexists_by_name(file, dataset.c_str(), H5P_DEFAULT) <= 0)
    throw Refusal(fmt::format("'{}' cannot be opened: {}", dataset, reason));
  throw Refusal(fmt::format("no dataset of it is called '{}'; {}", dataset, Listing(file).in_words()), name_one);
}

}  // namespace perm::foreign
