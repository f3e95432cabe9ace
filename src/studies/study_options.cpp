// SPDX-License-Identifier: Apache-2.0
#include "studies/study_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "app/options/sweep_options.hpp"
#include "core/errors.hpp"
#include "core/text_file.hpp"

namespace perm {
namespace {

constexpr std::pair<double, double> porosity_bounds{0, 1};
constexpr std::pair<double, double> radius_bounds{0, 1e6};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  TextStream list(text);
  for (std::string word; std::getline(list, word, ',');) words.push_back(word);
  if (text.empty() || text.ends_with(',')) words.emplace_back();
  return words;
}

std::vector<double> read_numbers(const OptionValues& values, const std::string& name,
                                 std::pair<double, double> bounds) {
  std::vector<double> numbers = parse_numbers(name, values.text(name).value_or(""));
  for (const double number : numbers) values.require_within(name, number, bounds);
  return numbers;
}

std::vector<StreamingScheme> read_schemes(const OptionValues& values) {
  std::vector<StreamingScheme> schemes;
  const std::string text = values.text("schemes").value_or("");
  for (const std::string& word : split(text == "all" ? join_names<StreamingScheme>(",") : text)) {
    const auto scheme = value_named<StreamingScheme>(word);
    if (!scheme)
      throw InputError(fmt::format("--schemes cannot hold '{}'", word), "there is no such scheme",
                       fmt::format("Name some of: {}; or all", join_names<StreamingScheme>(", ")));
    if (std::ranges::find(schemes, *scheme) == schemes.end()) schemes.push_back(*scheme);
  }
  return schemes;
}

std::vector<Extent> read_sizes(const OptionValues& values) {
  if (!values.is_given("sizes")) return {values.extent("size").value_or(Extent{})};
  if (values.is_given("size"))
    throw UsageError("--size and --sizes are both given", "they name the same", "Leave one out");
  std::vector<Extent> sizes;
  for (const std::string& word : split(values.text("sizes").value_or(""))) sizes.push_back(parse_extent("sizes", word));
  return sizes;
}

std::vector<int> read_blocks(const OptionValues& values) {
  std::vector<int> blocks;
  for (const double number : parse_numbers("block", values.text("block").value_or(""))) {
    if (number != std::floor(number) || std::abs(number) > 1e6)
      throw InputError(fmt::format("--block cannot be {}", number), "it is a number of threads", "Give for example 64");
    blocks.push_back(static_cast<int>(number));
  }
  return blocks;
}

/// Throws UsageError for a radius where no box has spheres, and a seed where nothing is drawn at random.
void require_use(const OptionValues& values, std::span<const StudyBox> boxes) {
  const auto require = [&values](const char* option, bool is_used, const char* why) {
    if (!is_used && values.is_given(option))
      throw UsageError(fmt::format("--{} is given for a box without obstacles at random", option), why,
                       fmt::format("Leave --{} out", option));
  };
  require("radius", std::ranges::any_of(boxes, &StudyBox::has_spheres), "it is that of spheres");
  require(
      "seed",
      std::ranges::any_of(boxes, [](const StudyBox& box) { return box.has_spheres() || box.kind == BoxKind::noise; }),
      "nothing is drawn");
}

std::vector<StudyBox> read_boxes(const OptionValues& values) {
  std::vector<StudyBox> boxes;
  const std::uint64_t seed = read_seed(values);
  for (const Extent& extent : read_sizes(values))
    for (const double porosity : read_numbers(values, "porosity", porosity_bounds))
      for (const double radius : read_numbers(values, "radius", radius_bounds)) {
        StudyBox box{values.choice<BoxKind>("geometry"), extent, porosity, radius, seed, {}};
        if (porosity >= 1 && box.kind != BoxKind::duct) box.kind = BoxKind::empty;
        if (box.kind == BoxKind::empty) box.porosity = 1;
        boxes.push_back(box);
        if (!box.has_spheres()) break;  // nothing has a radius
      }
  require_use(values, boxes);
  return boxes;
}

}  // namespace

std::uint64_t read_seed(const OptionValues& values) {
  const std::int64_t seed = values.integer("seed").value_or(1);
  if (seed < 0) throw InputError(fmt::format("--seed cannot be {}", seed), "it must not be negative", "Give 0 or more");
  return static_cast<std::uint64_t>(seed);
}

std::vector<Option> study_box_options() {
  return {
      {"geometry", join_names<BoxKind>("|"),
       "what is in the box: spheres that overlap, obstacles of one voxel, spheres that do not overlap, a square pipe "
       "along x, nothing",
       "overlap", ""},
      {"porosity", "P", "pore voxels over all voxels, up to 1, an empty box; with --streaming a list", "0.2", ""},
      {"size", "N", "voxels along each axis, one number or NXxNYxNZ", "256", ""},
      {"radius", "R", "radius of the spheres, voxels; with --streaming a list", "12", ""},
      {"seed", "S", "start of the random numbers", "1", ""}};
}

std::vector<Option> streaming_options() {
  return {
      {"streaming", "",
       "compare the ways to move distributions that papers propose, on all voxels of a periodic box, with the "
       "program's own: speed, memory, largest cube",
       "", ""},
      {"schemes", "LIST",
       join_names<StreamingScheme>(", ") +
           "; or all. ntemp1 to ntemp3 go with --collision bgk; out-of-core has its distributions in the host's memory",
       "compact,pull,push,readonly,shared,shuffle,ghost,swap", ""},
      {"sizes", "LIST", "several sizes in place of --size: 64,128,256", "", ""},
      advanced(
          {"block", "LIST", "threads of a block on a GPU, from 32 to 256; compact and ghost have their own", "64", ""}),
      advanced(
          {"collision", join_names<Collision>("|"), "two relaxation times, or one", to_string(Collision::trt), ""}),
      advanced(
          {"device-memory", "BYTES",
           "let the device count as one with so much memory, 16GiB for example: what then does not fit, and how fast "
           "out-of-core is on it",
           "", ""}),
      advanced({"try-largest", "", "also make the largest cube on the GPU, and let the next one be refused", "", ""}),
      {"output", "DIR", "folder for streaming.csv and streaming.json", "bench-streaming", "", 'o'}};
}

StudyBox read_study_box(const OptionValues& values) {
  StudyBox box;
  box.kind = values.choice<BoxKind>("geometry");
  box.extent = values.extent("size").value_or(Extent{});
  box.porosity = values.number_within("porosity", porosity_bounds);
  box.radius = values.number_within("radius", radius_bounds);
  box.seed = read_seed(values);
  require_use(values, std::span(&box, 1));
  return box;
}

StudyRequest read_study(const OptionValues& values, const SolverSettings& settings,
                        std::map<std::string, PoreSlab> images) {
  StudyRequest request;
  request.settings = settings;
  request.settings.collision = values.choice<Collision>("collision");
  request.schemes = read_schemes(values);
  request.blocks = read_blocks(values);
  request.seconds = values.number_within("seconds", {0, 3600});
  if (values.is_on("try-largest")) request.largest = LargestCube::tried;
  if (const auto bytes = values.text("device-memory")) request.device_bytes = parse_bytes("device-memory", *bytes);
  for (const auto& [name, pores] : images) {
    const double porosity = static_cast<double>(pores.count_pores()) / static_cast<double>(pores.image().voxels());
    request.boxes.push_back({BoxKind::overlap, pores.image(), porosity, 0, 1, name});
  }
  request.images = std::move(images);
  if (request.images.empty()) request.boxes = read_boxes(values);
  require_study(request, Communicator::world().size());
  if (request.settings.device == Device::cpu) {
    if (values.is_given("block"))
      throw UsageError("--block is given, and no GPU computes", "a CPU has no blocks of threads",
                       "Leave --block out, or give --device cuda");
    request.blocks.resize(1);
  }
  return request;
}

}  // namespace perm
