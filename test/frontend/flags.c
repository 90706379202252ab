// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -S -o %t.s %s 2>&1 | %FileCheck --check-prefix=ON %s
// RUN: %hpcc -fdist -w -S -o %t.s %s 2>&1 | %count 0
// RUN: %hpcc -fdist -Wno-dist-slow-path -S -o %t.s %s 2>&1 | %count 0
// RUN: rm %t.s
// RUN: %not %hpcc -fdist -Werror -S -o %t.s %s 2>&1 | %FileCheck --check-prefix=ERROR %s
// RUN: %not %hpcc -fdist -Werror=dist-slow-path -S -o %t.s %s 2>&1 | %FileCheck --check-prefix=ERROR %s
// RUN: %not ls %t.s
// RUN: %hpcc -fdist -Werror -Wno-error=dist-slow-path -S -o %t.s %s 2>&1 | %FileCheck --check-prefix=ON %s
//
// Our own warnings obey -W, -w and -Werror as Clang's do.

// ON: flags.c:[[@LINE+9]]:2: warning: this loop takes the slow path{{.*}} [-Wdist-slow-path]
// ON-NEXT: for (int i = 1
// ON-NEXT: ^
// ON: 1 warning generated
// ERROR: flags.c:[[@LINE+5]]:2: error: this loop takes the slow path{{.*}} [-Werror,-Wdist-slow-path]
// ERROR: 1 error generated
void scatter(int n, double a[n])
{
#pragma dist distribute a[block]
	for (int i = 1; i < n; i++) a[(int)a[i]] += 1;
}
