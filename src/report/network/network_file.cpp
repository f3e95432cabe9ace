// SPDX-License-Identifier: Apache-2.0
#include "report/network/network_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

#include "core/errors.hpp"
#include "core/stop_check.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 6> names_of_faces{"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"};

/// A column: its name, and the value of each pore or throat.
struct NetworkColumn {
  std::string name;
  std::vector<std::string> values;
};

template <class Items, class Value>
NetworkColumn column_of(const std::string& name, const Items& items, const Value& value) {
  NetworkColumn column{name, {}};
  column.values.reserve(items.size());
  for (const auto& item : items) column.values.push_back(fmt::format("{}", value(item)));
  return column;
}

/// Lengths in the unit of a grid.
struct NetworkScale {
  explicit NetworkScale(const FieldGrid& grid) : length(grid.spacing), origin(grid.origin) {}
  double length;
  std::array<double, 3> origin;

  double place(const SizedPore& pore, std::size_t axis) const { return origin[axis] + pore.centre[axis] * length; }
  double volume(const SizedPore& pore) const { return static_cast<double>(pore.voxels) * length * length * length; }
  double area(const SizedThroat& throat) const { return throat.area * length * length; }
  double conductance(const SizedThroat& throat) const { return throat.conductance * length * length * length; }
};

std::vector<NetworkColumn> columns_of_pores(const SizedNetwork& network, const NetworkScale& scale) {
  std::vector<NetworkColumn> columns;
  for (std::size_t axis = 0; axis < 3; ++axis)
    columns.push_back(column_of(fmt::format("pore.coords[{}]", axis), network.pores,
                                [&](const SizedPore& pore) { return scale.place(pore, axis); }));
  columns.push_back(
      column_of("pore.diameter", network.pores, [&](const SizedPore& pore) { return 2 * pore.radius * scale.length; }));
  columns.push_back(column_of("pore.volume", network.pores, [&](const SizedPore& pore) { return scale.volume(pore); }));
  for (std::size_t face = 0; face < names_of_faces.size(); ++face) {
    NetworkColumn column{fmt::format("pore.{}", names_of_faces[face]),
                         std::vector<std::string>(network.pores.size(), "False")};
    for (const std::uint32_t pore : network.in_face[face]) column.values[pore] = "True";
    columns.push_back(std::move(column));
  }
  return columns;
}

std::vector<NetworkColumn> columns_of_throats(const SizedNetwork& network, const NetworkScale& scale) {
  const auto of = [&](const char* name, const auto& value) { return column_of(name, network.throats, value); };
  return {of("throat.conns[0]", [](const SizedThroat& throat) { return throat.first; }),
          of("throat.conns[1]", [](const SizedThroat& throat) { return throat.second; }),
          of("throat.diameter", [&](const SizedThroat& throat) { return 2 * throat.radius * scale.length; }),
          of("throat.cross_sectional_area", [&](const SizedThroat& throat) { return scale.area(throat); }),
          of("throat.total_length", [&](const SizedThroat& throat) { return throat.length * scale.length; }),
          of("throat.conductance", [&](const SizedThroat& throat) { return scale.conductance(throat); })};
}

template <class Items, class Write>
void add_array(std::string& text, const char* type, const std::string& name, const Items& items, const Write& write,
               int components = 1) {
  text += fmt::format("<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"ascii\">\n", type, name,
                      components);
  for (const auto& item : items) text.append(write(item)).append("\n");
  text += "</DataArray>\n";
}

}  // namespace

void require_network_name(const fs::path& path) {
  if (path.extension() != ".vtp" && path.extension() != ".csv")
    throw InputError(fmt::format("--network cannot be '{}'", path.string()), "its ending is neither .vtp nor .csv",
                     "Use .vtp for ParaView, and .csv for OpenPNM");
}

std::string format_network_vtp(const SizedNetwork& network, const FieldGrid& grid) {
  const NetworkScale scale(grid);
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\">\n<PolyData>\n"
      "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
      "NumberOfPolys=\"0\">\n<Points>\n",
      network.pores.size(), network.throats.size());
  const auto number = [](auto value) { return fmt::format("{}", value); };
  add_array(
      text, "Float64", "pores", network.pores,
      [&](const SizedPore& pore) {
        return fmt::format("{} {} {}", scale.place(pore, 0), scale.place(pore, 1), scale.place(pore, 2));
      },
      3);
  text += "</Points>\n<Lines>\n";
  add_array(text, "Int64", "connectivity", network.throats,
            [](const SizedThroat& throat) { return fmt::format("{} {}", throat.first, throat.second); });
  text += "<DataArray type=\"Int64\" Name=\"offsets\" format=\"ascii\">\n";
  for (std::size_t i = 1; i <= network.throats.size(); ++i) text += fmt::format("{}\n", 2 * i);
  text += "</DataArray>\n</Lines>\n<PointData Scalars=\"radius\">\n";
  add_array(text, "Float64", "radius", network.pores,
            [&](const SizedPore& pore) { return number(pore.radius * scale.length); });
  add_array(text, "Float64", "volume", network.pores,
            [&](const SizedPore& pore) { return number(scale.volume(pore)); });
  std::vector<int> face_of_pore(network.pores.size());  // 0: no point in a face
  for (std::size_t face = 0; face < network.in_face.size(); ++face)
    for (const std::uint32_t pore : network.in_face[face]) face_of_pore[pore] = static_cast<int>(face) + 1;
  add_array(text, "UInt8", "face", face_of_pore, number);
  text += "</PointData>\n<CellData Scalars=\"conductance\">\n";
  add_array(text, "Float64", "radius", network.throats,
            [&](const SizedThroat& throat) { return number(throat.radius * scale.length); });
  add_array(text, "Float64", "area", network.throats,
            [&](const SizedThroat& throat) { return number(scale.area(throat)); });
  add_array(text, "Float64", "length", network.throats,
            [&](const SizedThroat& throat) { return number(throat.length * scale.length); });
  add_array(text, "Float64", "conductance", network.throats,
            [&](const SizedThroat& throat) { return number(scale.conductance(throat)); });
  return text + "</CellData>\n</Piece>\n</PolyData>\n</VTKFile>\n";
}

std::string format_network_csv(const SizedNetwork& network, const FieldGrid& grid) {
  const NetworkScale scale(grid);
  std::vector<NetworkColumn> columns = columns_of_pores(network, scale);
  for (NetworkColumn& column : columns_of_throats(network, scale)) columns.push_back(std::move(column));
  std::string text;
  for (const NetworkColumn& column : columns) text.append(text.empty() ? "" : ",").append(column.name);
  text += '\n';
  const std::size_t rows = std::max(network.pores.size(), network.throats.size());
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) text += ',';
      if (row < columns[i].values.size()) text += columns[i].values[row];
    }
    text += '\n';
  }
  return text;
}

std::string write_network(const PoreSlab& pores, const FieldGrid& grid, const fs::path& path, Overwrite overwrite) {
  const SizedNetwork network = measure_network(pores);
  const Communicator& processes = pores.processes();
  check_for_stop(processes);
  std::string why_not, done;
  if (processes.is_first()) {
    try {
      const std::string text =
          path.extension() == ".vtp" ? format_network_vtp(network, grid) : format_network_csv(network, grid);
      std::ifstream there(path, std::ios::binary);
      const bool is_same = there && std::string(std::istreambuf_iterator<char>(there), {}) == text;
      std::error_code none;
      if (!is_same && overwrite == Overwrite::own_files && fs::exists(fs::symlink_status(path, none)))
        throw InputError("", "it is there already and holds something else", "");
      FileReplacement files(fs::absolute(path).parent_path());
      errno = 0;
      std::ofstream file(files.stage(path.filename().string()), std::ios::binary);
      file << text;
      file.close();
      if (!file) throw InputError("", std::generic_category().message(errno), "");
      files.commit();
      done = fmt::format("{} pores, {} throats, in {}", network.pores.size(), network.throats.size(), path.string());
    } catch (const InputError& error) {
      why_not = error.why().empty() ? error.what() : error.why();
    }
  }
  why_not = processes.share_text(why_not);
  if (!why_not.empty())
    throw InputError(fmt::format("Cannot write '{}'", path.string()), why_not,
                     "Choose another name, or add --overwrite");
  return done;
}

}  // namespace perm
