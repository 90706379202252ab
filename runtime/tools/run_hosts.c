// SPDX-License-Identifier: Apache-2.0
//
// hpcc-run --auto: hosts that do not answer are planned without. Each is asked to run `true` by what Open MPI would
// start its daemons with: ssh, or what OMPI_MCA_plm_rsh_agent names; all at the same time.
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST_WORDS = 32, PATIENCE_MS = 5000, AT_A_TIME = 256 };

bool run_is_here(const char *name)
{
	char here[256] = "";
	if (!strcmp(name, "localhost") || !strcmp(name, "127.0.0.1")) return true;
	return gethostname(here, sizeof here - 1) == 0 &&
	       (!strcmp(name, here) || hpcc_machine_is_short_name(name, here));
}

// What is started, with its words; the text is the caller's.
static int agent_words(char *text, char **word)
{
	int n = 0;
	char *rest = NULL;
	for (char *w = strtok_r(text, " ", &rest); w && n < MOST_WORDS - 8; w = strtok_r(NULL, " ", &rest))
		word[n++] = w;
	if (n == 0) word[n++] = "ssh";
	const char *name = strrchr(word[0], '/') ? strrchr(word[0], '/') + 1 : word[0];
	if (!strcmp(name, "ssh")) {
		word[n++] = "-o";
		word[n++] = "BatchMode=yes";
		word[n++] = "-o";
		word[n++] = "ConnectTimeout=3";
	}
	return n;
}

// -1: it cannot be started.
static pid_t ask(const char *host)
{
	const char *agent = getenv("OMPI_MCA_plm_rsh_agent");
	char text[1024], *word[MOST_WORDS];
	snprintf(text, sizeof text, "%s", agent ? agent : "");
	int n = agent_words(text, word);
	word[n++] = (char *)host;
	word[n++] = "true";
	word[n] = NULL;
	posix_spawn_file_actions_t actions;
	pid_t child;
	posix_spawn_file_actions_init(&actions);
	for (int k = 0; k < 3; k++) posix_spawn_file_actions_addopen(&actions, k, "/dev/null", O_RDWR, 0);
	const int code = posix_spawnp(&child, word[0], &actions, NULL, word, environ);
	posix_spawn_file_actions_destroy(&actions);
	return code ? -1 : child;
}

static long milliseconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// Whether it ends well, and in time.
static bool answers(pid_t child, long until)
{
	int status;
	for (;;) {
		const pid_t ended = waitpid(child, &status, WNOHANG);
		if (ended == child) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
		if (ended < 0 && errno != EINTR) return false;
		if (milliseconds() > until) break;
		nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
	}
	kill(child, SIGKILL);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
	return false;
}

int run_find_down(const machine *m, bool *down)
{
	int n = 0;
	pid_t child[AT_A_TIME];
	for (int first = 0; first < m->n_hosts; first += AT_A_TIME) {
		const int end = first + AT_A_TIME < m->n_hosts ? first + AT_A_TIME : m->n_hosts;
		for (int h = first; h < end; h++)
			child[h - first] = run_is_here(m->host[h]->name) || !hpcc_machine_slots(m->host[h])
			                           ? 0
			                           : ask(m->host[h]->name);
		const long until = milliseconds() + PATIENCE_MS;
		for (int h = first; h < end; h++) {
			const pid_t c = child[h - first];
			down[h] = c < 0 || (c > 0 && !answers(c, until));
			n += down[h];
		}
	}
	return n;
}
