// SPDX-License-Identifier: Apache-2.0
#include "report/tensor_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/units.hpp"
#include "report/json_values.hpp"
#include "report/summary_line.hpp"

namespace perm {
namespace {

Json scale(const std::array<double, 3>& values, double factor) {
  Json scaled = Json::array();
  for (const double value : values) scaled.push_back(number_or_null(factor * value));
  return scaled;
}

Json scale(const Matrix3& matrix, double factor) {
  Json rows = Json::array();
  for (const auto& row : matrix) rows.push_back(scale(row, factor));
  return rows;
}

Json diagonal_of(Json rows) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      if (i != j) rows[i][j] = nullptr;
  return rows;
}

std::string cell(double value, double error) {
  if (!std::isfinite(value)) return fmt::format("{:>12}{:>11}", "-", "");
  return fmt::format("{:>12.5g} +-{:>8}", value, std::isfinite(error) ? fmt::format("{:.2g}", error) : "?");
}

std::string format_diagonal(const PermeabilityTensor& tensor, double factor, const char* unit) {
  std::string text = fmt::format("Permeabilities along the axes in {}\n", unit);
  for (std::size_t i = 0; i < 3; ++i)
    if (const double k = tensor.raw[i][i]; std::isfinite(k))
      text += fmt::format("  {:<20}{:>12.5g}\n", std::string(1, "xyz"[i]), factor * k);
  return text +
         "  Between closed faces the flow across the force is no property of the rock, so these are all of the\n"
         "  tensor that is given.\n";
}

}  // namespace

std::string format_tensor(const RunReport& report) {
  const std::optional<PermeabilityTensor>& tensor = report.tensor;
  if (!tensor) return {};
  const auto& voxel_size_m = report.image.voxel_size_m;
  const double factor = voxel_size_m ? convert_permeability(1, *voxel_size_m).millidarcy : 1;
  const char* unit = voxel_size_m ? "mD" : "voxel^2";
  if (report.has_diagonal_only()) return format_diagonal(*tensor, factor, unit);
  std::string text =
      fmt::format("Permeability tensor in {} (row: component of the flow; column: direction of the force)\n", unit);
  for (std::size_t i = 0; i < 3; ++i) {
    text += fmt::format("  {:<2}", "xyz"[i]);
    for (std::size_t j = 0; j < 3; ++j) text += cell(factor * tensor->raw[i][j], factor * tensor->error[i][j]);
    text += "\n";
  }
  for (std::size_t k = 0; k < 3 && std::isfinite(tensor->principal[k]); ++k) {
    const auto& axis = tensor->axes[k];
    text += fmt::format("  {:<20}{:>12.5g} along ({:.4f}, {:.4f}, {:.4f})\n", fmt::format("principal value {}", k + 1),
                        factor * tensor->principal[k], axis[0], axis[1], axis[2]);
  }
  text += fmt::format("  {:<20}{:.2g} = |K - K^T|/|K|\n", "asymmetry", tensor->asymmetry);
  return text;
}

void add_tensor(Json& json, const RunReport& report) {
  const std::optional<PermeabilityTensor>& tensor = report.tensor;
  const std::optional<PermeabilityTensor> whole = report.has_diagonal_only() ? std::nullopt : tensor;
  const auto& voxel_size_m = report.image.voxel_size_m;
  const auto add = [&](const std::string& name, const auto& of, const auto& values) {
    json[name + "_voxel2"] = of ? scale(values, 1) : Json(nullptr);
    json[name + "_m2"] = of && voxel_size_m ? scale(values, convert_permeability(1, *voxel_size_m).m2) : Json(nullptr);
  };
  const PermeabilityTensor values = tensor.value_or(PermeabilityTensor{});
  add("permeability_tensor", tensor, values.raw);
  add("permeability_tensor_error", tensor, values.error);
  if (report.has_diagonal_only())
    for (const char* name : {"_voxel2", "_m2", "_error_voxel2", "_error_m2"})
      if (Json& rows = json[std::string("permeability_tensor") + name]; !rows.is_null()) rows = diagonal_of(rows);
  add("permeability_tensor_symmetric", whole, values.symmetric);
  add("permeability_tensor_principal", whole, values.principal);
  json["permeability_tensor_axes"] = whole ? scale(values.axes, 1) : Json(nullptr);
  json["permeability_tensor_asymmetry"] = whole ? Json(values.asymmetry) : Json(nullptr);
}

}  // namespace perm
