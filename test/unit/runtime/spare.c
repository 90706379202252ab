// SPDX-License-Identifier: Apache-2.0
//
// Memory that is kept for arrays that are redistributed again: given again where it fits, of zeros where that is asked
// for, and let go where nobody has wanted it for long.
#include "harness.h"

enum { LARGE = 3 << 20, MUCH_LARGER = 2 * LARGE, SMALL = 1000, MOST_KEPT = 32 };

static char *filled(size_t bytes)
{
	char *block = hpcc_spare_alloc(bytes, 1);
	memset(block, 1, bytes);
	return block;
}

static void given_again(void)
{
	hpcc_spare_keep(1);
	char *block = filled(LARGE), *smaller = filled(SMALL);
	hpcc_spare_free(smaller);
	hpcc_spare_free(block);
	hpcc_spare_free(NULL);
	char *other = hpcc_spare_alloc(MUCH_LARGER, 1);
	CHECK(other != block && other[0] == 0 && other[MUCH_LARGER - 1] == 0, "does not fit");
	char *same = hpcc_spare_alloc(LARGE - SMALL, 1);
	CHECK(same == block, "fits");
	CHECK(same[0] == 0 && same[LARGE - SMALL - 1] == 0, "zeros");
	hpcc_spare_free(same);
	same = hpcc_spare_alloc(LARGE, 0);
	CHECK(same == block && same[LARGE - 1] == 1, "as it was");
	hpcc_spare_keep(0);
	hpcc_spare_free(same);
	hpcc_spare_free(other);
}

// More blocks than are kept: the memory of the first ones is the system's again, or somebody else's.
static void let_go(void)
{
	char *block[MOST_KEPT + 2];
	for (int k = 0; k < MOST_KEPT + 2; k++) block[k] = filled(LARGE);
	hpcc_spare_keep(1);
	for (int k = 0; k < MOST_KEPT + 2; k++) hpcc_spare_free(block[k]);
	hpcc_spare_keep(0);
	int again = 0;
	for (int k = 0; k < MOST_KEPT + 2; k++) {
		char *now = hpcc_spare_alloc(LARGE, 0);
		again += now[LARGE / 2] == 1;
		block[k] = now;
	}
	CHECK(again == MOST_KEPT, "%d blocks were kept", again);
	for (int k = 0; k < MOST_KEPT + 2; k++) hpcc_spare_free(block[k]);
}

static int test(int argc, char **argv, char **envp)
{
	(void)argc, (void)argv, (void)envp;
	given_again();
	let_go();
	return failed_anywhere() != 0;
}

TEST_MAIN(test)
