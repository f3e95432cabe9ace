// SPDX-License-Identifier: Apache-2.0
// The door to numbers in float16 on the GPU: __half, __half2 and their conversions.
#pragma once

#if defined(__HIP__)
#include <hip/hip_fp16.h>
#else
#include <cuda_fp16.h>
#endif
