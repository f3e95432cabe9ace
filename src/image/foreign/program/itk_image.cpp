// SPDX-License-Identifier: Apache-2.0
// A file that ITK reads at once, and a folder of slices that it reads one at a time.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "image/foreign/program/image_file.hpp"
#include "image/foreign/program/itk_reader.hpp"

namespace perm::foreign {
namespace {

class WholeFile final : public ImageFile {
 public:
  explicit WholeFile(const std::string& path) : reader_(path) {
    constexpr std::int64_t copies = 2;  // ITK has one besides ours, where it decodes
    facts_ = reader_.facts();
    facts_.memory_bytes = copies * facts_.extent.nz * facts_.plane_bytes();
  }

  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    if (voxels_.empty()) {
      std::vector<std::byte> all(static_cast<std::size_t>(facts_.extent.nz * facts_.plane_bytes()));
      reader_.read_all(all);
      voxels_ = std::move(all);
    }
    std::copy_n(voxels_.begin() + z * facts_.plane_bytes(), facts_.plane_bytes(), voxels.begin());
  }

 private:
  ItkReader reader_;
  std::vector<std::byte> voxels_;
};

class Slices final : public ImageFile {
 public:
  Slices(std::string folder, std::vector<std::string> names) : folder_(std::move(folder)), names_(std::move(names)) {
    if (names_.empty()) throw Refusal("it holds no slices");
    for (const std::string& name : names_) {
      const FileFacts one = open(name).facts();
      if (name == names_.front()) facts_ = one;
      require_alike(name, one);
    }
    facts_.extent.nz = static_cast<std::int64_t>(names_.size());
    facts_.memory_bytes = facts_.plane_bytes();
    facts_.format = fmt::format("{} slices, {} to {}, {}", names_.size(), names_.front(), names_.back(), facts_.format);
  }

  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    const std::string& name = names_.at(static_cast<std::size_t>(z));
    ItkReader reader = open(name);
    require_alike(name, reader.facts());
    try {
      reader.read_all(voxels);
    } catch (const Refusal& refusal) {
      throw Refusal(fmt::format("'{}': {}", name, refusal.what()), refusal.remedy());
    } catch (const itk::ExceptionObject&) {
      throw Refusal(fmt::format("'{}' is damaged or incomplete", name));
    }
  }

 private:
  ItkReader open(const std::string& name) const {
    try {
      return ItkReader(folder_ + "/" + name);
    } catch (const Refusal& refusal) {
      throw Refusal(fmt::format("'{}': {}", name, refusal.what()), refusal.remedy());
    } catch (const itk::ExceptionObject&) {
      throw Refusal(fmt::format("'{}' is damaged or incomplete", name));
    }
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

std::unique_ptr<ImageFile> open_itk_file(const std::string& path) { return std::make_unique<WholeFile>(path); }

std::unique_ptr<ImageFile> open_itk_slices(const std::string& folder, const std::vector<std::string>& names) {
  return std::make_unique<Slices>(folder, names);
}

}  // namespace perm::foreign
