// SPDX-License-Identifier: Apache-2.0
// Writes an image of a family as a raw file, for tools/hard_cases: uint8, 0 is pore and 1 is solid, x fastest. Prints
// one line of JSON that says what is in it.
#include <fmt/format.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/errors.hpp"
#include "families/arguments.hpp"
#include "families/cut_out.hpp"
#include "families/drawing.hpp"
#include "families/family.hpp"
#include "geometry/pore_space_hash.hpp"

namespace perm::families {
namespace {

constexpr const char* usage =
    "write_family FAMILY SEED FILE.raw    writes the image, and each part as FILE-A.raw, FILE-B.raw\n"
    "write_family --list                  prints the names of the families\n";
constexpr std::string_view suffix = ".raw";

std::string dims(const Extent& extent) { return fmt::format("[{}, {}, {}]", extent.nx, extent.ny, extent.nz); }

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

void write_raw(const PoreSpace& pores, const std::string& path) {
  std::vector<char> voxels;
  voxels.reserve(static_cast<std::size_t>(pores.extent().voxels()));
  for_each_voxel(whole(pores.extent()), [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    voxels.push_back(pores.is_pore(x, y, z) ? 0 : 1);
  });
  std::ofstream file(path, std::ios::binary);
  file.write(voxels.data(), static_cast<std::streamsize>(voxels.size()));
  if (!file.flush())
    throw InputError(fmt::format("Cannot write {}", path), "the folder is missing, full or read-only",
                     "Name another one");
}

std::string write_parts(const HardImage& image, const std::string& stem) {
  std::string text;
  char letter = 'A';
  for (const PoreSpace& part : image.parts) {
    const CutOut cut = cut_out(part);
    const std::string path = fmt::format("{}-{}{}", stem, letter++, suffix);
    write_raw(cut.pores, path);
    text += fmt::format(R"({}{{"file": {}, "dims": {}, "pore_voxels": {}, "share": {}}})", text.empty() ? "" : ", ",
                        quoted(path), dims(cut.pores.extent()), cut.pores.count_pores(), cut.share);
  }
  return "[" + text + "]";
}

void write(Family family, std::uint64_t seed, const std::string& path) {
  if (!path.ends_with(suffix))
    throw UsageError(fmt::format("The file is '{}'", path), "", "Give it a name that ends in .raw");
  const HardImage image = make_image(family, seed);
  write_raw(image.pores, path);
  const std::string parts = write_parts(image, path.substr(0, path.size() - suffix.size()));
  const std::string exact = image.exact ? fmt::format(R"({{"permeability_voxel2": {}, "relative_error": {}}})",
                                                      image.exact->permeability_voxel2, image.exact->relative_error)
                                        : "null";
  fmt::print(R"({{"family": "{}", "seed": {}, "dims": {}, "porosity": {}, "pore_voxels": {}, "pore_space_hash": "{}", )"
             R"("parts": {}, "exact": {}}})"
             "\n",
             name_of(family), seed, dims(image.pores.extent()), image.pores.porosity(), image.pores.count_pores(),
             hash_of(image.pores), parts, exact);
}

void run(const std::vector<std::string>& words) {
  if (words == std::vector<std::string>{"--help"}) {
    fmt::print("{}", usage);
  } else if (words == std::vector<std::string>{"--list"}) {
    fmt::print("{}\n", join_names<Family>("\n"));
  } else if (words.size() == 3) {
    write(read_family(words[0]), read_seed(words[1]), words[2]);
  } else {
    throw UsageError("The family, the seed and the file are not given", "", "See write_family --help");
  }
}

}  // namespace
}  // namespace perm::families

int main(int count, char** words) {
  return perm::families::run_command("write_family", {words + 1, words + count}, perm::families::run);
}
