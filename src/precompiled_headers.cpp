// SPDX-License-Identifier: Apache-2.0
// This file holds no code. The libraries perm_headers_loops, perm_headers_openmp and perm_headers_text need a file for
// which they precompile headers.
