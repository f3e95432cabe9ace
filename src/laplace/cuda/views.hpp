// SPDX-License-Identifier: Apache-2.0
// What the kernels see of a graph of cells and of its coarser levels: pointers into device memory.
//
// Nodes of a level have other numbers than on the host: the members of a coarser node follow each other, so that a
// kernel that finds what is left of the flux of some nodes also sums it for the coarser ones. Such a chunk of nodes
// begins at a multiple of its size; the numbers that are left over belong to no node and have no links. Callers know
// nothing of it: cells and pieces have the numbers of the host. Of large levels, the links of 32 nodes are interleaved,
// in the order of the host for each node.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/extent.hpp"
#include "lattice/partition.hpp"

namespace perm::laplace_cuda {

inline constexpr unsigned cells_a_group = 256;  ///< a block of threads works on so many cells that follow each other

/// Holds 32 things of which some are there, and a number for the first of these.
struct alignas(8) Word {
  std::uint32_t bits;
  std::uint32_t first;
};

/// Tells what is around a word of voxels that has cells. Bit b of a list tells of the neighbour of voxel b.
struct alignas(16) Around {
  std::uint32_t before;            ///< the voxel one step back along x is a cell
  std::uint32_t after;             ///< the same, one step on
  std::uint32_t side[4];           ///< those at y - 1, y + 1, z - 1, z + 1
  std::uint32_t first_of_side[4];  ///< cell of each of these words
  std::uint32_t first_before;      ///< the cell before the first voxel
  std::uint32_t last_after;        ///< the cell after that voxel which may be the last one of its row
  std::uint32_t first;             ///< cell
  std::uint32_t outside;           ///< which faces lead there (bit_of_face)
  Word edges;                      ///< which of its cells have edges
};

/// Names the faces of a domain: those across y and z first, each low before high.
constexpr std::uint32_t bit_of_face(Axis axis, Side side) {
  return 1U << (2 * ((static_cast<unsigned>(axis) + 2) % 3) + static_cast<unsigned>(side));
}

/// Shows the words of a domain, own planes before those of the halo, and what lies beyond its faces.
struct WordsView {
  std::uint32_t nx, ny, nz, own_nz, words_per_row;
  bool goes_on[3];     ///< beyond the last voxel along an axis comes the first
  std::uint32_t open;  ///< faces that lead out of the image (bit_of_face)
  const Word* words;   ///< occupancy
};

/// Shows a graph of the own cells of a domain.
struct CellView {
  std::uint32_t cells;
  std::uint32_t last_bit;  ///< of the last word of a row
  float of_edge;
  const Around* around;                 ///< each filled word
  const std::uint32_t* first_filled;    ///< of each group: which filled word has its first cell
  const std::uint16_t* places;          ///< of each cell: 32 * (filled word, from the first of its group on) + bit
  const std::uint8_t* widths;           ///< of each cell, also in the halo
  const std::uint32_t* first_edge;      ///< of each cell that has edges
  const std::uint32_t* edge_neighbour;  ///< of each edge
  const std::uint8_t* edge_step;        ///< of each edge: q of the step to the neighbour (d3q19::velocity)
};

/// Shows cells that are joined through faces only, which conduct as OpenFaces says: `widths` has the open faces.
struct OpenFacesView : CellView {};

/// Joins a node to another one, or to the outside where this is the node itself.
struct alignas(8) NodeLink {
  std::uint32_t neighbour;
  float conductance;
};

/// Tells of the members first .. last - 1 of a node. They begin where those of the node before end, or later.
struct alignas(8) Members {
  std::uint32_t first;
  std::uint32_t last;
};

/// Shows a level. The nodes of level 0 are the pieces of blocks; it has no members.
struct LevelView {
  std::uint32_t nodes;  ///< with those numbers that are left over
  std::uint32_t chunks;
  std::uint32_t chunk_size;
  std::uint32_t slice;               ///< the links of so many nodes are interleaved: 1 or 32
  const std::uint32_t* first_link;   ///< of each slice, counting `slice` links as one; one more at the end
  const std::uint32_t* links_of;     ///< how many links each node has; slices of one node need no list
  const NodeLink* links;             ///< link i of a node is slice * i after its first one
  const float* inverse_diagonal;     ///< of each node
  const Members* members;            ///< of each node, in the finer level
  const std::uint32_t* parent;       ///< of each node of the finer level; those left over have that of the one before
  const std::uint32_t* first_above;  ///< of each chunk: the first node of the coarser level that has its members there
  float* flux;
  float* room;
  float* first;   ///< the first of two corrections
  float* result;  ///< what is left of the flux; later the correction of the finer level
  float* finer;   ///< the room of the finer level; level 0 has none
  std::uint32_t finer_nodes;
};

/// Names the work on a level. In words of Multigrid::cycle, room = damping * inverse_diagonal * flux is done by what
/// finds the flux, and room += correction by what finds the correction.
enum class Work : std::int16_t {
  restrict_left,  ///< finds what is left of the flux, and the flux of the coarser level
  sweep,          ///< the sweep after a correction; its result corrects the finer level
  sweep_first,    ///< the same for the first of two corrections, which is kept
  begin_second,   ///< makes the flux for the second correction
  sweep_second,   ///< adds the second to the first and corrects the finer level
  solve_last      ///< no node is joined to another one
};

struct Step {
  Work work;
  std::int16_t level;
};

}  // namespace perm::laplace_cuda
