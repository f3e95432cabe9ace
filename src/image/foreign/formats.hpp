// SPDX-License-Identifier: Apache-2.0
// Images that a child process reads with libpng, ITK or HDF5, and formats that the program knows but does not read.
// Paths exist and can be read; InputError is thrown when a file is not what it promises, or when the program was built
// without the library that reads it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "image/foreign/reader_process.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// The endings of single files that libpng and ITK read, for messages.
std::string foreign_endings();
/// Says whether a child reads files of this name with libpng or ITK: .png, .dcm, ...
bool is_foreign_name(const std::filesystem::path& path);
/// Says whether HDF5 reads files of this name: .h5, .nc, ...
bool is_hdf5_name(const std::filesystem::path& path);

/// A file and the path of a dataset in it, or no path.
struct DatasetName {
  std::filesystem::path file;
  std::string dataset;
};
/// Splits "scan.h5:/entry/data" where no file has that very name, and gives nothing for other names.
std::optional<DatasetName> split_dataset_name(const std::filesystem::path& path);

/// Says whether `folder` holds files in DICOM, which have the ending .dcm or none.
bool holds_dicom(const std::filesystem::path& folder);

/// Says how to convert a file or folder of this name, which is known but not read; empty for others.
std::string advice_to_convert(const std::filesystem::path& path);

std::unique_ptr<PlaneSource> open_foreign(const std::filesystem::path& path,
                                          const foreign::Reader& reader = foreign::installed_reader());
/// Opens slices in the order in which they are given, all in `folder`.
std::unique_ptr<PlaneSource> open_foreign_slices(const std::filesystem::path& folder,
                                                 const std::vector<std::filesystem::path>& slices,
                                                 const foreign::Reader& reader = foreign::installed_reader());
/// Opens the one series of `folder`, in the order of the positions in the files.
std::unique_ptr<PlaneSource> open_dicom(const std::filesystem::path& folder,
                                        const foreign::Reader& reader = foreign::installed_reader());
/// Opens a dataset of two or three axes; without a name, the only one that there is.
std::unique_ptr<PlaneSource> open_hdf5(const DatasetName& name,
                                       const foreign::Reader& reader = foreign::installed_reader());

}  // namespace perm
