// SPDX-License-Identifier: Apache-2.0
//
// The program's begin and end. MPI is used only under a launcher. At the end everything is flushed by all before
// process 0 leaves with the program's status: a launcher kills the rest when one leaves with another status than 0.
#include "../arrays/arrays.h"
#include "../libc/libc.h"
#include "../nests/nests.h"
#include "../trace/trace.h"
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

int hpcc_rank_, hpcc_size_ = 1, hpcc_mpi_on;
int hpcc_partitioned_now;
MPI_Comm hpcc_comm;

int hpcc_alone;

static int any_unit_maps;

void hpcc_unit_maps(void)
{
	any_unit_maps = 1;
	if (hpcc_size_ > 1) hpcc_alone = 0;
}

static hpcc_main_function *user_main;
static int (**inits)(int phase);
static int n_inits;
static int ended;

void hpcc_set_main(hpcc_main_function *function) { user_main = function; }

void hpcc_at_start(int (*init)(int phase))
{
	inits = hpcc_grow(inits, (size_t)(n_inits + 1) * sizeof *inits);
	inits[n_inits++] = init;
}

static void start_units(void)
{
	int last = 0;
	for (int phase = 0; phase <= last; phase++)
		for (int i = 0; i < n_inits; i++) {
			int wanted = inits[i](phase);
			if (wanted > last) last = wanted;
		}
	for (int i = 0; i < n_inits; i++) inits[i](HPCC_ALL_MAPPED);
}

// ---- functions that run by themselves ----------------------------------------------------------

static hpcc_constructor **constructors;
static int n_constructors, started;

int hpcc_before_start(hpcc_constructor *function)
{
	if (started) return 0;
	constructors = hpcc_grow(constructors, (size_t)(n_constructors + 1) * sizeof *constructors);
	constructors[n_constructors++] = function;
	return 1;
}

// As the C library calls them: with all that main gets, whatever they take.
#ifdef __clang__
__attribute__((no_sanitize("function")))
#endif
static void
run_constructors(int argc, char **argv, char **envp)
{
	started = 1;
	for (int k = 0; k < n_constructors; k++) constructors[k](argc, argv, envp);
}

typedef struct destructor_t {
	void (*function)(void);
	int priority;
} destructor_t;

static destructor_t *destructors;
static int n_destructors, behind_end;

// In the order in which they run backwards: by priority, then as they are registered.
void hpcc_at_end(void (*function)(void), int priority)
{
	destructors = hpcc_grow(destructors, (size_t)(n_destructors + 1) * sizeof *destructors);
	int at = n_destructors++;
	for (; at > 0 && destructors[at - 1].priority > priority; at--) destructors[at] = destructors[at - 1];
	destructors[at] = (destructor_t){function, priority};
}

int hpcc_behind_end(void) { return behind_end; }

static void run_destructors(void)
{
	while (n_destructors > 0) destructors[--n_destructors].function();
	behind_end = 1;
}

// ---- the end -----------------------------------------------------------------------------------

static int leave_status;

static void leave_at_once(int signal)
{
	(void)signal;
	_exit(leave_status);
}

// What stands in a pipe to a launcher is lost where the launcher ends the job before it reads that.
static void wait_for_reader(int descriptor)
{
	struct stat file;
	int unread = 0;
	if (fstat(descriptor, &file) != 0 || !S_ISFIFO(file.st_mode)) return;
	for (int k = 0; k < 500 && ioctl(descriptor, FIONREAD, &unread) == 0 && unread > 0; k++) usleep(1000);
}

// Some MPIs abort by exit(), which would bring us back here, and some wait for the others, who wait for them.
static _Noreturn void leave_job(int status)
{
	int may_abort = hpcc_mpi_on && !ended;
	ended = 1;
	leave_status = status;
	if (may_abort) wait_for_reader(STDOUT_FILENO), wait_for_reader(HPCC_MESSAGES);
	signal(SIGALRM, leave_at_once);
	alarm(1);
	// Not of a copy of it, whose other processes MPICH tells by a message: they end by themselves, with a status of
	// their own.
	if (may_abort) MPI_Abort(MPI_COMM_WORLD, status);
	_exit(status);
}

void hpcc_die_with(int status, const char *where, const char *text)
{
	// Mostly all processes come here together. Process 0 speaks for them; another one speaks when nobody has ended
	// it, each at its own time.
	if (hpcc_mpi_on && hpcc_rank_ != 0) usleep(2500000 + 500000 * (useconds_t)(hpcc_rank_ % 64));
	fflush(stdout);
	// Not by stderr, which leads nowhere on other processes than 0.
	dprintf(HPCC_MESSAGES, "hpcc: %s%s%s\n", where ? where : "", where ? ": " : "", text);
	leave_job(status);
}

void hpcc_die(const char *where, const char *format, ...)
{
	char text[1024];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	hpcc_die_with(HPCC_EXIT_STATUS, where, text);
}

void hpcc_mpi_check(int code, const char *what)
{
	if (code == MPI_SUCCESS) return;
	char text[MPI_MAX_ERROR_STRING] = "unknown error";
	int length;
	MPI_Error_string(code, text, &length);
	hpcc_die(NULL, "%s (in %.40s)", text, what);
}

void *hpcc_alloc(size_t bytes)
{
	void *memory = calloc(1, bytes ? bytes : 1);
	if (!memory) hpcc_die(NULL, "out of memory (%zu bytes)", bytes);
	return memory;
}

void *hpcc_grow(void *old, size_t bytes)
{
	void *memory = realloc(old, bytes ? bytes : 1);
	if (!memory) hpcc_die(NULL, "out of memory (%zu bytes)", bytes);
	return memory;
}

void hpcc_bcast_bytes(void *bytes, size_t n)
{
	const size_t most = 1 << 30;
	for (size_t at = 0; hpcc_size_ > 1 && at < n; at += most) {
		size_t part = n - at < most ? n - at : most;
		HPCC_COLLECTIVE(MPI_Bcast, MPI_Ibcast, (char *)bytes + at, (int)part, MPI_BYTE, 0, hpcc_comm);
		hpcc_note_collective(HPCC_BCAST, 0, part);
	}
}

void hpcc_bcast_for(const char *name, void *bytes, size_t n)
{
	int is_event = hpcc_event_begin((hpcc_event){.purpose = HPCC_FOR_LIBRARY, .name = name});
	hpcc_bcast_bytes(bytes, n);
	hpcc_replicate_leave_out(n);
	hpcc_event_end(is_event);
}

static int under_launcher(void)
{
	static const char *const set_by_launchers[] = {
	        "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE", "PMI_FD", "PMIX_RANK", "SMPI_GLOBAL_SIZE"};
	for (size_t i = 0; i < sizeof set_by_launchers / sizeof *set_by_launchers; i++)
		if (getenv(set_by_launchers[i])) return 1;
	return 0;
}

// A launcher of another MPI than the program's has started copies that do not know of one another.
static void check_launcher(void)
{
	static const struct launcher {
		const char *size, *rank;
	} launchers[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"}, {"PMI_SIZE", "PMI_RANK"}};
	for (size_t i = 0; hpcc_size_ == 1 && i < sizeof launchers / sizeof *launchers; i++) {
		const char *size = getenv(launchers[i].size), *rank = getenv(launchers[i].rank);
		if (!size || atoi(size) < 2) continue;
		char library[MPI_MAX_LIBRARY_VERSION_STRING];
		int length;
		MPI_Get_library_version(library, &length);
		library[strcspn(library, ",\n")] = 0;
		// The first one speaks; the launcher ends the others, which would else leave before it has spoken.
		if (rank && atoi(rank) != 0) sleep(3), leave_job(HPCC_EXIT_STATUS);
		hpcc_die(NULL,
		        "another MPI's launcher has started %d copies of the program, each with one process; it is "
		        "built for "
		        "%s, whose mpirun or mpiexec it needs (HPCC_MPI chooses another MPI when it is compiled)",
		        atoi(size), library);
	}
}

// Predicted: what all would do at the end but meet.
static void finish_predicting(void)
{
	if (ended) return;
	if (hpcc_phases_on) hpcc_phases_end();
	if (hpcc_partitioned_now)
		hpcc_libc_finish_alone();
	else
		hpcc_libc_finish();
	ended = 1;
	hpcc_ledger_write();
}

void hpcc_finish(int status)
{
	if (hpcc_predicting) finish_predicting();
	if (!hpcc_mpi_on || ended) return;
	if (hpcc_partitioned_now) {
		hpcc_libc_finish_alone();
		leave_job(status);
	}
	hpcc_check_together("the end");
	if (hpcc_phases_on) hpcc_phases_end();
	hpcc_libc_finish();
	if (status == 0) hpcc_unheeded_print();
	if (status == 0) hpcc_lost_print();
	hpcc_stats_print();
	hpcc_ledger_write();
	HPCC_COLLECTIVE(MPI_Barrier, MPI_Ibarrier, hpcc_comm);
	ended = 1;
	HPCC_UNNOTED(MPI_Comm_free(&hpcc_comm));
	hpcc_wait_for_mpi_threads();
	HPCC_UNNOTED(MPI_Finalize());
	if (hpcc_rank_ != 0 && status != 0) _exit(0);
}

// Runs as the last exit handler, because it was registered first.
static void finish(int status, void *unused)
{
	(void)unused;
	if (!ended && !hpcc_partitioned_now) run_destructors();
	hpcc_finish(status);
	if (!hpcc_mpi_on) hpcc_own_mpi_end();
}

static void finish_alone(void)
{
	run_destructors();
	if (hpcc_mpi_on) return;
	hpcc_stats_print();
	hpcc_ledger_write();
	hpcc_own_mpi_end();
}

static void start_mpi(void)
{
	// Loops may run in threads; what talks to other processes does not.
	int provided, is_on = 0;
	// A library may have started it before main.
	HPCC_MPI(MPI_Initialized(&is_on));
	if (!is_on && HPCC_UNNOTED(MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided)) != MPI_SUCCESS)
		hpcc_die(NULL, "MPI does not start");
	hpcc_note_mpi_threads();
	hpcc_mpi_on = 1;
	hpcc_comm = MPI_COMM_WORLD;
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	HPCC_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &hpcc_comm));
	HPCC_MPI(MPI_Comm_set_errhandler(hpcc_comm, MPI_ERRORS_RETURN));
	HPCC_MPI(MPI_Comm_rank(hpcc_comm, &hpcc_rank_));
	HPCC_MPI(MPI_Comm_size(hpcc_comm, &hpcc_size_));
	check_launcher();
	hpcc_yield_start();
}

void hpcc_exit(int status) { exit(status); }

int main(int argc, char **argv, char **envp)
{
	if (under_launcher())
		start_mpi();
	else
		hpcc_predict_start();
	if (hpcc_mpi_on || hpcc_predicting ? on_exit(finish, NULL) : atexit(finish_alone))
		hpcc_die(NULL, "no room for an exit handler");
	hpcc_libc_start(&argc, &argv, &envp);
	hpcc_speeds_start();
	hpcc_stats_start();
	hpcc_ledger_arguments(argc, argv);
	hpcc_phases_start();
	hpcc_replicate_start();
	hpcc_strips_start();
	hpcc_unheeded_start();
	hpcc_trace_start();
	hpcc_alone = (hpcc_size_ == 1 || !any_unit_maps) && !hpcc_checking && !hpcc_tracing && hpcc_stats_level < 2 &&
	             !hpcc_ledger_on;
	start_units();
	run_constructors(argc, argv, envp);
	exit(user_main(argc, argv, envp));
}
