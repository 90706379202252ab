// SPDX-License-Identifier: Apache-2.0
// RUN: %split-file %s %t
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %t/arguments.c | %FileCheck --check-prefix=ARGUMENTS %s
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %t/nothing.c | %FileCheck --check-prefix=NOTHING %s
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %t/library.c | %FileCheck --check-prefix=LIBRARY %s
// RUN: %hpcc -fdist -fdist-emit=c %t/nothing.c | %FileCheck --check-prefix=LINES %s
//
// main keeps its name in C and gets another one for the linker; the runtime's calls it.

// ARGUMENTS: int main(int argc, char *argv[]) __asm__("hpcc_user_main");
// ARGUMENTS-NEXT: int main(int argc, char *argv[])
// ARGUMENTS: return main(argc, argv);
// ARGUMENTS: __attribute__((__constructor__)) static void hpcc_register_unit(void)
// ARGUMENTS-NOT: hpcc_at_start
// ARGUMENTS: hpcc_set_main(hpcc_call_main);

// NOTHING: #include <hpcc/runtime.h>
// NOTHING: /* says hello */
// NOTHING: int main(void) __asm__("hpcc_user_main");
// NOTHING: return main();

// Without main, and with nothing to map, the text is the user's.
// LIBRARY: #include <hpcc/runtime.h>
// LIBRARY-NEXT: int twice(int x) { return 2 * x; }
// LIBRARY-NOT: hpcc_

// LINES: #line 1 "{{.*}}nothing.c"
// LINES-NEXT: #include <stdio.h>
// LINES: #line 4 "{{.*}}nothing.c"

//--- arguments.c
int main(int argc, char *argv[])
{
	return argc > 1 && argv[1][0];
}
//--- nothing.c
#include <stdio.h>

/* says hello */
int main(void) { puts("hello"); }
//--- library.c
int twice(int x) { return 2 * x; }
