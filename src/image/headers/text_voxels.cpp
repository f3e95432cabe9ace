// SPDX-License-Identifier: Apache-2.0
#include "image/headers/text_voxels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "core/text_file.hpp"
#include "image/headers/text_header.hpp"
#include "image/source/readable_file.hpp"

namespace perm {
namespace {

constexpr std::size_t block_bytes = 1U << 20U;
constexpr std::size_t longest_word = 400;  // no number needs more characters

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ','; }

/// Gives one word after another, through blocks of the file.
class Words {
 public:
  Words(const ReadableFile& file, std::int64_t offset) : file_(file), offset_(offset) {}

  /// Gives the next word, which is valid until the next call; empty at the end of the file.
  std::string_view next() {
    for (;;) {
      while (at_ < block_.size() && is_blank(block_[at_])) ++at_;
      std::size_t end = at_;
      while (end < block_.size() && !is_blank(block_[end])) ++end;
      if (end < block_.size() || (end > at_ && is_at_end_) || end - at_ > longest_word) {
        const std::string_view word = std::string_view(block_).substr(at_, end - at_);
        at_ = end;
        return word;
      }
      if (is_at_end_) return {};
      fill();
    }
  }

 private:
  /// Keeps what is left of the block and reads more behind it.
  void fill() {
    block_.erase(0, at_);
    at_ = 0;
    const std::size_t kept = block_.size();
    block_.resize(kept + block_bytes);
    const std::size_t got = file_.read_some_at(offset_, std::as_writable_bytes(std::span(block_)).subspan(kept));
    block_.resize(kept + got);
    offset_ += static_cast<std::int64_t>(got);
    is_at_end_ = got == 0;
  }

  const ReadableFile& file_;
  std::int64_t offset_;
  std::string block_;
  std::size_t at_{0};
  bool is_at_end_{false};
};

template <class T>
bool write_number(std::string_view word, std::byte* to) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const char* const last = word.data() + word.size();
  T value{};
  const auto [end, error] = scan_number(word.data(), last, value);
  if (error != std::errc{}) return false;
  if (end != last) {  // a whole number may be written as 1.0 or 1.000e+00, as numpy.savetxt does
    double real = 0;
    const auto [real_end, real_error] = scan_number(word.data(), last, real);
    constexpr double largest_exact = 9007199254740992;  // 2^53
    const double most = std::min(static_cast<double>(std::numeric_limits<T>::max()), largest_exact);
    const double least = std::max(static_cast<double>(std::numeric_limits<T>::lowest()), -largest_exact);
    if (real_error != std::errc{} || real_end != last || !(real >= least && real <= most) || real != std::floor(real))
      return false;
    value = static_cast<T>(real);
  }
  std::memcpy(to, &value, sizeof(T));
  return true;
}

/// Writes the number that `word` stands for; false where it is none of this type.
bool write_number(VoxelType type, std::string_view word, std::byte* to) {
  return with_type(type, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<T, Half>)
      return false;  // no header of text has a name for it
    else
      return write_number<T>(word, to);
  });
}

}  // namespace

std::unique_ptr<PlaneSource> read_text_voxels(const VoxelPlace& place, std::int64_t skipped_bytes,
                                              const ImageHeader& header, std::string description) {
  const ReadableFile file(place.file);
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("Cannot read '{}'", place.file.string()), why,
                     "The file is cut short, or its size or type is another");
  };
  const std::int64_t voxels = header.extent.voxels();
  const std::int64_t start = place.offset_bytes + skipped_bytes;
  // A number and a blank take two bytes, so no file of text makes the program take memory that it does not need.
  if ((file.bytes() - start + 1) / 2 < voxels)
    refuse(fmt::format("{} are {} numbers, for which {} bytes of text are too few", to_string(header.extent), voxels,
                       std::max<std::int64_t>(0, file.bytes() - start)));
  require_memory(header, place.file, "Convert it to .mha, .raw, .tif or raw .nrrd, which are read plane by plane");
  std::vector<std::byte> values(static_cast<std::size_t>(header.bytes()));
  const std::int64_t size = size_of(header.type);
  Words words(file, start);
  for (std::int64_t voxel = 0; voxel < voxels; ++voxel) {
    const std::string_view word = words.next();
    if (word.empty()) refuse(fmt::format("{} are {} numbers, it has {}", to_string(header.extent), voxels, voxel));
    if (!write_number(header.type, word, &values[static_cast<std::size_t>(voxel * size)]))
      refuse(fmt::format("its voxel {} is {}, which is no {}", voxel + 1, in_quotes(word), name_of(header.type)));
  }
  if (!words.next().empty()) refuse(fmt::format("{} are {} numbers, it has more", to_string(header.extent), voxels));
  return std::make_unique<WholeImage>(header, std::move(values), std::move(description));
}

}  // namespace perm
