// SPDX-License-Identifier: Apache-2.0
// The results of a sweep of one image, whose threshold is moved or whose grains grow: a table, sweep.csv and
// sweep.json. Permeabilities are in voxel^2 unless a name says otherwise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/extent.hpp"
#include "darcy/flow_options.hpp"
#include "geometry/pore_slab.hpp"
#include "run/flow_record.hpp"
#include "validation/cases/power_law.hpp"

namespace perm {

/// A small picture of a pore space: its middle plane across z, each row of pixels a text of 1 for pore and 0 for solid.
struct SmallSlice {
  std::int64_t z{0};
  std::int64_t voxels_a_pixel{1};
  std::vector<std::string> rows;
};

/// Takes the middle plane, of large planes every second, third ... voxel. Collective; every process gets it.
SmallSlice take_small_slice(const PoreSlab& pores);

/// One threshold, or one growth of the grains.
struct ImageSweepPoint {
  double asked{0};  ///< the grey value, or the growth in voxels
  FlowRecord record;
  bool is_unresisted{false};  ///< every voxel is pore and no face is a wall: there is no steady flow, and no K
  std::string pore_space_hash;
  SmallSlice slice;            ///< of all pores
  double specific_surface{0};  ///< surface of the grains over total volume, 1/voxel (measure_specific_surface)

  double percolating_porosity() const {
    return static_cast<double>(record.fluid_cells) / static_cast<double>(record.voxels);
  }
  /// Gives porosity^3 / (5 S^2), S the specific surface (Kozeny 1927; Carman 1937, with his constant 5). 0 without
  /// pores, absent without a surface.
  std::optional<double> kozeny_carman_voxel2() const;
  /// Gives K over that of Kozeny and Carman; absent where either is, or the latter is 0.
  std::optional<double> over_kozeny_carman() const;
  /// Gives K with its interval, as far as it is known of a flow of many; nothing where K is not above 0.
  std::optional<Headline> headline() const;
  /// Gives the name of the stop reason, or "unresisted".
  std::string stop() const;
};

struct ImageSweepReport {
  std::string input;         ///< as the user named it
  std::string input_path;    ///< whole path, links followed
  std::string crop;          ///< as the user wrote it; empty: the whole image
  std::string varied;        ///< "threshold" or "grow"
  std::string segmentation;  ///< which voxels are pore, in words
  Extent extent;
  FlowOptions flow;                   ///< with the boundary of all points
  std::string why_sealed;             ///< why the program chose sealed by itself; empty when it did not
  std::vector<std::string> warnings;  ///< of the image: of all points
  std::optional<double> voxel_size_m;
  std::string device;
  int ranks{1};
  std::string date;  ///< UTC, ISO 8601
  std::vector<std::string> command_line;
  double seconds{0};
  std::vector<ImageSweepPoint> points;
  bool conducts{false};           ///< their records have conduction
  std::optional<GasState> gas{};  ///< whose K they have too

  /// Gives what the gas does in the pores of a point; absent where nobody asked, or there is no K of it.
  std::optional<GasFlow> gas_of(const ImageSweepPoint& point) const;

  /// Gives every warning of a point, those of the image first: what `solve` says of the same flow.
  std::vector<std::string> warnings_of(const ImageSweepPoint& point) const;
  /// Gives the exponent of K over porosity through the converged points with K above 0, equal pore spaces once.
  std::optional<validation::PowerLawFit> exponent() const;
};

/// Gives "threshold 90", "grow +1" or "grow 0".
std::string name_of_point(const std::string& varied, double asked);

std::string format_image_sweep_table(const ImageSweepReport& report);
std::string format_image_sweep_csv(const ImageSweepReport& report);
std::string format_image_sweep_json(const ImageSweepReport& report);

}  // namespace perm
