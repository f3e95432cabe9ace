// SPDX-License-Identifier: Apache-2.0
#include "laplace/pieces_on_first.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace perm {
namespace {

class PiecesOnFirstHost final : public PiecesOnFirst {
 public:
  PiecesOnFirstHost(Communicator processes, std::vector<PiecesOfProcess> on_first)
      : processes_(std::move(processes)), on_first_(std::move(on_first)) {}

  void gather(std::span<const float> own, std::span<float> all) override {
    std::vector<std::vector<float>> to(static_cast<std::size_t>(processes_.size()));
    to[0].assign(own.begin(), own.end());
    const std::vector<std::vector<float>> from = processes_.exchange(to);
    for (std::size_t rank = 0; rank < on_first_.size(); ++rank) {
      auto value = from[rank].begin();
      for (const Range& range : on_first_[rank].own) {
        std::copy_n(value, range.size(), all.begin() + range.first);
        value += range.size();
      }
    }
  }

  void scatter(std::span<const float> all, std::span<float> local) override {
    std::vector<std::vector<float>> to(static_cast<std::size_t>(processes_.size()));
    for (std::size_t rank = 0; rank < on_first_.size(); ++rank) {
      for (const Range& range : on_first_[rank].own)
        to[rank].insert(to[rank].end(), all.begin() + range.first, all.begin() + range.last);
      for (const std::uint32_t piece : on_first_[rank].halo) to[rank].push_back(all[piece]);
    }
    std::ranges::copy(processes_.exchange(to)[0], local.begin());
  }

 private:
  Communicator processes_;
  std::vector<PiecesOfProcess> on_first_;  ///< of each process; nothing on the others
};

}  // namespace

std::unique_ptr<PiecesOnFirst> make_pieces_on_first(const Communicator& processes,
                                                    std::vector<PiecesOfProcess> on_first) {
  return std::make_unique<PiecesOnFirstHost>(processes, std::move(on_first));
}

}  // namespace perm
