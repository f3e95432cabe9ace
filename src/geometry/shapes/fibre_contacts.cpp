// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/fibre_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "core/stop_check.hpp"
#include "geometry/shapes/solids/periodic_rows.hpp"

namespace perm {
namespace {

constexpr std::int64_t most_cells = 4'000'000;  // 100 MB
constexpr double clearance = 1e-6;              // by which a moved fibre parts, over the sum of the radii

Vector middle(const Vector& a, const Vector& b) { return moved(a, moved(b, a, -1), 0.5); }

double half_length(const Vector& a, const Vector& b) { return 0.5 * std::sqrt(square(moved(b, a, -1))); }

}  // namespace

Vector shortest_between(const Vector& a, const Vector& b, const Vector& c, const Vector& d) {
  const Vector first = moved(b, a, -1);
  const Vector second = moved(d, c, -1);
  const Vector apart = moved(a, c, -1);
  const double first2 = square(first);
  const double second2 = square(second);
  const double both = dot(first, second);
  const double first_apart = dot(first, apart);
  const double second_apart = dot(second, apart);
  const double spread = first2 * second2 - both * both;
  double s = 0;  // share of the first line
  if (spread > 1e-12 * first2 * second2)
    s = std::clamp((both * second_apart - first_apart * second2) / spread, 0.0, 1.0);
  double t = (both * s + second_apart) / second2;
  if (t < 0 || t > 1) {
    t = std::clamp(t, 0.0, 1.0);
    s = std::clamp((t * both - first_apart) / first2, 0.0, 1.0);
  }
  return moved(moved(apart, first, s), second, -t);
}

FibreContacts::FibreContacts(const Extent& box, double cell) {
  do {
    for (const Axis axis : all_axes) {
      const auto a = static_cast<std::size_t>(axis);
      box_[a] = static_cast<double>(box.along(axis));
      cells_[a] = std::max(std::int64_t{1}, static_cast<std::int64_t>(box_[a] / cell));
    }
    cell *= 1.25;
  } while (cells_[0] * cells_[1] * cells_[2] > most_cells);
  members_.resize(static_cast<std::size_t>(cells_[0] * cells_[1] * cells_[2]));
}

std::size_t FibreContacts::cell_at(const std::array<std::int64_t, 3>& place) const {
  return static_cast<std::size_t>((place[2] * cells_[1] + place[1]) * cells_[0] + place[0]);
}

/// Calls visit(piece, shift) for the pieces that may be near `piece` when they are moved by `shift`, a number of boxes
/// along each axis.
template <typename Visit>
void FibreContacts::for_each_near(const Piece& piece, Visit&& visit) const {
  const Vector centre = middle(piece.begin, piece.end);
  const double range = half_length(piece.begin, piece.end) + longest_half_ + piece.radius + largest_radius_;
  std::array<Range, 3> places;
  for (std::size_t a = 0; a < 3; ++a) {
    const double edge = box_[a] / static_cast<double>(cells_[a]);
    places[a] = {static_cast<std::int64_t>(std::floor((centre[a] - range) / edge)),
                 static_cast<std::int64_t>(std::floor((centre[a] + range) / edge)) + 1};
  }
  std::array<std::int64_t, 3> place{};
  Vector shift{};
  const auto set_place = [&](std::size_t a, std::int64_t unwrapped) {
    place[a] = wrap(unwrapped, cells_[a]);
    const std::int64_t boxes = (unwrapped - place[a]) / cells_[a];
    shift[a] = static_cast<double>(boxes) * box_[a];
  };
  for (std::int64_t k = places[2].first; k < places[2].last; ++k) {
    set_place(2, k);
    for (std::int64_t j = places[1].first; j < places[1].last; ++j) {
      set_place(1, j);
      for (std::int64_t i = places[0].first; i < places[0].last; ++i) {
        set_place(0, i);
        for (const std::uint32_t member : members_[cell_at(place)]) visit(pieces_[member], shift);
      }
    }
  }
}

Vector FibreContacts::undo_deepest(const Fibre& fibre, std::int64_t& comparisons) const {
  double deepest = 0;
  Vector undo{};
  for (std::size_t i = 1; i < fibre.line.size(); ++i) {
    const Piece piece{fibre.line[i - 1], fibre.line[i], fibre.radius};
    const double half = half_length(piece.begin, piece.end);
    const Vector centre = middle(piece.begin, piece.end);
    for_each_near(piece, [&](const Piece& other, const Vector& shift) {
      --comparisons;
      const Vector begin = moved(other.begin, shift);
      const Vector end = moved(other.end, shift);
      const double reach = piece.radius + other.radius;
      const double far = half + half_length(begin, end) + reach;
      if (square(moved(centre, middle(begin, end), -1)) >= far * far) return;
      const Vector away = shortest_between(piece.begin, piece.end, begin, end);
      const double distance2 = square(away);
      if (distance2 >= reach * reach) return;
      const double distance = std::sqrt(distance2);
      const double overlap = reach * (1 + clearance) - distance;
      if (overlap <= deepest) return;
      deepest = overlap;
      undo = distance > 0 ? moved({}, away, overlap / distance) : Vector{0, 0, overlap};
    });
  }
  if (fibre.through) undo[static_cast<std::size_t>(*fibre.through)] = 0;
  return undo;
}

bool FibreContacts::part(Fibre& fibre, int most_moves, std::int64_t& comparisons) const {
  for (int moves = 0;; ++moves) {
    check_for_stop();
    const Vector undo = undo_deepest(fibre, comparisons);
    if (square(undo) == 0) return true;
    if (moves == most_moves || comparisons <= 0) return false;
    for (Vector& point : fibre.line) point = moved(point, undo);
  }
}

void FibreContacts::add(const Fibre& fibre) {
  largest_radius_ = std::max(largest_radius_, fibre.radius);
  for (std::size_t i = 1; i < fibre.line.size(); ++i) {
    Piece piece{fibre.line[i - 1], fibre.line[i], fibre.radius};
    const Vector centre = middle(piece.begin, piece.end);
    std::array<std::int64_t, 3> place{};
    for (std::size_t a = 0; a < 3; ++a) {
      const double boxes = std::floor(centre[a] / box_[a]) * box_[a];
      piece.begin[a] -= boxes;
      piece.end[a] -= boxes;
      const double edge = box_[a] / static_cast<double>(cells_[a]);
      place[a] = std::clamp(static_cast<std::int64_t>((centre[a] - boxes) / edge), std::int64_t{0}, cells_[a] - 1);
    }
    longest_half_ = std::max(longest_half_, half_length(piece.begin, piece.end));
    members_[cell_at(place)].push_back(static_cast<std::uint32_t>(pieces_.size()));
    pieces_.push_back(piece);
  }
}

}  // namespace perm
