// SPDX-License-Identifier: Apache-2.0
double times[3] = {0, 5};
extern int select;

int link(int a) { return a + 1; }
double poll(double x) { return 2 * x; }
static int sync(int a) { return a + 2; }
int use(void) { return sync(link(1)) + select; }
