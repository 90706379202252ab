// SPDX-License-Identifier: Apache-2.0
//
// Other programs. A command runs once, beside process 0. A copy of this program, or another one in its place, and what
// else one process cannot do for all, is refused where there are several.
#define _GNU_SOURCE
#include "libc.h"
#include <dirent.h>
#include <ftw.h>
#include <glob.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

HPCC_LIBC_ONCE(int, system, (const char *command), (command))
HPCC_LIBC_FILLS(pid_t, wait, (int *status), (status), status)
HPCC_LIBC_FILLS(pid_t, waitpid, (pid_t process, int *status, int options), (process, status, options), status)

static void alone(const char *name)
{
	if (hpcc_libc_shared) hpcc_die(NULL, "%s does not work with several processes", name);
}

#define HPCC_ALONE(type, name, parameters, arguments)                                                                  \
	type hpcc_libc_##name parameters                                                                               \
	{                                                                                                              \
		alone(#name);                                                                                          \
		return name arguments;                                                                                 \
	}

HPCC_ALONE(pid_t, fork, (void), ())
HPCC_ALONE(int, execv, (const char *path, char *const *args), (path, args))
HPCC_ALONE(int, execvp, (const char *path, char *const *args), (path, args))
HPCC_ALONE(int, execve, (const char *path, char *const *args, char *const *env), (path, args, env))
HPCC_ALONE(int, execvpe, (const char *path, char *const *args, char *const *env), (path, args, env))
HPCC_ALONE(int, fexecve, (int fd, char *const *args, char *const *env), (fd, args, env))
HPCC_ALONE(int, posix_spawn,
        (pid_t * process, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const *args, char *const *env),
        (process, path, actions, attributes, args, env))
HPCC_ALONE(int, posix_spawnp,
        (pid_t * process, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const *args, char *const *env),
        (process, path, actions, attributes, args, env))
HPCC_ALONE(int, socket, (int domain, int type, int protocol), (domain, type, protocol))
HPCC_ALONE(int, socketpair, (int domain, int type, int protocol, int *fd), (domain, type, protocol, fd))
HPCC_ALONE(int, glob, (const char *pattern, int flags, int (*failed)(const char *, int), glob_t *out),
        (pattern, flags, failed, out))
HPCC_ALONE(int, ftw, (const char *path, __ftw_func_t visit, int depth), (path, visit, depth))
HPCC_ALONE(int, nftw, (const char *path, __nftw_func_t visit, int depth, int flags), (path, visit, depth, flags))
HPCC_ALONE(int, scandir,
        (const char *path, struct dirent ***list, int (*wanted)(const struct dirent *),
                int (*order)(const struct dirent **, const struct dirent **)),
        (path, list, wanted, order))

// ---- execl ------------------------------------------------------------------------------------

// The arguments up to NULL, as a list; what stands behind it, if `env` is not NULL.
static char **list_of(const char *first, va_list args, char *const **env)
{
	size_t n = 0;
	char **list = hpcc_alloc(2 * sizeof *list);
	for (const char *next = first; next; next = va_arg(args, const char *)) {
		list = hpcc_grow(list, (n + 2) * sizeof *list);
		list[n++] = (char *)next;
	}
	list[n] = NULL;
	if (env) *env = va_arg(args, char *const *);
	return list;
}

#define HPCC_EXECL(name, environment, call)                                                                            \
	int hpcc_libc_##name(const char *path, const char *first, ...)                                                 \
	{                                                                                                              \
		alone(#name);                                                                                          \
		char *const *env = environ;                                                                            \
		va_list args;                                                                                          \
		va_start(args, first);                                                                                 \
		char **list = list_of(first, args, environment);                                                       \
		va_end(args);                                                                                          \
		int result = call(path, list, env);                                                                    \
		free(list);                                                                                            \
		return result;                                                                                         \
	}

HPCC_EXECL(execl, NULL, execve)
HPCC_EXECL(execle, &env, execve)
HPCC_EXECL(execlp, NULL, execvpe)
