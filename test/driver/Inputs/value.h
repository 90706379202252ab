// SPDX-License-Identifier: Apache-2.0
#ifndef VALUE
#define VALUE 3
#endif
