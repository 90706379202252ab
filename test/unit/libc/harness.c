// SPDX-License-Identifier: Apache-2.0
//
// Stands for generated code: hands the program's main, which is compiled as hpcc_user_main, to the runtime.
#include "hpcc/runtime.h"

int hpcc_user_main();

__attribute__((constructor)) static void set_main(void) { hpcc_set_main((hpcc_main_function *)hpcc_user_main); }
