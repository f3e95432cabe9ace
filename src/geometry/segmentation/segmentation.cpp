// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation/segmentation.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <span>
#include <utility>

#include "core/errors.hpp"
#include "geometry/segmentation/cleaning.hpp"
#include "geometry/segmentation/grey_histogram.hpp"

namespace perm {
namespace {

/// A rule in the form in which voxels are marked, and who gave it.
struct KnownRule {
  MarkRule marks;
  std::string source;
  std::vector<std::string> warnings{};
};

MarkRule rule_of(LabelConvention convention) {
  switch (convention) {
    case LabelConvention::porespy:
      return {{{0, 0}}, false};
    case LabelConvention::lbpm:
      return {{{-unbounded_grey, 0}}, false};
    case LabelConvention::imperial:
    case LabelConvention::geodict:
      break;
  }
  return {{{0, 0}}, true};
}

/// Gives what the file says of its values besides, for a message.
std::string remarks_on(const PlaneSource& image) {
  std::string remarks;
  for (const std::string& warning : image.notes().warnings) remarks += "; " + warning;
  return remarks;
}

/// Throws the InputError for an image of which nothing says what is pore.
[[noreturn]] void refuse_unknown(PlaneSource& image, const std::optional<Polarity>& polarity,
                                 const Communicator& processes, const SampleVoxels& sample) {
  const GreyHistogram histogram = GreyHistogram::of(image, processes, sample);
  const std::string problem = fmt::format("Cannot tell pore from solid in {}", image.description());
  const std::int64_t values = histogram.values();
  const double least = histogram.least();
  const double greatest = histogram.greatest();
  const std::string remarks = remarks_on(image);
  if (values == 0) throw InputError(problem, "no voxel of it is a number", "Give every voxel a grey value or a label");
  if (values == 1)
    throw InputError(problem, fmt::format("every voxel is {}{}", least, remarks),
                     fmt::format("Give an image with pores and solid, or say that all is pore with --pore {}", least));
  if (values == 2)
    throw InputError(
        problem,
        fmt::format("it has two values: with {} as pore the porosity is {:.4f}, with {} it is {:.4f}{}", least,
                    histogram.share_of(least), greatest, histogram.share_of(greatest), remarks),
        fmt::format("Say which is pore, --pore {} or --pore {}, or whose habit the labels follow: --labels {}; "
                    "permeability look shows what each would be",
                    least, greatest, join_names<LabelConvention>("|")));
  constexpr std::int64_t most_labels = 8;
  if (values <= most_labels) {
    std::string shares;
    for (const auto& [value, count] : histogram.counts())
      shares += fmt::format("{}{} ({:.3g} %)", shares.empty() ? "" : ", ", value, 100 * histogram.share_of(value));
    throw InputError(
        problem, fmt::format("it has {} values: {}{}", values, shares, remarks),
        fmt::format("See permeability look, then say which are pore with --pore, or which are solid with --solid, such "
                    "as --pore {}",
                    least));
  }
  const std::string thresholds = describe_thresholds(histogram, image.type());
  const std::string how_many = values > GreyHistogram::most_values
                                   ? fmt::format("its grey values run from {} to {}", least, greatest)
                                   : fmt::format("it has {} grey values from {} to {}", values, least, greatest);
  const std::string porosities = thresholds.empty() ? "" : "; the porosity by --threshold would be: " + thresholds;
  if (polarity)
    throw InputError(fmt::format("{}: --pore {} is given without --threshold", problem, to_string(*polarity)),
                     how_many + porosities + remarks,
                     fmt::format("Add the threshold, for example --threshold otsu --pore {}", to_string(*polarity)));
  throw InputError(problem, how_many + porosities + remarks,
                   "See permeability look, then say which are pore: --threshold otsu --pore dark, or --pore with grey "
                   "values such as --pore :100");
}

/// Says whether some of the marked voxels are pore and some are solid.
bool has_both(const PoreSlab& marked, const PoreSlab& pores) {
  bool pore = false;
  bool solid = false;
  const std::span<const std::uint32_t> words = pores.pores().words();
  for (std::size_t i = 0; i < words.size(); ++i) {
    pore |= (marked.pores().words()[i] & words[i]) != 0;
    solid |= (marked.pores().words()[i] & ~words[i]) != 0;
  }
  return pores.processes().any(pore) && pores.processes().any(solid);
}

KnownRule find_rule(PlaneSource& image, const PoreRule& rule, const Communicator& processes,
                    const SampleVoxels& sample) {
  if (rule.threshold) {
    FoundThreshold found = find_threshold(image, *rule.threshold, rule.polarity, processes, sample);
    return {found.rule(*rule.polarity), std::move(found.words), std::move(found.warnings)};
  }
  if (rule.pore) return {{*rule.pore, true}, "given"};
  if (rule.solid) return {{*rule.solid, false}, "given"};
  if (rule.polarity) refuse_unknown(image, rule.polarity, processes, sample);
  if (rule.labels) return {rule_of(*rule.labels), fmt::format("the labels of {}", name_of(*rule.labels))};
  if (const std::string& values = image.notes().pore_values; !values.empty()) {
    try {
      return {{parse_grey_ranges(values), true}, "the file says so"};
    } catch (const InputError&) {
      throw InputError(fmt::format("Cannot use {}", image.description()),
                       "what it says of its pores is no list of grey values", "Say which are pore with --pore");
    }
  }
  refuse_unknown(image, {}, processes, sample);
}

/// Makes the moving voxels of a segmentation still.
void keep_still(const PoreSpace& before, const PoreSpace& after, PoreSpace& moving) {
  for (std::int64_t z = 0; z < moving.extent().nz; ++z)
    for (std::int64_t y = 0; y < moving.extent().ny; ++y) {
      const std::span<std::uint32_t> row = moving.row(y, z);
      for (std::size_t word = 0; word < row.size(); ++word)
        row[word] &= ~(before.row(y, z)[word] ^ after.row(y, z)[word]);
    }
}

double porosity_of(const PoreSlab& pores) {
  return static_cast<double>(pores.count_pores()) / static_cast<double>(pores.sample_voxels());
}

/// Takes small parts away, and says so. Voxels that change move no more with the threshold.
void clean(const PoreRule& rule, Segmentation& result, std::optional<MovingVoxels>& moving) {
  if (rule.despeckle <= 1 && rule.fill <= 1) return;
  const PoreSpace before = moving ? result.pores.pores() : PoreSpace();
  const auto note = [&result](const char* name, const std::string& words) {
    result.rule += ", then " + words;
    result.steps.push_back({name, words, porosity_of(result.pores)});
  };
  if (rule.despeckle > 1) note("despeckle", remove_specks(result.pores, rule.despeckle));
  if (rule.fill > 1) note("fill", fill_holes(result.pores, rule.fill));
  if (result.steps.back().porosity == 0 && rule.all_solid == AllSolid::refuse)
    throw InputError("The image is all solid where " + result.rule, "no pore part is that large",
                     "Give --fill a smaller number");
  if (moving) keep_still(before, result.pores.pores(), moving->voxels.pores());
}

/// Throws InputError where all is solid, or a threshold parts nothing; says so where all is pore.
void require_both_sides(PlaneSource& image, const PoreRule& rule, Segmentation& result, const SampleVoxels& sample) {
  const Communicator& processes = result.pores.processes();
  const std::int64_t pores = result.pores.count_pores();
  const bool all_pore = pores == result.pores.sample_voxels();
  if (pores > 0 && !all_pore) return;
  const GreyHistogram histogram = GreyHistogram::of(image, processes, sample);
  const std::string span = fmt::format("from {} to {}", histogram.least(), histogram.greatest());
  if (rule.threshold && rule.all_solid == AllSolid::refuse)
    throw InputError(fmt::format("The threshold {} parts nothing in {}", rule.threshold->text(), image.description()),
                     "its grey values run " + span + remarks_on(image), "Give a grey value between these");
  if (pores == 0 && rule.all_solid == AllSolid::refuse)
    throw InputError(fmt::format("{} is all solid where {}", image.description(), result.rule),
                     "its grey values run " + span + remarks_on(image),
                     "Check the values, and the polarity: --pore names the voids, --solid the material");
  result.rule += fmt::format("; all voxels are {}, {}", all_pore ? "pore" : "solid", span);
}

}  // namespace

Segmentation segment(PlaneSource& image, const PoreRule& rule, const Communicator& processes, const PoreSlab* inside) {
  if (rule.pore.has_value() + rule.solid.has_value() + rule.labels.has_value() + rule.threshold.has_value() > 1)
    throw InputError("Two of --pore, --solid, --labels and --threshold are given", "one says what the others are not",
                     "Give one of them");
  const SampleVoxels sample{inside, rule.axes};
  const KnownRule known = find_rule(image, rule, processes, sample);
  const std::string values = in_words(known.marks.ranges);
  Segmentation result{
      PoreSlab::even(extent_of_image(image.extent(), rule.axes), processes), {}, {}, {}, known.warnings};
  std::optional<MovingVoxels> moving;
  if (const auto move = find_grey_move(image, known.marks, processes)) {
    moving.emplace(MovingVoxels{move->grey_values, move->a_voxel, move->blur, result.pores.all_solid()});
    const MarkRule moves{move->ranges, true};
    mark_planes(image, rule.axes, std::array{Marks{&known.marks, &result.pores}, Marks{&moves, &moving->voxels}});
  } else {
    mark_planes(image, known.marks, rule.axes, result.pores);
  }
  if (inside != nullptr) {
    keep_sample(*inside, result.pores);
    if (moving) keep_sample(*inside, moving->voxels);
  }
  const char* what = known.marks.conducts_inside ? "pore, all others solid" : "solid, all others pore";
  result.rule = fmt::format("{}grey values {} are {} ({})",
                            rule.denoise == Denoise::median ? "after a median filter of 3^3 voxels, " : "", values,
                            what, known.source);
  result.steps.push_back({rule.threshold ? "threshold" : "pores", result.rule, porosity_of(result.pores)});
  require_both_sides(image, rule, result, sample);
  clean(rule, result, moving);
  if (moving && has_both(moving->voxels, result.pores))
    result.moving = std::make_shared<const MovingVoxels>(*std::move(moving));
  return result;
}

}  // namespace perm
