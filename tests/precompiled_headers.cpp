// SPDX-License-Identifier: Apache-2.0
// This file holds no code. The libraries test_headers and test_headers_json need a file for which they precompile the
// tests' headers.
