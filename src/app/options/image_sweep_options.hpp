// SPDX-License-Identifier: Apache-2.0
// The options of `sweep` for an image: which part of it is varied, and how it is read and solved.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/options/checkpoint_options.hpp"
#include "app/options/command.hpp"
#include "app/options/flow_settings.hpp"
#include "app/options/input_options.hpp"
#include "app/options/report_options.hpp"
#include "core/file_replacement.hpp"
#include "core/named_values.hpp"
#include "darcy/gas/gas.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// Says what makes one image many: the grey value that parts pores from solid, or how far the grains have grown.
enum class Varied { threshold, grow };

template <>
inline constexpr std::array names_of<Varied>{NamedValue{Varied::threshold, "threshold"},
                                             NamedValue{Varied::grow, "grow"}};

struct ImageSweepOptions {
  InputRequest input;          ///< its rule is that of the user, which --threshold may leave open
  std::string crop;            ///< as the user wrote it; empty: the whole image
  std::vector<double> points;  ///< thresholds, or growths in voxels; in the order in which they were given
  FlowOptions flow;
  std::optional<GasState> gas;  ///< its K is given too
  std::filesystem::path output;
  std::optional<ReportFiles> report;
  CheckpointOptions checkpoint;
  Varied varied{Varied::grow};
  Overwrite overwrite{Overwrite::own_files};
  Talk talk{Talk::normal};
  bool conducts{false};       ///< formation factor and tortuosity too
  bool chooses_faces{false};  ///< --boundary auto: an image whose faces do not match is solved sealed
  std::vector<std::string> command_line;
};

/// Gives the options that `sweep` takes for images only.
OptionGroup image_sweep_option_group();

/// Says whether what `sweep` is given is an image and no list of kinds: a path that exists, a word with a '.' or a '/',
/// or anything at all beside --threshold or --grow.
bool names_image(const OptionValues& values);

/// Throws UsageError where an option that is for images only is given for kinds of geometry.
void refuse_image_options(const OptionValues& values);

/// Reads these options. Throws UsageError when options are missing or contradict each other, InputError when a value is
/// out of range, and DeviceError when the device is not in this build.
ImageSweepOptions read_image_sweep_options(const OptionValues& values);

/// Says whether a higher threshold makes more of the image pore.
bool is_pore_below(const ImageSweepOptions& options);

/// Gives the options of the image at this threshold: the open side of the user's --pore or --solid stays where it is,
/// and the threshold takes the place of the other. An image that is all solid then is kept. Where grains grow, nothing
/// changes.
InputRequest input_at(const ImageSweepOptions& options, double threshold);

}  // namespace perm
