// SPDX-License-Identifier: Apache-2.0
v[3] = 1;
