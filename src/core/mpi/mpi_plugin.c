/* SPDX-License-Identifier: Apache-2.0
 * Fills the table of mpi_calls.h. This is the only file that is compiled with MPI, and it is written in C, because
 * every MPI has a compiler for C. Every call is checked. */
#include <mpi.h>
#if defined(__has_include)
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif
#endif

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/mpi/mpi_calls.h"

enum { most_bytes = 1 << 30 }; /* in one message: MPI counts in int; larger messages go in parts */

struct perm_mpi_group {
  MPI_Comm processes;
  int rank, size;
  MPI_Datatype int128;
  MPI_Op add_int128;
};

struct perm_mpi_messages {
  MPI_Request* requests;
  int count, capacity;
};

static char failure[MPI_MAX_ERROR_STRING + 64];

static const char* check(int result, const char* call) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (result == MPI_SUCCESS) return NULL;
  MPI_Error_string(result, text, &length);
  snprintf(failure, sizeof failure, "%s: %s", call, text);
  return failure;
}

/* Does each call of a list as long as none fails. */
#define CHECK(call, name)                      \
  do {                                         \
    const char* const why = check(call, name); \
    if (why != NULL) return why;               \
  } while (0)

static const char* no_memory(void) { return "There is no memory for a few bytes"; }

static int is_running(void) {
  int started = 0, stopped = 0;
  MPI_Initialized(&started);
  MPI_Finalized(&stopped);
  return started && !stopped;
}

static void add_int128(void* values, void* to, int* count, MPI_Datatype* type) {
  const __int128* const addends = values;
  __int128* const sums = to;
  (void)type;
  for (int i = 0; i < *count; ++i) sums[i] += addends[i];
}

/* Takes the communicator, which free_group frees. */
static const char* make_group(MPI_Comm processes, perm_mpi_group** made) {
  perm_mpi_group* const group = calloc(1, sizeof *group);
  *made = group;
  if (group == NULL) return no_memory();
  group->processes = processes;
  CHECK(MPI_Comm_set_errhandler(processes, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  CHECK(MPI_Comm_rank(processes, &group->rank), "MPI_Comm_rank");
  CHECK(MPI_Comm_size(processes, &group->size), "MPI_Comm_size");
  CHECK(MPI_Type_contiguous(sizeof(__int128), MPI_BYTE, &group->int128), "MPI_Type_contiguous");
  CHECK(MPI_Type_commit(&group->int128), "MPI_Type_commit");
  CHECK(MPI_Op_create(add_int128, 1, &group->add_int128), "MPI_Op_create");
  return NULL;
}

static void free_group(perm_mpi_group* group) {
  if (group == NULL) return;
  if (is_running()) {
    MPI_Op_free(&group->add_int128);
    MPI_Type_free(&group->int128);
    MPI_Comm_free(&group->processes);
  }
  free(group);
}

static const char* start(perm_mpi_group** all) {
  int level = 0;
  MPI_Comm processes = MPI_COMM_NULL;
  CHECK(MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level), "MPI_Init_thread");
  CHECK(MPI_Comm_dup(MPI_COMM_WORLD, &processes), "MPI_Comm_dup");
  return make_group(processes, all);
}

static void stop(void) {
  if (is_running()) MPI_Finalize();
}

static void abort_job(int exit_code) { MPI_Abort(MPI_COMM_WORLD, exit_code); }

static int rank_in_job(void) {
  int rank = 0;
  if (is_running()) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

static int knows_cuda(void) {
#if defined(MPIX_CUDA_AWARE_SUPPORT)
  return MPIX_Query_cuda_support() == 1;
#else
  return 0;
#endif
}

static const char* on_node(perm_mpi_group* all, perm_mpi_group** node) {
  MPI_Comm processes = MPI_COMM_NULL;
  CHECK(MPI_Comm_split_type(all->processes, MPI_COMM_TYPE_SHARED, all->rank, MPI_INFO_NULL, &processes),
        "MPI_Comm_split_type");
  return make_group(processes, node);
}

static const char* first(perm_mpi_group* all, int count, perm_mpi_group** few) {
  MPI_Comm processes = MPI_COMM_NULL;
  *few = NULL;
  CHECK(MPI_Comm_split(all->processes, all->rank < count ? 0 : MPI_UNDEFINED, all->rank, &processes), "MPI_Comm_split");
  return processes == MPI_COMM_NULL ? NULL : make_group(processes, few);
}

static int rank_of(const perm_mpi_group* group) { return group->rank; }
static int size_of(const perm_mpi_group* group) { return group->size; }

static const char* wait_for_all(perm_mpi_group* group) { return check(MPI_Barrier(group->processes), "MPI_Barrier"); }

/* MPI looks for messages all the time while it waits. */
static const char* sleep_until_all(perm_mpi_group* group) {
  const struct timespec nap = {0, 50000};
  MPI_Request all = MPI_REQUEST_NULL;
  int have_come = 0;
  CHECK(MPI_Ibarrier(group->processes, &all), "MPI_Ibarrier");
  CHECK(MPI_Test(&all, &have_come, MPI_STATUS_IGNORE), "MPI_Test");
  while (!have_come) {
    nanosleep(&nap, NULL);
    CHECK(MPI_Test(&all, &have_come, MPI_STATUS_IGNORE), "MPI_Test");
  }
  return NULL;
}

static const char* reduce(perm_mpi_group* group, void* values, size_t count, MPI_Datatype type, MPI_Op operation) {
  return check(MPI_Allreduce(MPI_IN_PLACE, values, (int)count, type, operation, group->processes), "MPI_Allreduce");
}
static const char* sum_int64(perm_mpi_group* group, int64_t* values, size_t count) {
  return reduce(group, values, count, MPI_INT64_T, MPI_SUM);
}
static const char* sum_int128(perm_mpi_group* group, void* values, size_t count) {
  return reduce(group, values, count, group->int128, group->add_int128);
}
static const char* max_int64(perm_mpi_group* group, int64_t* value) {
  return reduce(group, value, 1, MPI_INT64_T, MPI_MAX);
}
static const char* max_double(perm_mpi_group* group, double* value) {
  return reduce(group, value, 1, MPI_DOUBLE, MPI_MAX);
}

static int size_of_part(size_t bytes) { return bytes < most_bytes ? (int)bytes : most_bytes; }

static const char* broadcast(perm_mpi_group* group, void* bytes, size_t count, int from) {
  for (size_t done = 0; done < count; done += most_bytes)
    CHECK(MPI_Bcast((char*)bytes + done, size_of_part(count - done), MPI_BYTE, from, group->processes), "MPI_Bcast");
  return NULL;
}

static const char* exchange(perm_mpi_group* group, const int64_t* to, int64_t* from) {
  return check(MPI_Alltoall(to, 1, MPI_INT64_T, from, 1, MPI_INT64_T, group->processes), "MPI_Alltoall");
}

static perm_mpi_messages* make_messages(void) { return calloc(1, sizeof(perm_mpi_messages)); }

/* Gives a place for one more request; NULL when memory is short. */
static MPI_Request* one_more(perm_mpi_messages* messages) {
  if (messages->count == messages->capacity) {
    const int capacity = messages->capacity == 0 ? 8 : 2 * messages->capacity;
    MPI_Request* const longer = realloc(messages->requests, (size_t)capacity * sizeof *longer);
    if (longer == NULL) return NULL;
    messages->requests = longer;
    messages->capacity = capacity;
  }
  messages->requests[messages->count] = MPI_REQUEST_NULL;
  return &messages->requests[messages->count++];
}

static const char* start_to_send(perm_mpi_group* group, int to, int tag, const void* bytes, size_t count,
                                 perm_mpi_messages* messages) {
  for (size_t done = 0; done < count; done += most_bytes) {
    MPI_Request* const request = one_more(messages);
    if (request == NULL) return no_memory();
    CHECK(
        MPI_Isend((const char*)bytes + done, size_of_part(count - done), MPI_BYTE, to, tag, group->processes, request),
        "MPI_Isend");
  }
  return NULL;
}

static const char* start_to_receive(perm_mpi_group* group, int from, int tag, void* bytes, size_t count,
                                    perm_mpi_messages* messages) {
  for (size_t done = 0; done < count; done += most_bytes) {
    MPI_Request* const request = one_more(messages);
    if (request == NULL) return no_memory();
    CHECK(MPI_Irecv((char*)bytes + done, size_of_part(count - done), MPI_BYTE, from, tag, group->processes, request),
          "MPI_Irecv");
  }
  return NULL;
}

/* Keeps the memory of the requests for the next messages. After a failure none is waited for again. */
static const char* wait_for(perm_mpi_messages* messages) {
  const int count = messages->count;
  messages->count = 0;
  return check(MPI_Waitall(count, messages->requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
}

static void free_messages(perm_mpi_messages* messages, int wait_first) {
  if (messages == NULL) return;
  if (wait_first && messages->count > 0) MPI_Waitall(messages->count, messages->requests, MPI_STATUSES_IGNORE);
  free(messages->requests);
  free(messages);
}

const perm_mpi_calls* perm_mpi_plugin(void) {
  static const perm_mpi_calls calls = {
      .version = PERM_MPI_CALLS_VERSION,
      .start = start,
      .stop = stop,
      .abort = abort_job,
      .rank_in_job = rank_in_job,
      .knows_cuda = knows_cuda,
      .on_node = on_node,
      .first = first,
      .free_group = free_group,
      .rank = rank_of,
      .size = size_of,
      .wait_for_all = wait_for_all,
      .sleep_until_all = sleep_until_all,
      .sum_int64 = sum_int64,
      .sum_int128 = sum_int128,
      .max_int64 = max_int64,
      .max_double = max_double,
      .broadcast = broadcast,
      .exchange = exchange,
      .make_messages = make_messages,
      .start_to_send = start_to_send,
      .start_to_receive = start_to_receive,
      .wait = wait_for,
      .free_messages = free_messages,
  };
  return &calls;
}
