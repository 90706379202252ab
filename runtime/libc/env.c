// SPDX-License-Identifier: Apache-2.0
//
// Who and where the program is: process 0, on its machine. The environment and the arguments are made the same at
// start, so that getenv, environ and setenv are the C library's.
#define _GNU_SOURCE
#include "libc.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

// ---- lists of strings -------------------------------------------------------------------------

// What the runtime itself asks for: it differs from run to run.
static const char at_start[] = "start";

// Process 0's list, as a new one. Collective.
static char **tell_list(char **list, int *n)
{
	int count = 0;
	size_t bytes = 0;
	for (; hpcc_rank_ == 0 && list[count]; count++) bytes += strlen(list[count]) + 1;
	hpcc_bcast_for(at_start, &count, sizeof count);
	hpcc_bcast_for(at_start, &bytes, sizeof bytes);
	char *text = hpcc_alloc(bytes);
	char *at = text;
	for (int i = 0; hpcc_rank_ == 0 && i < count; i++) at = stpcpy(at, list[i]) + 1;
	hpcc_bcast_for(at_start, text, bytes);
	char **copy = hpcc_alloc((size_t)(count + 1) * sizeof *copy);
	for (int i = 0; i < count; i++, text += strlen(text) + 1) copy[i] = text;
	*n = count;
	return copy;
}

void hpcc_libc_env_start(int *argc, char ***argv, char ***envp)
{
	int n;
	char **arguments = tell_list(*argv, argc);
	char **environment = tell_list(environ, &n);
	if (hpcc_rank_ == 0) return;
	*argv = arguments;
	*envp = environ = environment;
}

// ---- what the system says ---------------------------------------------------------------------

HPCC_LIBC_ONCE(pid_t, getpid, (void), ())
HPCC_LIBC_ONCE(pid_t, getppid, (void), ())
HPCC_LIBC_ONCE(pid_t, getpgrp, (void), ())
HPCC_LIBC_ONCE(pid_t, getpgid, (pid_t process), (process))
HPCC_LIBC_ONCE(pid_t, getsid, (pid_t process), (process))
HPCC_LIBC_ONCE(pid_t, gettid, (void), ())
HPCC_LIBC_ONCE(long, sysconf, (int name), (name))
HPCC_LIBC_ONCE(int, get_nprocs, (void), ())
HPCC_LIBC_ONCE(int, get_nprocs_conf, (void), ())
HPCC_LIBC_FILLS(int, uname, (struct utsname * out), (out), out)
HPCC_LIBC_FILLS(int, sysinfo, (struct sysinfo * out), (out), out)

int hpcc_libc_getrlimit(int resource, struct rlimit *out)
{
	if (!hpcc_libc_shared) return getrlimit(resource, out);
	return (int)hpcc_libc_tell_data("getrlimit", getrlimit(resource, out), out, sizeof *out);
}

int hpcc_libc_getloadavg(double *out, int n)
{
	if (!hpcc_libc_shared) return getloadavg(out, n);
	return (int)hpcc_libc_tell_data("getloadavg", getloadavg(out, n), out, n > 0 ? (size_t)n * sizeof *out : 0);
}

// Those that fill `size` bytes of text.
#define HPCC_NAMES(name, parameters, arguments)                                                                        \
	int hpcc_libc_##name parameters                                                                                \
	{                                                                                                              \
		if (!hpcc_libc_shared) return name arguments;                                                          \
		return (int)hpcc_libc_tell_data(#name, hpcc_rank_ == 0 ? name arguments : 0, to, size);                \
	}

HPCC_NAMES(gethostname, (char *to, size_t size), (to, size))
HPCC_NAMES(getdomainname, (char *to, size_t size), (to, size))
HPCC_NAMES(getlogin_r, (char *to, size_t size), (to, size))
HPCC_NAMES(ttyname_r, (int fd, char *to, size_t size), (fd, to, size))

int hpcc_libc_gethostname_chk(char *to, size_t size, size_t room)
{
	return hpcc_libc_gethostname(to, size < room ? size : room);
}

int hpcc_libc_getdomainname_chk(char *to, size_t size, size_t room)
{
	return hpcc_libc_getdomainname(to, size < room ? size : room);
}

char *hpcc_libc_getlogin(void)
{
	static char *keep;
	return hpcc_libc_shared ? hpcc_libc_tell_string("getlogin", hpcc_rank_ == 0 ? getlogin() : NULL, &keep)
	                        : getlogin();
}

char *hpcc_libc_ttyname(int fd)
{
	static char *keep;
	return hpcc_libc_shared ? hpcc_libc_tell_string("ttyname", hpcc_rank_ == 0 ? ttyname(fd) : NULL, &keep)
	                        : ttyname(fd);
}
