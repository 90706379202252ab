// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s | grep -v '^[[:space:]]*//' | %FileCheck %s
// Comments between the parameters and the body do not keep a function from the source's own text, where nothing is
// elsewhere.

double first(double *v, int n) /* out: ( nothing */
{
	double s = 0;
	for (int i = 0; i < n; i++) s += v[i];
	return s;
}

double second(double *v,
        int n) // the last ) of the head
// and another line
{
	return first(v, n) + v[0];
}

// CHECK-DAG: if (hpcc_alone{{.*}}) return hpcc_source_first(v, n);
// CHECK-DAG: if (hpcc_alone{{.*}}) return hpcc_source_second(v, n);
