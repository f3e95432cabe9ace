// SPDX-License-Identifier: Apache-2.0
// A first look at an image whose pores nobody need have named. One pass over the file counts its grey values and finds
// its faults; another marks the pores, as `solve` does, by the rule of the request, by what the file says, or else the
// darker of Otsu's two classes. Memory: a plane a thread, some thousand voxels of every plane, and the bits of the
// pores, about ten for each voxel. No image is refused for being odd: what cannot be known of it is left out. The same
// image gives the same look with any number of threads.
#pragma once

#include <memory>

#include "darcy/flow_options.hpp"
#include "input/input.hpp"
#include "input/look/image_look.hpp"

namespace perm {

/// Says whether ImageLook::pictures is wanted, which takes one more search for connected parts.
enum class LookPictures { none, taken };

struct LookRequest {
  InputRequest input;  ///< without a voxel size too
  FlowOptions flow;    ///< for what a flow would take
  LookPictures pictures{LookPictures::none};
};

/// Looks at an image file, a folder of slices or a recipe. Throws InputError where there is no image, UsageError where
/// a part of the request has no meaning for this kind of input, DeviceError where not even the bits of the pores fit,
/// and whatever check_for_stop throws.
ImageLook look_at_input(const LookRequest& request);
/// Looks at an image that is open, or in memory; the path of the request says in words where it comes from.
ImageLook look_at_source(std::unique_ptr<PlaneSource> image, const LookRequest& request);
/// Looks at pores that are known.
ImageLook look_at_pores(const Input& input, const LookRequest& request);

}  // namespace perm
