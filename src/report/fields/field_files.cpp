// SPDX-License-Identifier: Apache-2.0
#include "report/fields/field_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "core/errors.hpp"

namespace perm {
namespace {

/// What can be written, by the numbers that stand in lists of it.
enum Quantity : std::size_t { velocity, pressure, pore, part, speed, sensitivity };

std::vector<FieldQuantity> quantities_of(const FieldFrame& frame) {
  return {{"velocity", frame.velocity_unit(), FieldType::float32, 3},
          {"pressure", frame.pressure_unit()},
          {"pore", "", FieldType::uint8},
          {"part", "", FieldType::uint32},
          {"speed", frame.velocity_unit()},
          {"sensitivity", "1/voxel", FieldType::float32, faces_of_voxel}};
}

/// A file that is written, and which quantities it has.
struct PlannedFile {
  std::string name;
  FieldFormat format;
  std::vector<Quantity> quantities;
};

std::vector<PlannedFile> plan_files(Axis direction, const FieldChoice& choice) {
  const char axis = axis_letter(direction);
  std::vector<PlannedFile> files;
  for (const FieldFormat format : choice.formats) {
    const std::string_view ending = name_of(format);
    if (format == FieldFormat::vti || format == FieldFormat::h5) {
      files.push_back({fmt::format("fields_{}.{}", axis, ending), format, {velocity, pressure, pore, part}});
      if (choice.walls == WallField::sensitivity) files.back().quantities.push_back(sensitivity);
      continue;
    }
    std::vector<std::pair<const char*, Quantity>> apart =
        format == FieldFormat::tif
            ? std::vector<std::pair<const char*, Quantity>>{{"speed", speed}, {"pressure", pressure}}
            : std::vector<std::pair<const char*, Quantity>>{
                  {"velocity", velocity}, {"pressure", pressure}, {"pore", pore}, {"part", part}};
    if (format == FieldFormat::npy && choice.walls == WallField::sensitivity)
      apart.emplace_back("sensitivity", sensitivity);
    for (const auto& [name, quantity] : apart)
      files.push_back({fmt::format("{}_{}.{}", name, axis, ending), format, {quantity}});
  }
  return files;
}

std::unique_ptr<FieldFile> open_file(const PlannedFile& file, const std::filesystem::path& path,
                                     const FieldFrame& frame) {
  const std::vector<FieldQuantity> all = quantities_of(frame);
  std::vector<FieldQuantity> chosen;
  for (const Quantity quantity : file.quantities) chosen.push_back(all[quantity]);
  if (file.format == FieldFormat::vti) return open_vti(path, frame.grid, chosen);
  if (file.format == FieldFormat::h5) return open_hdf5_fields(path, frame.grid, chosen);
  return file.format == FieldFormat::npy ? open_npy_field(path, frame.grid, chosen.front())
                                         : open_tiff_field(path, frame.grid, chosen.front());
}

/// The values of one plane, in the first process.
class PlaneValues {
 public:
  PlaneValues(const Extent& extent, WallField walls)
      : voxels_(static_cast<std::size_t>(extent.plane_voxels())),
        velocity_(3 * voxels_),
        pressure_(voxels_),
        part_(voxels_),
        sensitivity_(walls == WallField::sensitivity ? faces_of_voxel * voxels_ : 0) {}
  void read(std::int64_t z, const ReadFlowPlane& read_plane) {
    read_plane(z, {velocity_, pressure_, part_, sensitivity_});
  }

  /// Holds until the next call.
  std::span<const std::byte> bytes_of(Quantity quantity) {
    if (quantity == velocity) return std::as_bytes(std::span(velocity_));
    if (quantity == pressure) return std::as_bytes(std::span(pressure_));
    if (quantity == part) return std::as_bytes(std::span(part_));
    if (quantity == sensitivity) return std::as_bytes(std::span(sensitivity_));
    if (quantity == pore) {
      pore_.resize(voxels_);
      std::ranges::transform(part_, pore_.begin(), [](std::uint32_t number) { return number == 0 ? 0 : 1; });
      return std::as_bytes(std::span(pore_));
    }
    speed_.resize(voxels_);
    for (std::size_t voxel = 0; voxel < voxels_; ++voxel) {
      const float* const u = &velocity_[3 * voxel];
      speed_[voxel] = static_cast<float>(std::hypot(double{u[0]}, double{u[1]}, double{u[2]}));
    }
    return std::as_bytes(std::span(speed_));
  }

 private:
  std::size_t voxels_;
  std::vector<float> velocity_;
  std::vector<float> pressure_;
  std::vector<std::uint32_t> part_;
  std::vector<float> sensitivity_;
  std::vector<std::uint8_t> pore_;
  std::vector<float> speed_;
};

}  // namespace

std::vector<std::string> field_file_names(Axis direction, const FieldChoice& choice) {
  std::vector<std::string> names;
  for (const PlannedFile& file : plan_files(direction, choice)) names.push_back(file.name);
  return names;
}

std::vector<std::string> write_field_files(const ReadFlowPlane& read_plane, const FieldFrame& frame, Axis direction,
                                           const FieldChoice& choice, FileReplacement& files) {
  const std::vector<PlannedFile> planned = plan_files(direction, choice);
  PlaneValues plane(frame.grid.extent, choice.walls);
  std::vector<std::unique_ptr<FieldFile>> open;
  std::optional<InputError> failure;
  const auto attempt = [&failure](const auto& work) {
    if (failure) return;
    try {
      work();
    } catch (const InputError& error) {
      failure = error;
    }
  };
  attempt([&] {
    for (const PlannedFile& file : planned) open.push_back(open_file(file, files.stage(file.name), frame));
  });
  const auto drop = [&] {
    open.clear();
    for (const PlannedFile& file : planned) files.drop(file.name);
  };
  try {
    for (std::int64_t z = 0; z < frame.grid.extent.nz; ++z) {
      plane.read(z, read_plane);
      attempt([&] {
        for (std::size_t file = 0; file < planned.size(); ++file)
          for (std::size_t i = 0; i < planned[file].quantities.size(); ++i)
            open[file]->write_plane(i, z, plane.bytes_of(planned[file].quantities[i]));
      });
    }
  } catch (...) {  // the run is stopped
    drop();
    throw;
  }
  attempt([&] {
    for (const std::unique_ptr<FieldFile>& file : open) file->close();
  });
  if (failure) {
    drop();
    throw *failure;
  }
  open.clear();
  return field_file_names(direction, choice);
}

void give_fields(const FlowFields& fields) {
  for (std::int64_t z = 0; z < fields.frame().grid.extent.nz; ++z) fields.read_plane(z, {});
}

}  // namespace perm
