// SPDX-License-Identifier: Apache-2.0
// The module permeability._core: what python/image_task.hpp does, for Python. The functions here take checked arguments
// from the package beside this file; nobody else calls them.
// Longer than 300 lines: one binding after another, and none of them is long.
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
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/options/conduct_options.hpp"
#include "app/options/look_options.hpp"
#include "app/options/solve_options.hpp"
#include "core/errors.hpp"
#include "core/printable_text.hpp"
#include "core/version.hpp"
#include "input/options/option_table.hpp"
#include "input/options/recipe_options.hpp"
#include "python/given_image.hpp"
#include "python/given_options.hpp"
#include "python/image_task.hpp"
#include "python/pores_class.hpp"
#include "python/saved_run.hpp"
#include "python/waiting.hpp"
#include "solver/devices.hpp"

namespace nb = nanobind;

namespace perm {
namespace {

/// Gives an array of NumPy that keeps `fields` alive and shows their memory. It cannot be written: what is saved later
/// is what was solved.
template <std::size_t n, class T>
nb::object view_of(const std::shared_ptr<FieldArrays>& fields, const LargeArray<T>& values,
                   const std::array<std::size_t, n>& shape) {
  auto* const kept = new std::shared_ptr<FieldArrays>(fields);
  const nb::capsule owner(
      kept, [](void* fields_of) noexcept { delete static_cast<std::shared_ptr<FieldArrays>*>(fields_of); });
  return nb::cast(nb::ndarray<nb::numpy, const T>(values.data(), n, shape.data(), owner));
}

/// Gives the frame of fields as values of Python, and the names of the formats in which they are saved.
nb::dict describe_frame(const FieldFrame& frame, const FieldChoice& choice) {
  nb::dict facts;
  nb::list names;
  for (const FieldFormat format : choice.formats) names.append(to_string(format));
  facts["formats"] = names;
  facts["spacing"] = frame.grid.spacing;
  facts["origin"] = nb::make_tuple(frame.grid.origin[0], frame.grid.origin[1], frame.grid.origin[2]);
  facts["length_unit"] = frame.grid.length_unit;
  facts["gradient_pa_m"] = frame.driven ? nb::cast(frame.driven->gradient_pa_m) : nb::none();
  facts["viscosity_pa_s"] = frame.driven ? nb::cast(frame.driven->viscosity_pa_s) : nb::none();
  facts["velocity_unit"] = frame.velocity_unit();
  facts["pressure_unit"] = frame.pressure_unit();
  return facts;
}

/// Does the opposite for a run that is saved.
void read_frame(const nb::dict& facts, SavedRun& run) {
  for (const nb::handle name : facts["formats"])
    if (const auto format = value_named<FieldFormat>(nb::cast<std::string>(name)))
      run.choice.formats.push_back(*format);
  run.frame.grid.spacing = nb::cast<double>(facts["spacing"]);
  run.frame.grid.origin = nb::cast<std::array<double, 3>>(facts["origin"]);
  run.frame.grid.length_unit = nb::cast<std::string>(facts["length_unit"]);
  if (!facts["gradient_pa_m"].is_none())
    run.frame.driven = DrivenFluid{nb::cast<double>(facts["gradient_pa_m"]), nb::cast<double>(facts["viscosity_pa_s"])};
}

nb::dict solve(const nb::object& image, const OptionsOfPython& given_options, const nb::object& tell) {
  const PythonImage given = read_image(image);
  const GivenOptions options = given_by(given_options);
  SolvedTexts solved = do_in_background(
      [given, options](Background& background) { return solve_image(given.image, options, background); }, tell);
  nb::dict result;
  const auto text_or_none = [](const std::string& text) {
    return text.empty() ? nb::none() : nb::object(text_of(text));
  };
  result["result"] = text_of(solved.result);
  result["convergence"] = text_of(solved.convergence);
  result["plane_flux"] = text_of(solved.plane_flux);
  result["table"] = text_of(solved.table);
  result["reynolds"] = text_or_none(solved.reynolds);
  result["views"] = text_or_none(solved.views);
  nb::dict fields;
  for (auto& [direction, arrays] : solved.fields) {
    const auto nx = static_cast<std::size_t>(arrays->frame.grid.extent.nx);
    const auto ny = static_cast<std::size_t>(arrays->frame.grid.extent.ny);
    const auto nz = static_cast<std::size_t>(arrays->frame.grid.extent.nz);
    const nb::tuple usual = nb::make_tuple(view_of<4>(arrays, arrays->velocity, {nz, ny, nx, 3}),
                                           view_of<3>(arrays, arrays->pressure, {nz, ny, nx}),
                                           view_of<3>(arrays, arrays->part, {nz, ny, nx}));
    const bool has_sensitivity = arrays->sensitivity.size() > 0;
    const auto of_walls = [&] {
      return nb::make_tuple(view_of<4>(arrays, arrays->sensitivity, {nz, ny, nx, std::size_t{faces_of_voxel}}));
    };
    fields[std::string(1, axis_letter(direction)).c_str()] = has_sensitivity ? usual + of_walls() : nb::object(usual);
    result["frame"] = describe_frame(arrays->frame, solved.choice);
  }
  result["fields"] = fields;
  return result;
}

nb::dict estimate(const nb::object& image, const OptionsOfPython& given_options, const nb::object& tell) {
  const PythonImage given = read_image(image);
  const GivenOptions options = given_by(given_options);
  const RunForecast forecast = do_in_background(
      [given, options](Background& background) { return forecast_image(given.image, options, background); }, tell);
  nb::dict result;
  result["dims"] = nb::make_tuple(forecast.extent.nx, forecast.extent.ny, forecast.extent.nz);
  result["porosity"] = forecast.porosity;
  result["device"] = forecast.device;
  nb::list warnings;
  for (const std::string& warning : forecast.warnings) warnings.append(text_of(warning));
  result["warnings"] = warnings;
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
    facts["seconds_are_for"] = flow.percolates ? nb::object(text_of(flow.machine)) : nb::none();
    flows.append(facts);
  }
  result["flows"] = flows;
  return result;
}

std::shared_ptr<Input> shared(Input image) { return std::make_shared<Input>(std::move(image)); }

/// Gives the values of an array of NumPy. Throws InputError where it has another type, order or shape than a field.
template <class T, std::size_t n>
const T* values_of_field(nb::handle array, const std::array<std::int64_t, n>& shape, const std::string& name) {
  nb::ndarray<nb::ro, nb::device::cpu> values;
  bool is_field = nb::try_cast(array, values) && values.ndim() == n && values.dtype() == nb::dtype<T>();
  std::int64_t stride = 1;
  for (std::size_t axis = n; is_field && axis-- > 0; stride *= shape[axis])
    is_field = static_cast<std::int64_t>(values.shape(axis)) == shape[axis] &&
               (shape[axis] == 1 || values.stride(axis) == stride);
  if (!is_field)
    throw InputError("The field " + name + " cannot be written",
                     "it is not the array that was solved: it has another shape, type or order",
                     "Save the result as solve gave it");
  return static_cast<const T*>(values.data());
}

/// `fields` are a velocity, a pressure, the parts, and the sensitivity where it was asked for, for each direction, and
/// `frame` is theirs, None without any. The memory of the arrays is checked before it is read.
void save(const nb::bytes& folder, const std::map<std::string, std::string>& texts,
          const std::array<std::int64_t, 3>& dims, const nb::object& frame, const nb::dict& fields,
          const std::string& source, bool overwrite) {
  const auto [nx, ny, nz] = dims;
  SavedRun run{texts, {}, {}, {}, source};
  if (!frame.is_none()) read_frame(nb::cast<nb::dict>(frame), run);
  run.frame.grid.extent = {nx, ny, nz};
  for (const Axis axis : all_axes) {
    const std::string letter(1, axis_letter(axis));
    if (!fields.contains(letter.c_str())) continue;
    const nb::object arrays = fields[letter.c_str()];
    const std::size_t count = nb::len(arrays);
    if (count != 3 && count != 4)
      throw InputError("The fields along " + letter + " cannot be written", "these are not three or four",
                       "Save the result as solve gave it");
    run.fields[axis] = {values_of_field<float, 4>(arrays[0], {nz, ny, nx, 3}, "velocity_" + letter),
                        values_of_field<float, 3>(arrays[1], {nz, ny, nx}, "pressure_" + letter),
                        values_of_field<std::uint32_t, 3>(arrays[2], {nz, ny, nx}, "part_" + letter)};
    if (count == 3) continue;
    run.choice.walls = WallField::sensitivity;
    run.fields[axis].sensitivity =
        values_of_field<float, 4>(arrays[3], {nz, ny, nx, faces_of_voxel}, "sensitivity_" + letter);
  }
  const auto memory = std::make_shared<KeptObject>(fields.attr("copy")());
  do_in_background(
      [memory, run, path = std::string(folder.c_str(), folder.size()), overwrite](Background&) {
        save_run(path, run, overwrite ? Overwrite::all_files : Overwrite::own_files);
        return true;
      },
      nb::none());
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

constexpr std::size_t most_of_a_line = 800;  // a path may have thousands of bytes

/// Turns an error of the program into one of the classes of permeability/_errors.py.
void translate(const std::exception_ptr& thrown, void*) {
  const auto raise = [](const char* kind, const char* text) {
    const nb::object error = nb::module_::import_("permeability._errors")
                                 .attr("error_of")(kind, text_of(shorten(printable_line(text), most_of_a_line)));
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  };
  try {
    std::rethrow_exception(thrown);
  } catch (const Background::Stopped&) {
    PyErr_SetNone(PyExc_SystemExit);  // the interpreter ends, and with it this thread, which says nothing
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
  } catch (const std::filesystem::filesystem_error& error) {
    const InputError told("Cannot use '" + error.path1().string() + "'", error.code().message(),
                          "Check the path and its permissions");
    raise("input", told.what());
  }
}

}  // namespace
}  // namespace perm

NB_MODULE(_core, m) {
  using namespace perm;
  nb::set_leak_warnings(false);  // a thread that still works when the interpreter ends keeps objects alive
  nb::register_exception_translator(translate);
  add_pores_class(m);
  m.def("solve", &solve, nb::arg("image"), nb::arg("options"), nb::arg("tell").none());
  m.def("estimate", &estimate, nb::arg("image"), nb::arg("options"), nb::arg("tell").none());
  m.def(
      "conduct",
      [](const nb::object& image, const OptionsOfPython& given_options) {
        const PythonImage given = read_image(image);
        return text_of(do_in_background([given, options = given_by(given_options)](
                                            Background& /*own*/) { return conduct_image(given.image, options); },
                                        nb::none()));
      },
      nb::arg("image").none(), nb::arg("options"));
  m.def(
      "look",
      [](const nb::object& image, const OptionsOfPython& given_options) {
        const PythonImage given = read_image(image);
        const LookTexts look =
            do_in_background([given, options = given_by(given_options)](
                                 Background& /*own*/) { return look_at_image(given.image, options); },
                             nb::none());
        return nb::make_tuple(text_of(look.json), text_of(look.screen));
      },
      nb::arg("image").none(), nb::arg("options"));
  m.def(
      "read",
      [](const OptionsOfPython& given, const nb::object& mask, const nb::object& tell) {
        std::optional<VoxelArray> sample;
        std::shared_ptr<KeptObject> memory;
        if (!mask.is_none()) {
          sample = read_array(nb::cast<nb::tuple>(mask));
          memory = std::make_shared<KeptObject>(mask);
        }
        return shared(do_in_background([options = given_by(given), sample,
                                        memory](Background& own) { return read_image_file(options, sample, own); },
                                       tell));
      },
      nb::arg("options"), nb::arg("mask").none(), nb::arg("tell").none());
  m.def(
      "mark",
      [](const nb::object& image, const OptionsOfPython& of_image, const nb::object& tell) {
        const PythonImage given = read_image(image);
        return shared(do_in_background(
            [given, options = given_by(of_image)](Background& /*own*/) {
              return mark_array(std::get<GivenArray>(given.image), options);
            },
            tell));
      },
      nb::arg("image"), nb::arg("options"), nb::arg("tell").none());
  m.def(
      "generate",
      [](const OptionsOfPython& given, const nb::object& tell) {
        return shared(do_in_background(
            [options = given_by(given)](Background& own) { return generate_image(options, own); }, tell));
      },
      nb::arg("options"), nb::arg("tell").none());
  m.def("save", &save, nb::arg("folder"), nb::arg("texts"), nb::arg("dims"), nb::arg("frame").none(), nb::arg("fields"),
        nb::arg("source"), nb::arg("overwrite"));
  nb::class_<MachinePlaces>(m, "Places")
      .def_prop_ro("all", &MachinePlaces::all)
      .def("of_image", &MachinePlaces::of_image, nb::arg("voxels"), nb::arg("images_left"))
      .def("threads_of", &MachinePlaces::threads_of, nb::arg("places"));
  m.def("places", [](const OptionsOfPython& options) { return places_of(given_by(options)); });
  m.def("require_solve_options", [](const OptionsOfPython& options) { require_solve_options(given_by(options)); });
  m.def("require_recipe_options", [](const OptionsOfPython& options) { require_recipe_options(given_by(options)); });
  m.def("solve_options", [] { return describe(solve_option_groups()); });
  m.def("conduct_options", [] { return describe(conduct_option_groups()); });
  m.def("look_options", [] { return describe(look_option_groups()); });
  m.def("recipe_options", [] { return describe({{"Geometry", recipe_options()}}); });
  m.def("why_no_cuda", [] { return facts_of(Device::cuda).why_absent(); });
  m.def("version", &version);
  m.def("commit", &commit);
  m.def("end_all", [] {
    const nb::gil_scoped_release unlocked;
    Background::end_all();
  });
}
