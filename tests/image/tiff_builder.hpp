// SPDX-License-Identifier: Apache-2.0
// Writes TIFF files tag by tag (TIFF 6.0, section 2) and BigTIFF files, with one strip a page or several, in either
// byte order.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "image_fixture.hpp"

namespace perm {

struct TiffBuilder {
  struct Page {
    std::uint32_t width{7};
    std::uint32_t height{5};
    std::uint16_t bits{8};
    std::uint16_t format{1};       ///< 1 unsigned, 2 signed, 3 floating point
    std::uint16_t photometric{1};  ///< 0 and 1 grey, 2 RGB, 3 palette
    std::uint16_t samples{1};
    std::uint16_t compression{1};                      ///< 1 none, 5 LZW, 8 deflate, 32773 packbits
    std::string voxels;                                ///< as they lie in the file, compressed
    std::map<std::uint16_t, std::uint32_t> more_tags;  ///< of type LONG
    std::string description;
    std::optional<std::array<std::uint32_t, 2>> resolution;  ///< along x and y, as a fraction
    std::uint32_t tile{0};                                   ///< edge of the tiles; 0 is a strip
    std::vector<std::string> parts;    ///< strips or tiles in place of the only one; empty: `voxels`
    std::uint32_t rows{0};             ///< of a strip; 0: all
    std::set<std::uint16_t> left_out;  ///< tags
    /// Damages the places and the lengths of the parts.
    std::function<void(std::vector<std::uint32_t>& places, std::vector<std::uint32_t>& counts)> damage;
    std::vector<std::uint16_t> shared_tags;  ///< each with the same 100,000 numbers
  };
  bool big_endian{false};
  std::vector<Page> pages;
  std::uint16_t version{42};  ///< 43 is BigTIFF

  std::string build() const {
    std::string file(big_endian ? "MM" : "II");
    file += number(version);
    if (version == 43) file += number<std::uint16_t>(8) + number<std::uint16_t>(0);
    std::size_t link = file.size();
    file += word(0);
    for (const Page& page : pages) {
      std::vector<std::uint32_t> places;
      std::vector<std::uint32_t> counts;
      for (const std::string& part : page.parts.empty() ? std::vector{page.voxels} : page.parts) {
        places.push_back(append(file, part));
        counts.push_back(static_cast<std::uint32_t>(part.size()));
      }
      if (page.damage) page.damage(places, counts);
      const auto description_at = append(file, page.description + '\0');
      std::string palette(page.photometric == 3 ? std::size_t{3} * 256 * 2 : 0, '\x40');
      const auto palette_at = append(file, palette);
      std::map<std::uint16_t, std::string> entries{
          {256, entry<std::uint32_t>(4, page.width)},
          {257, entry<std::uint32_t>(4, page.height)},
          {258, entry<std::uint16_t>(3, page.bits)},
          {259, entry<std::uint16_t>(3, page.compression)},
          {262, entry<std::uint16_t>(3, page.photometric)},
          {273, list(file, places)},
          {277, entry<std::uint16_t>(3, page.samples)},
          {278, entry<std::uint32_t>(4, page.rows > 0 ? page.rows : page.height)},
          {279, list(file, counts)},
          {339, entry<std::uint16_t>(3, page.format)},
      };
      if (!page.description.empty())
        entries[270] = number<std::uint16_t>(2) + word(page.description.size() + 1) + word(description_at);
      if (!palette.empty()) entries[320] = number<std::uint16_t>(3) + word(768) + word(palette_at);
      if (page.tile > 0) {
        for (const std::uint16_t strip : {273, 278, 279}) entries.erase(strip);
        entries[322] = entries[323] = entry<std::uint32_t>(4, page.tile);
        entries[324] = list(file, places);
        entries[325] = list(file, counts);
      }
      if (!page.shared_tags.empty()) {
        constexpr std::size_t numbers = 100'000;
        const auto shared_at = append(file, std::string(4 * numbers, '\0'));
        for (const std::uint16_t tag : page.shared_tags)
          entries[tag] = number<std::uint16_t>(4) + word(numbers) + word(shared_at);
      }
      if (page.resolution) {
        const auto at = append(file, number((*page.resolution)[0]) + number((*page.resolution)[1]));
        for (const std::uint16_t tag : {282, 283}) entries[tag] = entry<std::uint32_t>(5, at);
      }
      for (const auto& [tag, value] : page.more_tags) entries[tag] = entry<std::uint32_t>(4, value);
      for (const std::uint16_t tag : page.left_out) entries.erase(tag);
      const auto count = static_cast<std::uint16_t>(entries.size());
      std::string directory = version == 43 ? word(count) : number(count);
      for (const auto& [tag, rest] : entries) directory.append(number(tag)).append(rest);
      const auto directory_at = append(file, directory);
      file.replace(link, word(0).size(), word(directory_at));
      link = file.size();
      file += word(0);
    }
    return file;
  }

 private:
  template <class T>
  std::string number(T value) const {
    return bytes_of(value, big_endian);
  }
  /// Writes a count or the place of a byte in four bytes, or in eight bytes for BigTIFF.
  std::string word(std::uint64_t value) const {
    return version == 43 ? number(value) : number(static_cast<std::uint32_t>(value));
  }
  /// Writes the type, a count of one and the value, in the front bytes of its word.
  template <class T>
  std::string entry(std::uint16_t type, T value) const {
    return number(type) + word(1) + number(value) + std::string(word(0).size() - sizeof(T), '\0');
  }
  /// Writes the type LONG, a count and the values, behind the file where they do not fit into a word.
  std::string list(std::string& file, const std::vector<std::uint32_t>& values) const {
    std::string bytes;
    for (const std::uint32_t value : values) bytes += number(value);
    const std::string head = number<std::uint16_t>(4) + word(values.size());
    if (bytes.size() > word(0).size()) return head + word(append(file, bytes));
    return head + bytes + std::string(word(0).size() - bytes.size(), '\0');
  }
  static std::uint32_t append(std::string& file, const std::string& data) {
    if (file.size() % 2 != 0) file += '\0';
    const auto at = static_cast<std::uint32_t>(file.size());
    file += data;
    return at;
  }
};

/// Makes a TIFF file of the small image's pages, value(x, y, z) of type T.
template <class T, class Value>
TiffBuilder tiff_of(const Value& value, std::uint16_t format, bool big_endian = false) {
  TiffBuilder tiff;
  tiff.big_endian = big_endian;
  const std::string voxels = voxels_of<T>(value, big_endian);
  const std::size_t page_bytes = voxels.size() / static_cast<std::size_t>(small.nz);
  for (std::size_t z = 0; z < static_cast<std::size_t>(small.nz); ++z) {
    TiffBuilder::Page page;
    page.bits = 8 * sizeof(T);
    page.format = format;
    page.voxels = voxels.substr(z * page_bytes, page_bytes);
    tiff.pages.push_back(page);
  }
  return tiff;
}

}  // namespace perm
