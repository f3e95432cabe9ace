// SPDX-License-Identifier: Apache-2.0
#include "app/options/boundary_options.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"

namespace perm {
namespace {

constexpr const char* automatic_boundary = "auto";

}  // namespace

std::vector<Option> boundary_options(const std::string& automatic) {
  return {
      {"boundary", std::string(automatic_boundary) + "|" + join_names<Boundary>("|"),
       fmt::format(
           "what the faces of the image do\n"
           "auto: {}\n"
           "periodic: flow that leaves a face enters at the opposite one; for images that repeat, as generated ones "
           "do\n"
           "sealed: walls at the sides, mirrors across the flow; for a plug in a sleeve, and to compare with programs "
           "that close the sides\n"
           "mirror: every face is a mirror; for a cut-out of a larger rock, whose sides are open to more of it\n"
           "pressure: densities prescribed at inlet and outlet drive the flow in place of the force; K is that of "
           "sealed, and the density field is the pressure",
           automatic),
       automatic_boundary, ""},
      advanced({"sides", join_names<Sides>("|"),
                "the other faces under --boundary pressure; with mirror K is that of mirror", "sealed", ""})};
}

bool chooses_boundary(const OptionValues& values) { return values.text("boundary") == automatic_boundary; }

BoundaryChoice read_boundary(const OptionValues& values) {
  BoundaryChoice choice;
  choice.boundary = values.choice_or<Boundary>("boundary", automatic_boundary).value_or(Boundary::periodic);
  choice.sides = values.choice<Sides>("sides");
  if (values.is_given("sides") && choice.boundary != Boundary::pressure)
    throw UsageError(fmt::format("--sides is given with --boundary {}", values.text("boundary").value_or("")),
                     "that says what all faces do", "Leave out --sides, or use --boundary pressure");
  return choice;
}

}  // namespace perm
