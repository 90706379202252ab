#include <stdio.h>
#pragma dist processors p[2]
double a[1000], b[1000];
#pragma dist distribute a[block], b[block] onto p
int main(void)
{
	for (int i = 0; i < 1000; i++) a[i] = i % 7;
	for (int t = 0; t < 5; t++) {
		for (int i = 1; i < 999; i++) b[i] = (a[i - 1] + a[i + 1]) / 2;
		for (int i = 1; i < 999; i++) a[i] = b[i];
	}
	printf("%g\n", a[5]);
}
