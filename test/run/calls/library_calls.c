// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 9 "for (i = 0; i < H; i++) for (j = 0; j < W; j++) memset(kept...": a value of 'kept' that one process
//              sets is read by another one in the same nest
//            "for (i = 0; i < H; i++) memcpy(after, start, sizeof after);": the array 'after', which
//              every process has a copy of, is written in parts
// MAX-SLOW: 2
// Library functions in nests, on arrays that each iteration has to itself. The last two nests, which set parts, or what is read behind them, are run by
// all.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { H = 13, W = 11, K = 8 };
static int in[H][W], out[H][W];
#pragma dist distribute [block][*] :: in, out
static const int start[K] = {3, 1, 4, 1, 5, 9, 2, 6};
static int kept[K];
typedef struct cell {
	double key;
	int at;
} cell;

static int by_key(const void *p, const void *q)
{
	const cell *x = p, *y = q;
	return x->key < y->key ? -1 : x->key > y->key ? 1 : x->at - y->at;
}

static int descending(const void *p, const void *q)
{
	int x = *(const int *)p, y = *(const int *)q;
	return (x < y) - (x > y);
}

static int most(const int *count)
{
	int best = 0;
	for (int k = 1; k < K; k++)
		if (count[k] > count[best]) best = k;
	return best;
}

static int ranked(int x, int y)
{
	int part[5];
	for (int k = 0; k < 5; k++) part[k] = (x * (k + 1) + y) % 17;
	qsort(part, 5, sizeof part[0], descending);
	return part[1];
}

static void print(const char *name)
{
	unsigned sum = 0;
	for (int i = 0; i < H; i++)
		for (int j = 0; j < W; j++) sum += (unsigned)(out[i][j] * (i * W + j + 1));
	printf("%s %u\n", name, sum);
}

int main(void)
{
	int i, j, count[K], copy[K], after[K];
	for (i = 0; i < H; i++)
		for (j = 0; j < W; j++) in[i][j] = (i * 37 + j * 91 + i * j) % 251;
	for (i = 1; i < H - 1; i++)
		for (j = 1; j < W - 1; j++) {
			memset(count, 0, sizeof count);
			for (int di = -1; di <= 1; di++)
				for (int dj = -1; dj <= 1; dj++) count[in[i + di][j + dj] % K]++;
			out[i][j] = most(count);
		}
	print("memset");
	for (i = 1; i < H; i++)
		for (j = 0; j < W; j++) {
			memcpy(copy, start, sizeof(copy));
			copy[in[i - 1][j] % K] += in[i][j];
			memmove(&copy[1], copy, 3 * sizeof copy[0]);
			out[i][j] = most(copy) + copy[2];
		}
	print("memcpy");
	for (i = 0; i < H; i++)
		for (j = 1; j < W; j++) {
			cell pair[3] = {{in[i][j], 0}, {in[i][j - 1], 1}, {50, 2}};
			qsort(pair, 3, sizeof pair[0], by_key);
			out[i][j] = pair[1].at * 1000 + (int)pair[0].key;
		}
	print("structs");
	for (i = 0; i < H; i++)
		for (j = 0; j < W; j++) out[i][j] = ranked(in[i][j], i + j);
	print("function");
	for (i = 0; i < H; i++)
		for (j = 0; j < W; j++) {
			memset(kept, 0, (size_t)(j % 3) * sizeof *kept);
			kept[in[i][j] % K]++;
			out[i][j] = kept[1] + kept[5];
		}
	print("part");
	for (i = 0; i < H; i++) {
		memcpy(after, start, sizeof after);
		after[in[i][2] % K] = in[i][3];
		out[i][0] = after[0];
	}
	print("after");
	for (int k = 0; k < K; k++) printf("%d %d%c", after[k], kept[k], k + 1 < K ? ' ' : '\n');
	return 0;
}
