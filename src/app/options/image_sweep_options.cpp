// SPDX-License-Identifier: Apache-2.0
#include "app/options/image_sweep_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include "app/options/boundary_options.hpp"
#include "app/options/overwrite_option.hpp"
#include "app/options/sweep_options.hpp"
#include "core/errors.hpp"
#include "core/text_file.hpp"
#include "geometry/measures/grain_growth.hpp"
#include "geometry/shapes/kinds.hpp"
#include "input/options/gas_options.hpp"
#include "input/options/recipe_options.hpp"
#include "solver/closed_faces.hpp"

namespace perm {
namespace {

/// Options of kinds that say nothing of an image, and what stands in their place there.
constexpr std::array<std::pair<const char*, const char*>, 6> options_of_kinds{
    {{"porosity", "the porosity of an image follows from --threshold or --grow"},
     {"radius", "an image has the grains that it has"},
     {"size", "an image has its own size; --dims gives that of a raw file"},
     {"realisations", "there is one image"},
     {"seed", "nothing is drawn at random"},
     {"overlay", "published points are given over the square of a diameter, which an image does not have"}}};

std::string word_of(const OptionValues& values) { return values.text("kind").value_or(""); }

bool is_kind(const std::string& word) {
  return std::ranges::any_of(kind_table(), [&word](const KindRow& row) { return row.name == word; });
}

/// Says whether these are kinds, with commas between.
bool are_kinds(const std::string& words) {
  TextStream list(words);
  bool all = !words.empty();
  for (std::string word; std::getline(list, word, ',');) all = all && is_kind(word);
  return all;
}

/// Reads the user's `text`, or `whole` where that says the same in full, and makes the message fit the option.
std::vector<double> parse_points(const std::string& option, const std::string& text, const std::string& whole,
                                 const char* example) {
  try {
    return parse_numbers(option, whole);
  } catch (const InputError& error) {
    throw InputError(fmt::format("--{} cannot be '{}'", option, text), error.why(),
                     fmt::format("Give for example --{} {}", option, example));
  }
}

/// Reads "-3:3", "-3:3:0.5" or "-1,0,2".
std::vector<double> read_growths(const std::string& text) {
  const bool has_step = std::ranges::count(text, ':') != 1;
  std::vector<double> growths =
      parse_points("grow", text, has_step ? text : text + ":1", "-3:3 (every whole number) or --grow -1,0,2");
  for (const double growth : growths)
    if (std::abs(growth) > most_growth)
      throw InputError(fmt::format("--grow cannot be {:g}", growth),
                       fmt::format("distances up to {:g} voxels are known", most_growth), "Correct the range");
  return growths;
}

/// Gives the range whose one end the threshold is to replace, or null without --pore and --solid.
const GreyRange* open_range(const PoreRule& rule) {
  const std::optional<std::vector<GreyRange>>& ranges = rule.pore ? rule.pore : rule.solid;
  if (!ranges) return nullptr;
  const auto is_open = [](const GreyRange& range) { return std::isinf(range.low) != std::isinf(range.high); };
  if (ranges->size() == 1 && is_open(ranges->front())) return &ranges->front();
  throw UsageError("--threshold is given beside a --pore or --solid that is no range with one open end",
                   "the threshold is to take the place of its other end", "Give --pore :90 or --pore 90: with it");
}

void read_points(const OptionValues& values, ImageSweepOptions& options) {
  const bool moves = !values.is_given("grow");
  if (moves && !values.is_given("threshold"))
    throw UsageError("Neither --threshold nor --grow is given",
                     "one of them is varied, and the porosity of the image follows",
                     "Give for example --grow -3:3 (voxels), or --threshold 80:120:10 (grey values)");
  options.varied = moves ? Varied::threshold : Varied::grow;
  if (!moves) {
    if (values.is_given("mask"))
      throw UsageError("--grow is given beside --mask", "it would move the wall around the sample too",
                       "Give --threshold in its place");
    options.points = read_growths(*values.text("grow"));
    return;
  }
  const std::string text = *values.text("threshold");
  for (const auto& [method, name] : names_of<ThresholdMethod>)
    if (text == name)
      throw UsageError(fmt::format("--threshold {} is given without --grow", text), "one threshold varies nothing",
                       "Give grey values such as --threshold 80:120:10, or add --grow -2:2");
  options.points = parse_points("threshold", text, text, "80:120:10 (from, to, step)");
  if (options.input.path.extension() == ".ini")
    throw UsageError(fmt::format("--threshold is given for the recipe '{}'", options.input.path.string()),
                     "a recipe has no grey values", "Give --grow in its place");
  open_range(options.input.rule);
}

/// Gives "sweep-<name of the input>" in the current folder.
std::string folder_of_image_sweep(const std::filesystem::path& input) {
  std::filesystem::path name = std::filesystem::absolute(input).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();  // the path of the folder ended with a slash
  return "sweep-" + name.stem().string();
}

}  // namespace

OptionGroup image_sweep_option_group() {
  OptionGroup group{
      "Image, in place of a kind",
      {{"threshold", "LIST",
        "what is varied: grey values from:to:step, or with commas; up to each of them the image is pore; where pores "
        "are bright, add --pore bright. Beside --grow it is one threshold: otsu, multi-otsu, valley or a grey value",
        "", ""},
       {"grow", "LIST",
        "in its place: voxels by which the grains grow (shrink where below 0), from:to for every whole number, "
        "from:to:step, or with commas; those within that distance of a grain, centre to centre, become solid",
        "", ""}}};
  for (Option& option : input_options()) {
    if (option.name == "input" || option.name == "voxel-size" || option.name == "threshold") continue;
    const bool says_what_is_pore = option.name == "pore" || option.name == "solid";
    group.options.push_back(says_what_is_pore ? std::move(option) : advanced(std::move(option)));
  }
  return group;
}

bool names_image(const OptionValues& values) {
  const std::string word = word_of(values);
  if (word.empty() || are_kinds(word)) return false;
  std::error_code none;
  return word.find_first_of("./") != std::string::npos || std::filesystem::exists(word, none) ||
         values.is_given("threshold") || values.is_given("grow");
}

void refuse_image_options(const OptionValues& values) {
  for (const Option& option : image_sweep_option_group().options)
    if (values.is_given(option.name))
      throw UsageError(fmt::format("--{} is given with no image", option.name), "it says what is done with one",
                       fmt::format("Leave --{} out, or name an image: permeability sweep rock.tif --voxel-size 5um "
                                   "--pore 0 --grow -2:2",
                                   option.name));
}

ImageSweepOptions read_image_sweep_options(const OptionValues& values) {
  for (const Option& option : random_medium_options())
    if (values.is_given(option.name))
      throw UsageError(fmt::format("--{} is given for the image '{}'", option.name, word_of(values)),
                       "nothing is drawn at random", fmt::format("Leave --{} out", option.name));
  for (const auto& [name, why] : options_of_kinds)
    if (values.is_given(name))
      throw UsageError(fmt::format("--{} is given for the image '{}'", name, word_of(values)), why,
                       fmt::format("Leave --{} out", name));
  ImageSweepOptions options;
  options.input = read_input_options(values, word_of(values),
                                     values.is_given("grow") ? ThresholdOption::one : ThresholdOption::list);
  options.crop = values.text("crop").value_or("");
  read_points(values, options);
  options.flow = read_flow_settings(values);
  options.flow.direction = values.choice<Axis>("direction");
  options.flow.boundary = read_boundary(values);
  options.chooses_faces = chooses_boundary(values);
  options.conducts = values.is_on("conduct");
  options.gas = read_gas(values);
  require_linear(options.flow.boundary, options.flow.solver.equilibrium);
  options.output = values.text("output").value_or(folder_of_image_sweep(options.input.path));
  options.overwrite = read_overwrite(values);
  options.report = read_report_files(values);
  options.checkpoint = read_checkpoint_options(values);
  if (values.is_on("quiet")) options.talk = Talk::results_only;
  options.command_line = values.command_line();
  options.command_line.insert(options.command_line.begin(), {"permeability", "sweep"});
  return options;
}

bool is_pore_below(const ImageSweepOptions& options) {
  if (options.input.rule.polarity) return options.input.rule.polarity == Polarity::dark;
  const GreyRange* range = open_range(options.input.rule);
  return range == nullptr || std::isinf(range->low) == options.input.rule.pore.has_value();
}

InputRequest input_at(const ImageSweepOptions& options, double threshold) {
  InputRequest input = options.input;
  if (options.varied == Varied::grow) return input;
  input.rule.all_solid = AllSolid::keep;
  if (input.rule.polarity) {
    input.rule.threshold = ThresholdChoice{{}, threshold};
    return input;
  }
  const GreyRange* range = open_range(input.rule);
  const bool is_open_below = range == nullptr || std::isinf(range->low);
  const std::string number = fmt::format("{}", threshold);
  const std::vector<GreyRange> ranges = parse_grey_ranges(is_open_below ? ":" + number : number + ":");
  (input.rule.solid ? input.rule.solid : input.rule.pore) = ranges;
  return input;
}

}  // namespace perm
