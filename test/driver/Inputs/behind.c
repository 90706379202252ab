// SPDX-License-Identifier: Apache-2.0
//
// What the compiler behind has to say: a call of a function with a warning, a large frame, a loop that is vectorised.
__attribute__((warning("take the new one"))) void old(void);
void use(char *);

double a[1000], b[1000];
#pragma dist distribute [block] :: a, b

int frame(void)
{
	char large[10000];
	old();
	for (int i = 0; i < 1000; i++) a[i] = 2 * b[i];
	use(large);
	return 0;
}
