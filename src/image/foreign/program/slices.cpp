// SPDX-License-Identifier: Apache-2.0
// A file of one image by its ending, and a folder of slices, which are such files and are opened one at a time.
#include <fmt/format.h>

#include <exception>
#include <new>
#include <utility>

#include "image/foreign/program/image_file.hpp"
#include "image/source/readable_file.hpp"

namespace perm::foreign {
namespace {

/// Gives what `action` gives; what it throws names the slice.
template <class Action>
auto in_slice(const std::string& name, const Action& action) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const Refusal& refusal) {
    throw Refusal(fmt::format("'{}': {}", name, refusal.what()), refusal.remedy());
  } catch (const std::exception&) {
    throw Refusal(fmt::format("'{}' is damaged or incomplete", name));
  }
}

class Slices final : public ImageFile {
 public:
  Slices(std::string folder, std::vector<std::string> names) : folder_(std::move(folder)), names_(std::move(names)) {
    if (names_.empty()) throw Refusal("it holds no slices");
    for (const std::string& name : names_) {
      const FileFacts one = open(name)->facts();
      if (name == names_.front()) facts_ = one;
      require_alike(name, one);
    }
    facts_.extent.nz = static_cast<std::int64_t>(names_.size());
    facts_.format = fmt::format("{} slices, {} to {}, {}", names_.size(), names_.front(), names_.back(), facts_.format);
  }

  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    const std::string& name = names_.at(static_cast<std::size_t>(z));
    const std::unique_ptr<ImageFile> file = open(name);
    require_alike(name, file->facts());
    in_slice(name, [&] { file->read_plane(0, voxels); });
  }

 private:
  std::unique_ptr<ImageFile> open(const std::string& name) const {
    return in_slice(name, [&] { return open_file(folder_ + "/" + name); });
  }

  void require_alike(const std::string& name, const FileFacts& one) const {
    if (one.extent.nz != 1) throw Refusal(fmt::format("'{}' is no slice but {}", name, to_string(one.extent)));
    if (one.extent.nx == facts_.extent.nx && one.extent.ny == facts_.extent.ny && one.type == facts_.type) return;
    throw Refusal(
        fmt::format("'{}' is {} x {} of {}, and '{}' is {} x {} of {}", name, one.extent.nx, one.extent.ny,
                    name_of(one.type), names_.front(), facts_.extent.nx, facts_.extent.ny, name_of(facts_.type)),
        "All slices must have one size and one type");
  }

  std::string folder_;
  std::vector<std::string> names_;
};

}  // namespace

std::unique_ptr<ImageFile> open_file(const std::string& path) {
  return ending_of(path) == ".png" ? open_png_file(path) : open_itk_file(path);
}

std::unique_ptr<ImageFile> open_slices(const std::string& folder, const std::vector<std::string>& names) {
  return std::make_unique<Slices>(folder, names);
}

}  // namespace perm::foreign
