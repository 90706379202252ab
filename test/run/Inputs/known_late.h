// SPDX-License-Identifier: Apache-2.0
extern int n;
extern double *shared_a, *shared_b;
#pragma dist template SHARED[n]
#pragma dist distribute SHARED[block]
#pragma dist array shared_a[n], shared_b[n]
#pragma dist align [i] with SHARED[i] :: shared_a, shared_b

void shared_make(void);
double shared_sum(void);
