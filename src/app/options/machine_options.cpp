// SPDX-License-Identifier: Apache-2.0
#include "app/options/machine_options.hpp"

#include <fmt/format.h>

#include "core/communicator.hpp"
#include "core/errors.hpp"
#include "core/processors/threads.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

/// Gives the lowest rank of which `is_so` holds; the number of processes where there is none.
int lowest_rank(bool is_so, const Communicator& world) {
  return static_cast<int>(-world.max(-std::int64_t{is_so ? world.rank() : world.size()}));
}

/// Decides for all processes: they take GPUs where each of them has one and none is to use the CPU.
Device settle_device(const OptionValues& values, const Communicator& world) {
  const Device own = read_device(values);
  const int on_cpu = lowest_rank(own == Device::cpu, world);
  const int insists = lowest_rank(values.text("device") == to_string(Device::cuda), world);
  if (on_cpu == world.size()) return Device::cuda;
  if (insists < world.size())
    throw DeviceError("The processes of this job are to compute on different devices",
                      fmt::format("--device is cuda on rank {}, and rank {} takes the CPU", insists, on_cpu),
                      "Give --device cuda to all of them, or to none");
  return Device::cpu;
}

/// Throws UsageError for an option that does nothing on the device that computes.
void require_use(const OptionValues& values, Device device) {
  const auto refuse = [&values](const char* option, const char* why, const char* remedy) {
    if (values.is_given(option) && values.text(option) != values.fallback(option) && values.text(option) != "false")
      throw UsageError(fmt::format("--{} is given, and {}", option, why), "it would do nothing",
                       fmt::format("Leave --{} out{}", option, remedy));
  };
  if (device == Device::cuda) return refuse("instructions", "a GPU computes", ", or give --device cpu");
  for (const char* option : {"transport", "share-gpus"}) refuse(option, "no GPU computes", ", or give --device cuda");
}

GpuSharing read_sharing(const OptionValues& values) {
  return values.is_on("share-gpus") ? GpuSharing::allowed : GpuSharing::refused;
}

}  // namespace

Device read_device(const OptionValues& values) {
  const std::optional<Device> device = values.choice_or<Device>("device", "auto");
  if (device == Device::cpu) return Device::cpu;
  const DeviceFacts& cuda = facts_of(Device::cuda);
  if (device == Device::cuda) cuda.require();
  return cuda.why_absent().empty() ? Device::cuda : Device::cpu;
}

Option device_option() {
  return {"device", "auto|" + join_names<Device>("|"),
          "where to compute; auto takes a CUDA GPU where there is one, else the CPU", "auto", ""};
}

std::vector<Option> machine_options() {
  return {
      device_option(),
      advanced(
          {"precision", join_names<Precision>("|"),
           "numbers that the distributions are stored in; float16 (GPU) is updated in float32 and checked against it",
           "float32", ""}),
      {"threads", "N", "threads to use, of each rank", "0",
       "all processors that this program may use (affinity, quota), shared out among the ranks of a node"},
      advanced({"instructions", join_names<InstructionSet>("|"),
                "vector instructions; best takes what the processor has", "best", ""}),
      advanced({"transport", join_names<Transport>("|"),
                "how several GPUs exchange messages: peer writes into another GPU of the same node, nccl is NVIDIA's "
                "library, "
                "cuda-mpi an MPI library that knows GPU memory, host works everywhere; auto takes the first of these "
                "that can "
                "be used",
                "auto", ""}),
      advanced({"share-gpus", "", "let several ranks compute on one GPU, which is slow", "", ""}),
  };
}

void settle_machine_options(OptionValues& values, int threads, const Communicator& world) {
  if (world.is_alone() || !values.text("device")) return;
  const Device device = settle_device(values, world);
  values.set("device", to_string(device));
  if (values.integer("threads") == 0) values.set("threads", fmt::format("{}", threads));
  if (device == Device::cuda) choose_gpu(world, read_sharing(values));
}

int read_threads(const OptionValues& values) {
  const std::int64_t threads = values.integer("threads").value_or(0);
  if (threads < 0 || threads > 4096)
    throw InputError(fmt::format("--threads cannot be {}", threads), "the number of threads lies between 0 and 4096",
                     "Give 0 for all that the machine offers");
  return static_cast<int>(threads);
}

void take_device(const OptionValues& values, Device device) {
  require_use(values, device);
  if (device == Device::cuda && Communicator::world().is_alone()) choose_gpu({}, read_sharing(values));
}

void read_machine_options(const OptionValues& values, SolverSettings& settings) {
  settings.device = read_device(values);
  settings.precision = values.choice<Precision>("precision");
  if (settings.precision == Precision::float16) require_float16(settings);
  settings.instructions = resolve_instructions(values.choice<InstructionSet>("instructions"));
  settings.threads = resolve_threads(read_threads(values));
  set_loop_threads(settings.threads);
  settings.transport = values.choice<Transport>("transport");
  take_device(values, settings.device);
}

}  // namespace perm
