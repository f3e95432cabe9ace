// SPDX-License-Identifier: Apache-2.0
#include "report/look/look_screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/printable_text.hpp"
#include "core/units.hpp"
#include "geometry/segmentation/grey_histogram.hpp"
#include "report/look/screen_text.hpp"

namespace perm {
namespace {

constexpr double least_separation = 0.76;  // of one normal mode it is 0.64, of values that are all alike often 0.75
constexpr double strangers = 0.85;  // share of the differences between voxels that have nothing to do with another

std::string percent(double share) {
  const double of_hundred = 100 * share;
  return share > 0 && of_hundred < 0.05    ? "<0.1 %"
         : share < 1 && of_hundred > 99.95 ? ">99.9 %"
                                           : fmt::format("{:.1f} %", of_hundred);
}

/// Gives "5 along x and y, 7 along z" for what is said of each axis; of an axis of which nothing is said no word.
template <class Say>
std::string axes_in_words(const Say& say) {
  std::string text;
  for (const Axis axis : all_axes) {
    const std::string words = say(axis);
    std::vector<char> alike;  // the axes of which the same is said
    for (const Axis other : all_axes)
      if (say(other) == words) alike.push_back(axis_letter(other));
    if (words.empty() || alike.front() != axis_letter(axis)) continue;
    text += fmt::format("{}{} along {}", text.empty() ? "" : ", ", words, alike.front());
    for (std::size_t i = 1; i < alike.size(); ++i)
      text += fmt::format("{} {}", i + 1 == alike.size() ? " and" : ",", alike[i]);
  }
  return text;
}

/// Gives "3, 7 to 9", and of many only the first.
std::string numbers_in_words(const std::vector<std::int64_t>& numbers) {
  std::string text;
  constexpr int most = 6;
  int parts = 0;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (++parts > most) return text + fmt::format(" and {} more", numbers.size() - i);
    text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[i]);
    if (last > i) text += fmt::format(" to {}", numbers[last]);
    i = last + 1;
  }
  return text;
}

std::string size_lines(const ImageLook& look) {
  std::string size = fmt::format("{} voxels", to_string(look.extent));
  if (look.voxel_size_m) {
    const auto along = [&](std::int64_t voxels) {
      return format_length(static_cast<double>(voxels) * *look.voxel_size_m);
    };
    size += fmt::format(" of {}{}: {} x {} x {}", format_length(*look.voxel_size_m),
                        look.file_says_voxel_size ? " (the file says so)" : "", along(look.extent.nx),
                        along(look.extent.ny), along(look.extent.nz));
  }
  return wrapped_line("size", size) + wrapped_line("format", look.format);
}

std::string grey_lines(const GreyLook& grey) {
  std::string text;
  if (grey.bars.empty() && grey.values > 1) {
    text += wrapped_line(
        "grey values", fmt::format("from {:.6g} to {:.6g}: too far apart for a histogram", grey.least, grey.greatest));
  } else if (grey.values == 0) {
    text += wrapped_line("grey values", "no voxel is a number");
  } else if (!grey.is_segmented) {
    const double width = grey.bars.front().to - grey.bars.front().from;
    const std::string count = grey.values > GreyHistogram::most_values
                                  ? fmt::format("more than {}", GreyHistogram::most_values)
                                  : fmt::format("{}", grey.values);
    text += wrapped_line("grey values", fmt::format("{} from {:.6g} to {:.6g}; a bar is {:.4g} wide, and its height "
                                                    "the root of its voxels",
                                                    count, grey.least, grey.greatest, width));
    text += draw_histogram(grey);
    text +=
        fmt::format("  {:<14}{:>20}{:>22}{:>22}\n", "threshold", "grey value", "porosity, dark pores", "bright pores");
    for (const ThresholdLook& threshold : grey.thresholds) {
      if (threshold.grey.empty()) {
        text += fmt::format("  {:<14}{:>20}\n", threshold.method, "none");
        continue;
      }
      std::string values;
      for (const double value : threshold.grey) values += fmt::format("{}{:.6g}", values.empty() ? "" : ", ", value);
      text += fmt::format("  {:<14}{:>20}{:>22.4f}{:>22.4f}\n", threshold.method, values, threshold.dark_porosity,
                          threshold.bright_porosity);
    }
    if (grey.separation < least_separation)
      text +=
          wrapped_line("", fmt::format("The histogram has no two modes (its classes make {:.0f} % of its variance): "
                                       "no threshold follows from it alone.",
                                       100 * grey.separation));
  } else {
    text +=
        wrapped_line("grey values", fmt::format("{} from {:.6g} to {:.6g}", grey.values, grey.least, grey.greatest));
  }
  if (grey.not_numbers > 0) text += wrapped_line("", fmt::format("{} voxels are not numbers", grey.not_numbers));
  return text;
}

std::string pore_lines(const ImageLook& look) {
  if (look.pores.empty()) return wrapped_line("pores", look.why_no_pores);
  std::string text =
      fmt::format("  {:<14}{:>20}{:>20}{:>11}{:>11}\n", "pores", "porosity", "connected along x", "y", "z");
  for (const PoreLook& pores : look.pores)
    text +=
        fmt::format("{} {:<14}{:>20.4f}{:>20}{:>11}{:>11}\n", pores.is_chosen ? '>' : ' ', pores.name, pores.porosity,
                    percent(pores.connected[0]), percent(pores.connected[1]), percent(pores.connected[2]));
  if (look.pores_by == PoresBy::nobody)
    text += wrapped_line("", "Nothing says which are pore: > is a guess, and what follows is said of it.");
  else if (!look.segmentation.empty())
    text += wrapped_line("", look.segmentation + ".");
  return text;
}

/// Gives the shares of the pores in classes of the diameter of balls.
std::string ball_lines(const std::vector<BallSize>& balls) {
  if (balls.empty()) return {};
  constexpr std::size_t most_columns = 10;
  std::string diameters = fmt::format("{:>6}", "<3");
  std::string pores = fmt::format("{:>6.1f}", 100 * (1 - balls.front().covered));
  std::string throats = fmt::format("{:>6.1f}", 100 * (1 - balls.front().reached));
  for (std::size_t i = 0; i < balls.size() && i + 1 < most_columns; ++i) {
    const bool is_last = i + 1 == balls.size() || i + 2 == most_columns;
    const BallSize next = is_last ? BallSize{} : balls[i + 1];
    diameters += fmt::format("{:>6}", fmt::format("{}{}", balls[i].diameter_voxels, is_last ? "+" : "-"));
    pores += fmt::format("{:>6.1f}", 100 * (balls[i].covered - next.covered));
    throats += fmt::format("{:>6.1f}", 100 * (balls[i].reached - next.reached));
  }
  const auto line = [](const char* name, const std::string& columns) {
    return fmt::format("  {:<18}{}\n", name, columns);
  };
  return line("diameter, voxels", diameters) + line("in pores, %", pores) + line("behind throats, %", throats);
}

/// Gives a length with three digits.
std::string rough_length(double length_m) { return format_length(std::stod(fmt::format("{:.3g}", length_m))); }

std::string size_of_pores(const ImageLook& look) {
  std::string text;
  if (look.measured) text += wrapped_line("", fmt::format("In the middle {}:", to_string(*look.measured)));
  text += ball_lines(look.sizes.balls);
  const std::string throats = axes_in_words([&](Axis axis) -> std::string {
    const double diameter = look.sizes.passing[static_cast<std::size_t>(axis)];
    if (diameter == 0) return {};
    if (!look.voxel_size_m) return fmt::format("{:.3g}", diameter);
    return fmt::format("{:.3g} ({})", diameter, rough_length(diameter * *look.voxel_size_m));
  });
  if (!throats.empty())
    text += wrapped_line("throats", "the largest ball that goes from face to face has a diameter of " + throats);
  return text;
}

/// Says whether neighbours are strangers to each other, as in noise.
bool is_noise(const ImageLook& look) {
  if (!look.seams || look.pores.empty()) return false;
  const auto chosen = std::ranges::find_if(look.pores, &PoreLook::is_chosen);
  const double phi = chosen == look.pores.end() ? 0 : chosen->porosity;
  return std::ranges::all_of(all_axes,
                             [&](Axis axis) {
                               return look.extent.along(axis) < 2 ||
                                      (*look.seams)[static_cast<std::size_t>(axis)].mean_inside >
                                          strangers * 2 * phi * (1 - phi);
                             }) &&
         phi > 0 && phi < 1;
}

std::string face_line(const ImageLook& look) {
  if (!look.seams) return wrapped_line("faces", "opposite ones match: the geometry repeats");
  std::string differ;
  for (const Axis axis : all_axes) {
    const Seam& seam = (*look.seams)[static_cast<std::size_t>(axis)];
    if (seam.is_visible())
      differ += fmt::format("{}{} ({} of the voxels differ, {} between planes inside)", differ.empty() ? "" : ", ",
                            axis_letter(axis), percent(seam.difference), percent(seam.mean_inside));
  }
  if (differ.empty()) return wrapped_line("faces", "opposite ones match along x, y and z: solve takes it as periodic");
  return wrapped_line("faces", fmt::format("opposite ones do not match along {}: solve closes them", differ));
}

std::string slice_lines(const ImageLook& look) {
  const std::string along = fmt::format("{} along {}", "of the file", axis_letter(look.slices_along));
  std::string faults;
  const auto add = [&](const char* what, const std::vector<std::int64_t>& numbers) {
    if (!numbers.empty()) faults += fmt::format("{}{} {}", faults.empty() ? "" : "; ", what, numbers_in_words(numbers));
  };
  add("blank:", look.slices.blank);
  add("unlike both neighbours:", look.slices.strange);
  add("changed places with the next:", look.slices.swapped);
  for (const Axis axis : all_axes)
    add(fmt::format("no pore across {}:", axis_letter(axis)).c_str(),
        look.without_pore[static_cast<std::size_t>(axis)]);
  return faults.empty() ? wrapped_line("slices", "none is blank or out of order")
                        : wrapped_line("slices", faults + " (counted from 0)");
}

std::string outside_line(const ImageLook& look) {
  if (!look.outside) return {};
  const OutsideLook& outside = *look.outside;
  const std::string value = outside.grey ? fmt::format(", all of grey {}", *outside.grey) : std::string();
  return wrapped_line("outside",
                      fmt::format("{:.0f} % of the cross-section across {} looks like what is around a plug{}: "
                                  "it counts in all that stands here, and must not in K",
                                  100 * outside.share_of_section, axis_letter(outside.axis), value));
}

std::string forecast_lines(const ImageLook& look) {
  std::int64_t bytes = 0;
  for (const FlowLook& flow : look.flows) bytes = std::max(bytes, flow.bytes);
  const std::string times = axes_in_words([&](Axis axis) {
    const auto flow = std::ranges::find(look.flows, axis, &FlowLook::direction);
    return flow == look.flows.end() || flow->steps == 0 ? std::string() : format_duration(flow->seconds);
  });
  if (bytes == 0) return {};
  return wrapped_line(
      "solve takes",
      fmt::format("{} of memory; for its steps roughly {} on {}", format_bytes(static_cast<double>(bytes)), times,
                  look.machine) +
          (look.free_bytes > 0 ? fmt::format("; {} are free here", format_bytes(static_cast<double>(look.free_bytes)))
                               : std::string()));
}

}  // namespace

std::string format_look(const ImageLook& look, const std::vector<std::string>& solve_words) {
  std::string text = "Image " + shorten(printable_line(look.source), screen_columns - 16) + "\n" + size_lines(look);
  if (look.grey) text += grey_lines(*look.grey);
  text += pore_lines(look);
  if (!look.pores.empty()) {
    if (is_noise(look))
      text += wrapped_line("", "Neighbours have nothing to do with each other: these pores are noise.");
    text += size_of_pores(look) + face_line(look);
  }
  text += slice_lines(look) + outside_line(look) + forecast_lines(look);
  for (const std::string& warning : look.warnings) text += wrapped_line("warning", printable_line(warning));
  if (!solve_words.empty()) text += "Next\n" + wrapped_command(solve_words);
  return text;
}

}  // namespace perm
