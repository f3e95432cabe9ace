/* SPDX-License-Identifier: Apache-2.0
 * The calls of MPI that the program needs, as a table of C functions. mpi_plugin.c fills the table, and is all that is
 * compiled with MPI: the program loads it when mpirun or srun has started it, and needs no MPI itself. So one program
 * works with any MPI library, once this part has been made for it (permeability-mpi-build).
 *
 * A call that can fail gives NULL, or what failed in words, which stay until the next call. Unless said otherwise a
 * call with a group is collective. */
#ifndef PERM_CORE_MPI_MPI_CALLS_H
#define PERM_CORE_MPI_MPI_CALLS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes with the table, so that a part made for another release of the program is refused. */
#define PERM_MPI_CALLS_VERSION 2

typedef struct perm_mpi_group perm_mpi_group;       /* processes */
typedef struct perm_mpi_messages perm_mpi_messages; /* messages on their way */

typedef struct perm_mpi_calls {
  int version; /* PERM_MPI_CALLS_VERSION */

  const char* (*start)(perm_mpi_group** all); /* starts MPI and gives all processes of the job */
  void (*stop)(void);
  void (*abort)(int exit_code); /* ends every process of the job */
  int (*rank_in_job)(void);
  int (*knows_cuda)(void); /* whether addresses of GPU memory may be sent from */

  const char* (*on_node)(perm_mpi_group* all, perm_mpi_group** node); /* those that share memory with this one */
  const char* (*first)(perm_mpi_group* all, int count,
                       perm_mpi_group** few); /* NULL where this one is not among them */
  void (*free_group)(perm_mpi_group* group);
  int (*rank)(const perm_mpi_group* group); /* not collective */
  int (*size)(const perm_mpi_group* group); /* not collective */

  const char* (*wait_for_all)(perm_mpi_group* group);
  const char* (*sleep_until_all)(perm_mpi_group* group); /* the same, and takes no processor meanwhile */
  const char* (*sum_int64)(perm_mpi_group* group, int64_t* values, size_t count);
  const char* (*sum_int128)(perm_mpi_group* group, void* values, size_t count); /* of 16 bytes each */
  const char* (*max_int64)(perm_mpi_group* group, int64_t* value);
  const char* (*max_double)(perm_mpi_group* group, double* value);
  const char* (*broadcast)(perm_mpi_group* group, void* bytes, size_t count, int from);
  const char* (*exchange)(perm_mpi_group* group, const int64_t* to, int64_t* from); /* one value for each process */

  /* Messages. These are not collective. */
  perm_mpi_messages* (*make_messages)(void); /* NULL when memory is short */
  const char* (*start_to_send)(perm_mpi_group* group, int to, int tag, const void* bytes, size_t count,
                               perm_mpi_messages* messages);
  const char* (*start_to_receive)(perm_mpi_group* group, int from, int tag, void* bytes, size_t count,
                                  perm_mpi_messages* messages);
  const char* (*wait)(perm_mpi_messages* messages);
  void (*free_messages)(perm_mpi_messages* messages, int wait_first);
} perm_mpi_calls;

/* What the shared object gives. */
const perm_mpi_calls* perm_mpi_plugin(void);
#define PERM_MPI_PLUGIN_NAME "perm_mpi_plugin"

#ifdef __cplusplus
}
#endif

#endif
