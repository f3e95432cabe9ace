#!/usr/bin/env bash
#SBATCH --job-name=permeability
#SBATCH --array=1-8
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
#SBATCH --time=02:00:00
# SPDX-License-Identifier: Apache-2.0
# Solves a list of images as a job array: each task takes its share of the rows. Submit it, and then make the table:
#   sbatch tools/pipelines/slurm_array.sh images.csv results --pore 0 --voxel-size 5um
#   permeability batch images.csv -o results --merge --pore 0 --voxel-size 5um
# A task that was killed is submitted again as it is: rows that are done are not solved again.
set -euo pipefail
[ $# -ge 2 ] || { echo "slurm_array: LIST and FOLDER are missing. See the head of this file" >&2; exit 2; }
list=$1 folder=$2
shift 2
srun permeability batch "$list" -o "$folder" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet "$@"
