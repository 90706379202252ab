// SPDX-License-Identifier: Apache-2.0
//
// libLLVM exports an isl of its own, without GMP, under the same names. The one in use must be Debian's.
#include <isl/version.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	printf("%s", isl_version());
	return strstr(isl_version(), "GMP") ? 0 : 1;
}
