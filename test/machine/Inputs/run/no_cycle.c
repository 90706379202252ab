#include <stdio.h>
double a[100], b[100];
#pragma dist distribute a[block], b[block]
int main(void)
{
	for (int i = 0; i < 100; i++) a[i] = i;
	for (int i = 1; i < 99; i++) b[i] = a[i - 1] + a[i + 1];
	printf("%g\n", b[7]);
}
