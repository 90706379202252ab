// SPDX-License-Identifier: Apache-2.0
double elsewhere(int i)
{
	return i + 1;
}
