// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s | grep -v '^[[:space:]]*//' | %FileCheck %s
//
// Elements outside of nests: reads come from the owner, writes are the owner's. What is no mapped memory is left alone.
#include <stdio.h>
#include <string.h>
struct cell {
	int kind;
	double value[2];
};
static double a[100], b[100][200];
static float plain[100];
static struct cell cells[50];
#pragma dist distribute [block] :: a, cells
#pragma dist distribute b[block][*]

// CHECK-LABEL: void use(
void use(int i, int j)
{
	// CHECK-NEXT: {
	// CHECK-NEXT: double t = HPCC_READ((*hpcc_p_a)[i]);
	double t = a[i];
	// CHECK-NEXT: HPCC_WRITE((*hpcc_p_a)[i]) = t + 1;
	a[i] = t + 1;
	// Only the owner needs the value.
	// CHECK-NEXT: (hpcc_maybe_store(2, (const hpcc_element[]){{[{][{]}}&((*hpcc_p_a)[i]), sizeof((*hpcc_p_a)[i])}, {&((*hpcc_p_b)[i][j]), sizeof((*hpcc_p_b)[i][j])}}) ? (void)((HPCC_UPDATE((*hpcc_p_a)[i])) += (HPCC_READ((*hpcc_p_b)[i][j]))) : (void)0, hpcc_store_end());
	a[i] += b[i][j];
	// CHECK-NEXT: HPCC_UPDATE((*hpcc_p_a)[i])++;
	a[i]++;
	// The value of the whole is used.
	// CHECK: t = HPCC_EXCHANGE((*hpcc_p_a)[i + 1])--;
	t = a[i + 1]--;
	// CHECK-NEXT: (HPCC_WRITE(((*cells)[i]).kind)) = 3;
	cells[i].kind = 3;
	// CHECK-NEXT: hpcc_maybe_store(2, {{.*}} ? (void)((HPCC_WRITE((((*cells)[i]).value)[1])) = (HPCC_READ((((*cells)[i + 1]).value)[0]))) : (void)0
	cells[i].value[1] = cells[i + 1].value[0];
	// Through pointers, too, of the same elements.
	// CHECK: double *p = (*hpcc_p_b)[i];
	double *p = b[i];
	// CHECK-NEXT: hpcc_maybe_store(2, {{.*}} ? (void)((HPCC_WRITE(*p)) = (HPCC_READ(p[3]))) : (void)0
	*p = p[3];
	// CHECK-NEXT: HPCC_WRITE((*hpcc_p_b)[i][j]) = HPCC_READ((*hpcc_p_a)[(int)(HPCC_READ((*hpcc_p_a)[j]))]);
	b[i][j] = a[(int)a[j]];
	// CHECK-NEXT: plain[i] = plain[j] + i;
	plain[i] = plain[j] + i;
	// CHECK-NEXT: if (HPCC_READ((*hpcc_p_a)[j]) > 0) printf("%g %zu %zu\n", t, sizeof (*hpcc_p_a), sizeof (*hpcc_p_b)[0]);
	if (a[j] > 0) printf("%g %zu %zu\n", t, sizeof a, sizeof b[0]);
	// CHECK-NEXT: hpcc_memset((*hpcc_p_a), 0, sizeof (*hpcc_p_a));
	memset(a, 0, sizeof a);
	// CHECK-NEXT: memset(plain, 0, sizeof plain);
	memset(plain, 0, sizeof plain);
}
