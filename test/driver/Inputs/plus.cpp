// SPDX-License-Identifier: Apache-2.0
extern "C" int other() { return 6; }
