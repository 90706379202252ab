// SPDX-License-Identifier: Apache-2.0
#include "process.h"

#include <dlfcn.h>

enum { MOST_HANDLERS = 64 };

static struct handler {
	void (*plain)(void);
	void (*with_status)(int, void *);
	void *argument;
} handlers[MOST_HANDLERS];
static int n_handlers;

FILE *hpcc_smpi_stdin, *hpcc_smpi_stdout, *hpcc_smpi_stderr;
char **hpcc_smpi_environ;

static int add_handler(struct handler handler)
{
	if (n_handlers == MOST_HANDLERS) return -1;
	handlers[n_handlers++] = handler;
	return 0;
}

int hpcc_smpi_atexit(void (*handler)(void)) { return add_handler((struct handler){.plain = handler}); }

int hpcc_smpi_on_exit(void (*handler)(int, void *), void *argument)
{
	return add_handler((struct handler){.with_status = handler, .argument = argument});
}

void hpcc_smpi_exit(int status)
{
	while (n_handlers > 0) {
		struct handler last = handlers[--n_handlers];
		if (last.plain)
			last.plain();
		else
			last.with_status(status, last.argument);
	}
	smpi_exit(status);
}

// The C library's variable of a name that is bound to ours in this program.
static void *common(const char *name) { return *(void **)dlsym(RTLD_NEXT, name); }

int main(int argc, char **argv)
{
	hpcc_smpi_stdin = common("stdin");
	hpcc_smpi_stdout = common("stdout");
	hpcc_smpi_stderr = common("stderr");
	hpcc_smpi_environ = common("environ");
	return hpcc_smpi_main(argc, argv, hpcc_smpi_environ);
}
