// SPDX-License-Identifier: Apache-2.0
#include "python/pores_class.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "geometry/bit_count.hpp"
#include "geometry/pore_space_hash.hpp"
#include "geometry/resample.hpp"
#include "geometry/shapes/recipe.hpp"
#include "python/image_task.hpp"
#include "python/waiting.hpp"

namespace perm {
namespace {

using Lengths = std::array<std::int64_t, 3>;

Lengths lengths_of(const Extent& extent) { return {extent.nx, extent.ny, extent.nz}; }

/// Counts in this thread alone: it is called in processes that were forked, where OpenMP cannot work.
std::int64_t count_pores(const Input& image) {
  const WithoutLock unlocked;
  const PoreSpace& pores = image.pores.pores();
  std::int64_t count = 0;
  for (std::int64_t z = 0; z < pores.extent().nz; ++z)
    for (std::int64_t y = 0; y < pores.extent().ny; ++y) count += count_bits(pores.row(y, z));
  return count;
}

std::string hash_in_background(const std::shared_ptr<const Input>& image) {
  return do_in_background([image](Background& /*own*/) { return hash_of(image->pores); }, nb::none());
}

/// Gives the pores as an array of uint8, 1 in pores, with the axes z, y, x.
nb::object mask_of(const Input& image) {
  const PoreSpace& pores = image.pores.pores();
  const Extent& n = pores.extent();
  auto* const voxels = new LargeArray<std::uint8_t>(static_cast<std::size_t>(n.voxels()));
  const nb::capsule owner(voxels, [](void* array) noexcept { delete static_cast<LargeArray<std::uint8_t>*>(array); });
  {
    const WithoutLock unlocked;
    std::uint8_t* to = voxels->data();
    for (std::int64_t z = 0; z < n.nz; ++z)
      for (std::int64_t y = 0; y < n.ny; ++y, to += n.nx) {
        const auto row = pores.row(y, z);
        for (std::int64_t x = 0; x < n.nx; ++x)
          to[x] = static_cast<std::uint8_t>(
              row[static_cast<std::size_t>(x / PoreSpace::word_bits)] >> (x % PoreSpace::word_bits) & 1U);
      }
  }
  const std::array<std::size_t, 3> shape{static_cast<std::size_t>(n.nz), static_cast<std::size_t>(n.ny),
                                         static_cast<std::size_t>(n.nx)};
  return nb::cast(nb::ndarray<nb::numpy, std::uint8_t>(voxels->data(), 3, shape.data(), owner));
}

nb::list texts_of(const std::vector<std::string>& texts) {
  nb::list all;
  for (const std::string& text : texts) all.append(text_of(text));
  return all;
}

nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

std::string string_of(const nb::bytes& text) { return {text.c_str(), text.size()}; }

// An image as values of Python, in the order of the fields of Input and of what is in it. Texts are bytes, because
// the names of files need not be UTF-8.
using ResamplingState = std::tuple<int, int, Lengths, std::optional<double>, std::int64_t, std::string,
                                   std::optional<std::array<double, 3>>>;
/// Gives the fields of a recipe; a new one does not compile until it is named here.
template <class AnyRecipe>
auto fields_of(AnyRecipe& recipe) {
  auto& [kind, extent, porosity, radius, inner_radius, radius_spread, gap, width, axis, shift, seed, moves, centres,
         centres_hold_diameters, box, orientation, length, persistence_length, second_radius, second_share, overlap] =
      recipe;
  return std::tie(kind, extent, porosity, radius, inner_radius, radius_spread, gap, width, axis, shift, seed, moves,
                  centres, centres_hold_diameters, box, orientation, length, persistence_length, second_radius,
                  second_share, overlap);
}

template <class Field>
auto packed(const Field& field) {
  if constexpr (std::is_enum_v<Field>)
    return static_cast<int>(field);
  else
    return field;
}
std::optional<int> packed(const std::optional<Axis>& axis) {
  return axis ? std::optional(static_cast<int>(*axis)) : std::nullopt;
}
Lengths packed(const Extent& extent) { return lengths_of(extent); }
std::array<double, 3> packed(const Shift& shift) { return {shift.x, shift.y, shift.z}; }
nb::bytes packed(const std::filesystem::path& path) {
  return bytes_of(path.empty() ? std::string() : std::filesystem::absolute(path).string());
}

auto pack_recipe(const Recipe& recipe) {
  return std::apply([](const auto&... fields) { return std::tuple(packed(fields)...); }, fields_of(recipe));
}
using RecipeState = decltype(pack_recipe({}));
using State = std::tuple<Lengths, nb::bytes, nb::bytes, nb::bytes, nb::bytes, std::optional<double>,
                         std::optional<ResamplingState>, std::vector<nb::bytes>, bool, std::optional<RecipeState>,
                         std::int64_t, nb::bytes>;

State pack(const Input& image) {
  const PoreSpace& pores = image.pores.pores();
  const ImageOrigin& origin = image.origin;
  std::optional<ResamplingState> resampling;
  if (const auto& made = origin.resampling)
    resampling = {static_cast<int>(made->method),
                  made->factor,
                  lengths_of(made->extent),
                  made->voxel_size_m,
                  made->pore_voxels,
                  made->pore_space_hash,
                  made->voxel_edges_m};
  std::vector<nb::bytes> warnings;
  for (const std::string& warning : origin.warnings) warnings.push_back(bytes_of(warning));
  return {lengths_of(pores.extent()),
          nb::bytes(pores.words().data(), pores.words().size_bytes()),
          bytes_of(origin.source),
          bytes_of(origin.format),
          bytes_of(origin.segmentation),
          origin.voxel_size_m,
          resampling,
          warnings,
          image.origin.repeats,
          image.recipe ? std::optional(pack_recipe(*image.recipe)) : std::nullopt,
          image.pores.outside_voxels(),
          bytes_of(origin.sample)};
}

[[noreturn]] void refuse_pickle(const std::string& why) {
  throw InputError("The image that was pickled cannot be used", why, "Pickle it again");
}

/// Gives pores from the words of their rows. Throws InputError where these are not those of so many voxels.
PoreSpace unpack_pores(const Lengths& lengths, const nb::bytes& words) {
  const auto [nx, ny, nz] = lengths;
  const auto count = static_cast<std::int64_t>(words.size() / sizeof(std::uint32_t));
  const auto fits = [&] {
    if (nx < 1 || ny < 1 || nz < 1 || words.size() % sizeof(std::uint32_t) != 0) return false;
    const std::int64_t of_row = (nx - 1) / PoreSpace::word_bits + 1;
    return count % of_row == 0 && count / of_row % ny == 0 && count / of_row / ny == nz;  // no product overflows
  };
  if (!fits()) refuse_pickle("its bytes are not those of the voxels that it says it has");
  PoreSpace pores({nx, ny, nz});
  const auto* from = static_cast<const std::byte*>(words.data());
  const auto used = static_cast<std::uint32_t>(nx % PoreSpace::word_bits);
  for (std::int64_t z = 0; z < nz; ++z)
    for (std::int64_t y = 0; y < ny; ++y) {
      const std::span<std::uint32_t> row = pores.row(y, z);
      std::memcpy(row.data(), from, row.size_bytes());
      from += row.size_bytes();
      if (used != 0) row.back() &= (1U << used) - 1U;  // padding stays clear, whatever the bytes say
    }
  return pores;
}

ResamplingReport unpack_resampling(const ResamplingState& state) {
  ResamplingReport made;
  const auto& [method, factor, lengths, size_m, pore_voxels, hash, edges_m] = state;
  for (const auto known :
       {ResamplingReport::Method::refine, ResamplingReport::Method::coarsen, ResamplingReport::Method::cubic})
    if (static_cast<int>(known) == method)
      made = {known, factor, {lengths[0], lengths[1], lengths[2]}, size_m, pore_voxels, hash, edges_m};
  if (made.factor != factor || factor < 1 || lengths[0] < 1 || lengths[1] < 1 || lengths[2] < 1)
    refuse_pickle("it says of no image how it was made from another one");
  return made;
}

GeometryKind last_of(GeometryKind) { return last_kind; }
Axis last_of(Axis) { return Axis::z; }
Orientation last_of(Orientation) { return Orientation::aligned; }
FibreOverlap last_of(FibreOverlap) { return FibreOverlap::no; }

template <class State, class Field>
void unpack_into(Field& field, const State& state) {
  if constexpr (std::is_enum_v<Field>) {
    if (state < 0 || state > static_cast<int>(last_of(field)))
      refuse_pickle("the recipe of its surface has values that are none");
    field = static_cast<Field>(state);
  } else {
    field = state;
  }
}
void unpack_into(std::optional<Axis>& axis, const std::optional<int>& state) {
  if (state) unpack_into(axis.emplace(), *state);
}
void unpack_into(Extent& extent, const Lengths& state) { extent = {state[0], state[1], state[2]}; }
void unpack_into(Shift& shift, const std::array<double, 3>& state) { shift = {state[0], state[1], state[2]}; }
void unpack_into(std::filesystem::path& path, const nb::bytes& state) { path = string_of(state); }

Recipe unpack_recipe(const RecipeState& state) {
  Recipe recipe;
  std::apply(
      [&state](auto&... fields) {
        std::apply([&fields...](const auto&... states) { (unpack_into(fields, states), ...); }, state);
      },
      fields_of(recipe));
  return recipe;
}

/// Gives the surface of an image, which may have been made finer.
SurfaceMaker surface_of(const Recipe& recipe, const std::optional<ResamplingReport>& made) {
  SurfaceMaker maker = surface_maker(recipe);
  if (!maker || !made) return maker;
  return [maker, factor = made->factor](const Communicator& processes) { return refine(maker(processes), factor); };
}

std::shared_ptr<Input> unpack(const State& state) {
  const auto& [lengths, words, source, format, segmentation, size_m, resampling, warnings, repeats, recipe, outside,
               sample] = state;
  if (size_m && !(*size_m > 0)) refuse_pickle("its voxels have no size");
  auto image = std::make_shared<Input>();
  image->pores = unpack_pores(lengths, words);
  if (outside < 0 || outside > image->pores.image().voxels() - image->pores.count_pores())
    refuse_pickle("its sample is smaller than its pores");
  image->pores.set_outside_voxels(outside);
  ImageOrigin& origin = image->origin;
  origin.source = string_of(source);
  origin.format = string_of(format);
  origin.segmentation = string_of(segmentation);
  origin.sample = string_of(sample);
  origin.voxel_size_m = size_m;
  if (resampling) origin.resampling = unpack_resampling(*resampling);
  for (const nb::bytes& warning : warnings) origin.warnings.push_back(string_of(warning));
  image->origin.repeats = repeats;
  if (recipe) {
    image->recipe = unpack_recipe(*recipe);
    const int factor = origin.resampling ? origin.resampling->factor : 1;
    if (refined_extent(image->recipe->extent, factor) != image->pores.image())
      refuse_pickle("the recipe of its surface is of another size");
    origin.surface = surface_of(*image->recipe, origin.resampling);
    origin.surface_was_known = static_cast<bool>(origin.surface);
  }
  return image;
}

}  // namespace

nb::str text_of(const std::string& text) {
  return nb::steal<nb::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace"));
}

void add_pores_class(nb::module_& module) {
  nb::class_<Input>(module, "Pores")
      .def_prop_ro("dims",
                   [](const Input& image) {
                     const Extent& n = image.pores.image();
                     return nb::make_tuple(n.nx, n.ny, n.nz);
                   })
      .def_prop_ro("pore_voxels", &count_pores)
      .def_prop_ro("sample_voxels", [](const Input& image) { return image.pores.sample_voxels(); })
      .def_prop_ro("pore_space_hash", &hash_in_background)
      .def_prop_ro("voxel_size_m", [](const Input& image) { return image.origin.voxel_size_m; })
      .def_prop_ro("source", [](const Input& image) { return text_of(image.origin.source); })
      .def_prop_ro("format", [](const Input& image) { return text_of(image.origin.format); })
      .def_prop_ro("segmentation", [](const Input& image) { return text_of(image.origin.segmentation); })
      .def_prop_ro("warnings", [](const Input& image) { return texts_of(image.origin.warnings); })
      .def("mask", &mask_of)
      .def("pack", &pack);
  module.def("unpack", &unpack);
}

}  // namespace perm
