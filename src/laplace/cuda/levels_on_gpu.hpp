// SPDX-License-Identifier: Apache-2.0
// Holds the levels on the GPU, with other numbers for their nodes than Multigrid (views.hpp says which).
#pragma once

#include <vector>

#include "device/cuda_check.hpp"
#include "laplace/cuda/numbering.hpp"

namespace perm::laplace_cuda {

class LevelsOnGpu {
 public:
  /// More than this takes longer in one block of threads than in launches of its own.
  static constexpr std::size_t most_small_bytes = 64 << 10;

  /// The pieces are those of a whole image.
  explicit LevelsOnGpu(JoinedPieces pieces);

  const std::vector<LevelView>& views() const { return views_; }  ///< there is one where there are cells
  /// Levels from this one on are small: what they have lies in one piece of memory too, with views of it. Level 0 is
  /// never small.
  std::size_t first_small() const { return first_small_; }
  const cuda::Array<unsigned char>& small() const { return small_; }
  const cuda::Array<LevelView>& small_views() const { return small_views_; }

  std::size_t pieces() const { return number_of_piece_.size(); }
  /// Tells which node of level 0 each piece is.
  const std::uint32_t* number_of_piece() const { return number_of_piece_.data(); }
  /// Tells for each node of level 0 which node of the last level it belongs to.
  const std::uint32_t* last_of_node() const { return last_of_node_.data(); }
  /// Gives for each node of the last level how many pieces it has; 0 where something leads from it to the outside.
  const std::uint32_t* pieces_of_last() const { return pieces_of_last_.data(); }
  std::size_t last_nodes() const { return pieces_of_last_.size(); }
  std::int64_t bytes() const;

 private:
  struct Level {
    cuda::Array<std::uint32_t> first_link;
    cuda::Array<std::uint32_t> links_of;
    cuda::Array<NodeLink> links;
    cuda::Array<float> inverse_diagonal;
    cuda::Array<Members> members;
    cuda::Array<std::uint32_t> parent;  ///< of the nodes of the finer level
    cuda::Array<std::uint32_t> first_above;
    cuda::Array<float> vectors;  ///< flux, room, result and, where there are two corrections, the first
  };
  void bring_level(const OrderedLevel& ordered, Numbers& numbers, std::size_t level);
  void gather_small();
  void find_last();

  std::vector<Level> levels_;
  std::vector<LevelView> views_;
  std::size_t first_small_{0};
  cuda::Array<unsigned char> small_;
  cuda::Array<LevelView> small_views_;
  cuda::Array<std::uint32_t> number_of_piece_;
  cuda::Array<std::uint32_t> last_of_node_;
  cuda::Array<std::uint32_t> pieces_of_last_;
};

}  // namespace perm::laplace_cuda
