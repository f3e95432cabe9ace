// SPDX-License-Identifier: Apache-2.0
// Does on a GPU what CellSystem does, with the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "core/boundary.hpp"
#include "laplace/cuda/cell_loops_cuda.cuh"
#include "laplace/cuda/cells_on_gpu.hpp"
#include "laplace/cuda/cycle_on_gpu.cuh"
#include "laplace/cuda/pieces_on_gpu.hpp"
#include "laplace/multigrid.hpp"
#include "laplace/open_faces.hpp"

namespace perm::conduction_cuda {

/// Sums what leaves each cell for a potential x.
struct Leaving {
  using Value = float;
  const float* x;
  __device__ void add(float& sum, std::uint32_t cell, std::uint32_t neighbour, float quanta,
                      const d3q19::Velocity&) const {
    sum += quanta * (x[cell] - (cell == neighbour ? 0 : x[neighbour]));
  }
};

/// Makes y = A x.
struct Flow : Leaving {
  float* y;
  __device__ void finish(std::uint32_t cell, float leaves) const { y[cell] = leaves; }
};

/// The quanta of all faces of each cell: 6 times what leads out of the image at most, which a byte holds.
struct SumOfQuanta {
  using Value = float;
  std::uint8_t* sums;
  __device__ void add(float& sum, std::uint32_t, std::uint32_t, float quanta, const d3q19::Velocity&) const {
    sum += quanta;
  }
  __device__ void finish(std::uint32_t cell, float sum) const { sums[cell] = static_cast<std::uint8_t>(sum); }
};

/// Gives one over a number that is no fraction; 0 for 0.
inline __device__ float inverse_of(std::uint8_t number) { return number > 0 ? 1 / static_cast<float>(number) : 0; }

/// What a falling gradient 1 drives into each cell.
struct Driven {
  using Value = float;
  Axis along;
  float* driven;
  __device__ void add(float& sum, std::uint32_t cell, std::uint32_t neighbour, float quanta,
                      const d3q19::Velocity& step) const {
    sum -= (cell == neighbour ? quanta / 2 : quanta) * static_cast<float>(step.along(along));
  }
  __device__ void finish(std::uint32_t cell, float sum) const { driven[cell] = sum; }
};

/// The power that it drives at most, in quarters of quanta.
struct DrivenPower {
  using Value = float;
  Axis along;
  float* quarters;
  __device__ void add(float& sum, std::uint32_t cell, std::uint32_t neighbour, float quanta,
                      const d3q19::Velocity& step) const {
    if (step.along(along) != 0) sum += cell == neighbour ? quanta : 2 * quanta;
  }
  __device__ void finish(std::uint32_t cell, float sum) const { quarters[cell] = sum; }
};
struct WholeOf {
  const float* values;
  __device__ long long operator()(std::size_t i) const { return __float2ll_rn(values[i]); }
};

struct FirstSweep {
  const std::uint8_t* diagonal;
  const float* r;
  float* room;
  __device__ void operator()(std::uint32_t i) const { room[i] = Multigrid::damping * inverse_of(diagonal[i]) * r[i]; }
};
struct Difference {
  const float* a;
  const float* b;
  __device__ float operator()(std::uint32_t i) const { return a[i] - b[i]; }
};
struct BothCorrections {
  const float* first;
  float* second;
  __device__ void operator()(std::uint32_t i) const { second[i] = Multigrid::over * (first[i] + second[i]); }
};
struct AddOfNode {
  const std::uint32_t* node_of;
  const float* of_nodes;
  float* values;
  __device__ void operator()(std::uint32_t i) const { values[i] += of_nodes[node_of[i]]; }
};
/// Makes z of the potential x, by a sweep.
struct LastSweep : Leaving {
  const std::uint8_t* diagonal;
  const float* r;
  float* z;
  __device__ void finish(std::uint32_t cell, float leaves) const {
    z[cell] = x[cell] + Multigrid::damping * inverse_of(diagonal[cell]) * (r[cell] - leaves);
  }
};
struct NumberOfPiece {
  const std::uint32_t* number_of_piece;
  const std::uint32_t* piece_of;
  std::uint32_t* node_of;
  __device__ void operator()(std::uint32_t i) const { node_of[i] = number_of_piece[piece_of[i]]; }
};

class CellSystemCuda {
 public:
  CellSystemCuda(const DomainCells& cells, const FaceRules& rules)
      : image_(cells),
        cells_(image_, rules),
        cycle_([&] {
          const laplace_cuda::PiecesOnGpu pieces(image_, cells, JoinedBy::faces);
          laplace_cuda::CycleOnGpu cycle(laplace_cuda::join_pieces(image_, cells_.open_faces(), pieces));
          node_of_ = cuda::Array<std::uint32_t>(count());
          laplace_cuda::for_each(count(),
                                 NumberOfPiece{cycle.levels().number_of_piece(), pieces.piece_of(), node_of_.data()});
          cuda::finish("numbering pieces");
          return cycle;
        }()),
        diagonal_(count()),
        room_(count()),
        first_(cycle_.levels().views()[0].nodes) {
    first_.clear();
    for_each_links(SumOfQuanta{diagonal_.data()});
  }

  static double quanta_of_one() { return OpenFaces::quanta_of_one; }
  std::size_t count() const { return image_.own_cells(); }  ///< of cells
  const laplace_cuda::ImageOnGpu& image() const { return image_; }
  laplace_cuda::OpenFacesView view() const { return cells_.open_faces(); }
  const laplace_cuda::LevelsOnGpu& levels() const { return cycle_.levels(); }
  /// Gives the node of level 0 that each cell belongs to.
  const std::uint32_t* node_of() const { return node_of_.data(); }

  template <class Links>
  void for_each_links(const Links& links) const {
    const auto groups =
        static_cast<unsigned>((count() + laplace_cuda::cells_a_group - 1) / laplace_cuda::cells_a_group);
    laplace_cuda::visit_links<<<groups, laplace_cuda::cells_a_group, 0, cuda::step_stream()>>>(view(), links);
    cuda::check(cudaGetLastError(), "working on links");
  }

  void apply(std::span<const float> x, std::span<float> y) const { for_each_links(Flow{{x.data()}, y.data()}); }
  void drive(Axis along, std::span<float> driven) const { for_each_links(Driven{along, driven.data()}); }
  double driven_power(Axis along) const {
    cuda::Array<float> quarters(count());
    for_each_links(DrivenPower{along, quarters.data()});
    return static_cast<double>(laplace_cuda::sum_quanta(count(), WholeOf{quarters.data()})) / 4;
  }
  void precondition(std::span<const float> r, std::span<float> z) {
    const std::span<float> room{room_.data(), room_.size()};
    laplace_cuda::for_each(count(), FirstSweep{diagonal_.data(), r.data(), room.data()});
    apply(room, z);
    laplace_cuda::LevelView top = levels().views()[0];
    const std::size_t blocks = laplace_cuda::count_blocks(image_.view());
    laplace_cuda::launch(blocks, laplace_cuda::sum_cells<Difference>, image_.view(), node_of(), blocks,
                         Difference{r.data(), z.data()}, top.flux);
    cycle_.sweep_before();
    cycle_.visit_coarser();
    cycle_.end();
    first_.write(top.result, 0, top.nodes);
    top.first = first_.data();
    cycle_.begin_second(top);
    cycle_.visit_coarser();
    cycle_.end();
    laplace_cuda::for_each(top.nodes, BothCorrections{first_.data(), top.result});
    laplace_cuda::for_each(count(), AddOfNode{node_of(), top.result, room.data()});
    for_each_links(LastSweep{{room.data()}, diagonal_.data(), r.data(), z.data()});
  }

 private:
  laplace_cuda::ImageOnGpu image_;
  laplace_cuda::CellsOnGpu cells_;
  cuda::Array<std::uint32_t> node_of_;
  laplace_cuda::CycleOnGpu cycle_;
  cuda::Array<std::uint8_t> diagonal_;
  cuda::Array<float> room_;
  cuda::Array<float> first_;  ///< the first of two corrections of each node of level 0
};

}  // namespace perm::conduction_cuda
