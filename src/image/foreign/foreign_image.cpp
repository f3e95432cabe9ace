// SPDX-License-Identifier: Apache-2.0
// An image whose planes a child process reads. Nothing that the child says is believed before it is checked.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "core/memory_limits.hpp"
#include "core/run_inputs.hpp"
#include "core/units.hpp"
#include "image/foreign/formats.hpp"
#include "image/foreign/messages.hpp"
#include "image/source/image_header.hpp"
#include "image/source/readable_file.hpp"

namespace perm {
namespace fs = std::filesystem;
namespace {

using foreign::FileKind;
using foreign::Frame;
using foreign::HeaderNumbers;
using foreign::MessageKind;
using foreign::OpenRequest;
using foreign::Reader;
using foreign::ReaderProcess;

std::string problem_with(const std::string& name) { return fmt::format("Cannot read '{}'", name); }

/// A library that the child reads files with.
struct Library {
  bool is_built_in;
  const char* name;
  const char* package;
  const char* option;
};
constexpr Library libpng{PERM_HAS_PNG != 0, "libpng", "libpng-dev", "PERMEABILITY_PNG"};
constexpr Library itk{PERM_HAS_ITK != 0, "ITK", "libinsighttoolkit5-dev", "PERMEABILITY_ITK"};
constexpr Library hdf5{PERM_HAS_HDF5 != 0, "HDF5", "libhdf5-dev", "PERMEABILITY_HDF5"};

void require(const Library& library, const std::string& name) {
  if (!library.is_built_in)
    throw InputError(problem_with(name),
                     fmt::format("this program was built without {}, which reads such files", library.name),
                     fmt::format("Save the image as TIFF or .npy, or build with {} installed (Debian: {}) and -D{}=ON",
                                 library.name, library.package, library.option));
}

const Library& library_of(const fs::path& file) { return ending_of(file) == ".png" ? libpng : itk; }

class ForeignImage final : public DescribedPlanes {
 public:
  /// `name` is how the user calls the image.
  ForeignImage(const Reader& reader, const OpenRequest& request, const std::string& name, std::int64_t file_bytes)
      : DescribedPlanes({}, {}), free_(find_tightest_memory_limit()), process_(reader, task_of(name, file_bytes)) {
    const Frame frame = process_.ask(MessageKind::open, encode(request));
    if (frame.kind != MessageKind::header || frame.bytes < sizeof(HeaderNumbers) ||
        frame.bytes > foreign::most_text_bytes)
      process_.refuse_answer("no header");
    HeaderNumbers numbers;
    process_.receive(std::as_writable_bytes(std::span(&numbers, 1)));
    std::string bytes(static_cast<std::size_t>(frame.bytes) - sizeof(numbers), '\0');
    process_.receive(std::as_writable_bytes(std::span(bytes)));
    take_numbers(numbers);
    take_texts(foreign::split_texts(bytes), name);
    require_memory_for(numbers.memory_bytes);
  }

  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    const Frame frame = process_.ask(MessageKind::read_plane, {reinterpret_cast<const char*>(&z), sizeof(z)});
    if (frame.kind != MessageKind::plane || frame.bytes != voxels.size() ||
        voxels.size() != static_cast<std::size_t>(plane_bytes()))
      process_.refuse_answer(fmt::format("{} bytes for a plane of {}", frame.bytes, plane_bytes()));
    process_.receive(voxels);
  }

 private:
  foreign::ReaderTask task_of(const std::string& name, std::int64_t file_bytes) const {
    return {problem_with(name), file_bytes, free_ ? std::max<std::int64_t>(free_->free, 1) : 0};
  }

  void take_numbers(const HeaderNumbers& numbers) {
    const auto& n = numbers.extent;
    if (n[0] < 1 || n[1] < 1 || n[2] < 1) process_.refuse_answer(fmt::format("{} x {} x {} voxels", n[0], n[1], n[2]));
    if (numbers.type < 0 || numbers.type > static_cast<std::int64_t>(VoxelType::float64))
      process_.refuse_answer(fmt::format("voxels of type {}", numbers.type));
    header_.extent = {n[0], n[1], n[2]};
    header_.type = static_cast<VoxelType>(numbers.type);
    if (!is_addressable(header_.extent, size_of(header_.type)))
      process_.refuse(fmt::format("its header says {}", to_string(header_.extent)), "The header must be damaged");
    const auto is_length = [](double length) { return std::isfinite(length) && length > 0; };
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (is_length(numbers.spacing[axis])) header_.notes.spacing[axis] = numbers.spacing[axis];
    if (is_length(numbers.spacing_unit_m)) header_.notes.spacing_unit_m = numbers.spacing_unit_m;
  }

  void take_texts(const std::vector<std::string>& texts, const std::string& name) {
    constexpr std::size_t most_warnings = 8;
    if (texts.empty()) process_.refuse_answer("no format");
    description_ = fmt::format("{} ({})", name, foreign::printable(texts.front()));
    for (std::size_t i = 1; i < texts.size() && i <= most_warnings; ++i)
      header_.notes.warnings.push_back(foreign::printable(texts[i]));
  }

  void require_memory_for(std::int64_t bytes) {
    if (bytes < 0) process_.refuse_answer(fmt::format("{} bytes of memory", bytes));
    if (free_ && bytes > free_->free)
      process_.refuse(fmt::format("{} of {} need {} of memory to be read, {} are free{}", to_string(header_.extent),
                                  name_of(header_.type), format_bytes(static_cast<double>(bytes)),
                                  format_bytes(static_cast<double>(free_->free)), free_->where),
                      "Export the image as TIFF or MetaImage, which are read plane by plane");
  }

  std::optional<MemoryLimit> free_;
  ReaderProcess process_;
};

std::int64_t bytes_of_file(const fs::path& path) {
  std::error_code error;
  constexpr std::uintmax_t most = std::uintmax_t{1} << 50U;  // so that the sum of many does not overflow
  const std::uintmax_t bytes = fs::file_size(path, error);
  return error ? 0 : static_cast<std::int64_t>(std::min(bytes, most));
}

std::unique_ptr<PlaneSource> open_in_child(const Reader& reader, FileKind kind, const fs::path& path,
                                           std::vector<std::string> parts, const std::string& name,
                                           std::int64_t file_bytes) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (error) throw InputError(problem_with(name), error.message(), "Give the path from the root: /...");
  return std::make_unique<ForeignImage>(reader, OpenRequest{kind, absolute.string(), std::move(parts)}, name,
                                        file_bytes);
}

}  // namespace

std::unique_ptr<PlaneSource> open_foreign(const fs::path& path, const Reader& reader) {
  require(library_of(path), path.string());
  return open_in_child(reader, FileKind::one_file, path, {}, path.string(), bytes_of_file(path));
}

std::unique_ptr<PlaneSource> open_foreign_slices(const fs::path& folder, const std::vector<fs::path>& slices,
                                                 const Reader& reader) {
  require(slices.empty() ? itk : library_of(slices.front()), folder.string());
  std::vector<std::string> names;
  std::int64_t bytes = 0;
  for (const fs::path& slice : slices) {
    require_readable_file(slice);
    bytes += bytes_of_file(slice);
    names.push_back(slice.filename().string());
  }
  return open_in_child(reader, FileKind::slices, folder, std::move(names), folder.string(), bytes);
}

std::unique_ptr<PlaneSource> open_dicom(const fs::path& folder, const Reader& reader) {
  require(itk, folder.string());
  std::int64_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->is_regular_file(error)) note_input(entry->path());
    bytes += bytes_of_file(entry->path());
  }
  return open_in_child(reader, FileKind::dicom_series, folder, {}, folder.string(), bytes);
}

std::unique_ptr<PlaneSource> open_hdf5(const DatasetName& name, const Reader& reader) {
  require(hdf5, name.file.string());
  require_readable_file(name.file);
  const std::string called = name.file.string() + (name.dataset.empty() ? "" : ":" + name.dataset);
  return open_in_child(reader, FileKind::dataset, name.file, {name.dataset}, called, bytes_of_file(name.file));
}

}  // namespace perm
