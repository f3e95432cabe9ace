// SPDX-License-Identifier: Apache-2.0
// TIFF 6.0 section 2 and the BigTIFF extension: header -> chain of directories -> entries of 12 (20) bytes.
#include "image/tiff_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <span>

#include "core/errors.hpp"
#include "image/readable_file.hpp"

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
  strip_byte_counts = 279,
  tile_width = 322,
  tile_offsets = 324,
  tile_byte_counts = 325,
  sample_format = 339,
};

class TiffFile {
 public:
  explicit TiffFile(const std::filesystem::path& path) : file_(path), size_(static_cast<std::uint64_t>(file_.bytes())) {
    const std::string order = text(0, 2);
    big_endian_ = order == "MM";
    const std::uint64_t version = number(2, 2);
    if ((order != "II" && order != "MM") || (version != 42 && version != 43))
      fail("it is not a TIFF file", "Rename it to its true format");
    wide_ = version == 43;
  }

  struct Place {
    TiffPage page;
    std::uint64_t offset{0};
  };

  /// Lists every page and where its directory is; see read_tiff_pages.
  std::vector<Place> pages() {
    std::vector<Place> found;
    std::set<std::uint64_t> seen;
    for (std::uint64_t at = wide_ ? number(8, 8) : number(4, 4); at != 0;) {
      if (!seen.insert(at).second) fail("damaged: its pages form a circle", export_again);
      at = read_directory(at, found);
    }
    if (found.empty()) fail("it has no pages", export_again);
    if (images_of_imagej_ > static_cast<std::int64_t>(found.size()))
      fail(fmt::format("ImageJ wrote {} images behind {} TIFF pages, as it does above 4 GB", images_of_imagej_,
                       found.size()),
           "Save it as an image sequence, or read it as .raw with the offset of the first image");
    return found;
  }

  [[noreturn]] void fail(const std::string& why, const std::string& remedy) const {
    throw InputError(fmt::format("Cannot read '{}'", file_.path().string()), why, remedy);
  }

  std::int64_t bytes() const { return file_.bytes(); }

  static constexpr const char* export_again = "Copy or export the image again";

 private:
  std::string text(std::uint64_t at, std::uint64_t bytes) {
    if (at > size_ || bytes > size_ - at)
      fail(fmt::format("cut short: it points to byte {} but has {}", at + bytes, size_), export_again);
    std::string data(bytes, '\0');
    file_.read_at(static_cast<std::int64_t>(at), std::as_writable_bytes(std::span(data)));
    return data;
  }

  std::uint64_t decode(const std::string& data, std::size_t at, std::size_t bytes) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
      value = value << 8U | static_cast<unsigned char>(data[at + (big_endian_ ? i : bytes - 1 - i)]);
    return value;
  }

  std::uint64_t number(std::uint64_t at, std::size_t bytes) { return decode(text(at, bytes), 0, bytes); }

  struct Entry {
    std::uint64_t tag{0};
    std::uint64_t type{0};
    std::uint64_t count{0};
    std::string data;  ///< in the byte order of the file
  };

  /// Reads the values of the tags that matter here; a file may have thousands of others that share a million values.
  Entry read_entry(const std::string& directory, std::size_t at) {
    const std::size_t word = wide_ ? 8 : 4;
    Entry entry{decode(directory, at, 2), decode(directory, at + 2, 2), decode(directory, at + 4, word), {}};
    // libtiff reads all tags, also those that share their values.
    bytes_of_tags_ +=
        static_cast<double>(entry.count) * (size_of(entry.type) == 0 ? 1 : static_cast<double>(size_of(entry.type)));
    if (entry.count > size_ || bytes_of_tags_ > static_cast<double>(size_))
      fail("damaged: its tags are longer than the file", export_again);
    if (!matters(entry.tag)) return entry;
    if (size_of(entry.type) == 0)
      fail(fmt::format("damaged: its tag {} is of type {}", entry.tag, entry.type), export_again);
    const std::uint64_t bytes = size_of(entry.type) * entry.count;
    entry.data =
        bytes <= word ? directory.substr(at + 4 + word, word) : text(decode(directory, at + 4 + word, word), bytes);
    return entry;
  }

  static bool matters(std::uint64_t tag) {
    constexpr std::array<std::uint64_t, 15> used{
        subfile_type, image_width,   image_length,     bits_per_sample,   compression,
        photometric,  strip_offsets, orientation,      samples_per_pixel, strip_byte_counts,
        tile_width,   tile_offsets,  tile_byte_counts, sample_format,     image_description};
    return std::ranges::find(used, tag) != used.end();
  }

  /// Gives the bytes of the integer types and of text; the other types are not needed here.
  static std::size_t size_of(std::uint64_t type) {
    switch (type) {
      case 1:
      case 2:
        return 1;
      case 3:
        return 2;
      case 4:
      case 13:
        return 4;
      case 16:
      case 18:
        return 8;
      default:
        return 0;
    }
  }

  std::vector<std::uint64_t> values(const Entry& entry) const {
    const std::size_t bytes = size_of(entry.type);
    std::vector<std::uint64_t> result;
    if (entry.data.empty()) return result;
    for (std::uint64_t i = 0; i < entry.count; ++i) result.push_back(decode(entry.data, i * bytes, bytes));
    return result;
  }

  /// Appends the page at `at` and gives the place of the next, 0 at the end.
  std::uint64_t read_directory(std::uint64_t at, std::vector<Place>& found) {
    const std::size_t count_bytes = wide_ ? 8 : 2;
    const std::size_t entry_bytes = wide_ ? 20 : 12;
    const std::uint64_t count = number(at, count_bytes);
    if (count > size_ / entry_bytes) fail("damaged: a page has more tags than the file has room for", export_again);
    const std::string directory = text(at + count_bytes, count * entry_bytes);

    bytes_of_tags_ = 0;
    TiffPage page;
    std::vector<std::uint64_t> offsets;
    std::vector<std::uint64_t> counts;
    for (std::size_t i = 0; i < count; ++i) {
      const Entry entry = read_entry(directory, i * entry_bytes);
      if (entry.tag == image_description) {
        if (found.empty()) note_imagej(entry.data);
        continue;
      }
      const std::vector<std::uint64_t> list = values(entry);
      if (list.empty()) continue;
      const auto first = static_cast<std::int64_t>(list.front());
      switch (entry.tag) {
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
        case tile_width:
          page.tiled = true;
          break;
        case strip_offsets:
        case tile_offsets:
          offsets = list;
          break;
        case strip_byte_counts:
        case tile_byte_counts:
          counts = list;
          break;
        default:
          break;
      }
    }
    for (std::size_t i = 0; i < std::min(offsets.size(), counts.size()); ++i)
      if (offsets[i] > size_ || counts[i] > size_ - offsets[i])
        fail(fmt::format("cut short: page {} ends beyond the {} bytes of the file", found.size() + 1, size_),
             export_again);
    found.push_back({page, at});
    const std::uint64_t next = at + count_bytes + count * entry_bytes;
    return number(next, wide_ ? 8 : 4);
  }

  /// Reads ImageJ's own header line "images=N" in the description.
  void note_imagej(const std::string& description) {
    constexpr std::string_view key = "images=";
    const auto at = description.find(key);
    if (!description.starts_with("ImageJ=") || at == std::string::npos) return;
    std::from_chars(description.data() + at + key.size(), description.data() + description.size(), images_of_imagej_);
  }

  ReadableFile file_;
  std::uint64_t size_;
  std::int64_t images_of_imagej_{0};
  double bytes_of_tags_{0};  ///< of a page
  bool big_endian_{false};
  bool wide_{false};  ///< BigTIFF
};

}  // namespace

TiffPages read_tiff_pages(const std::filesystem::path& path) {
  TiffFile file(path);
  const std::vector<TiffFile::Place> places = file.pages();
  TiffPages pages{places.front().page, {}};
  for (const auto& [page, offset] : places) {
    if (const std::string why = obstacle(page, file.bytes()); !why.empty())
      file.fail(why, "Save it as plain grey TIFF of 8 or 16 bits or float");
    if (page != pages.each)
      file.fail(fmt::format("page {} is {} and page 1 is {}", pages.offsets.size() + 1, to_string(page),
                            to_string(pages.each)),
                "Save all pages with one size and one type");
    pages.offsets.push_back(offset);
  }
  return pages;
}

}  // namespace perm
