// SPDX-License-Identifier: Apache-2.0
// The image of a call from Python: an array in the memory of NumPy, or pores that are known.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/errors.hpp"
#include "image/source/numpy_types.hpp"
#include "python/image_task.hpp"

namespace nb = nanobind;

namespace perm {

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
inline std::pair<VoxelType, bool> read_type(const std::string& name) {
  if (name.size() == 3)
    if (const auto type = find_voxel_type(numpy_type_codes, std::string_view(name).substr(1)))
      return {*type, name.front() == '>'};
  throw InputError("The array has voxels of type " + name, "a voxel is a bool, a whole number or a real number",
                   "Turn it into one of these, for example with array.astype('uint8')");
}

/// Reads a tuple (array, address, type, shape, strides, words), of an array with the axes x, y and z.
inline VoxelArray read_array(const nb::tuple& parts) {
  VoxelArray array;
  array.first = reinterpret_cast<const std::byte*>(nb::cast<std::uintptr_t>(parts[1]));
  std::tie(array.type, array.has_other_byte_order) = read_type(nb::cast<std::string>(parts[2]));
  array.lengths = nb::cast<std::array<std::int64_t, 3>>(parts[3]);
  array.strides = nb::cast<std::array<std::int64_t, 3>>(parts[4]);
  array.words = nb::cast<std::string>(parts[5]);
  return array;
}

/// `image` is a Pores, None where an option names a file, or a tuple (image, mask) of what read_array reads, with None
/// where there is no mask.
inline PythonImage read_image(const nb::object& image) {
  if (image.is_none()) return {std::shared_ptr<const Input>(), nullptr};
  if (nb::isinstance<Input>(image)) return {nb::cast<std::shared_ptr<const Input>>(image), nullptr};
  const auto parts = nb::cast<nb::tuple>(image);
  GivenArray array{read_array(nb::cast<nb::tuple>(parts[0])), {}};
  if (!parts[1].is_none()) array.mask = read_array(nb::cast<nb::tuple>(parts[1]));
  return {array, std::make_shared<KeptObject>(parts)};
}

}  // namespace perm
