// SPDX-License-Identifier: Apache-2.0
#include "validation/references/published_values.hpp"

namespace perm::reference {
namespace {

constexpr std::array<BereaValues, 14> porefoam{{
    {0, {0, 0, 0}, 128, {0.06772275, 0.05529775, 0.04901825}},
    {2, {256, 0, 0}, 128, {0.089765, 0.07922525, 0.07285275}},
    {4, {128, 128, 0}, 128, {0.05560775, 0.05355825, 0.05364525}},
    {6, {0, 256, 0}, 128, {0.07399725, 0.05419025, 0.0146641}},
    {8, {256, 256, 0}, 128, {0.05381275, 0.04775425, 0.05000575}},
    {10, {128, 0, 128}, 128, {0.07829, 0.133517, 0.097174}},
    {12, {0, 128, 128}, 128, {0.0939765, 0.104523, 0.1188323}},
    {14, {256, 128, 128}, 128, {0.06969875, 0.050852, 0.048959}},
    {16, {128, 256, 128}, 128, {0.08234675, 0.08361275, 0.0862995}},
    {18, {0, 0, 256}, 128, {0.04439125, 0.040152, 0.0525835}},
    {20, {256, 0, 256}, 128, {0.0143222, 0.01633887, 0.0193552}},
    {22, {128, 128, 256}, 128, {0.03614225, 0.0280715, 0.03628575}},
    {24, {0, 256, 256}, 128, {0.0634165, 0.04142525, 0.05533375}},
    {26, {256, 256, 256}, 128, {0.03084825, 0.049758, 0.045018}},
}};

constexpr BereaValues chfem{0, {0, 0, 0}, 128, {0.06323, 0.05679, 0.05681}};

constexpr double voxel2_a_millidarcy = 9.869233e-16 / (5.345e-6 * 5.345e-6);
constexpr BereaValues imperial_college{
    0, {0, 0, 0}, 400, {1360 * voxel2_a_millidarcy, 1304 * voxel2_a_millidarcy, 1193 * voxel2_a_millidarcy}};

constexpr std::array<MeasuredValue, 1> measured{{
    {"fiberform",
     "FiberForm, a preform of carbon fibres",
     "fiberform_slices",
     ":89",
     {100, 100, 100},
     1.3e-6,
     5.57e-11,
     3,
     "measured with gas, Klinkenberg's correction taken away, on samples of porosity 0.87: Panerai et al. 2016, Int. "
     "J. "
     "Heat Mass Transfer 101, 267"},
}};

}  // namespace

std::span<const BereaValues> berea_by_porefoam() { return porefoam; }
const BereaValues& berea_by_chfem() { return chfem; }
const BereaValues& berea_by_imperial_college() { return imperial_college; }
std::span<const MeasuredValue> measured_values() { return measured; }

}  // namespace perm::reference
