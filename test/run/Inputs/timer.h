// SPDX-License-Identifier: Apache-2.0
double seconds(void);
