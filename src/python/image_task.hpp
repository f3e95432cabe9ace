// SPDX-License-Identifier: Apache-2.0
// What Python asks for, without Python: an image from an array, a file or a recipe; its flow; what that would take;
// and what its pores conduct. Options are those of the commands, by name.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/large_array.hpp"
#include "input/input.hpp"
#include "input/options/option_parser.hpp"
#include "python/array_planes.hpp"
#include "python/background.hpp"
#include "report/fields/field_files.hpp"
#include "run/tasks/machine_places.hpp"

namespace perm {

/// An array, and another one of the same lengths that is 0 outside of the sample, where there is one.
struct GivenArray {
  VoxelArray voxels;
  std::optional<VoxelArray> mask;
};

/// Pores that are none stand for the file that the option `input` names, which only
/// conduct_image and look_at_image take.
using GivenImage = std::variant<GivenArray, std::shared_ptr<const Input>>;

/// The fields of a flow (report/fields/flow_fields.hpp), x fastest, then y.
struct FieldArrays {
  FieldFrame frame;
  LargeArray<float> velocity;  ///< 3 values a voxel
  LargeArray<float> pressure;
  LargeArray<std::uint32_t> part;
  LargeArray<float> sensitivity;  ///< 6 values a voxel, or none

  void make_room(std::size_t voxels, WallField walls) {
    velocity = LargeArray<float>(3 * voxels);
    pressure = LargeArray<float>(voxels);
    part = LargeArray<std::uint32_t>(voxels);
    if (walls == WallField::sensitivity) sensitivity = LargeArray<float>(faces_of_voxel * voxels);
  }
};

/// What a run leaves: the texts of its files, and its fields.
struct SolvedTexts {
  std::string result;  ///< result.json
  std::string convergence;
  std::string plane_flux;
  std::string table;     ///< result.csv
  std::string reynolds;  ///< reynolds.csv; empty without flows with inertia
  std::string views;     ///< views.json; empty without fields
  std::map<Axis, std::shared_ptr<FieldArrays>> fields;
  FieldChoice choice;  ///< in which they are saved
};

/// What a flow would take, and what is known of the image before it is stepped.
struct FlowForecast {
  Axis direction{Axis::x};
  double connected_porosity{0};
  bool percolates{false};
  std::int64_t bytes{0};
  double steps{0};
  double tau{0};
  double seconds{0};
  std::string machine;  ///< for which the seconds are
};
struct RunForecast {
  Extent extent;
  double porosity{0};
  std::string device;
  std::vector<std::string> warnings;
  std::vector<FlowForecast> flows;
};

/// Reads options without an image, as `solve` and `generate` will. Throws what these throw.
void require_solve_options(const GivenOptions& options);
void require_recipe_options(const GivenOptions& options);
/// Gives how many images are solved side by side with these options. Throws what `solve` throws.
MachinePlaces places_of(const GivenOptions& options);

// These run in the thread of a Background, and throw Background::Stopped once it is to end, or what the commands throw.
SolvedTexts solve_image(const GivenImage& image, const GivenOptions& options, Background& background);
RunForecast forecast_image(const GivenImage& image, const GivenOptions& options, Background& background);
/// Gives the text of conduction.json.
std::string conduct_image(const GivenImage& image, const GivenOptions& options);
/// A look, as the text of look.json and as a screen.
struct LookTexts {
  std::string json;
  std::string screen;
};
LookTexts look_at_image(const GivenImage& image, const GivenOptions& options);
/// Reads the image file or folder that the option `input` names, of which `mask` says the sample where it is given.
Input read_image_file(const GivenOptions& options, const std::optional<VoxelArray>& mask, Background& background);
/// Marks the pores of an array.
Input mark_array(const GivenArray& array, const GivenOptions& options);
/// Makes the geometry that the options of `generate` describe.
Input generate_image(const GivenOptions& options, Background& background);

}  // namespace perm
