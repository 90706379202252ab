// SPDX-License-Identifier: Apache-2.0
#include "timer.h"
#include <stddef.h>
#include <sys/time.h>

double seconds(void)
{
	struct timeval now;
	gettimeofday(&now, NULL);
	return (double)now.tv_sec + now.tv_usec * 1e-6;
}
