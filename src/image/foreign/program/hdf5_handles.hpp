// SPDX-License-Identifier: Apache-2.0
// HDF5's identifiers, closed at the end of their scope, and its errors as exceptions.
#pragma once

#include <hdf5.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace perm::foreign {

/// Gives the innermost reason that HDF5 has for its last error.
std::string hdf5_reason();

/// Throws std::runtime_error where an HDF5 call has failed, which gives less than 0.
template <class Result>
Result checked(Result result) {
  if (result < 0) throw std::runtime_error(hdf5_reason());
  return result;
}

template <herr_t (*close)(hid_t)>
class Handle {
 public:
  /// Throws where `id` is none.
  explicit Handle(hid_t id) : id_(checked(id)) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close(id_);
  }
  operator hid_t() const { return id_; }  // NOLINT(google-explicit-constructor): it stands for the identifier

 private:
  hid_t id_;
};

using FileHandle = Handle<H5Fclose>;
using DatasetHandle = Handle<H5Dclose>;
using GroupHandle = Handle<H5Gclose>;
using ObjectHandle = Handle<H5Oclose>;
using SpaceHandle = Handle<H5Sclose>;
using TypeHandle = Handle<H5Tclose>;
using PropertiesHandle = Handle<H5Pclose>;

}  // namespace perm::foreign
