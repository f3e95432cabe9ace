// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation/threshold_choice.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "core/text_file.hpp"

namespace perm {
namespace {

/// The thresholds of one method: two of three classes, else one twice.
struct Pair {
  double dark;
  double bright;
};

std::optional<Pair> find_pair(const GreyHistogram& histogram, ThresholdMethod method) {
  const auto twice = [](const std::optional<double>& one) -> std::optional<Pair> {
    if (!one) return {};
    return Pair{*one, *one};
  };
  switch (method) {
    case ThresholdMethod::otsu:
      return twice(find_otsu(histogram));
    case ThresholdMethod::valley:
      return twice(find_valley(histogram));
    case ThresholdMethod::multi_otsu:
      break;
  }
  const auto both = find_multi_otsu(histogram);
  if (!both) return {};
  return Pair{(*both)[0], (*both)[1]};
}

/// Gives the shortest number that voxels of this type are compared with alike.
std::string shortest(double grey, VoxelType type) {
  if (type == VoxelType::float32 || type == VoxelType::float16) return fmt::format("{}", static_cast<float>(grey));
  return fmt::format("{}", grey);
}

/// Gives that number, so that it is printed as it was found, and finds the same voxels when it is typed.
long double shortest_number(double grey, VoxelType type) {
  const std::string text = shortest(grey, type);
  long double number = grey;
  scan_number(text.data(), text.data() + text.size(), number);
  return number;
}

/// Gives the shares of voxels on the dark and on the bright side.
std::array<double, 2> shares(const GreyHistogram& histogram, double dark, double bright) {
  return {histogram.share_up_to(dark), 1 - histogram.share_up_to(bright)};
}

std::string words_of(ThresholdMethod method, const Pair& pair, VoxelType type) {
  switch (method) {
    case ThresholdMethod::otsu:
      return "Otsu's threshold";
    case ThresholdMethod::valley:
      return "the valley";
    case ThresholdMethod::multi_otsu:
      break;
  }
  return fmt::format("multi-Otsu's thresholds are {} and {}", shortest(pair.dark, type), shortest(pair.bright, type));
}

[[noreturn]] void refuse_missing(const PlaneSource& image, const GreyHistogram& histogram, ThresholdMethod method) {
  const std::string problem = fmt::format("Cannot find the threshold {} in {}", to_string(method), image.description());
  const char* remedy = "Give the threshold as a number, or say which grey values are pore with --pore";
  if (histogram.values() == 0) throw InputError(problem, "no voxel of it is a number", "Give every voxel a grey value");
  if (histogram.values() == 1) throw InputError(problem, fmt::format("every voxel is {}", histogram.least()), remedy);
  if (histogram.bins().empty())
    throw InputError(problem, fmt::format("its values run from {} to {}", histogram.least(), histogram.greatest()),
                     "Give every voxel a finite grey value");
  if (method == ThresholdMethod::valley)
    throw InputError(problem, "its histogram does not have two modes with a valley between them",
                     "Use --denoise median, or --threshold otsu, and look at what it makes of the image");
  throw InputError(problem, fmt::format("it takes three grey values, and there are {}", histogram.values()),
                   "Use --threshold otsu");
}

}  // namespace

MarkRule FoundThreshold::rule(Polarity pore) const {
  const bool is_dark = pore == Polarity::dark;
  return {{{-unbounded_grey, is_dark ? dark : bright}}, is_dark};
}

std::string ThresholdChoice::text() const {
  return method ? std::string(to_string(*method)) : fmt::format("{}", value);
}

FoundThreshold find_threshold(PlaneSource& image, const ThresholdChoice& choice, const std::optional<Polarity>& pore,
                              const Communicator& processes, const SampleVoxels& sample) {
  if (choice.found) return *choice.found;
  FoundThreshold found{choice.value, choice.value, "the threshold that was given"};
  if (!choice.method && pore) return found;
  const GreyHistogram histogram = GreyHistogram::of(image, processes, sample);
  const VoxelType type = image.type();
  std::optional<Pair> pair = Pair{static_cast<double>(choice.value), static_cast<double>(choice.value)};
  if (choice.method) {
    pair = find_pair(histogram, *choice.method);
    if (!pair) refuse_missing(image, histogram, *choice.method);
    found.dark = shortest_number(pair->dark, type);
    found.bright = shortest_number(pair->bright, type);
    found.words =
        words_of(*choice.method, *pair, type) + (choice.from == ThresholdFrom::whole ? ", of the whole file" : "");
    if (*choice.method != ThresholdMethod::valley && !find_valley(histogram))
      found.warnings.push_back(fmt::format(
          "the histogram does not have two modes with a valley between them, so the threshold {} may part noise; look "
          "at what it makes of the image, or use --denoise median",
          choice.text()));
  }
  if (pore) return found;
  const auto [dark, bright] = shares(histogram, pair->dark, pair->bright);
  const std::string values = found.dark == found.bright ? fmt::format("the threshold is {}", found.dark) : found.words;
  throw InputError(
      fmt::format("Cannot tell pore from solid in {}", image.description()),
      fmt::format("{}: with --pore dark the porosity is {:.4f}, with --pore bright {:.4f}", values, dark, bright),
      fmt::format("Say which is pore: --threshold {0} --pore dark, or --threshold {0} --pore bright", choice.text()));
}

std::string describe_thresholds(const GreyHistogram& histogram, VoxelType type) {
  std::string text;
  for (const auto& [method, name] : names_of<ThresholdMethod>) {
    const std::optional<Pair> pair = find_pair(histogram, method);
    if (!pair) continue;
    const auto [dark, bright] = shares(histogram, pair->dark, pair->bright);
    const std::string values = pair->dark == pair->bright
                                   ? shortest(pair->dark, type)
                                   : shortest(pair->dark, type) + " and " + shortest(pair->bright, type);
    text += fmt::format("{}{} ({}), {:.4f} with --pore dark and {:.4f} with --pore bright", text.empty() ? "" : "; ",
                        name, values, dark, bright);
  }
  return text;
}

}  // namespace perm
