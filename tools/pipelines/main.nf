// SPDX-License-Identifier: Apache-2.0
// Solves every image of a pattern with Nextflow, one process each.
//   nextflow run tools/pipelines/main.nf --images 'scans/*.tif' --options '--pore 0 --voxel-size 5um'
// A run that a signal has ended (130, 143) or that found too little memory (5, 137) is tried again.
params.images = 'scans/*.tif'
params.options = ''

process solve {
    cpus 4
    errorStrategy { task.exitStatus in [5, 130, 137, 143] && task.attempt < 3 ? 'retry' : 'ignore' }
    publishDir 'permeability', mode: 'copy'

    input:
    path image

    output:
    path "${image.baseName}/result.json"

    script:
    """
    permeability solve ${image} -o ${image.baseName} --threads ${task.cpus} --quiet ${params.options}
    """
}

workflow {
    solve(Channel.fromPath(params.images))
}
