// SPDX-License-Identifier: Apache-2.0
// Joins the cells of a domain by what conducts between them: a potential (pressure, concentration) at each cell drives
// a flux through each face between two cells. The lattice also conducts through edges (its links lead there), so two
// cells that meet in an edge only are joined too, weakly. Nothing but a byte a cell is stored: what is joined is found
// from the occupancy words.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <span>

#include "core/boundary.hpp"
#include "core/large_array.hpp"
#include "core/processors/thread_team.hpp"
#include "geometry/velocity_set.hpp"
#include "laplace/domain_cells.hpp"
#include "laplace/face_apertures.hpp"
#include "laplace/open_faces.hpp"

namespace perm {

/// Names two cells that meet in an edge, both voxels between which are solid.
struct CellEdge {
  std::uint32_t cell;
  std::uint32_t neighbour;
};

/// Tells whether a step leads across an edge and not across a face.
PERM_HOST_DEVICE constexpr bool is_to_edge(const d3q19::Velocity& step) {
  return step.x * step.x + step.y * step.y + step.z * step.z == 2;
}

/// Tells whether the end of a domain along this axis leads out of the image, to where the potential is known.
bool leads_outside(const Domain& domain, Axis axis, Side side);

/// Conductances are whole numbers of quanta, so that sums of them are exact in any order.
using Quanta = std::int64_t;

class CellGraph {
 public:
  /// `widths` has a number from 1 to 255 for each cell, also of the halo: a face between cells of widths a and b
  /// conducts a b quanta. An edge conducts `of_edge` quanta. Beyond a face of the image that is antisymmetric, or where
  /// a pressure is prescribed, the potential is minus that of the cell inside; through closed faces of other rules
  /// nothing flows.
  CellGraph(DomainCells cells, LargeArray<std::uint8_t> widths, Quanta of_edge, std::shared_ptr<const ThreadTeam> team);
  /// Joins cells through faces only, which conduct as OpenFaces says; the process works alone. `conductivity` is that
  /// of each cell, from 1e-9 to 1; empty where all have 1.
  CellGraph(DomainCells cells, LargeArray<float> conductivity, std::shared_ptr<const ThreadTeam> team);
  /// Joins cells through faces only, which conduct as much as is open of them; the process works alone.
  CellGraph(DomainCells cells, FaceApertures apertures, std::shared_ptr<const ThreadTeam> team);

  const DomainCells& cells() const { return cells_; }
  std::size_t nodes() const { return cells_.own_cells(); }
  /// Gives the threads that share all work on this graph and its levels.
  const ThreadTeam& team() const { return *team_; }
  const FaceRules& rules() const { return cells_.domain().rules(); }
  std::span<const std::uint8_t> widths() const { return widths_.span(); }  ///< or open faces
  Quanta of_edge() const { return of_edge_; }
  std::span<const float> conductivity() const { return conductivity_.span(); }  ///< empty where all cells have 1
  /// Gives the quanta that a conductance of 1 has, where cells are joined through faces that are open or closed.
  double quanta_of_one() const { return faces_ != Faces::phases ? OpenFaces::quanta_of_one : quanta_of_phases; }
  /// Gives what conducts between two cells through one such face.
  Quanta quanta_through_face(std::size_t cell, std::size_t neighbour, const d3q19::Velocity& step) const {
    return quanta_of_phases_or_one(cell, neighbour, OpenFaces::behind(step), OpenFaces::bit(step));
  }

  /// Calls visit(cell, neighbour, quanta, step) for whatever is joined to the cells of own row (y, z) by that step, and
  /// visit(cell, cell, quanta, step) for each face that leads out of the image.
  template <class Visit>
  void visit_links(std::int64_t y, std::int64_t z, const Visit& visit) const;
  /// Does the same for `count` consecutive cells and as many consecutive neighbours at a time: calls visit(cell,
  /// neighbour, count, step, quanta_of), where quanta_of(cell + i, neighbour + i) are the quanta of a link.
  template <class Visit>
  void visit_stretches(std::int64_t y, std::int64_t z, const Visit& visit) const;

  /// Calls visit(cell, quanta) for each face of the cells of own row (y, z) that leads out of the image.
  template <class Visit>
  void visit_outside(std::int64_t y, std::int64_t z, const Visit& visit) const;

 private:
  /// Calls visit(first, count, step) for the stretches of such cells.
  template <class Visit>
  void visit_stretches_outside(std::int64_t y, std::int64_t z, const Visit& visit) const;
  template <class Visit>
  void visit_edges(std::int64_t y, std::int64_t z, const Visit& visit) const;
  /// Gives the position in the domain one step along an axis, or -1 where nothing is joined there.
  std::int64_t neighbour(Axis axis, std::int64_t position, int step) const;
  void find_open_faces();
  /// Calls visit(cell, neighbour, count, step, quanta_of) for stretches whose cells are joined through faces.
  template <class Visit>
  void visit_faces(std::uint32_t cell, std::uint32_t neighbour, std::uint32_t count, const d3q19::Velocity& step,
                   const Visit& visit) const;
  static constexpr double quanta_of_phases = 1e11;

  Quanta quanta_of_phases_or_one(std::size_t cell, std::size_t neighbour, std::uint8_t own, std::uint8_t other) const {
    if (faces_ != Faces::phases) return OpenFaces::quanta(widths_[cell], own, widths_[neighbour], other);
    const double resistance = OpenFaces::resistance(widths_[cell], own) / conductivity_[cell] +
                              OpenFaces::resistance(widths_[neighbour], other) / conductivity_[neighbour];
    return std::llround(quanta_of_phases / resistance);
  }
  /// The potential beyond such a face is minus that of the cell.
  Quanta quanta_to_outside(std::size_t cell, const d3q19::Velocity& step) const;

  std::shared_ptr<const ThreadTeam> team_;
  DomainCells cells_;
  AxisSet closed_;                   ///< of the domain
  LargeArray<std::uint8_t> widths_;  ///< or open faces
  Quanta of_edge_;
  /// By what the faces between cells conduct.
  enum class Faces { widths, open_or_closed, phases, apertures };
  Faces faces_{Faces::widths};
  LargeArray<float> conductivity_;
  FaceApertures apertures_;
};

}  // namespace perm

#include "laplace/cell_rows.hpp"
