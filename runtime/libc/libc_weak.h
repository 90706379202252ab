// SPDX-License-Identifier: Apache-2.0
//
// Makes the functions that take the place of the C library's weak: a program may have its own by these names, which
// then bear the name hpcc_libc_<name>, too (include/hpcc/libc.h). Each file defines some of them only, which clang
// would warn of outside of a system header.
#pragma GCC system_header

#define HPCC_PRAGMA(text) _Pragma(#text)
#define HPCC_LIBC(name) HPCC_PRAGMA(weak hpcc_libc_##name)
#define HPCC_LIBC_AS(name, by)
#include "hpcc/libc.h"
#undef HPCC_PRAGMA
