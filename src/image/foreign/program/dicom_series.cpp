// SPDX-License-Identifier: Apache-2.0
// The DICOM files of a folder. GDCM puts them in the order of their positions; whether these are evenly spaced is
// checked here, because a missing slice is no smaller image but a wrong one.
#include <fmt/format.h>
#include <itkGDCMImageIO.h>
#include <itkGDCMSeriesFileNames.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include "core/text_file.hpp"
#include "image/foreign/program/image_file.hpp"
#include "image/foreign/program/itk_reader.hpp"

namespace perm::foreign {
namespace {

constexpr double tolerance = 0.01;  // of the distance of slices; positions are written with few digits

/// Where a slice lies: along the normal of all slices, and its number where no position is written.
struct Place {
  std::optional<double> position;
  std::optional<double> number;
};

std::string name_of_file(const std::string& path) { return std::filesystem::path(path).filename().string(); }

std::optional<double> number_in(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  double number = 0;
  const auto [end, error] = scan_number(text.data() + first, text.data() + text.size(), number);
  return error == std::errc{} ? std::optional(number) : std::nullopt;
}

class DicomSeries final : public ImageFile {
 public:
  explicit DicomSeries(const std::string& folder) : files_(find_files(folder)) {
    std::vector<Place> places;
    for (const std::string& file : files_) {
      ItkReader slice = open(file);
      if (file == files_.front()) take_first(slice);
      require_alike(file, slice);
      places.push_back(place_of(slice));
    }
    facts_.extent.nz = static_cast<std::int64_t>(files_.size());
    facts_.memory_bytes = 2 * facts_.plane_bytes();
    facts_.format = fmt::format("DICOM series of {} slices, {} to {}, {}", files_.size(), name_of_file(files_.front()),
                                name_of_file(files_.back()), name_of(facts_.type));
    require_even(places);
  }

  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    const std::string& file = files_.at(static_cast<std::size_t>(z));
    ItkReader slice = open(file);
    require_alike(file, slice);
    slice.read_all(voxels);
  }

 private:
  static std::vector<std::string> find_files(const std::string& folder) {
    const auto names = itk::GDCMSeriesFileNames::New();
    names->SetUseSeriesDetails(false);  // so that a size that changes is found, and does not make another series
    names->SetDirectory(folder);
    const std::vector<std::string>& series = names->GetSeriesUIDs();
    if (series.empty()) throw Refusal("no DICOM image in it can be read");
    if (series.size() > 1) {
      std::string listed;
      for (const std::string& uid : series)
        listed += fmt::format("{}{} ({} files)", listed.empty() ? "" : ", ", uid, names->GetFileNames(uid).size());
      throw Refusal(fmt::format("it holds {} series: {}", series.size(), listed),
                    "Leave the files of one series in the folder");
    }
    return names->GetFileNames(series.front());
  }

  static ItkReader open(const std::string& file) {
    try {
      return ItkReader(file);
    } catch (const Refusal& refusal) {
      throw Refusal(fmt::format("'{}': {}", name_of_file(file), refusal.what()), refusal.remedy());
    } catch (const itk::ExceptionObject&) {
      throw Refusal(fmt::format("'{}' is damaged or incomplete", name_of_file(file)));
    }
  }

  void take_first(ItkReader& slice) {
    facts_ = slice.facts();
    const std::vector<double> normal = slice.io().GetDirection(2);
    if (normal.size() >= 3) std::copy_n(normal.begin(), 3, normal_.begin());
  }

  void require_alike(const std::string& file, ItkReader& slice) const {
    const FileFacts& one = slice.facts();
    if (one.extent.nx != facts_.extent.nx || one.extent.ny != facts_.extent.ny || one.type != facts_.type)
      throw Refusal(
          fmt::format("'{}' is {} of {}, and '{}' is {} of {}", name_of_file(file), to_string(one.extent),
                      name_of(one.type), name_of_file(files_.front()), to_string(facts_.extent), name_of(facts_.type)),
          "All slices must have one size and one type");
    if (one.extent.nz != 1)
      throw Refusal(fmt::format("'{}' has {} images, and is no slice", name_of_file(file), one.extent.nz),
                    "Name the file itself");
    const std::vector<double> normal = slice.io().GetDirection(2);
    double along = 0;
    for (std::size_t axis = 0; axis < 3 && axis < normal.size(); ++axis) along += normal[axis] * normal_[axis];
    if (std::abs(along - 1) > tolerance)
      throw Refusal(fmt::format("'{}' and '{}' are not parallel", name_of_file(file), name_of_file(files_.front())));
  }

  Place place_of(ItkReader& slice) const {
    auto& io = dynamic_cast<itk::GDCMImageIO&>(slice.io());
    Place place;
    std::string text;
    if (io.GetValueFromTag("0020|0032", text)) {
      place.position = 0;
      for (unsigned axis = 0; axis < 3; ++axis) *place.position += io.GetOrigin(axis) * normal_[axis];
    }
    text.clear();
    if (io.GetValueFromTag("0020|0013", text)) place.number = number_in(text);
    return place;
  }

  /// Refuses slices that are missing, twice there or without a place, and takes the distance of slices from positions.
  void require_even(const std::vector<Place>& places) {
    if (places.size() < 2) return;
    const bool by_position = std::ranges::all_of(places, [](const Place& place) { return place.position.has_value(); });
    if (!by_position && !std::ranges::all_of(places, [](const Place& place) { return place.number.has_value(); }))
      throw Refusal("its files say neither their positions nor their numbers", "Export it as numbered TIFF slices");
    const auto at = [&](std::size_t i) { return by_position ? *places[i].position : *places[i].number; };
    const double step = by_position ? at(1) - at(0) : 1;
    for (std::size_t i = 1; i < places.size(); ++i) {
      const std::string pair = fmt::format("'{}' and '{}'", name_of_file(files_[i - 1]), name_of_file(files_[i]));
      const double distance = at(i) - at(i - 1);
      if (std::abs(distance) <= tolerance * std::abs(step) || distance == 0)
        throw Refusal(pair + " lie at the same place", "Remove one of them");
      if (std::abs(distance - step) > tolerance * std::abs(step))
        throw Refusal(fmt::format("{} are {:.6g} apart and the first two {:.6g}", pair, distance, step),
                      "A slice is missing, or the distance changes: export the series again, evenly spaced");
    }
    if (by_position && facts_.notes.spacing[0] > 0) facts_.notes.spacing[2] = std::abs(step);
  }

  std::vector<std::string> files_;
  std::array<double, 3> normal_{0, 0, 1};
};

}  // namespace

std::unique_ptr<ImageFile> open_dicom_series(const std::string& folder) {
  return std::make_unique<DicomSeries>(folder);
}

}  // namespace perm::foreign
