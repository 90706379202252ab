// SPDX-License-Identifier: Apache-2.0
int other(void) { return 5; }
