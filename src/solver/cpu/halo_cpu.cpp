// SPDX-License-Identifier: Apache-2.0
#include "solver/cpu/halo_cpu.hpp"

#include <algorithm>

#include "lattice/tiles.hpp"

namespace perm {

template <class Real>
void HaloCpu<Real>::Slots::add(std::int64_t slot) {
  message.push_back(0);
  if (!stretches.empty() && stretches.back().last == slot)
    ++stretches.back().last;
  else
    stretches.push_back({slot, slot + 1});
}

template <class Real>
HaloCpu<Real>::HaloCpu(const Domain& domain, const PoreSpace& pores, const Occupancy& occupancy) : domain_(domain) {
  for (const Face& face : domain.faces()) {
    Passage& passage = passages_.emplace_back();
    passage.face = face;
    const auto add_to = [&occupancy](Slots& slots) {
      return [&occupancy, &slots](std::int64_t x, std::int64_t y, std::int64_t z, int q) {
        slots.add(CpuTiles<Real>::slot(occupancy.cell(x, y, z), q));
      };
    };
    for_each_inner_slot(domain, pores, face, add_to(passage.inner));
    for_each_outer_slot(domain, pores, face, add_to(passage.outer));
  }
}

template <class Real>
std::span<typename HaloCpu<Real>::Passage> HaloCpu<Real>::in_phase(AfterStep after, int phase) {
  return std::span(passages_).subspan(first_face(domain_, after, phase), 2);
}

template <class Real>
void HaloCpu<Real>::start(AfterStep after, int phase, const Real* f) {
  const Communicator& processes = domain_.processes();
  for (Passage& passage : in_phase(after, phase))
    processes.start_to_receive(passage.face.neighbour,
                               message_tag(passage.face.axis, opposite(passage.face.side), after),
                               std::as_writable_bytes(std::span(passage.coming(after).message)), messages_);
  for (Passage& passage : in_phase(after, phase)) {
    Slots& slots = passage.leaving(after);
    Real* to = slots.message.data();
    for (const Range& stretch : slots.stretches) to = std::copy(f + stretch.first, f + stretch.last, to);
    processes.start_to_send(passage.face.neighbour, message_tag(passage.face.axis, passage.face.side, after),
                            std::as_bytes(std::span(slots.message)), messages_);
  }
}

template <class Real>
void HaloCpu<Real>::finish(AfterStep after, int phase, Real* f) {
  messages_.wait();
  for (Passage& passage : in_phase(after, phase)) {
    const Slots& slots = passage.coming(after);
    const Real* from = slots.message.data();
    for (const Range& stretch : slots.stretches) {
      std::copy_n(from, stretch.size(), f + stretch.first);
      from += stretch.size();
    }
  }
}

template class HaloCpu<float>;
template class HaloCpu<double>;

}  // namespace perm
