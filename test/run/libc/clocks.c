// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Clocks, random numbers and names decide the control flow, each followed by something that all processes do together: processes
// that disagree would hang.
// ARGS: one "two words" ""
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static FILE *null;

// A write of this many bytes: as many messages as bytes.
static void together(long n)
{
	setvbuf(null, NULL, _IONBF, 0);
	for (long i = 0; i < n % 97; i++) fputc('x', null);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) printf("<%s>\n", argv[i]);
	null = fopen("/dev/null", "w");
	struct timespec t;
	for (int i = 0; i < 50; i++) {
		clock_gettime(CLOCK_MONOTONIC, &t);
		together(t.tv_nsec);
		together(clock());
		struct timeval v;
		gettimeofday(&v, NULL);
		together(v.tv_usec);
		timespec_get(&t, TIME_UTC);
		together(t.tv_nsec);
		struct tms m;
		together(times(&m));
		struct rusage use;
		getrusage(RUSAGE_SELF, &use);
		together(use.ru_utime.tv_usec + use.ru_maxrss + use.ru_minflt);
		together(getpid());
		unsigned bits;
		together(getrandom(&bits, sizeof bits, 0) + bits % 1000);
		together(arc4random() % 1000);
	}
	srand((unsigned)time(NULL));
	together(rand());
	srand(5);
	printf("%d %d\n", rand(), rand());
	srandom(7);
	printf("%ld %ld\n", random(), random());
	srand48(9);
	printf("%ld %g\n", lrand48(), drand48());
	char host[100];
	gethostname(host, sizeof host);
	struct utsname name;
	uname(&name);
	printf("%d\n", strcmp(host, name.nodename));
	together(sysconf(_SC_NPROCESSORS_ONLN));
	const char *rank = getenv("OMPI_COMM_WORLD_RANK");
	together(rank ? 10 + atoi(rank) : 0);
	setenv("MINE", "set here", 1);
	printf("%s\n", getenv("MINE"));
	char temporary[L_tmpnam];
	together(strlen(tmpnam(temporary)) + (unsigned char)temporary[6]);
	time_t start = time(NULL);
	while (time(NULL) == start) together(clock());
	puts("end");
	return 0;
}
