// SPDX-License-Identifier: Apache-2.0
// Solves the rows of a batch side by side: images of few cells take one thread each, larger ones several, and one image
// is read while others are solved. No number depends on what runs beside.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/commands/batch_list.hpp"
#include "report/batch/batch_row.hpp"

namespace perm {

/// Holds outcomes by what was solved (BatchOutcome::content).
using KnownContents = std::map<std::string, const BatchOutcome*>;

/// Solves `rows` with `threads` threads in all, in their order as far as possible. done(place in rows, outcome) is
/// called as soon as a row is done, by one thread at a time. What is wrong with an image is its outcome; what `done`
/// throws, and a signal (Interrupted), ends all. An image whose content is known is read and not solved.
void solve_rows(const std::vector<const ListedRow*>& rows, const KnownContents& known, int threads,
                const std::function<void(std::size_t, BatchOutcome)>& done);

}  // namespace perm
