# SPDX-License-Identifier: Apache-2.0
"""Fits the constants of tools/voxel_error."""


def least_squares(rows):
    """Gives the coefficients of the terms of rows [term, term, ..., what they sum to], by the normal equations."""
    count = len(rows[0]) - 1
    system = [[sum(row[i] * row[j] for row in rows) for j in range(count + 1)] for i in range(count)]
    for i in range(count):
        pivot = max(range(i, count), key=lambda row: abs(system[row][i]))
        system[i], system[pivot] = system[pivot], system[i]
        for j in range(count):
            if j != i:
                factor = system[j][i] / system[i][i]
                system[j] = [a - factor * b for a, b in zip(system[j], system[i])]
    return [system[i][count] / system[i][i] for i in range(count)]
