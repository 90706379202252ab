// SPDX-License-Identifier: Apache-2.0
//
// MPI_Finalize unloads parts of MPI while threads of its own may still be in them (Open MPI's event thread in its module
// for PMIx): on a busy machine one process of some thousands then ended by SIGSEGV, when all of its work was done. Here
// they stay until the process has ended.
#define _GNU_SOURCE
#include "program.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

typedef struct names_t {
	char **list;
	size_t n;
} names_t;

static int add_name(struct dl_phdr_info *info, size_t size, void *user)
{
	(void)size;
	names_t *names = user;
	if (!info->dlpi_name || !*info->dlpi_name) return 0;
	names->list = hpcc_grow(names->list, (names->n + 1) * sizeof *names->list);
	char *name = hpcc_alloc(strlen(info->dlpi_name) + 1);
	names->list[names->n++] = strcpy(name, info->dlpi_name);
	return 0;
}

void hpcc_keep_libraries(void)
{
	// While they are gone through none may be opened.
	names_t names = {0};
	dl_iterate_phdr(add_name, &names);
	for (size_t k = 0; k < names.n; k++) {
		dlopen(names.list[k], RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
		free(names.list[k]);
	}
	free(names.list);
}
