// SPDX-License-Identifier: Apache-2.0
// Functions of foreign.c: none of them sees a directive.
#ifndef FOREIGN_H
#define FOREIGN_H
#include <complex.h>

struct cell {
	double x;
	int k;
};
struct holder {
	int n;
	double *v;
	void *raw;
};
enum colour { RED, GREEN, BLUE };

double sum_void(const void *p, int n);
void add_to_result(int n);
double sum_cells(struct cell *c, int n);
int count_bytes(unsigned char *s, int n);
int sum_colours(enum colour *c, int n);
int flip(_Bool *b, int n);
double turn(double _Complex *z, int n);
float halve(float **p, int n);
double sum_members(struct holder *h);
double sum_copy(struct holder h);
double sum_called(double *(*get)(void), int n);
double sum_cells_of_result(int n);

double *get_values(void);
struct cell *get_cells(void);

extern struct holder shared;
double sum_shared(void);

// Mapped in foreign_users' files alike; what is aligned may be defined in a file that starts earlier.
extern double base[20], follower[20];
#pragma dist distribute base[block]
#pragma dist align follower[i] with base[i]
extern double *into_base;
#endif
