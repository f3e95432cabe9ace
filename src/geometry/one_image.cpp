// SPDX-License-Identifier: Apache-2.0
#include "geometry/one_image.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <vector>

#include "core/agreement/agreement.hpp"
#include "core/errors.hpp"
#include "core/hashes.hpp"
#include "geometry/read_planes.hpp"

namespace perm {
namespace {

constexpr const char* remedy = "See that the image is the same on all nodes, and that nothing writes to it";

std::string problem_of(const PlaneSource& image) { return fmt::format("Cannot use {}", image.description()); }

/// Tells contents apart that differ by chance. Each step gives every word its own result, so that a single word that
/// differs is always seen.
std::uint64_t hash_of_bytes(std::span<const std::byte> bytes) {
  std::uint64_t hash = bytes.size();
  const auto add = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 32U;
  };
  for (; bytes.size() >= sizeof(std::uint64_t); bytes = bytes.subspan(sizeof(std::uint64_t))) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    add(word);
  }
  for (const std::byte byte : bytes) add(std::to_integer<std::uint64_t>(byte));
  return mix_bits(hash);
}

/// Gives `count` planes from the first to the last one, at even distances.
std::vector<std::int64_t> even_planes(std::int64_t planes, std::int64_t count) {
  std::vector<std::int64_t> chosen;
  for (std::int64_t i = 0; i < count; ++i) chosen.push_back(count == 1 ? 0 : i * (planes - 1) / (count - 1));
  return chosen;
}

/// What a file system says of a file or folder: its number, bytes, and when it was written and became what it is, in
/// seconds and nanoseconds. All are 0 where nothing is there.
using FileFacts = std::array<std::int64_t, 6>;

FileFacts facts_of_file(const std::filesystem::path& path) {
  struct stat status {};
  const std::string text = path.string();
  // A dataset of a file is named "file:/name".
  if (::stat(text.c_str(), &status) != 0 && ::stat(text.substr(0, text.rfind(":/")).c_str(), &status) != 0) return {};
  return {static_cast<std::int64_t>(status.st_ino),
          status.st_size,
          status.st_mtim.tv_sec,
          status.st_mtim.tv_nsec,
          status.st_ctim.tv_sec,
          status.st_ctim.tv_nsec};
}

}  // namespace

Copies find_copies(const std::filesystem::path& path, const Communicator& processes) {
  const FileFacts own = facts_of_file(path);
  FileFacts first = own;
  processes.broadcast(std::span<std::int64_t>(first));
  return processes.any(own != first || own == FileFacts{}) ? Copies::several : Copies::one_file;
}

void require_one_header(const PlaneSource& image, const Communicator& processes) {
  const ImageNotes& notes = image.notes();
  require_agreement(
      processes, problem_of(image),
      {{"its extent", to_string(image.extent())},
       {"its type", std::string(name_of(image.type()))},
       {"what it says of its pores", fmt::format("'{}'", notes.pore_values)},
       {"its spacing", fmt::format("{} of {} m", fmt::join(notes.spacing, " "), notes.spacing_unit_m.value_or(0))}},
      remedy);
}

void require_one_image(PlaneSource& image, Copies copies, const Communicator& processes, std::int64_t most_bytes) {
  if (processes.is_alone()) return;
  const std::int64_t all = image.extent().nz;
  const std::int64_t fitting = std::max<std::int64_t>(2, most_bytes / std::max<std::int64_t>(1, image.plane_bytes()));
  const std::vector<std::int64_t> planes = even_planes(all, copies == Copies::several ? all : std::min(all, fitting));
  std::vector<std::uint64_t> own(planes.size());
  read_parts(image, {0, std::ssize(planes)}, [&](PlaneSource& source, std::span<std::byte> plane, std::int64_t part) {
    const auto at = static_cast<std::size_t>(part);
    source.read_plane(planes[at], plane);
    own[at] = hash_of_bytes(plane);
  });
  std::vector<std::uint64_t> first = own;
  processes.broadcast(std::span(first));
  const auto differing = static_cast<std::size_t>(std::ranges::mismatch(own, first).in1 - own.begin());
  const std::string seen = differing == planes.size()
                               ? "those of rank 0"
                               : fmt::format("others from plane {} on (counted from 0)", planes[differing]);
  require_agreement(processes, problem_of(image), {{"what is seen of its voxels", seen}}, remedy);
}

}  // namespace perm
