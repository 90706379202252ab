// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ENV: HPCC_REPLICATE=0
// NO-PREDICTION: how often the loop runs is a matter of time
// ARGS: 0
// ARGS: 1
// NO-STEPS: a timer ends its loops, in each run after another number of steps
//
// A signal that comes from outside, on each process at another time: all processes end the loop in the same step.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define N 50

static double a[N], b[N];
#pragma dist distribute [block] :: a, b

static volatile sig_atomic_t stop;
static int is_late(void) { return stop > 1; }
static void on_alarm(int signal)
{
	(void)signal;
	if (!is_late()) stop = stop + 1;
}

int main(int argc, char **argv)
{
	static volatile unsigned char seen;
	long steps = 0;
	double least = 1e9, most = 0;
	struct sigaction action;
	memset(&action, 0, sizeof action);
	action.sa_handler = on_alarm;
	sigaction(SIGALRM, &action, NULL);
	struct itimerval soon = {.it_value = {0, 100000 + 100000 * (argc > 1 ? atoi(argv[1]) : 0)}};
	setitimer(ITIMER_REAL, &soon, NULL);
	// At any speed, and wherever the signal comes.
	while (!stop || seen < 5) {
		for (int i = 1; i < N - 1; i++) b[i] = a[i] + (a[i - 1] - 2 * a[i] + a[i + 1]) * 0 + 1;
		for (int i = 1; i < N - 1; i++) a[i] = b[i];
		steps++;
		if (seen < 5) seen++;
		if (steps % 64 == 0) usleep(1000);
	}
	for (int i = 1; i < N - 1; i++) {
		double d = a[i] - (double)steps;
		least = d < least ? d : least;
		most = d > most ? d : most;
	}
	printf("%d %d %g %g\n", (int)stop, seen, least, most);
	raise(SIGALRM);
	switch (stop) {
	case 2: puts("raised"); break;
	default: puts("lost");
	}
	return stop;
}
