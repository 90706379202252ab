// SPDX-License-Identifier: Apache-2.0
double in_header[100];
