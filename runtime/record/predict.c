// SPDX-License-Identifier: Apache-2.0
//
// HPCC_PREDICT=64: the program runs as one process, and notes what each of 64 would send and execute (ledger.c). What
// the sizes and the data decide is decided as it would be there; only who runs a local function's part is not known.
#include "../nests/nests.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int hpcc_predicting;

void hpcc_predict_start(void)
{
	enum { MOST = 1 << 20 };
	const char *text = getenv("HPCC_PREDICT");
	char *end;
	if (!text || !*text) return;
	long n = strtol(text, &end, 10);
	if (*end || n < 1 || n > MOST)
		hpcc_die(NULL, "HPCC_PREDICT=%s: a number of processes from 1 to %d is expected", text, MOST);
	const char *record = getenv("HPCC_STATS");
	if (!record || strspn(record, "0123456789") == strlen(record))
		hpcc_die(NULL, "HPCC_PREDICT: what is predicted goes into a file: set HPCC_STATS to its name, or use "
		               "hpcc-graph");
	if (hpcc_checking)
		hpcc_die(NULL, "HPCC_PREDICT: a program that was compiled with -fdist-check predicts nothing");
	hpcc_predicting = 1;
	hpcc_size_ = (int)n;
}
