// SPDX-License-Identifier: Apache-2.0
// Adds to elements that another file may have mapped.
struct amplitude {
	double re, im;
};

static inline void accumulate(struct amplitude *at, struct amplitude weight, double x)
{
	at->re += weight.re * x;
	at->im += weight.im * x;
}
