// SPDX-License-Identifier: Apache-2.0
// Holds no code. The libraries test_headers and test_headers_json need a file to precompile the tests' headers for.
