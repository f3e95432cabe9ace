// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/published_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/errors.hpp"
#include "core/text_file.hpp"
#include "input/csv_table.hpp"

namespace perm::validation {
namespace {

constexpr const char* remedy =
    "Begin the file with a line of names such as porosity,permeability_over_d2,name and give a number in each column";

/// Gives the text with empty lines in place of those that begin with #.
std::string without_remarks(std::string text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (text[begin] == '#') text.replace(begin, end - begin, "");
    begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
  }
  return text;
}

/// The places of the columns in a line.
struct Columns {
  std::size_t count{0};
  std::optional<std::size_t> porosity, solid_fraction, permeability, name;
};

class Table {
 public:
  explicit Table(const std::filesystem::path& file) : file_(file) {}

  std::vector<PublishedPoints> read() {
    const std::string text = without_remarks(read_text_file(file_, "the table of published points"));
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) fail("it holds no point");
    const CsvTable table = parse_csv(text, file_.string());
    const Columns columns = read_head(table.head.cells);
    for (const CsvLine& line : table.lines) {
      line_ = line.number;
      add(line.cells, columns);
    }
    if (all_.empty()) fail("it holds no point");
    return std::move(all_);
  }

 private:
  Columns read_head(const std::vector<std::string>& cells) const {
    const auto place = [&cells](const char* name) -> std::optional<std::size_t> {
      const auto found = std::ranges::find(cells, name);
      if (found == cells.end()) return {};
      return static_cast<std::size_t>(found - cells.begin());
    };
    Columns columns{cells.size(), place("porosity"), place("solid_fraction"), place("permeability_over_d2"),
                    place("name")};
    if (columns.porosity.has_value() == columns.solid_fraction.has_value())
      fail(columns.porosity ? "it has both a column porosity and a column solid_fraction"
                            : "no column is called porosity or solid_fraction");
    if (!columns.permeability) fail("no column is called permeability_over_d2");
    return columns;
  }

  void add(const std::vector<std::string>& cells, const Columns& columns) {
    if (cells.size() != columns.count)
      fail(fmt::format("line {} has {} columns, and the first one has {}", line_, cells.size(), columns.count));
    const double porosity =
        columns.porosity ? number(cells[*columns.porosity]) : 1 - number(cells[*columns.solid_fraction]);
    const double permeability = number(cells[*columns.permeability]);
    if (!(porosity > 0 && porosity < 1))
      fail(fmt::format("the porosity in line {} does not lie between 0 and 1", line_));
    if (!(permeability > 0)) fail(fmt::format("the permeability in line {} is not above 0", line_));
    const std::string name = columns.name ? cells[*columns.name] : file_.stem().string();
    auto found = std::ranges::find(all_, name, &PublishedPoints::name);
    if (found == all_.end()) found = all_.insert(all_.end(), {name, {}, {}});
    found->porosity.push_back(porosity);
    found->over_diameter2.push_back(permeability);
  }

  double number(const std::string& cell) const {
    double value = 0;
    const auto [end, error] = scan_number(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(value))
      fail(fmt::format("'{}' in line {} is no number", cell, line_));
    return value;
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(fmt::format("Cannot use '{}' as published points", file_.string()), why, remedy);
  }

  std::filesystem::path file_;
  int line_{0};
  std::vector<PublishedPoints> all_;
};

}  // namespace

std::vector<PublishedPoints> read_published_points(const std::filesystem::path& file) { return Table(file).read(); }

}  // namespace perm::validation
