// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph -Wno-dist %s | %check_maps %s
//
// Reads of many forms: whatever the maps are called, what they say goes from one process to another is what that needs.
#define N 90
static double u[N], v[N], a[N][N], b[N][N];
#pragma dist distribute[block] ::u, v
#pragma dist distribute[block][block] ::a, b

// TRY 1 u dims 0 axes 0 extents 90
void wide(void)
{
	for (int i = 7; i < N - 5; i++) v[i] = u[i - 7] + u[i + 5];
}

// TRY 2 u dims 0 axes 0 extents 90
void mirrored(void)
{
	for (int i = 0; i < N; i++) v[i] = u[N - 1 - i];
}

// TRY 3 u dims 0 axes 0 extents 90
void every_second(void)
{
	for (int i = 1; i < N - 1; i += 2) v[i] = u[i - 1] + u[i + 1];
}

// TRY 4 u dims 0 axes 0 extents 90
void folded(void)
{
	for (int i = 0; i < N / 2; i++) v[i] = u[2 * i];
}

// TRY 5 u dims 0 axes 0 extents 90
void middle(void)
{
	for (int i = 30; i < 40; i++) v[i] = u[i + 1] - u[i - 1];
}

// TRY 6 u dims 0 axes 0 extents 90 k=4
// TRY 6 u dims 0 axes 0 extents 90 k=-30
// TRY 6 u dims 0 axes 0 extents 90 k=0
void shifted(int k)
{
	for (int i = 40; i < 50; i++) v[i] = u[i + k];
}

// TRY 7 u dims 0 axes 0 extents 90
void ends(void)
{
	v[0] = 0;
	for (int i = 1; i < N - 1; i++) v[i] = u[i] + u[0] + u[N - 1] + u[i + 1];
}

// TRY 8 a dims 0 1 axes 0 1 extents 90 90
void transposed(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) b[i][j] = a[j][i];
}

// TRY 9 a dims 0 1 axes 0 1 extents 90 90 k=30
void pivots(int k)
{
	for (int i = k + 1; i < N; i++)
		for (int j = k + 1; j < N; j++) b[i][j] -= a[i][k] * a[k][j];
}

// TRY 10 a dims 0 1 axes 0 1 extents 90 90
void diagonal(void)
{
	for (int i = 1; i < N; i++)
		for (int j = 0; j < N; j++) b[i][j] = a[i - 1][i] + a[j][j];
}

// TRY 11 a dims 0 1 axes 0 1 extents 90 90
void torus_and_column(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 1; j < N; j++) b[i][j] = a[(i + 1) % N][j] + a[i][0] + a[(i + N - 2) % N][j - 1];
}

// TRY 12 u dims 0 axes 0 extents 90 first=20 last=70
// TRY 12 u dims 0 axes 0 extents 90 first=1 last=89
// TRY 12 u dims 0 axes 0 extents 90 first=20 last=20
void part(int first, int last)
{
	for (int i = first; i < last; i++) v[i] = u[i - 1];
}

// TRY 13 u dims 0 axes 0 extents 90 k=20 m=70
void one_to_one(int k, int m)
{
	for (int i = k; i <= k; i++) v[i] = u[m];
}

// TRY 14 u dims 0 axes 0 extents 90
void below(void)
{
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int j = 0; j < i; j++) s += u[j];
		v[i] = s;
	}
}

// TRY 15 u dims 0 axes 0 extents 90
void window(void)
{
	for (int i = 3; i < N - 3; i++) {
		double s = 0;
		for (int j = -3; j <= 3; j++) s += u[i + j];
		v[i] = s;
	}
}
