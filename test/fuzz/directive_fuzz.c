// SPDX-License-Identifier: Apache-2.0
//
// Directives that are made of anything must neither crash nor hang nor leak. Built with -DHPCC_FUZZ=ON and clang.
#define _GNU_SOURCE
#include "../unit/directive_env.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = strndup((const char *)data, size);
	free(env_run(text));
	free(text);
	return 0;
}
