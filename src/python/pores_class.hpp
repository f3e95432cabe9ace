// SPDX-License-Identifier: Apache-2.0
// The class _core.Pores: an image whose pores are known, for Python. It can be pickled, so that it travels to other
// processes.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace nb = nanobind;

namespace perm {

/// Gives a text, whose bytes may come from the name of a file and be no UTF-8.
nb::str text_of(const std::string& text);

void add_pores_class(nb::module_& module);

}  // namespace perm
