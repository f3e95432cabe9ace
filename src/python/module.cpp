// SPDX-License-Identifier: Apache-2.0
// The module permeability._core: what python/image_task.hpp does, for Python. The functions here take checked arguments
// from the package beside this file; nobody else calls them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/options/option_table.hpp"
#include "app/options/recipe_options.hpp"
#include "app/options/solve_options.hpp"
#include "core/errors.hpp"
#include "core/version.hpp"
#include "geometry/pore_space_hash.hpp"
#include "image/source/numpy_types.hpp"
#include "python/image_task.hpp"
#include "python/saved_run.hpp"
#include "python/waiting.hpp"
#include "solver/devices.hpp"

namespace nb = nanobind;

namespace perm {
namespace {

/// Keeps a Python object alive for a thread that may not hold the lock of the interpreter.
class KeptObject {
 public:
  explicit KeptObject(nb::object object) : object_(std::move(object)) {}
  ~KeptObject() {
    const nb::gil_scoped_acquire lock;
    object_.reset();
  }
  KeptObject(const KeptObject&) = delete;
  KeptObject& operator=(const KeptObject&) = delete;

 private:
  nb::object object_;
};

/// An image that Python gives, and what keeps its memory alive.
struct PythonImage {
  GivenImage image;
  std::shared_ptr<KeptObject> memory;
};

/// Gives the type of "|u1" or "<f4", the names of NumPy, and whether its bytes are turned around.
std::pair<VoxelType, bool> read_type(const std::string& name) {
  if (name.size() == 3)
    if (const auto type = find_voxel_type(numpy_type_codes, std::string_view(name).substr(1)))
      return {*type, name.front() == '>'};
  throw InputError("The array has voxels of type " + name, "a voxel is a bool, a whole number or a real number",
                   "Turn it into one of these, for example with array.astype('uint8')");
}

/// `image` is a Pores, or a tuple (array, address, type, shape, strides, axes).
PythonImage read_image(const nb::object& image) {
  if (nb::isinstance<KnownImage>(image)) return {nb::cast<std::shared_ptr<const KnownImage>>(image), nullptr};
  const auto parts = nb::cast<nb::tuple>(image);
  GivenArray array;
  array.voxels.first = reinterpret_cast<const std::byte*>(nb::cast<std::uintptr_t>(parts[1]));
  std::tie(array.voxels.type, array.voxels.has_other_byte_order) = read_type(nb::cast<std::string>(parts[2]));
  array.voxels.lengths = nb::cast<std::array<std::int64_t, 3>>(parts[3]);
  array.voxels.strides = nb::cast<std::array<std::int64_t, 3>>(parts[4]);
  array.axes = nb::cast<std::string>(parts[5]) == "zyx" ? FileAxes::zyx : FileAxes::xyz;
  return {array, std::make_shared<KeptObject>(parts[0])};
}

/// Gives an array of NumPy that keeps `fields` alive and shows their memory.
template <std::size_t n>
nb::object view_of(const std::shared_ptr<FieldArrays>& fields, LargeArray<float>& values,
                   const std::array<std::size_t, n>& shape) {
  auto* const kept = new std::shared_ptr<FieldArrays>(fields);
  const nb::capsule owner(
      kept, [](void* fields_of) noexcept { delete static_cast<std::shared_ptr<FieldArrays>*>(fields_of); });
  return nb::cast(nb::ndarray<nb::numpy, float>(values.data(), n, shape.data(), owner));
}

nb::dict solve(const nb::object& image, const OptionTexts& options, const nb::object& tell) {
  const PythonImage given = read_image(image);
  SolvedTexts solved = do_in_background(
      [given, options](Background& background) { return solve_image(given.image, options, background); }, tell);
  nb::dict result;
  result["result"] = solved.result;
  result["convergence"] = solved.convergence;
  result["plane_flux"] = solved.plane_flux;
  result["reynolds"] = solved.reynolds.empty() ? nb::object(nb::none()) : nb::cast(solved.reynolds);
  result["views"] = solved.views.empty() ? nb::object(nb::none()) : nb::cast(solved.views);
  nb::dict fields;
  for (auto& [direction, arrays] : solved.fields) {
    const auto nx = static_cast<std::size_t>(arrays->extent.nx);
    const auto ny = static_cast<std::size_t>(arrays->extent.ny);
    const auto nz = static_cast<std::size_t>(arrays->extent.nz);
    fields[std::string(1, axis_letter(direction)).c_str()] = nb::make_tuple(
        view_of<4>(arrays, arrays->velocity, {nz, ny, nx, 3}), view_of<3>(arrays, arrays->density, {nz, ny, nx}));
  }
  result["fields"] = fields;
  return result;
}

nb::dict estimate(const nb::object& image, const OptionTexts& options, const nb::object& tell) {
  const PythonImage given = read_image(image);
  const RunForecast forecast = do_in_background(
      [given, options](Background& background) { return forecast_image(given.image, options, background); }, tell);
  nb::dict result;
  result["dims"] = nb::make_tuple(forecast.extent.nx, forecast.extent.ny, forecast.extent.nz);
  result["porosity"] = forecast.porosity;
  result["device"] = forecast.device;
  result["warnings"] = nb::cast(forecast.warnings);
  nb::list flows;
  for (const FlowForecast& flow : forecast.flows) {
    nb::dict facts;
    facts["direction"] = std::string(1, axis_letter(flow.direction));
    facts["percolates"] = flow.percolates;
    facts["connected_porosity"] = flow.connected_porosity;
    facts["bytes"] = flow.percolates ? nb::cast(flow.bytes) : nb::none();
    facts["steps"] = flow.percolates ? number_or_none(std::round(flow.steps)) : nb::none();
    facts["tau"] = flow.percolates ? number_or_none(flow.tau) : nb::none();
    facts["seconds"] = flow.percolates ? number_or_none(flow.seconds) : nb::none();
    flows.append(facts);
  }
  result["flows"] = flows;
  return result;
}

/// Gives the pores as an array of uint8, 1 in pores, with the axes z, y, x.
nb::object mask_of(const KnownImage& image) {
  const PoreSpace& pores = image.input.pores.pores();
  const Extent& n = pores.extent();
  auto* const voxels = new LargeArray<std::uint8_t>(static_cast<std::size_t>(n.voxels()));
  const nb::capsule owner(voxels, [](void* array) noexcept { delete static_cast<LargeArray<std::uint8_t>*>(array); });
  {
    const nb::gil_scoped_release unlocked;
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

std::shared_ptr<KnownImage> shared(KnownImage image) { return std::make_shared<KnownImage>(std::move(image)); }

using FieldArray = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;

void save(const std::string& folder, const std::map<std::string, std::string>& texts,
          const std::array<std::int64_t, 3>& dims, const std::optional<double>& voxel_size_m,
          const std::map<std::string, std::pair<FieldArray, FieldArray>>& fields, const std::string& source,
          bool overwrite) {
  SavedRun run{texts, {dims[0], dims[1], dims[2]}, voxel_size_m, {}, source};
  for (const Axis axis : all_axes)
    if (const auto of_axis = fields.find(std::string(1, axis_letter(axis))); of_axis != fields.end())
      run.fields[axis] = {of_axis->second.first.data(), of_axis->second.second.data()};
  const nb::gil_scoped_release unlocked;
  save_run(folder, run, overwrite ? Overwrite::all_files : Overwrite::own_files);
}

nb::list describe(const std::vector<OptionGroup>& groups) {
  nb::list options;
  for (const OptionGroup& group : groups)
    for (const Option& option : group.options) {
      nb::dict facts;
      facts["group"] = group.title;
      facts["name"] = option.name;
      facts["value"] = option.value;
      facts["help"] = option.help;
      facts["default"] = option.fallback;
      facts["default_words"] = option.fallback_words;
      options.append(facts);
    }
  return options;
}

/// Turns an error of the program into one of the classes of permeability/_errors.py.
void translate(const std::exception_ptr& thrown, void*) {
  const auto raise = [](const char* kind, const char* text) {
    const nb::object error = nb::module_::import_("permeability._errors").attr("error_of")(kind, text);
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  };
  try {
    std::rethrow_exception(thrown);
  } catch (const MemoryShortage& error) {
    raise("memory", error.what());
  } catch (const DeviceError& error) {
    raise("device", error.what());
  } catch (const UsageError& error) {
    raise("usage", error.what());
  } catch (const InputError& error) {
    raise("input", error.what());
  } catch (const Error& error) {
    raise("other", error.what());
  } catch (const std::bad_alloc&) {
    raise("memory", "The memory does not suffice (the system refused). Solve a part of the image");
  }
}

}  // namespace
}  // namespace perm

NB_MODULE(_core, m) {
  using namespace perm;
  nb::register_exception_translator(translate);
  nb::class_<KnownImage>(m, "Pores")
      .def_prop_ro("dims",
                   [](const KnownImage& image) {
                     const Extent& n = image.input.pores.image();
                     return nb::make_tuple(n.nx, n.ny, n.nz);
                   })
      .def_prop_ro("pore_voxels", [](const KnownImage& image) { return image.input.pores.count_pores(); })
      .def_prop_ro("pore_space_hash", [](const KnownImage& image) { return hash_of(image.input.pores); })
      .def_prop_ro("voxel_size_m", [](const KnownImage& image) { return image.input.origin.voxel_size_m; })
      .def_prop_ro("source", [](const KnownImage& image) { return image.input.origin.source; })
      .def_prop_ro("format", [](const KnownImage& image) { return image.input.origin.format; })
      .def_prop_ro("segmentation", [](const KnownImage& image) { return image.input.origin.segmentation; })
      .def_prop_ro("warnings", [](const KnownImage& image) { return image.input.origin.warnings; })
      .def("mask", &mask_of);
  m.def("solve", &solve, nb::arg("image"), nb::arg("options"), nb::arg("tell").none());
  m.def("estimate", &estimate, nb::arg("image"), nb::arg("options"), nb::arg("tell").none());
  m.def(
      "read",
      [](const OptionTexts& options, const nb::object& tell) {
        return shared(do_in_background([options](Background& own) { return read_image_file(options, own); }, tell));
      },
      nb::arg("options"), nb::arg("tell").none());
  m.def(
      "mark",
      [](const nb::object& image, const OptionTexts& options, const nb::object& tell) {
        const PythonImage given = read_image(image);
        return shared(do_in_background(
            [given, options](Background& own) { return mark_array(std::get<GivenArray>(given.image), options, own); },
            tell));
      },
      nb::arg("image"), nb::arg("options"), nb::arg("tell").none());
  m.def(
      "generate",
      [](const OptionTexts& options, const nb::object& tell) {
        return shared(do_in_background([options](Background& own) { return generate_image(options, own); }, tell));
      },
      nb::arg("options"), nb::arg("tell").none());
  m.def("save", &save);
  m.def("solve_options", [] { return describe(solve_option_groups()); });
  m.def("recipe_options", [] { return describe({{"Geometry", recipe_options()}}); });
  m.def("why_no_cuda", [] { return facts_of(Device::cuda).why_absent(); });
  m.def("version", &version);
  m.def("commit", &commit);
  m.def("end_all", [] {
    const nb::gil_scoped_release unlocked;
    Background::end_all();
  });
}
