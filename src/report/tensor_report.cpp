// SPDX-License-Identifier: Apache-2.0
#include "report/tensor_report.hpp"

#include <fmt/format.h>

#include "core/units.hpp"
#include "darcy/evaluation/permeability_tensor.hpp"
#include "report/json_values.hpp"

namespace perm {
namespace {

std::optional<PermeabilityTensor> tensor_of(const RunReport& report) {
  std::vector<FlowResult> flows;
  for (const FlowReport& flow : report.flows) flows.push_back(flow.result);
  return make_permeability_tensor(flows);
}

Json scale(const std::array<double, 3>& values, double factor) {
  Json scaled = Json::array();
  for (const double value : values) scaled.push_back(factor * value);
  return scaled;
}

Json scale(const Matrix3& matrix, double factor) {
  Json rows = Json::array();
  for (const auto& row : matrix) rows.push_back(scale(row, factor));
  return rows;
}

Json numbers_or_null(const std::array<double, 3>& values) {
  Json numbers = Json::array();
  for (const double value : values) numbers.push_back(std::isfinite(value) ? Json(value) : Json(nullptr));
  return numbers;
}

}  // namespace

std::string format_tensor(const RunReport& report) {
  const std::optional<PermeabilityTensor> tensor = tensor_of(report);
  if (!tensor) return {};
  const auto& voxel_size_m = report.image.voxel_size_m;
  const double factor = voxel_size_m ? convert_permeability(1, *voxel_size_m).millidarcy : 1;
  const char* unit = voxel_size_m ? "mD" : "voxel^2";
  std::string text =
      fmt::format("Permeability tensor in {} (row: component of the flow; column: direction of the force)\n", unit);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& row = tensor->raw[i];
    text += fmt::format("  {:<20}{:>12.5g} {:>12.5g} {:>12.5g}\n", std::string(1, "xyz"[i]), factor * row[0],
                        factor * row[1], factor * row[2]);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const auto& axis = tensor->axes[k];
    text += fmt::format("  {:<20}{:>12.5g} along ({:.4f}, {:.4f}, {:.4f})\n", fmt::format("principal value {}", k + 1),
                        factor * tensor->principal[k], axis[0], axis[1], axis[2]);
  }
  text += fmt::format("  {:<20}{:.2g} = |K - K^T|/|K|{}\n", "asymmetry", tensor->asymmetry,
                      tensor->asymmetry <= large_asymmetry ? ""
                      : report.solver.boundary.boundary == Boundary::periodic
                          ? "; a steady creeping flow through a periodic image has none: lower --tolerance"
                          : "; between closed faces the flow across the force is a mean over the image, no property "
                            "of the rock");
  return text;
}

void add_tensor(Json& json, const RunReport& report) {
  const std::optional<PermeabilityTensor> tensor = tensor_of(report);
  const auto& voxel_size_m = report.image.voxel_size_m;
  const auto add = [&](const std::string& name, const auto& values) {
    json[name + "_voxel2"] = tensor ? scale(values, 1) : Json(nullptr);
    json[name + "_m2"] =
        tensor && voxel_size_m ? scale(values, convert_permeability(1, *voxel_size_m).m2) : Json(nullptr);
  };
  const PermeabilityTensor values = tensor.value_or(PermeabilityTensor{});
  add("permeability_tensor", values.raw);
  add("permeability_tensor_symmetric", values.symmetric);
  add("permeability_tensor_principal", values.principal);
  json["permeability_tensor_axes"] = tensor ? scale(values.axes, 1) : Json(nullptr);
  json["permeability_tensor_error"] = tensor ? numbers_or_null(values.error) : Json(nullptr);
  json["permeability_tensor_asymmetry"] = tensor ? Json(values.asymmetry) : Json(nullptr);
}

}  // namespace perm
