// SPDX-License-Identifier: Apache-2.0
#include "input/options/segmentation_options.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "core/errors.hpp"
#include "core/text_file.hpp"

namespace perm {
namespace {

std::optional<Polarity> polarity_named(const std::optional<std::string>& text) {
  for (const auto& [polarity, name] : names_of<Polarity>)
    if (text == name) return polarity;
  return {};
}

ThresholdChoice parse_threshold(const std::string& text) {
  for (const auto& [method, name] : names_of<ThresholdMethod>)
    if (text == name) return {method};
  ThresholdChoice choice;
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), choice.value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(choice.value))
    throw InputError(fmt::format("--threshold cannot be '{}'", text),
                     fmt::format("it is {} or a grey value", join_names<ThresholdMethod>(", ")),
                     "Give for example --threshold otsu --pore dark, or --threshold 93 --pore dark");
  return choice;
}

std::int64_t read_part_size(const OptionValues& values, const std::string& name) {
  const std::int64_t voxels = values.integer(name).value_or(0);
  if (voxels < 0 || voxels > std::numeric_limits<std::int32_t>::max())
    throw InputError(fmt::format("--{} cannot be {}", name, voxels), "it counts the voxels of a part",
                     "Give a number from 2 to 2147483647, or leave it out");
  return voxels;
}

void read_threshold(const OptionValues& values, PoreRule& rule) {
  if (values.is_given("solid"))
    throw UsageError("--threshold and --solid are both given", "one follows from the other",
                     "Give --threshold with --pore dark or --pore bright");
  if (values.is_given("pore") && !rule.polarity)
    throw UsageError(fmt::format("--threshold is given beside --pore {}", *values.text("pore")),
                     "grey values leave no threshold open", "Say which side is pore: --pore dark or --pore bright");
  rule.threshold = parse_threshold(*values.text("threshold"));
  rule.threshold->from = values.choice<ThresholdFrom>("threshold-from");
}

}  // namespace

std::vector<Option> segmentation_options() {
  return {
      {"pore", "GREY",
       "grey values that are pore: 0, or 0:89, or 0,2,5:7, or 90: (that and above); or dark or bright, "
       "the side of --threshold",
       "", "what the file says, as those of generate do"},
      {"solid", "GREY", "grey values that are solid, in place of --pore", "", ""},
      advanced({"labels", join_names<LabelConvention>("|"),
                "in place of --pore: whose habit the labels follow\n"
                "porespy: 0 is solid, every other value (True) is pore\n"
                "imperial: 0 is pore, every other value is solid\n"
                "lbpm: values above 0 are pore, 0 and below are solid\n"
                "geodict: 0 is pore, the numbers of materials are solid",
                "", ""}),
      {"threshold", join_names<ThresholdMethod>("|") + "|GREY",
       "what parts dark voxels, up to it, from bright ones; beside --pore dark or --pore bright\n"
       "otsu: between two classes with the greatest variance between them\n"
       "multi-otsu: the same of three classes; dark is the lowest of them, bright the highest\n"
       "valley: the least point between the two modes of the smoothed histogram",
       "", ""},
      advanced({"threshold-from", join_names<ThresholdFrom>("|"),
                "which voxels the threshold is found from: those that are solved, or all of the file", "region", ""}),
      advanced({"denoise", join_names<Denoise>("|"),
                "median: each voxel becomes the median of the 3 x 3 x 3 around it, before it is compared with any "
                "value; those beyond --crop count",
                "none", ""}),
      advanced({"despeckle", "N",
                "solid parts of fewer than N voxels become pore, unless they touch a face; a part hangs together by "
                "faces, edges or corners",
                "0", ""}),
      advanced({"fill", "N",
                "then pore parts of fewer than N voxels become solid; a part hangs together by faces or edges, as the "
                "flow does",
                "0", ""})};
}

PoreRule read_pore_rule(const OptionValues& values, ThresholdOption threshold) {
  if (values.is_given("pore") && values.is_given("solid"))
    throw UsageError("--pore and --solid are both given", "one follows from the other", "Give one of them");
  if (values.is_given("labels") && (values.is_given("pore") || values.is_given("solid")))
    throw UsageError("--labels is given beside --pore or --solid", "each says what is pore", "Give one of them");
  if (values.is_given("labels") && values.is_given("threshold"))
    throw UsageError("--threshold and --labels are both given", "labels are no grey values to part",
                     "Give one of them");
  if (values.is_given("threshold-from") && (!values.is_given("threshold") || threshold == ThresholdOption::list))
    throw UsageError("--threshold-from is given without a threshold to find", "it says from which voxels",
                     "Add for example --threshold otsu --pore dark, or leave it out");
  PoreRule rule;
  if (values.is_given("labels")) rule.labels = values.choice<LabelConvention>("labels");
  rule.polarity = polarity_named(values.text("pore"));
  if (const auto text = values.text("pore"); text && !rule.polarity) rule.pore = parse_grey_ranges(*text);
  if (const auto text = values.text("solid")) rule.solid = parse_grey_ranges(*text);
  if (values.is_given("threshold") && threshold == ThresholdOption::one) read_threshold(values, rule);
  rule.denoise = values.choice<Denoise>("denoise");
  rule.despeckle = read_part_size(values, "despeckle");
  rule.fill = read_part_size(values, "fill");
  return rule;
}

std::string segmentation_given(const PoreRule& rule) {
  if (rule.threshold) return "--threshold";
  if (rule.pore || rule.polarity) return "--pore";
  if (rule.solid) return "--solid";
  if (rule.labels) return "--labels";
  if (rule.denoise != Denoise::none) return "--denoise";
  if (rule.despeckle > 0) return "--despeckle";
  return rule.fill > 0 ? "--fill" : "";
}

}  // namespace perm
