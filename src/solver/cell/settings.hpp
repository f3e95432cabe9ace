// SPDX-License-Identifier: Apache-2.0
// Holds the settings of a lattice Boltzmann run, in lattice units.
#pragma once

#include <array>
#include <cstdint>

#include "core/named_values.hpp"
#include "lattice/wall_coding.hpp"
#include "solver/cell/prescribed_face.hpp"

namespace perm {

enum class Collision { trt, bgk };
/// Says what distributions relax to (solver/cell/cell_update.hpp). linear: creeping flow. quadratic: with inertia.
/// incompressible: with inertia, and density 1 in every product (He, Luo 1997), so that what flows through every plane
/// of a steady flow is the velocity itself, the same to rounding.
enum class Equilibrium { linear, quadratic, incompressible };
constexpr bool has_inertia(Equilibrium equilibrium) { return equilibrium != Equilibrium::linear; }
/// Names the equilibrium that the steps of a flow are compiled for: with inertia it is one, whose density_share is 0 or
/// 1 (CollisionParameters).
constexpr Equilibrium compiled_for(Equilibrium equilibrium) {
  return has_inertia(equilibrium) ? Equilibrium::quadratic : Equilibrium::linear;
}
/// Names the type in which distributions are stored. float16 is updated in float32, the others in their own type.
enum class Precision { float32, float64, float16 };
enum class Device { cpu, cuda };
/// Says how messages get from GPU to GPU. nccl: by NVIDIA's library. peer: one GPU writes into the memory of another
/// GPU of the same node. cuda_mpi: by an MPI library that takes addresses of GPU memory. host: through the host's
/// memory by plain MPI. automatic: by the fastest way that is there.
enum class Transport { automatic, nccl, peer, cuda_mpi, host };
/// Says whether several processes may compute on one GPU.
enum class GpuSharing { refused, allowed };
/// Says which vector instructions the CPU backend uses; `best` picks at run time what the processor has.
enum class InstructionSet { best, avx512, avx2, plain };

template <>
inline constexpr std::array names_of<Collision>{NamedValue{Collision::trt, "trt"}, NamedValue{Collision::bgk, "bgk"}};
template <>
inline constexpr std::array names_of<Equilibrium>{NamedValue{Equilibrium::linear, "linear"},
                                                  NamedValue{Equilibrium::quadratic, "quadratic"},
                                                  NamedValue{Equilibrium::incompressible, "incompressible"}};
template <>
inline constexpr std::array names_of<Precision>{NamedValue{Precision::float32, "float32"},
                                                NamedValue{Precision::float64, "float64"},
                                                NamedValue{Precision::float16, "float16"}};
template <>
inline constexpr std::array names_of<Device>{NamedValue{Device::cpu, "cpu"}, NamedValue{Device::cuda, "cuda"}};
template <>
inline constexpr std::array names_of<Transport>{
    NamedValue{Transport::automatic, "auto"}, NamedValue{Transport::nccl, "nccl"}, NamedValue{Transport::peer, "peer"},
    NamedValue{Transport::cuda_mpi, "cuda-mpi"}, NamedValue{Transport::host, "host"}};
template <>
inline constexpr std::array names_of<InstructionSet>{
    NamedValue{InstructionSet::best, "best"}, NamedValue{InstructionSet::avx512, "avx512"},
    NamedValue{InstructionSet::avx2, "avx2"}, NamedValue{InstructionSet::plain, "plain"}};

/// Gives the bytes that one distribution takes.
constexpr std::int64_t bytes_of(Precision precision) {
  return precision == Precision::float64 ? 8 : precision == Precision::float32 ? 4 : 2;
}

struct SolverSettings {
  Device device{Device::cpu};
  Collision collision{Collision::trt};
  Equilibrium equilibrium{Equilibrium::linear};
  Precision precision{Precision::float32};
  InstructionSet instructions{InstructionSet::best};
  double tau{1.0};           ///< tau+, which relaxes the sum of each pair of opposite distributions; nu = (tau - 1/2)/3
  double magic{3.0 / 16.0};  ///< TRT only: (tau+ - 1/2)(tau- - 1/2)
  std::array<double, 3> force{1e-6, 0.0, 0.0};  ///< force per unit mass
  int threads{0};                               ///< 0: as many as the processor offers
  Transport transport{Transport::automatic};    ///< between GPUs of several processes
  PrescribedFaces faces{};                      ///< what sealed faces prescribe; all are walls unless they are set
  WallSlip slip{};                              ///< along walls

  friend bool operator==(const SolverSettings&, const SolverSettings&) = default;
};

/// Gives the largest component of the force, without its sign.
double strongest_force(const SolverSettings& settings);
/// Gives the force from whose size the quanta of sums follow: the strongest one, or, where faces drive the flow, their
/// velocity over 2^19, so that the rates of a flow near its end have digits.
double force_of_quanta(const SolverSettings& settings);

/// Gives the kinematic viscosity in lattice units.
constexpr double viscosity(double tau) { return (tau - 0.5) / 3.0; }

}  // namespace perm
