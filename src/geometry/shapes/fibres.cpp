// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/fibres.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/errors.hpp"
#include "geometry/shapes/fibre_checks.hpp"
#include "geometry/shapes/fibre_contacts.hpp"
#include "geometry/shapes/recipe_checks.hpp"
#include "geometry/shapes/solids/spheres.hpp"
#include "geometry/shapes/surfaces/capsule_surface.hpp"

namespace perm {
namespace {

constexpr int places_to_try = 300;  // for one fibre among fibres that must not overlap
constexpr int moves_to_try = 40;    // at each place
// Pairs of pieces that are compared to place one fibre, a few seconds. Only very long ones come to it.
constexpr std::int64_t comparisons_to_make = 200'000'000;

/// Gives the most voxels that the fibre can cover: a voxel's centre is at most half a diagonal from the voxel's points.
double most_voxels(const Fibre& fibre) {
  const double radius = fibre.radius + 0.8661;
  return std::numbers::pi * radius * radius * length_of(fibre) + sphere_volume(radius);
}

/// Gives the volume of a fibre whose centre line is a voxel long; none is drawn shorter.
double shortest_volume(double radius) { return sphere_volume(radius) + std::numbers::pi * radius * radius; }

/// Places fibres one after another; every process places the same ones.
class FibrePlaces {
 public:
  FibrePlaces(const Extent& extent, const FibreRequest& request)
      : extent_(extent), request_(request), random_(request.seed) {
    if (request.overlap == FibreOverlap::no)
      contacts_.emplace(extent, 4 * std::max(request.radius, request.second_radius.value_or(0)));
  }

  /// Gives the next fibre, or nothing when it finds no place.
  std::optional<Fibre> next() {
    const bool second = second_volume_ < request_.second_share * (first_volume_ + second_volume_);
    const double radius = second ? request_.second_radius.value_or(request_.radius) : request_.radius;
    std::int64_t comparisons = comparisons_to_make;
    for (int tries = 0; tries < places_to_try && comparisons > 0; ++tries) {
      Fibre fibre = draw_fibre_line(random_, extent_, request_.form, radius);
      if (contacts_) {
        if (!contacts_->part(fibre, moves_to_try, comparisons)) continue;
        contacts_->add(fibre);
      }
      (second ? second_volume_ : first_volume_) += radius * radius * length_of(fibre);
      return fibre;
    }
    return {};
  }

 private:
  Extent extent_;
  FibreRequest request_;
  RandomNumbers random_;
  std::optional<FibreContacts> contacts_;  // of fibres that must not overlap
  double first_volume_{0};                 // of the fibres placed, over pi
  double second_volume_{0};
};

/// Draws fibres and keeps count of the pores of the whole image. All processes agree on it except between draw and
/// count.
class FibreImage {
 public:
  FibreImage(PoreSlab& image, double porosity) : image_(image) {
    image.pores().fill_with_pore();
    pores_ = static_cast<double>(image.image().voxels());
    target_ = porosity * pores_;
  }

  double pores_left() const { return pores_ - target_; }
  double porosity() const { return pores_ / static_cast<double>(image_.image().voxels()); }

  void draw(const Fibre& fibre) { turned_ += make_solid(image_, fibre); }
  void count() {
    pores_ -= static_cast<double>(image_.processes().sum(turned_));
    turned_ = 0;
  }

  /// Draws the fibre from its begin on, a voxel at a time, until the porosity is reached, and cuts the rest off.
  void add_until_reached(Fibre& fibre) {
    std::vector<Vector> line{fibre.line.front()};
    for (std::size_t i = 1; i < fibre.line.size() && pores_left() > 0; ++i) {
      const Vector whole = moved(fibre.line[i], fibre.line[i - 1], -1);
      const double parts = std::ceil(std::sqrt(square(whole)));
      for (double part = 1; part <= parts && pores_left() > 0; ++part) {
        const Vector end = moved(fibre.line[i - 1], whole, part / parts);
        turned_ += make_solid(image_, line.back(), end, fibre.radius);
        count();
        line.push_back(end);
      }
    }
    fibre.line = std::move(line);
  }

  /// Draws a fibre without ends when the image is nearer to the porosity with it than without; otherwise gives false.
  bool add_if_nearer(const Fibre& fibre) {
    const auto inside = static_cast<double>(image_.processes().sum(count_pores_inside_through(image_, fibre)));
    if (inside - pores_left() > pores_left()) return false;
    draw(fibre);
    count();
    return true;
  }

 private:
  PoreSlab& image_;
  double pores_{0};
  double target_{0};
  std::int64_t turned_{0};  // by this process since it counted
};

[[noreturn]] void report_no_place(const FibreRequest& request, double porosity) {
  throw InputError(
      fmt::format("The fibres do not reach the porosity {} without overlap", request.porosity),
      fmt::format("at {:.3f} no place was found for another one", porosity),
      fmt::format("Give a porosity of at least {:.2f}, {}or --overlap yes", std::ceil(porosity * 100) / 100,
                  request.form.orientation == Orientation::aligned ? "" : "a shorter --length, "));
}

}  // namespace

void draw_random_fibres(PoreSlab& image, const FibreRequest& request, const FibreVisitor& visit) {
  refuse_out_of_range(request, image.image());
  FibrePlaces places(image.image(), request);
  FibreImage drawn(image, request.porosity);
  // A cut fibre is begun only where it brings the image nearer to the porosity; for a whole one that is counted.
  const double shortest = request.form.orientation == Orientation::aligned
                              ? 0
                              : shortest_volume(std::max(request.radius, request.second_radius.value_or(0)));
  while (drawn.pores_left() > shortest / 2) {
    // These fibres are needed whole, whatever they cover, so the processes need not agree after each of them.
    std::optional<Fibre> next = places.next();
    for (double left = drawn.pores_left(); next && left > most_voxels(*next); next = places.next()) {
      left -= most_voxels(*next);
      drawn.draw(*next);
      visit(*next);
    }
    drawn.count();
    if (!next) report_no_place(request, drawn.porosity());
    if (next->through) {
      if (!drawn.add_if_nearer(*next)) break;
    } else {
      drawn.add_until_reached(*next);
    }
    visit(*next);
  }
}

double choose_fibre_radius(const Recipe& recipe) {
  return recipe.radius.value_or(
      std::clamp(smallest_extent(recipe.extent, recipe.orientation, axis_of(recipe)) / 24, 1.0, 12.0));
}

double choose_fibre_length(const Recipe& recipe) {
  const Extent& extent = recipe.extent;
  return recipe.length.value_or(static_cast<double>(std::max({extent.nx, extent.ny, extent.nz})));
}

namespace {

FibreRequest read_request(const Recipe& recipe) {
  FibreRequest request;
  request.porosity = require_given(recipe, recipe.porosity, "porosity", "0.8");
  request.radius = choose_fibre_radius(recipe);
  refuse_contradictions(recipe);
  request.second_radius = recipe.second_radius;
  request.second_share = recipe.second_share.value_or(0);
  request.form.orientation = recipe.orientation;
  request.form.axis = axis_of(recipe);
  request.form.length = choose_fibre_length(recipe);
  request.form.persistence_length = recipe.persistence_length;
  request.overlap = recipe.overlap;
  request.seed = recipe.seed;
  return request;
}

}  // namespace

void check_fibres(const Recipe& recipe) { refuse_out_of_range(read_request(recipe), recipe.extent); }

void draw_fibres(PoreSlab& slab, const Recipe& recipe) {
  draw_random_fibres(slab, read_request(recipe), [](const Fibre&) {});
}

std::shared_ptr<const Surface> surface_of_fibres(const Recipe& recipe, const Communicator& processes) {
  std::vector<Capsule> pieces;
  PoreSlab slab = PoreSlab::even(recipe.extent, processes);
  draw_random_fibres(slab, read_request(recipe), [&](const Fibre& fibre) {
    for (std::size_t i = 1; i < fibre.line.size(); ++i) {
      const Vector way = moved(fibre.line[i], fibre.line[i - 1], -1);
      const double length = std::sqrt(square(way));
      if (length > 0) pieces.push_back({fibre.line[i - 1], moved({}, way, 1 / length), length, fibre.radius});
    }
  });
  return std::make_shared<CapsuleSurface>(std::move(pieces), recipe.extent);
}

}  // namespace perm
