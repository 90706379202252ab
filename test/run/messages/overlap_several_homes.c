// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Nests that write several arrays which lie alike, and read neighbours: the interior is computed before messages have come, each iteration once.
// Also of arrays that lie shifted, and of more than a handful.
#include <stdio.h>

enum { N = 9000, ROWS = 240, COLUMNS = 170 };
static double x[N], y[N], z[N - 1], w[N];
#pragma dist distribute x[block]
#pragma dist align [i] with x[i] :: y, w
#pragma dist align z[i] with x[i + 1]
static double a[ROWS][COLUMNS], b[ROWS][COLUMNS], c[ROWS][COLUMNS], row[ROWS], inner[ROWS - 2][COLUMNS - 2];
#pragma dist distribute a[block][block]
#pragma dist align [i][j] with a[i][j] :: b, c
#pragma dist align inner[i][j] with a[i + 1][j + 1]
#pragma dist align row[i] with a[i][*]

static void line(int t)
{
	for (int i = 1; i < N - 1; i++) {
		x[i] += w[i + 1] - t;
		y[i] = y[i] / 2 + w[i - 1] * x[i];
	}
	for (int i = 1; i < N - 1; i++) {
		y[i] += 1 + w[i + 1];
		z[i - 1] += w[i - 1] + y[i];
	}
	for (int i = 0; i < N; i++) w[i] += 0.5 * t + i % 3;
}

static void plane(int t)
{
	for (int i = 1; i < ROWS - 1; i++)
		for (int j = 1; j < COLUMNS - 1; j++) {
			a[i][j] += c[i + 1][j] - c[i][j - 1] + t;
			b[i][j] = b[i][j] / 2 + c[i - 1][j + 1] * a[i][j];
			inner[i - 1][j - 1] += b[i][j] - c[i][j];
		}
	for (int i = 1; i < ROWS - 1; i++) {
		for (int j = 1; j < COLUMNS - 1; j++) {
			a[i][j] += c[i + 1][j];
			b[i][j] -= c[i][j - 1];
		}
	}
	for (int i = 1; i < ROWS - 1; i++) row[i] += t + c[i + 1][2];
	for (int i = 1; i < ROWS - 1; i++)
		for (int j = 1; j < COLUMNS - 1; j++) {
			a[i][j] += c[i][j + 1];
			if (i == 7) b[i][j] += c[i + 1][j];
		}
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLUMNS; j++) c[i][j] += (i + 2 * j + t) % 7 - 3;
}

// More arrays than any nest is likely to write.
#define ALL(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19)
#define DECLARE(k) static double many##k[ROWS][4];
ALL(DECLARE)
#pragma dist align [i][j] with a[i][j] :: many0, many1, many2, many3, many4, many5, many6, many7, many8, many9
#pragma dist align [i][j] with a[i][j] :: many10, many11, many12, many13, many14, many15, many16, many17, many18, many19

int main(void)
{
	double sum = 0;
#define SET(k) many##k[i][j] = i + k * j;
	for (int j = 0; j < 4; j++)
		for (int i = 0; i < ROWS; i++) {
			ALL(SET)
		}
	for (int t = 0; t < 4; t++) line(t), plane(t);
	for (int i = 0; i < N - 1; i++) sum += x[i] + 2 * y[i] + 3 * z[i];
	printf("%.10g\n", sum);
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLUMNS; j++) sum += a[i][j] - 0.5 * b[i][j] + c[i][j] * (i - j);
	for (int i = 0; i < ROWS - 2; i++)
		for (int j = 0; j < COLUMNS - 2; j++) sum += inner[i][j];
	printf("%.10g\n", sum);
	for (int i = 0; i < ROWS; i++) sum += row[i] * i;
#define ADD(k) sum += many##k[i][j] * k;
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < 4; j++) {
			ALL(ADD)
		}
	printf("%.10g\n", sum);
	return 0;
}
