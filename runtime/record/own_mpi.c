// SPDX-License-Identifier: Apache-2.0
//
// What a program's own code calls of MPI: files that are not translated, and libraries. The runtime has MPI's functions
// itself, by the names that MPI's profiling interface leaves to tools, and calls what comes behind the program where
// the linker looks names up: a tool that is preloaded or linked as a library, or MPI. They are weak, so a tool in an
// object file takes their place. Statistics (ledger.c) get an event for each function.
//
// Where no launcher has started the program, or it predicts, MPI is started as one process by the first such call.
#define _GNU_SOURCE
#include "../nests/nests.h"
#include "ledger.h"
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>

// SimGrid's processes are threads, to which the linker gives MPI in its own way.
#ifndef HPCC_RUNTIME_SMPI_PROCESS_H

int hpcc_mpi_calls;

typedef struct own_call {
	const char *name;
	int waits;
	entry_t *entry; // NULL: not called yet
} own_call;

enum {
#define OWN_CALL(name, ...) OWN_##name,
#include "own_mpi.def"
	N_OWN_CALLS
};

static own_call own_calls[N_OWN_CALLS] = {
#define OWN_CALL(name, waits, ...) [OWN_##name] = {"MPI_" #name, waits, NULL},
#include "own_mpi.def"
};

// ---- finding what is behind --------------------------------------------------------------------

typedef void function_t(void);

// `own`: where nothing can be looked up, in a program that is linked statically.
static function_t *behind(const char *name, function_t *own)
{
	function_t *found = (function_t *)dlsym(RTLD_NEXT, name);
	return found ? found : own;
}

#define BEHIND(name)                                                                                                   \
	static __typeof__(&MPI_##name) found_##name;                                                                   \
	static __typeof__(&MPI_##name) behind_##name(void)                                                             \
	{                                                                                                              \
		if (!found_##name)                                                                                     \
			found_##name = (__typeof__(found_##name))behind("MPI_" #name, (function_t *)PMPI_##name);      \
		return found_##name;                                                                                   \
	}
#define OWN_CALL(name, ...) BEHIND(name)
#define OWN_QUESTION(name, ...) BEHIND(name)
#include "own_mpi.def"
BEHIND(Init)
BEHIND(Init_thread)
BEHIND(Finalize)
BEHIND(Request_free)

// ---- MPI without a launcher --------------------------------------------------------------------

static int started_alone;

static void start_alone(void)
{
	int is_on = 0, provided;
	PMPI_Initialized(&is_on);
	if (is_on) return;
	started_alone = 1;
	hpcc_mpi_calls++;
	if (behind_Init_thread()(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
		hpcc_die(NULL, "MPI does not start");
	hpcc_mpi_calls--;
}

void hpcc_own_mpi_end(void)
{
	if (started_alone) HPCC_UNNOTED(MPI_Finalize());
}

// ---- notes -------------------------------------------------------------------------------------

static int is_watched(void) { return !hpcc_mpi_calls && (hpcc_ledger_on || !hpcc_mpi_on); }

// Nanoseconds, or 0 where none are counted.
static long begin(own_call *c)
{
	if (!hpcc_mpi_on) start_alone();
	hpcc_mpi_calls++;
	if (!hpcc_ledger_on) return 0;
	if (!c->entry) {
		c->entry = hpcc_alloc(sizeof *c->entry);
		c->entry->event = (hpcc_event){.purpose = HPCC_FOR_MPI, .name = c->name};
	}
	hpcc_count_add(&c->entry->calls, hpcc_predicting ? 0 : hpcc_rank_, 0, 0, 1, 0);
	return hpcc_nanoseconds();
}

// What stands within another event is in that one's time.
static void end(own_call *c, long began)
{
	hpcc_mpi_calls--;
	if (!hpcc_ledger_on || hpcc_event_is_open()) return;
	long time = hpcc_nanoseconds() - began;
	c->entry->time += time;
	if (c->waits) c->entry->waiting += time;
}

// What one process sends to itself, where it stands for many, says nothing of these.
static int is_noted(void) { return hpcc_ledger_on && !hpcc_predicting; }

// Processes of a communicator, or of its other side, by their ranks in MPI_COMM_WORLD; MPI_UNDEFINED: none of it.
// Communicators keep it for themselves, so that it ends with them.
typedef struct ranks_t {
	int n, rank[];
} ranks_t;

static int ranks_end(MPI_Comm comm, int key, void *ranks, void *unused)
{
	(void)comm, (void)key, (void)unused;
	free(ranks);
	return MPI_SUCCESS;
}

static ranks_t *ranks_find(MPI_Comm comm)
{
	MPI_Group group, world;
	int n, is_inter;
	PMPI_Comm_test_inter(comm, &is_inter);
	if (is_inter)
		PMPI_Comm_remote_group(comm, &group);
	else
		PMPI_Comm_group(comm, &group);
	PMPI_Comm_group(MPI_COMM_WORLD, &world);
	PMPI_Group_size(group, &n);
	ranks_t *ranks = hpcc_alloc(sizeof *ranks + (size_t)n * sizeof *ranks->rank);
	int *here = hpcc_alloc((size_t)n * sizeof *here);
	ranks->n = n;
	for (int k = 0; k < n; k++) here[k] = k;
	PMPI_Group_translate_ranks(group, n, here, world, ranks->rank);
	PMPI_Group_free(&group);
	PMPI_Group_free(&world);
	free(here);
	return ranks;
}

static const ranks_t *ranks_of(MPI_Comm comm)
{
	static int key = MPI_KEYVAL_INVALID;
	ranks_t *ranks = NULL;
	int is_there = 0;
	if (key == MPI_KEYVAL_INVALID) PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, ranks_end, &key, NULL);
	PMPI_Comm_get_attr(comm, key, &ranks, &is_there);
	if (is_there) return ranks;
	ranks = ranks_find(comm);
	PMPI_Comm_set_attr(comm, key, ranks);
	return ranks;
}

// MPI_UNDEFINED: not one of the program's.
static int in_world(int rank, MPI_Comm comm)
{
	if (comm == MPI_COMM_WORLD) return rank;
	const ranks_t *ranks = ranks_of(comm);
	return rank >= 0 && rank < ranks->n ? ranks->rank[rank] : MPI_UNDEFINED;
}

static long size_of(MPI_Datatype type)
{
	int size = 0;
	PMPI_Type_size(type, &size);
	return size == MPI_UNDEFINED ? 0 : size;
}

static void note_message(own_call *c, int to, long bytes)
{
	if (to >= 0 && to < hpcc_size_) hpcc_count_add(&c->entry->messages, hpcc_rank_, to, 0, 1, bytes);
}

static int is_somebody(int to) { return to != MPI_PROC_NULL && is_noted(); }

static void note_send(own_call *c, int n, MPI_Datatype type, int to, MPI_Comm comm)
{
	if (is_somebody(to)) note_message(c, in_world(to, comm), n * size_of(type));
}

// ---- messages that are sent again and again -----------------------------------------------------

typedef struct persistent_t {
	MPI_Request request;
	int to;
	long bytes;
	struct persistent_t *next; // of the same bucket
} persistent_t;

enum { BUCKETS = 256 };
static persistent_t *bucket[BUCKETS];

static persistent_t **persistent_of(MPI_Request request)
{
	unsigned long hash = (unsigned long)request * 0x9e3779b97f4a7c15UL;
	persistent_t **k = &bucket[hash >> 56];
	while (*k && (*k)->request != request) k = &(*k)->next;
	return k;
}

static void forget(MPI_Request request)
{
	persistent_t **k = persistent_of(request), *old = *k;
	if (!old) return;
	*k = old->next;
	free(old);
}

static void keep_send(MPI_Request request, int n, MPI_Datatype type, int to, MPI_Comm comm)
{
	if (!is_somebody(to)) return;
	persistent_t **k = persistent_of(request);
	if (!*k) *k = hpcc_alloc(sizeof **k);
	(*k)->request = request;
	(*k)->to = in_world(to, comm);
	(*k)->bytes = n * size_of(type);
}

static void note_start(own_call *c, MPI_Request request)
{
	const persistent_t *k = is_noted() ? *persistent_of(request) : NULL;
	if (k) note_message(c, k->to, k->bytes);
}

static void note_starts(own_call *c, int n, const MPI_Request *request)
{
	for (int k = 0; k < n; k++) note_start(c, request[k]);
}

// ---- operations of all --------------------------------------------------------------------------

// Those whose data come to this process: of its communicator, or of the other side.
static long others(MPI_Comm comm) { return comm == MPI_COMM_WORLD ? hpcc_size_ : ranks_of(comm)->n; }

static long sum_of(const int *n, MPI_Comm comm)
{
	long sum = 0;
	for (long k = 0; k < others(comm); k++) sum += n[k];
	return sum;
}

static long most_of(const int *n, MPI_Comm comm)
{
	int most = 0;
	for (long k = 0; k < others(comm); k++) most = MAX_OF(most, n[k]);
	return most;
}

// MPI has negative roots of its own.
enum { NO_ROOT = INT_MIN };

// Whether this process is the one that notes the operation: its root, or the first where there is none.
static int is_first(int root, MPI_Comm comm)
{
	int rank = 0, is_inter = 0;
	if (!is_noted()) return 0;
	PMPI_Comm_rank(comm, &rank);
	PMPI_Comm_test_inter(comm, &is_inter);
	if (root == NO_ROOT) return rank == 0;
	return is_inter ? root == MPI_ROOT : root == rank;
}

#define NOTE_TOGETHER(operation, root, bytes)                                                                          \
	if (is_first(root, comm))                                                                                      \
	hpcc_count_add(&c->entry->collectives, operation, root == NO_ROOT ? -1 : hpcc_rank_, bytes, 1, 0)

// ---- the functions ------------------------------------------------------------------------------

// The runtime's own calls go the short way.
#define OWN_CALL(name, waits, parameters, arguments, ...)                                                              \
	__attribute__((noinline)) static int own_##name parameters                                                     \
	{                                                                                                              \
		if (!is_watched()) return behind_##name() arguments;                                                   \
		own_call *c = &own_calls[OWN_##name];                                                                  \
		long began = begin(c);                                                                                 \
		int code = behind_##name() arguments;                                                                  \
		if (code == MPI_SUCCESS) {                                                                             \
			__VA_ARGS__;                                                                                   \
		}                                                                                                      \
		end(c, began);                                                                                         \
		return code;                                                                                           \
	}                                                                                                              \
	__attribute__((weak)) int MPI_##name parameters                                                                \
	{                                                                                                              \
		return hpcc_mpi_calls && found_##name ? found_##name arguments : own_##name arguments;                 \
	}
#define OWN_QUESTION(name, parameters, arguments)                                                                      \
	__attribute__((weak)) int MPI_##name parameters                                                                \
	{                                                                                                              \
		if (!hpcc_mpi_on && !hpcc_mpi_calls) start_alone();                                                    \
		return behind_##name() arguments;                                                                      \
	}
#include "own_mpi.def"

__attribute__((weak)) int MPI_Request_free(MPI_Request *request)
{
	if (is_watched()) forget(*request);
	return behind_Request_free()(request);
}

// The runtime begins and ends MPI; a program's own code finds it there.
__attribute__((weak)) int MPI_Init(int *argc, char ***argv)
{
	if (hpcc_mpi_calls) return behind_Init()(argc, argv);
	if (!hpcc_mpi_on) start_alone();
	return MPI_SUCCESS;
}

__attribute__((weak)) int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
	if (hpcc_mpi_calls) return behind_Init_thread()(argc, argv, required, provided);
	if (!hpcc_mpi_on) start_alone();
	return PMPI_Query_thread(provided);
}

__attribute__((weak)) int MPI_Finalize(void) { return hpcc_mpi_calls ? behind_Finalize()() : MPI_SUCCESS; }

// ---- events, for ledger.c -----------------------------------------------------------------------

// What any process has called, on all of them in the same order.
void hpcc_own_mpi_events(void)
{
	int called[N_OWN_CALLS];
	for (int k = 0; k < N_OWN_CALLS; k++) called[k] = own_calls[k].entry != NULL;
	if (hpcc_mpi_on)
		HPCC_COLLECTIVE(
		        MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, called, N_OWN_CALLS, MPI_INT, MPI_MAX, hpcc_comm);
	for (int k = 0; k < N_OWN_CALLS; k++)
		if (called[k]) hpcc_entry_add(own_calls[k].entry, own_calls[k].name);
}

#else

int hpcc_mpi_calls;
void hpcc_own_mpi_end(void) {}
void hpcc_own_mpi_events(void) {}

#endif
