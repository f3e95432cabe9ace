// SPDX-License-Identifier: Apache-2.0
// Chooses the reader by two facts: whether the path is a folder, and which ending it has.
#include "image/image_reader.hpp"

#include <fmt/format.h>

#include <string>
#include <system_error>
#include <vector>

#include "core/errors.hpp"
#include "image/foreign/formats.hpp"
#include "image/headers/formats.hpp"
#include "image/headers/raw_name.hpp"
#include "image/source/readable_file.hpp"
#include "image/source/slice_names.hpp"
#include "image/tiff/formats.hpp"
#include "image/zarr/formats.hpp"

namespace perm {
namespace fs = std::filesystem;
namespace {

constexpr const char* known_endings = ".tif .tiff .mha .mhd .nrrd .nhdr .npy .nii .nii.gz .vtk .raw .raw.gz .dat .txt";

bool is_image_ending(const std::string& ending) {
  return !ending.empty() && std::string(known_endings).append(" ").find(ending + ' ') != std::string::npos;
}

std::unique_ptr<PlaneSource> open_folder(const fs::path& folder) {
  const std::string problem = fmt::format("Cannot read the slices of '{}'", folder.string());
  const bool has_dicom = holds_dicom(folder);
  const std::vector<fs::path> slices = find_slices(folder);
  if (has_dicom && !slices.empty())
    throw InputError(problem, fmt::format("it holds DICOM files and '{}'", slices.front().filename().string()),
                     "Leave the slices of one stack in the folder");
  if (has_dicom) return open_dicom(folder);
  if (slices.empty())
    throw InputError(problem, "no slice is in it: no .tif, .tiff, .png, .bmp, .jpg, .jp2, and no DICOM",
                     "Name the folder that holds the slices");
  const std::string ending = ending_of(slices.front());
  if (ending == ".tif" || ending == ".tiff") return open_slices(folder, slices);
  if (const std::string advice = advice_to_convert(slices.front()); !advice.empty())
    throw InputError(problem, fmt::format("slices in {} are not read", ending), advice);
  return open_foreign_slices(folder, slices);
}

}  // namespace

std::unique_ptr<PlaneSource> open_image(const fs::path& path, const std::optional<RawLayout>& raw,
                                        DataFiles data_files) {
  const std::string ending = ending_of(path);
  const std::string problem = fmt::format("Cannot open '{}'", path.string());
  std::error_code ignored;
  const bool is_text = ending == ".dat" || ending == ".txt";
  if (raw && ending != ".raw" && fs::exists(path, ignored) && ending != ".gz" && !is_text)
    throw InputError(problem, "a size and type are given, but only .raw, .dat and .txt files do not say their own",
                     "Leave out --dims, or give the file the ending .raw");
  if (const auto dataset = split_dataset_name(path)) return open_hdf5(*dataset);
  if (is_zarr_folder(path)) return open_zarr(path);
  if (const std::string advice = advice_to_convert(path); !advice.empty() && fs::exists(path, ignored))
    throw InputError(problem, fmt::format("{} is a format that is not read", ending), advice);
  if (fs::is_directory(path, ignored)) {
    if (is_image_ending(ending))
      throw InputError(problem, fmt::format("it ends in {} but is a folder", ending),
                       "Name a file, or rename the folder if it holds slices");
    return open_folder(path);
  }
  require_readable_file(path);
  const bool gzipped_raw = ending == ".gz" && ending_of(path.stem()) == ".raw";
  if (is_foreign_name(path)) return open_foreign(path);
  if (ending == ".nii" || (ending == ".gz" && ending_of(path.stem()) == ".nii")) return open_nifti(path);
  if (ending == ".gz" && !gzipped_raw)
    throw InputError(problem, "it is compressed with gzip",
                     fmt::format("Unpack it first: {} '{}'", ending_of(path.stem()) == ".tar" ? "tar -xf" : "gunzip",
                                 path.string()));
  if (ending == ".raw" || gzipped_raw) {
    if (!raw) {
      const std::string proposal = propose_layout(path, static_cast<std::int64_t>(fs::file_size(path, ignored)));
      throw InputError(problem, "a .raw file does not say its size and type",
                       proposal.empty()
                           ? "Give --dims and --dtype"
                           : fmt::format("Give --dims and --dtype; its name{} fit{} {}",
                                         gzipped_raw ? "" : " and length", gzipped_raw ? "s" : "", proposal));
    }
    return open_raw(path, *raw);
  }
  if (is_text) {
    if (!raw)
      throw InputError(problem, fmt::format("a {} file of numbers does not say its size", ending),
                       "Give --dims, and --axes zyx where z runs fastest, as Palabos writes it");
    return open_text(path, *raw);
  }
  if (ending == ".tif" || ending == ".tiff") return open_tiff(path);
  if (ending == ".mha" || ending == ".mhd") return open_meta(path, data_files);
  if (ending == ".npy") return open_npy(path);
  if (ending == ".vtk") return open_vtk(path);
  if (ending == ".nrrd" || ending == ".nhdr") return open_nrrd(path, data_files);
  throw InputError(problem, ending.empty() ? "its name has no ending" : fmt::format("images do not end in {}", ending),
                   fmt::format("Give a file that ends in one of {} {} .h5 .nc, or a folder of slices", known_endings,
                               foreign_endings()));
}

}  // namespace perm
