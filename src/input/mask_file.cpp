// SPDX-License-Identifier: Apache-2.0
#include "input/mask_file.hpp"

#include <optional>
#include <utility>
#include <variant>

#include "image/image_reader.hpp"
#include "image/source/cropped_planes.hpp"

namespace perm {

std::unique_ptr<PlaneSource> open_mask(const InputRequest& request, const Extent& region) {
  const auto* file = request.mask ? std::get_if<FileMask>(&*request.mask) : nullptr;
  if (file == nullptr) return nullptr;
  std::optional<RawLayout> raw;
  if (request.raw && file->path.extension() == ".raw") {
    raw = request.raw;
    raw->type = "uint8";
    raw->offset_bytes = 0;
  }
  auto mask = file->planes ? file->planes->for_another_thread() : open_image(file->path, raw, request.data_files);
  if (request.crop && !(mask->extent() == region))
    mask = crop_planes(std::move(mask), along_axes_of_file(*request.crop, request.rule.axes));
  return mask;
}

}  // namespace perm
