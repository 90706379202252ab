// -fdist-check: each access says what it is, and reads its subscripts once.
// RUN: %hpcc -fdist -fdist-check -fdist-emit=c -fdist-no-line %s | %FileCheck %s
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s | grep -v "^.*// " | %FileCheck --check-prefix=PLAIN --implicit-check-not=hpcc_check %s
// PLAIN: #include <hpcc/runtime.h>
double a[10][10];
struct cell { double x; int on : 1; } c[10];
#pragma dist distribute a[block][*]
#pragma dist distribute c[block]

// CHECK: #include <hpcc/check.h>
double f(int k, int next(void))
{
	// CHECK: ({ const long hpcc_i[] = {(long)(i), (long)(j + 1)}; hpcc_check_access(hpcc_r, 0, HPCC_CHECK_WRITE, "{{.*}}check.c", [[#@LINE+2]], (const void *)&(a)[hpcc_i[0]][hpcc_i[1]], hpcc_i + 0); })) = 1;
	for (int i = 0; i < 10; i++)
		for (int j = 0; j < 9; j++) a[i][j + 1] = 1;
	// CHECK: hpcc_check_access(hpcc_r, 0, HPCC_CHECK_READ | HPCC_CHECK_WRITE, {{.*}})).x += 1;
	for (int i = 0; i < 10; i++) c[i].x += 1;
	// CHECK: hpcc_check_element("{{.*}}check.c", [[#@LINE+1]], (const void *)((*hpcc_p_a)), 2, hpcc_i, {{.*}} hpcc_maybe_read(
	return a[k][next()];
}

// What a nest sets before it reads has no value in front of it that could differ; also where the nest is not understood.
void wrapped(const double *from, int n)
{
	int i, j, at;
	// CHECK: hpcc_check_value("n",
	// CHECK-NOT: hpcc_check_value("{{i|at}}"
	// CHECK: hpcc_check_nest("{{.*}}check.c", [[#@LINE+1]],
	for (j = 0; j < 10; j++) {
		if (j >= n) j = j - n;
		for (i = 0, at = 0; i < 10; i++, at++) {
			if (at >= n) at = at - n;
			a[j][i] = from[at];
		}
	}
}
// CHECK: hpcc_check_begin();
