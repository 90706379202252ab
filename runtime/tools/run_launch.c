// SPDX-License-Identifier: Apache-2.0
//
// hpcc-run: the launcher, which is an existing one: Open MPI's or MPICH's mpirun, or srun within an allocation of
// Slurm. No shell stands in between.
#include "graph_run.h"
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// ---- the command --------------------------------------------------------------------------------

static void add_word(run_launch *l, const char *word)
{
	l->word = realloc(l->word, (size_t)(l->n_words + 2) * sizeof *l->word);
	char *own = strdup(word);
	if (!l->word || !own) abort();
	l->word[l->n_words++] = own;
	l->word[l->n_words] = NULL;
}

static void add_number(run_launch *l, const char *option, int n)
{
	char text[32];
	snprintf(text, sizeof text, "%d", n);
	add_word(l, option);
	add_word(l, text);
}

static void add_file(run_launch *l, const char *option, const char *name)
{
	char path[sizeof l->folder + 32];
	snprintf(path, sizeof path, "%s/%s", l->folder, name);
	if (option) add_word(l, option);
	add_word(l, path);
}

static bool is_in_path(const char *program)
{
	const char *at = getenv("PATH");
	char path[4096];
	while (at && *at) {
		const size_t n = strcspn(at, ":");
		snprintf(path, sizeof path, "%.*s/%s", (int)n, at, program);
		if (n && access(path, X_OK) == 0) return true;
		at += n + (at[n] == ':');
	}
	return false;
}

// That of the MPI which the program is linked with, if several are installed.
static const char *launcher_of(const run_request *r, const char *mpi, bool slurm)
{
	if (r->launcher) return r->launcher;
	if (slurm) return "srun";
	if (!strcmp(mpi, "mpich")) return is_in_path("mpirun.mpich") ? "mpirun.mpich" : "mpirun";
	return is_in_path("mpirun.openmpi") ? "mpirun.openmpi" : "mpirun";
}

// ---- its files ----------------------------------------------------------------------------------

static FILE *open_file(const run_launch *l, const char *name, char **error)
{
	char path[sizeof l->folder + 32];
	snprintf(path, sizeof path, "%s/%s", l->folder, name);
	FILE *f = fopen(path, "wx");
	if (!f && asprintf(error, "%s: it cannot be written: %s", path, strerror(errno)) < 0) abort();
	return f;
}

static bool close_file(FILE *f, const char *name, char **error)
{
	const bool bad = ferror(f) != 0;
	if (fclose(f) == 0 && !bad) return true;
	if (asprintf(error, "%s cannot be written: %s", name, strerror(errno)) < 0) abort();
	return false;
}

// The first process on each host says how many there are on it; Open MPI adds up what has the same name, too.
static void write_slots(FILE *f, const plan *p)
{
	for (int q = 0; q < p->n; q++) {
		int n = 0;
		bool is_first = true;
		for (int k = 0; k < p->n; k++) {
			n += p->process[k].host == p->process[q].host;
			is_first = is_first && !(k < q && p->process[k].host == p->process[q].host);
		}
		if (is_first) fprintf(f, "%s slots=%d\n", p->process[q].host->name, n);
	}
}

// A host for each rank, in their order.
static void write_hosts(FILE *f, const plan *p, const char *behind)
{
	for (int q = 0; q < p->n; q++) fprintf(f, "%s%s\n", p->process[q].host->name, behind);
}

// Whether the host's processes run on cores of several kinds.
static bool cores_differ(const plan *p, const machine_host *h)
{
	int group = -1;
	for (int q = 0; q < p->n; q++) {
		if (p->process[q].host != h) continue;
		if (group >= 0 && p->process[q].group != group) return true;
		group = p->process[q].group;
	}
	return false;
}

// A file may describe more cores than there are: launchers refuse to bind to these.
static bool has_core(const plan_process *x)
{
	return !run_is_here(x->host->name) || x->core < sysconf(_SC_NPROCESSORS_ONLN);
}

// Which core it is matters only there: elsewhere the host's system chooses.
static void write_ranks(FILE *f, const plan *p)
{
	for (int q = 0; q < p->n; q++) {
		const plan_process *x = &p->process[q];
		fprintf(f, "rank %d=%s slot=", q, x->host->name);
		if (cores_differ(p, x->host) && has_core(x))
			fprintf(f, "%d\n", x->core);
		else
			fputs("*\n", f);
	}
}

static bool some_cores_differ(const plan *p)
{
	for (int q = 0; q < p->n; q++)
		if (cores_differ(p, p->process[q].host)) return true;
	return false;
}

// Whether ranks stand on hosts in another way than launchers place them if they know nothing but slots: host by host.
// Where this host stands among others some put it first.
static bool takes_turns(const plan *p)
{
	for (int q = 1; q < p->n; q++) {
		const machine_host *h = p->process[q].host;
		if (h == p->process[q - 1].host) continue;
		if (run_is_here(h->name)) return true;
		for (int k = 0; k < q - 1; k++)
			if (p->process[k].host == h) return true;
	}
	return false;
}

typedef void writer(FILE *f, const plan *p);
static void write_plain(FILE *f, const plan *p) { write_hosts(f, p, ""); }
static void write_ones(FILE *f, const plan *p) { write_hosts(f, p, ":1"); }

static bool write_file(const run_launch *l, const plan *p, const char *name, writer *write, char **error)
{
	FILE *f = open_file(l, name, error);
	if (!f) return false;
	write(f, p);
	return close_file(f, name, error);
}

// ---- kinds of launchers -----------------------------------------------------------------------------

// This host alone, with cores that are alike: the launcher needs no files.
static bool is_plain(const plan *p)
{
	for (int q = 0; q < p->n; q++)
		if (!run_is_here(p->process[q].host->name) || p->process[q].group != p->process[0].group) return false;
	return true;
}

// Settings of the runtime, for processes on other hosts: Open MPI passes on what it is told to only.
static void pass_settings(run_launch *l, const char *layout)
{
	if (layout) add_word(l, "-x"), add_word(l, "HPCC_LAYOUT");
	for (char **e = environ; *e; e++) {
		const size_t n = strcspn(*e, "=");
		if (strncmp(*e, "HPCC_", 5) != 0 || (layout && n == 11 && !strncmp(*e, "HPCC_LAYOUT", n))) continue;
		char name[256];
		if (n >= sizeof name) continue;
		snprintf(name, sizeof name, "%.*s", (int)n, *e);
		add_word(l, "-x"), add_word(l, name);
	}
}

static bool prepare_openmpi(const run_request *r, const plan *p, const char *layout, run_launch *l, char **error)
{
	add_number(l, "-n", p->n);
	pass_settings(l, layout);
	if (is_plain(p)) {
		if (r->oversubscribe) add_word(l, "--oversubscribe");
		return true;
	}
	const bool by_cores = some_cores_differ(p), by_rank = !by_cores && takes_turns(p);
	// A line for each rank. A rankfile would bind processes, to what it takes the cores of other hosts to be.
	if (by_rank) add_word(l, "--map-by"), add_word(l, "seq");
	add_file(l, "--hostfile", "hosts");
	if (!write_file(l, p, "hosts", by_rank ? write_plain : write_slots, error)) return false;
	if (!by_cores) return true;
	add_file(l, "--rankfile", "ranks");
	return write_file(l, p, "ranks", write_ranks, error);
}

static bool prepare_mpich(const plan *p, run_launch *l, char **error)
{
	add_number(l, "-n", p->n);
	if (is_plain(p)) return true;
	add_file(l, "-f", "hosts");
	return write_file(l, p, "hosts", write_ones, error);
}

// SLURM_HOSTFILE is set when it is started.
static bool prepare_slurm(const run_request *r, const plan *p, run_launch *l, char **error)
{
	add_number(l, "--ntasks", p->n);
	add_word(l, "--distribution=arbitrary");
	if (r->oversubscribe) add_word(l, "--overcommit");
	char path[sizeof l->folder + 32];
	snprintf(path, sizeof path, "%s/hosts", l->folder);
	setenv("SLURM_HOSTFILE", path, 1);
	return write_file(l, p, "hosts", write_plain, error);
}

bool run_prepare(const run_request *r, const plan *p, const char *mpi, const char *layout, run_launch *l, char **error)
{
	const bool slurm = getenv("SLURM_JOB_ID") && is_in_path("srun") && !r->launcher;
	const char *folder = getenv("TMPDIR");
	bool good;
	*l = (run_launch){0};
	snprintf(l->folder, sizeof l->folder, "%s/hpcc-run-XXXXXX", folder && *folder ? folder : "/tmp");
	if (!mkdtemp(l->folder)) {
		if (asprintf(error, "%s: no folder for the launcher's files: %s", l->folder, strerror(errno)) < 0)
			abort();
		l->folder[0] = 0;
		return false;
	}
	add_word(l, launcher_of(r, mpi, slurm));
	if (slurm)
		good = prepare_slurm(r, p, l, error);
	else if (!strcmp(mpi, "mpich"))
		good = prepare_mpich(p, l, error);
	else
		good = prepare_openmpi(r, p, layout, l, error);
	for (int k = 0; k < r->n_launcher_arguments; k++) add_word(l, r->launcher_argument[k]);
	add_word(l, r->program);
	for (int k = 0; r->arguments && r->arguments[k]; k++) add_word(l, r->arguments[k]);
	return good;
}

void run_launch_free(run_launch *l)
{
	static const char *const names[] = {"hosts", "ranks"};
	char path[sizeof l->folder + 32];
	for (size_t k = 0; k < sizeof names / sizeof *names && l->folder[0]; k++) {
		snprintf(path, sizeof path, "%s/%s", l->folder, names[k]);
		unlink(path);
	}
	if (l->folder[0]) rmdir(l->folder);
	for (int k = 0; k < l->n_words; k++) free(l->word[k]);
	free(l->word);
	*l = (run_launch){0};
}

// ---- the run ------------------------------------------------------------------------------------

static volatile sig_atomic_t was_told;

// A terminal tells all of its programs; what one program sends this one is for what it has started.
static void hand_on(int number, siginfo_t *info, void *context)
{
	(void)context;
	was_told = number;
	if (info->si_code <= 0 && run_child > 0) kill((pid_t)run_child, number);
}

static const int handed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
enum { N_HANDED_ON = sizeof handed_on / sizeof *handed_on };

void run_watch_signals(void)
{
	struct sigaction action = {.sa_sigaction = hand_on, .sa_flags = SA_SIGINFO}, before;
	sigemptyset(&action.sa_mask);
	for (int k = 0; k < N_HANDED_ON; k++)
		// What is ignored, as nohup wants it, stays so.
		if (sigaction(handed_on[k], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(handed_on[k], &action, NULL);
}

int run_was_told(void) { return was_told; }

static void block_signals(sigset_t *before)
{
	sigset_t all;
	sigemptyset(&all);
	for (int k = 0; k < N_HANDED_ON; k++) sigaddset(&all, handed_on[k]);
	sigprocmask(SIG_BLOCK, &all, before);
}

static void direct(posix_spawn_file_actions_t *actions, const run_launch *l)
{
	const int new = O_WRONLY | O_CREAT | O_TRUNC;
	if (l->output) posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, l->output, new, 0600);
	if (l->messages) posix_spawn_file_actions_addopen(actions, STDERR_FILENO, l->messages, new, 0600);
	if (l->no_input) posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
}

// Handlers become the default in what is started by themselves.
static int spawn(const run_launch *l, pid_t *child, const sigset_t *mask)
{
	posix_spawnattr_t attributes;
	posix_spawn_file_actions_t actions;
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, mask);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	posix_spawn_file_actions_init(&actions);
	direct(&actions, l);
	const int code = posix_spawnp(child, l->word[0], &actions, &attributes, l->word, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	return code;
}

int run_start(const run_launch *l, const char *layout)
{
	pid_t child;
	sigset_t before;
	int status;
	if (layout) setenv("HPCC_LAYOUT", layout, 1);
	block_signals(&before);
	const int code = spawn(l, &child, &before);
	if (code) return run_trouble("%s cannot be started: %s", l->word[0], strerror(code));
	run_child = child;
	sigprocmask(SIG_SETMASK, &before, NULL);
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR) return run_trouble("%s was lost: %s", l->word[0], strerror(errno));
	run_child = 0;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
