// SPDX-License-Identifier: Apache-2.0
//
// A library that would be unloaded is still there afterwards.
#define _GNU_SOURCE
#include "harness.h"
#include <dlfcn.h>

TEST_MAIN(libraries)

static int is_loaded(const char *name)
{
	void *handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
	if (handle) dlclose(handle);
	return handle != NULL;
}

static int libraries(int argc, char **argv, char **envp)
{
	(void)argc, (void)argv, (void)envp;
	static const char *const plain = "libBrokenLocale.so.1",
	                         *const kept = "libnss_hesiod.so.2"; // glibc's, used by nobody
	void *first = dlopen(plain, RTLD_LAZY), *second = dlopen(kept, RTLD_LAZY);
	CHECK(first && second, "the libraries of the test");
	if (!first || !second) return 1;
	dlclose(first);
	CHECK(!is_loaded(plain), "it was not unloaded before");
	hpcc_keep_libraries();
	dlclose(second);
	CHECK(is_loaded(kept), "it was unloaded");
	return failed_anywhere() != 0;
}
