// SPDX-License-Identifier: Apache-2.0
#include "app/options/checkpoint_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>

#include "core/errors.hpp"
#include "core/units.hpp"

namespace perm {
namespace {

constexpr const char* end_of_job = "SLURM_JOB_END_TIME";
constexpr const char* word_for_slurm = "slurm";
constexpr double seconds_to_write = 120;  // kept before the end of a job

/// Gives the seconds that SLURM leaves this job, less those to write. SLURM tells the end in seconds since 1970.
double seconds_in_job() {
  const char* text = std::getenv(end_of_job);
  if (text == nullptr) {
    const bool is_in_job = std::getenv("SLURM_JOB_ID") != nullptr;
    throw InputError(
        "--max-time cannot be slurm", fmt::format("{} is not set", end_of_job),
        is_in_job ? fmt::format("This SLURM is too old to set it: put {}=$(date -d \"$(squeue -h -j $SLURM_JOB_ID -o "
                                "%e)\" +%s) before the command",
                                end_of_job)
                  : std::string("This is no job of SLURM: give the time, for example --max-time 55min"));
  }
  const std::string_view given = text;
  std::int64_t end_s = 0;
  const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), end_s);
  if (error != std::errc{} || end != given.data() + given.size())
    throw InputError("--max-time cannot be slurm", fmt::format("{} is '{}'", end_of_job, given),
                     "It must be the seconds since 1970; or give the time, for example --max-time 55min");
  const double left = static_cast<double>(end_s) - static_cast<double>(std::time(nullptr)) - seconds_to_write;
  if (left <= 0)
    throw InputError("--max-time cannot be slurm",
                     fmt::format("the job ends within {:.0f} s, which are kept for writing", seconds_to_write),
                     "Start it in a longer job");
  return left;
}

}  // namespace

std::vector<Option> checkpoint_options() {
  return {
      advanced({"checkpoint", "DIR", "save on the way, in this folder, what another run needs to go on", "", ""}),
      advanced({"every", "DURATION", "time between two savings of --checkpoint, as 90s, 10min or 2h", "10min", ""}),
      completed_by(advanced({"max-time", "DURATION|slurm",
                             "end by then, as 55min, 2h or 1d, with what is known (exit code 75: it can go on); slurm: "
                             "two minutes before the end of the job",
                             "", ""}),
                   word_for_slurm)};
}

CheckpointOptions read_checkpoint_options(const OptionValues& values) {
  CheckpointOptions options;
  if (const auto folder = values.text("checkpoint")) {
    if (folder->empty())
      throw InputError("--checkpoint cannot be ''", "that is no folder", "Name one, for example --checkpoint saved");
    options.folder = *folder;
  }
  if (values.is_given("every") && !options.folder)
    throw UsageError("--every is given without --checkpoint", "nothing is saved on the way",
                     "Add --checkpoint DIR, or leave it out");
  options.every_s = parse_duration_s("every", *values.text("every"));
  if (const auto time = values.text("max-time"))
    options.max_seconds = *time == word_for_slurm ? seconds_in_job() : parse_duration_s("max-time", *time);
  return options;
}

}  // namespace perm
