// SPDX-License-Identifier: Apache-2.0
#include "laplace/pieces_on_first.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace perm {
namespace {

class PiecesOnFirstHost final : public PiecesOnFirst {
 public:
  PiecesOnFirstHost(Communicator processes, SharedPieces pieces, std::vector<std::uint32_t> number_in_image)
      : processes_(std::move(processes)), pieces_(std::move(pieces)), number_(std::move(number_in_image)) {}

  void gather(std::span<const float> own, std::span<float> all) override {
    std::vector<std::vector<float>> to(static_cast<std::size_t>(processes_.size()));
    to[0].assign(own.begin(), own.end());
    std::size_t piece = 0;
    for (const std::vector<float>& of_process : processes_.exchange(to))
      for (const float value : of_process) all[number_[piece++]] = value;
  }

  void scatter(std::span<const float> all, std::span<float> local) override {
    std::vector<std::vector<float>> to(static_cast<std::size_t>(processes_.size()));
    for (std::size_t rank = 0; rank < to.size() && processes_.is_first(); ++rank) {
      const Range& own = pieces_.parts[rank];
      for (auto piece = static_cast<std::size_t>(own.first); piece < static_cast<std::size_t>(own.last); ++piece)
        to[rank].push_back(all[number_[piece]]);
      for (const std::uint32_t piece : pieces_.halos[rank]) to[rank].push_back(all[number_[piece]]);
    }
    std::ranges::copy(processes_.exchange(to)[0], local.begin());
  }

 private:
  Communicator processes_;
  SharedPieces pieces_;
  std::vector<std::uint32_t> number_;  ///< in the image, of each of all pieces; on the first process
};

}  // namespace

std::unique_ptr<PiecesOnFirst> make_pieces_on_first(const Communicator& processes, SharedPieces pieces,
                                                    std::vector<std::uint32_t> number_in_image) {
  return std::make_unique<PiecesOnFirstHost>(processes, std::move(pieces), std::move(number_in_image));
}

}  // namespace perm
