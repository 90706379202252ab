// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Medians of windows: arrays of the function that each iteration sets and sorts, in functions with loops that end when they do.
#include <stdio.h>
#include <stdlib.h>
enum { H = 31, W = 23 };
static int in[H][W], out[H][W];
#pragma dist distribute [block][*] :: in, out

static int frac(int n, int a[], int k)
{
	int left = 1, right = n, result;
	for (;;) {
		if (right <= left) {
			result = a[k - 1];
			break;
		}
		int x = a[k - 1], i = left, j = right;
		for (;;) {
			if (j < i) {
				if (j < k) left = i;
				if (k < i) right = j;
				break;
			}
			while (a[i - 1] < x) i = i + 1;
			while (x < a[j - 1]) j = j - 1;
			if (i <= j) {
				int t = a[i - 1];
				a[i - 1] = a[j - 1];
				a[j - 1] = t;
				i++, j--;
			}
		}
	}
	return result;
}
static int median_fraction(int n, int a[])
{
	return frac(n, a, (n + 1) / 2);
}
static int median_insertion(int n, int *a)
{
	for (int i = 1; i < n; i++) {
		int x = a[i], j = i;
		while (j > 0 && a[j - 1] > x) {
			a[j] = a[j - 1];
			j--;
		}
		a[j] = x;
	}
	return a[n / 2];
}
static void bubble(int *a, int n)
{
	for (int i = 0; i < n - 1; i++)
		for (int j = 0; j < n - 1 - i; j++)
			if (a[j] > a[j + 1]) {
				int t = a[j];
				a[j] = a[j + 1];
				a[j + 1] = t;
			}
}
static int compare(const void *x, const void *y)
{
	return *(const int *)x - *(const int *)y;
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
	int i, j, p[5], window[9], w2[9];
	for (i = 0; i < H; i++)
		for (j = 0; j < W; j++) in[i][j] = (i * 37 + j * 91 + i * j) % 251;
	for (i = 1; i < H - 1; i++)
		for (j = 1; j < W - 1; j++) {
			p[0] = in[i - 1][j];
			p[1] = in[i + 1][j];
			p[2] = in[i][j - 1];
			p[3] = in[i][j + 1];
			p[4] = in[i][j];
			out[i][j] = median_fraction(5, p);
		}
	print("fraction");
	for (i = 1; i < H - 1; i++)
		for (j = 1; j < W - 1; j++) {
			p[0] = in[i - 1][j];
			p[1] = in[i + 1][j];
			p[2] = in[i][j - 1];
			p[3] = in[i][j + 1];
			p[4] = in[i][j];
			out[i][j] = median_insertion(5, p);
		}
	print("insertion");
	for (i = 1; i < H - 1; i++)
		for (j = 1; j < W - 1; j++) {
			int k = 0;
			for (int di = -1; di <= 1; di++)
				for (int dj = -1; dj <= 1; dj++) window[k++] = in[i + di][j + dj];
			bubble(window, 9);
			out[i][j] = window[4];
		}
	print("bubble");
	for (i = 1; i < H - 1; i++)
		for (j = 1; j < W - 1; j++) {
			int k = 0, win[9];
			for (int di = -1; di <= 1; di++)
				for (int dj = -1; dj <= 1; dj++) win[k++] = in[i + di][j + dj];
			qsort(win, 9, sizeof win[0], compare);
			out[i][j] = win[4];
		}
	print("qsort");
	for (i = 1; i < H - 1; i++)
		for (j = 1; j < W - 1; j++) {
			int k = 0;
			for (int di = -1; di <= 1; di++)
				for (int dj = -1; dj <= 1; dj++) w2[k++] = in[i + di][j + dj];
			qsort(w2, 9, sizeof w2[0], compare);
			out[i][j] = w2[4];
		}
	print("qsort2");
	for (i = 0; i < H; i++)
		for (j = 0; j < W; j++) {
			int k = 0, win[9];
			for (int di = -1; di <= 1; di++)
				for (int dj = -1; dj <= 1; dj++) {
					int y = i + di, x = j + dj;
					if (y < 0 || y >= H || x < 0 || x >= W) continue;
					win[k++] = in[y][x];
				}
			out[i][j] = median_insertion(k, win);
		}
	print("edges");
	return 0;
}
