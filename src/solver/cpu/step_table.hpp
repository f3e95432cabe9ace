// SPDX-License-Identifier: Apache-2.0
// Lists the step kernels of each instruction set as function pointers, and what rounds moments, so that one program
// runs on every x86-64 processor and on any other processor.
#pragma once

#include "solver/cell/cell_update.hpp"
#include "solver/cell/settings.hpp"
#include "solver/cpu/group_energy.hpp"
#include "solver/cpu/group_rounding.hpp"
#include "solver/cpu/lattice_data.hpp"
#include "solver/cpu/step_cpu.hpp"

namespace perm {

template <class Real>
using StepFunction = void (*)(const LatticeData<Real>&, const CollisionParameters<Real>&, GroupRange,
                              MomentObserver<Real>*);

template <class Real>
struct StepPair {
  StepFunction<Real> even{nullptr};
  StepFunction<Real> odd{nullptr};
};

struct StepTable {
  StepPair<float> float_linear;
  StepPair<float> float_quadratic;
  StepPair<double> double_linear;
  StepPair<double> double_quadratic;
  StepPair<float> float_cut;  ///< with walls anywhere
  StepPair<double> double_cut;
  RoundingFunction<float> float_rounding;
  RoundingFunction<double> double_rounding;
  MeasureFunction<float> float_measure;
  MeasureFunction<double> double_measure;
};

/// Lanes<Real> gives the lane moves of an instruction set.
template <template <class> class Lanes>
constexpr StepTable make_step_table() {
  constexpr Equilibrium linear = Equilibrium::linear;
  constexpr Equilibrium quadratic = Equilibrium::quadratic;
  constexpr WallPlaces anywhere = WallPlaces::anywhere;
  return {{&StepCpu<Lanes<float>, linear>::even, &StepCpu<Lanes<float>, linear>::odd},
          {&StepCpu<Lanes<float>, quadratic>::even, &StepCpu<Lanes<float>, quadratic>::odd},
          {&StepCpu<Lanes<double>, linear>::even, &StepCpu<Lanes<double>, linear>::odd},
          {&StepCpu<Lanes<double>, quadratic>::even, &StepCpu<Lanes<double>, quadratic>::odd},
          {&StepCpu<Lanes<float>, linear, anywhere>::even, &StepCpu<Lanes<float>, linear, anywhere>::odd},
          {&StepCpu<Lanes<double>, linear, anywhere>::even, &StepCpu<Lanes<double>, linear, anywhere>::odd},
          &GroupRounding<Lanes<float>>::moments,
          &GroupRounding<Lanes<double>>::moments,
          &GroupEnergy<Lanes<float>>::measure,
          &GroupEnergy<Lanes<double>>::measure};
}

extern const StepTable avx512_steps;
extern const StepTable avx2_steps;
extern const StepTable plain_steps;

/// Gives the kernels of one instruction set, which must not be `best`.
const StepTable& step_table(InstructionSet resolved);

/// Gives the two steps of a table for distributions of type Real. With walls anywhere the equilibrium is linear.
template <class Real>
StepPair<Real> choose_steps(const StepTable& table, Equilibrium equilibrium, WallPlaces walls) {
  if (walls == WallPlaces::anywhere) {
    if constexpr (sizeof(Real) == sizeof(float)) return table.float_cut;
    if constexpr (sizeof(Real) == sizeof(double)) return table.double_cut;
  }
  const bool linear = equilibrium == Equilibrium::linear;
  if constexpr (sizeof(Real) == sizeof(float)) return linear ? table.float_linear : table.float_quadratic;
  if constexpr (sizeof(Real) == sizeof(double)) return linear ? table.double_linear : table.double_quadratic;
}

/// Gives what rounds moments of type Real.
template <class Real>
RoundingFunction<Real> choose_rounding(const StepTable& table) {
  if constexpr (sizeof(Real) == sizeof(float)) return table.float_rounding;
  if constexpr (sizeof(Real) == sizeof(double)) return table.double_rounding;
}

/// Gives what measures distributions of type Real.
template <class Real>
MeasureFunction<Real> choose_measure(const StepTable& table) {
  if constexpr (sizeof(Real) == sizeof(float)) return table.float_measure;
  if constexpr (sizeof(Real) == sizeof(double)) return table.double_measure;
}

}  // namespace perm
