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
    FaceExchange& exchange = exchanges_.emplace_back();
    exchange.face = face;
    const auto add_to = [&occupancy](Slots& slots) {
      return [&occupancy, &slots](std::int64_t x, std::int64_t y, std::int64_t z, int q) {
        slots.add(CpuTiles<Real>::slot(occupancy.cell(x, y, z), q));
      };
    };
    for_each_inner_slot(domain, pores, face, add_to(exchange.inner));
    for_each_outer_slot(domain, pores, face, add_to(exchange.outer));
  }
}

template <class Real>
std::span<typename HaloCpu<Real>::FaceExchange> HaloCpu<Real>::in_phase(AfterStep after, int phase) {
  return std::span(exchanges_).subspan(first_face(domain_, after, phase), 2);
}

template <class Real>
void HaloCpu<Real>::start(AfterStep after, int phase, const Real* f) {
  const Communicator& processes = domain_.processes();
  for (FaceExchange& exchange : in_phase(after, phase))
    processes.start_to_receive(exchange.face.neighbour,
                               message_tag(exchange.face.axis, opposite(exchange.face.side), after),
                               std::as_writable_bytes(std::span(exchange.coming(after).message)), messages_);
  for (FaceExchange& exchange : in_phase(after, phase)) {
    Slots& slots = exchange.leaving(after);
    Real* to = slots.message.data();
    for (const Range& stretch : slots.stretches) to = std::copy(f + stretch.first, f + stretch.last, to);
    processes.start_to_send(exchange.face.neighbour, message_tag(exchange.face.axis, exchange.face.side, after),
                            std::as_bytes(std::span(slots.message)), messages_);
  }
}

template <class Real>
void HaloCpu<Real>::finish(AfterStep after, int phase, Real* f) {
  messages_.wait();
  for (FaceExchange& exchange : in_phase(after, phase)) {
    const Slots& slots = exchange.coming(after);
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
