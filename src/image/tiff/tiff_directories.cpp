// SPDX-License-Identifier: Apache-2.0
// TIFF 6.0 section 2 and the BigTIFF extension: header -> chain of directories -> entries of 12 (20) bytes.
#include "image/tiff/tiff_directories.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include "core/errors.hpp"

namespace perm {
namespace {

enum Tag : std::uint64_t {
  subfile_type = 254,
  image_width = 256,
  image_length = 257,
  bits_per_sample = 258,
  compression = 259,
  photometric = 262,
  image_description = 270,
  orientation = 274,
  strip_offsets = 273,
  samples_per_pixel = 277,
  rows_per_strip = 278,
  strip_byte_counts = 279,
  x_resolution = 282,
  y_resolution = 283,
  tile_width = 322,
  tile_length = 323,
  tile_offsets = 324,
  tile_byte_counts = 325,
  sample_format = 339,
};

bool matters(std::uint64_t tag) {
  constexpr std::array<std::uint64_t, 19> used{subfile_type,  image_width,       image_length,      bits_per_sample,
                                               compression,   photometric,       image_description, orientation,
                                               strip_offsets, samples_per_pixel, rows_per_strip,    strip_byte_counts,
                                               x_resolution,  y_resolution,      tile_width,        tile_length,
                                               tile_offsets,  tile_byte_counts,  sample_format};
  return std::ranges::find(used, tag) != used.end();
}

/// Gives one number for tags of which a page has one.
std::uint64_t kind_of(std::uint64_t tag) {
  switch (tag) {
    case tile_offsets:
      return strip_offsets;
    case tile_byte_counts:
      return strip_byte_counts;
    default:
      return tag;
  }
}

/// Gives the bytes of the integer types, of text and of ratios; the other types are not needed here.
std::size_t size_of_type(std::uint64_t type) {
  switch (type) {
    case 1:
    case 2:
      return 1;
    case 3:
      return 2;
    case 4:
    case 13:
      return 4;
    case 5:
    case 16:
    case 18:
      return 8;
    default:
      return 0;
  }
}

}  // namespace

TiffDirectories::TiffDirectories(const std::filesystem::path& path)
    : file_(path), size_(static_cast<std::uint64_t>(file_.bytes())) {
  const std::string order = text(0, 2);
  big_endian_ = order == "MM";
  const std::uint64_t version = number(2, 2);
  if ((order != "II" && order != "MM") || (version != 42 && version != 43))
    fail("it is not a TIFF file", "Rename it to its true format");
  wide_ = version == 43;
}

std::vector<TiffDirectories::Place> TiffDirectories::pages() {
  std::vector<Place> found;
  std::set<std::uint64_t> seen;
  for (std::uint64_t at = wide_ ? number(8, 8) : number(4, 4); at != 0;) {
    if (!seen.insert(at).second) fail("damaged: its pages form a circle", export_again);
    at = read_directory(at, found);
  }
  if (found.empty()) fail("it has no pages", export_again);
  require_no_overlap(voxels_);
  if (const std::size_t page = find_overlap(voxels_); page != 0)
    fail(fmt::format("damaged: voxels of page {} lie in part where others are", page), export_again);
  return found;
}

void TiffDirectories::require_no_overlap(const std::vector<FileRange>& voxels) const {
  if (const std::size_t page = find_overlap(tables_, voxels); page != 0)
    fail(fmt::format("damaged: voxels of page {} lie where tags are", page), export_again);
}

ImageNotes TiffDirectories::notes() const {
  ImageNotes notes;
  notes.spacing = description_.spacing;
  notes.spacing_unit_m = description_.spacing_unit_m;
  notes.pore_values = description_.pore_values;
  // Other programs write a resolution for printers; in a file of ImageJ it is that of the voxels, unless that is what
  // ImageJ has made of the dots an inch of another program.
  constexpr double inch_m = 0.0254;
  if (description_.spacing_unit_m == inch_m && resolution_[0] == std::round(resolution_[0])) {
    notes.spacing = {};
    notes.spacing_unit_m.reset();
    return notes;
  }
  if (description_.is_of_imagej && description_.spacing_unit_m)
    for (std::size_t axis = 0; axis < resolution_.size(); ++axis)
      if (resolution_[axis] > 0) notes.spacing[axis] = 1 / resolution_[axis];
  return notes;
}

void TiffDirectories::fail(const std::string& why, const std::string& remedy) const {
  throw InputError(fmt::format("Cannot read '{}'", file_.path().string()), why, remedy);
}

std::string TiffDirectories::text(std::uint64_t at, std::uint64_t bytes) const {
  if (at > size_ || bytes > size_ - at)
    fail(fmt::format("cut short: it points to byte {} but has {}", at + bytes, size_), export_again);
  std::string data(bytes, '\0');
  file_.read_at(static_cast<std::int64_t>(at), std::as_writable_bytes(std::span(data)));
  return data;
}

std::uint64_t TiffDirectories::decode(const std::string& data, std::size_t at, std::size_t bytes) const {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    value = value << 8U | static_cast<unsigned char>(data[at + (big_endian_ ? i : bytes - 1 - i)]);
  return value;
}

/// Reads the values of the tags that matter here; a file may have thousands of others that share a million values.
TiffDirectories::Entry TiffDirectories::read_entry(const std::string& directory, std::size_t at) {
  const std::size_t word = wide_ ? 8 : 4;
  Entry entry{decode(directory, at, 2), decode(directory, at + 2, 2), decode(directory, at + 4, word), {}};
  const std::size_t size = size_of_type(entry.type);
  // libtiff reads all tags, also those that share their values.
  bytes_of_tags_ += static_cast<double>(entry.count) * static_cast<double>(std::max<std::size_t>(1, size));
  if (entry.count > size_ || bytes_of_tags_ > static_cast<double>(size_))
    fail("damaged: its tags are longer than the file", export_again);
  if (!matters(entry.tag)) return entry;
  if (size == 0) fail(fmt::format("damaged: its tag {} is of type {}", entry.tag, entry.type), export_again);
  const std::uint64_t bytes = size * entry.count;
  if (bytes <= word) {
    entry.data = directory.substr(at + 4 + word, word);
  } else {
    const std::uint64_t place = decode(directory, at + 4 + word, word);
    entry.data = text(place, bytes);
    tables_.push_back({place, place + bytes});
  }
  return entry;
}

std::vector<std::uint64_t> TiffDirectories::values(const Entry& entry) const {
  const std::size_t bytes = size_of_type(entry.type);
  std::vector<std::uint64_t> result;
  if (entry.data.empty()) return result;
  for (std::uint64_t i = 0; i < entry.count; ++i) result.push_back(decode(entry.data, i * bytes, bytes));
  return result;
}

void TiffDirectories::set_tag(std::uint64_t tag, const std::vector<std::uint64_t>& list, TiffPage& page,
                              TiffParts& parts) {
  const auto first = static_cast<std::int64_t>(list.front());
  switch (tag) {
    case subfile_type:
      page.subfile_type = first;
      break;
    case image_width:
      page.width = first;
      break;
    case image_length:
      page.height = first;
      break;
    case bits_per_sample:
      page.bits = first;
      break;
    case compression:
      page.compression = first;
      break;
    case photometric:
      page.photometric = first;
      break;
    case orientation:
      page.orientation = first;
      break;
    case samples_per_pixel:
      page.samples = first;
      break;
    case sample_format:
      page.sample_format = first;
      break;
    case rows_per_strip:
      parts.strip_rows = list.front();
      break;
    case tile_length:
      parts.tile_rows = list.front();
      break;
    case tile_width:
      page.tiled = true;
      parts.tile_width = list.front();
      break;
    case strip_offsets:
    case tile_offsets:
      parts.offsets = list;
      break;
    case strip_byte_counts:
    case tile_byte_counts:
      parts.counts = list;
      break;
    default:
      break;
  }
}

/// Appends the page at `at` and gives the place of the next, 0 at the end.
std::uint64_t TiffDirectories::read_directory(std::uint64_t at, std::vector<Place>& found) {
  const std::size_t count_bytes = wide_ ? 8 : 2;
  const std::size_t entry_bytes = wide_ ? 20 : 12;
  const std::uint64_t count = number(at, count_bytes);
  if (count > size_ / entry_bytes) fail("damaged: a page has more tags than the file has room for", export_again);
  const std::string directory = text(at + count_bytes, count * entry_bytes);

  bytes_of_tags_ = 0;
  TiffPage page;
  TiffParts parts;
  std::set<std::uint64_t> seen;
  for (std::size_t i = 0; i < count; ++i) {
    const Entry entry = read_entry(directory, i * entry_bytes);
    if (note_first_page(entry, found.empty())) continue;
    const std::vector<std::uint64_t> list = values(entry);
    if (list.empty()) continue;
    // Of two of a kind libtiff takes the first, and other programs the last.
    if (!seen.insert(kind_of(entry.tag)).second)
      fail(fmt::format("damaged: page {} has tag {} or its like twice", found.size() + 1, entry.tag), export_again);
    set_tag(entry.tag, list, page, parts);
  }
  note_voxels(page, parts, found.size() + 1);
  found.push_back({page, at});
  const std::uint64_t next = at + count_bytes + count * entry_bytes;
  const std::size_t link_bytes = wide_ ? 8 : 4;
  tables_.push_back({at, next + link_bytes});
  return number(next, link_bytes);
}

/// Refuses a page that is none of grey values or lacks voxels.
void TiffDirectories::note_voxels(const TiffPage& page, const TiffParts& parts, std::size_t number) {
  if (const std::string why = obstacle(page, bytes()); !why.empty())
    fail(why, "Save it as plain grey TIFF of 8 or 16 bits or float");
  if (const std::string why = missing_voxels(page, parts, header_bytes(), size_); !why.empty())
    fail(fmt::format("damaged or cut short: page {} lacks voxels, as {}", number, why), export_again);
  append_voxels(page, parts, number, voxels_);
}

/// Takes what only the first page tells of the whole file; true where the entry is of that kind.
bool TiffDirectories::note_first_page(const Entry& entry, bool is_first) {
  const bool is_text = entry.tag == image_description;
  if (!is_text && entry.tag != x_resolution && entry.tag != y_resolution) return false;
  if (is_first && is_text) description_ = parse_tiff_description(entry.data);
  if (is_first && !is_text) note_resolution(entry);
  return true;
}

/// Reads a ratio of two numbers of 32 bits: voxels a unit.
void TiffDirectories::note_resolution(const Entry& entry) {
  constexpr std::uint64_t ratio = 5;
  if (entry.type != ratio || entry.count != 1) return;
  const std::uint64_t below = decode(entry.data, 4, 4);
  if (below != 0)
    resolution_[entry.tag - x_resolution] = static_cast<double>(decode(entry.data, 0, 4)) / static_cast<double>(below);
}

}  // namespace perm
