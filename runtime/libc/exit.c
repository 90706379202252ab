// SPDX-License-Identifier: Apache-2.0
//
// Ends. exit is the C library's own: the runtime's exit handler does the rest. Process 0 ends as the program would; the
// others leave quietly before. In a partitioned nest the end is not one process's own, if it can be helped (hpcc_ends).
#define _GNU_SOURCE
#include "libc.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Nothing is flushed on the way, and no handlers run.
static void finish_at_once(int status)
{
	hpcc_ends();
	if (!hpcc_mpi_on && hpcc_size_ == 1) return;
	hpcc_libc_drop = 1;
	hpcc_finish(status);
	if (hpcc_rank_ != 0) _exit(0);
}

// Handlers run outside of nests.
_Noreturn void hpcc_libc_exit(int status)
{
	hpcc_ends();
	hpcc_leave_for_end();
	exit(status);
}

_Noreturn void hpcc_libc__exit(int status)
{
	finish_at_once(status);
	_exit(status);
}

static void at_quick_end(void) { finish_at_once(0); }

// An MPI may catch the signals of failures, to print a trace on every process. What was there before MPI stays: what
// the program was started with, since a library of an MPI (MPICH's UCX) may catch them as soon as it is loaded.
static const int caught_by_mpi[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGUSR1};
enum { N_CAUGHT = sizeof caught_by_mpi / sizeof *caught_by_mpi };
static struct sigaction before_mpi[N_CAUGHT];

static void see_signals(void)
{
	for (int i = 0; i < N_CAUGHT; i++) sigaction(caught_by_mpi[i], NULL, &before_mpi[i]);
}

// Before the constructors of libraries; a simulator loads programs as libraries, which have no such place.
#ifdef HPCC_RUNTIME_SMPI_PROCESS_H
__attribute__((section(".init_array"), used)) static void (*const seen_first)(void) = see_signals;
#else
__attribute__((section(".preinit_array"), used)) static void (*const seen_first)(void) = see_signals;
#endif

void hpcc_libc_exit_start(void)
{
	for (int i = 0; i < N_CAUGHT; i++) sigaction(caught_by_mpi[i], &before_mpi[i], NULL);
	at_quick_exit(at_quick_end);
}

// ---- signals ----------------------------------------------------------------------------------

// Whether a signal that the program sends itself ends it.
static int ends_program(int signal)
{
	struct sigaction action;
	if (signal == SIGKILL) return 1;
	if (signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT || signal == SIGSTOP ||
	        signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU)
		return 0;
	return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_DFL;
}

// Launchers have words and numbers of their own for a process that a signal ended; a status they hand on.
static void end_by(int signal)
{
	if ((!hpcc_mpi_on && hpcc_size_ == 1) || !ends_program(signal)) return;
	finish_at_once(128 + signal);
	_exit(128 + signal);
}

int hpcc_libc_raise(int signal)
{
	if (signal > 0) end_by(signal);
	return raise(signal);
}

int hpcc_libc_kill(pid_t process, int signal)
{
	if (!hpcc_mpi_on) return kill(process, signal);
	pid_t self = hpcc_libc_shared ? (pid_t)hpcc_libc_tell("kill", getpid()) : getpid();
	if (process == self && signal != 0) return hpcc_libc_raise(signal);
	if (!hpcc_libc_shared) return kill(process, signal);
	return (int)hpcc_libc_tell("kill", hpcc_rank_ == 0 ? kill(process, signal) : 0);
}

_Noreturn void hpcc_libc_abort(void)
{
	hpcc_ends();
	end_by(SIGABRT);
	abort();
}

// ---- assert -----------------------------------------------------------------------------------

// Within a partitioned nest this process speaks for itself. Where others do as well the first one does, and ends them.
static int speaks(void)
{
	if (hpcc_partitioned_now && hpcc_rank_ != 0) usleep(100000 * (useconds_t)(hpcc_rank_ % 64));
	return hpcc_rank_ == 0 || hpcc_partitioned_now;
}

static void message(
        const char *file, unsigned line, const char *function, const char *before, const char *what, const char *after)
{
	if (!speaks()) return;
	dprintf(HPCC_MESSAGES, "%s%s%s:%u: ", program_invocation_short_name, *program_invocation_short_name ? ": " : "",
	        file, line);
	if (function) dprintf(HPCC_MESSAGES, "%s: ", function);
	dprintf(HPCC_MESSAGES, "%s%s%s\n", before, what, after);
}

_Noreturn void hpcc_libc_assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
	hpcc_ends();
	message(file, line, function, "Assertion `", condition, "' failed.");
	hpcc_libc_abort();
}

_Noreturn void hpcc_libc_assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
	hpcc_ends();
	message(file, line, function, "Unexpected error: ", strerror(error), ".");
	hpcc_libc_abort();
}
