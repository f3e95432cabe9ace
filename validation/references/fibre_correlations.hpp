// SPDX-License-Identifier: Apache-2.0
// Permeability of random media of straight fibres with one radius, over the radius squared, as a function of the
// porosity. These are estimates and fits, not exact values: measurements and simulations lie within some tens of
// percent of them. All throw std::domain_error where they say nothing.
#pragma once

namespace perm::reference {

/// How the fibres lie, and how the flow meets them.
enum class FibreFlow {
  isotropic,      ///< fibres along all directions
  within_planes,  ///< fibres along all directions of parallel planes, flow within the planes
  across_planes,  ///< the same fibres, flow normal to the planes
  along_fibres,   ///< parallel fibres
  across_fibres   ///< parallel fibres
};

/// The constants of the tortuosity ((1 - threshold)/(porosity - threshold))^exponent.
struct TortuosityFit {
  double threshold;  ///< porosity at which no path is left
  double exponent;
};

/// Gives the fit of Tomadakis and Sotirchos (1993), J. Chem. Phys. 98, 616, to random walks among overlapping fibres.
TortuosityFit fibre_tortuosity(FibreFlow flow);

/// Gives Tomadakis and Robertson (2005), J. Compos. Mater. 39, 163, for overlapping fibres:
/// e/(8 ln(e)^2) (e - t)^(a + 2)/((1 - t)^a ((a + 1) e - t)^2) at porosity e, with the threshold t and the exponent a
/// of the tortuosity. It is the estimate Lambda^2/(8 F) of Johnson, Koplik and Schwartz (1986), where F is the
/// tortuosity over e, and 2/Lambda = d ln(1/F)/d ln(e) * S/e, with the surface S = -2 e ln(e)/R of overlapping
/// cylinders. Needs threshold < porosity < 1.
double tomadakis_robertson(FibreFlow flow, double porosity);

/// Gives Nabovati, Llewellin and Sousa (2009), Composites A 40, 860, for overlapping fibres along all directions:
/// 0.491 (sqrt((1 - 0.0743)/(1 - e)) - 1)^2.31. The form is Gebart's (1992) for arrays, and the constants were fitted to
/// lattice Boltzmann simulations at porosities e from 0.08 to 0.99. There curvature did not matter, and length did only
/// below 6 diameters. Needs a porosity in that range.
double nabovati(double porosity);

/// Gives Jackson and James (1986), Can. J. Chem. Eng. 64, 364, for fibres along all directions, each as if among
/// fibres of a square array: 3/(20 c) (-ln(c) - 0.931), with c = 1 - porosity. It is meant for dilute media; this
/// function needs c from 0 to 0.25, because the bracket tends to zero at 0.39.
double jackson_james(double porosity);

/// Gives Davies (1952), Proc. Inst. Mech. Eng. B 1, 185, fitted to flow through pads of fibres that lie across the
/// flow, porosity 0.7 to 0.994: 1/(16 c^1.5 (1 + 56 c^3)), with c = 1 - porosity. Needs a porosity in that range.
double davies(double porosity);

}  // namespace perm::reference
