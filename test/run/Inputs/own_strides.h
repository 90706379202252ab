// SPDX-License-Identifier: Apache-2.0
typedef struct {
	int nx, ny;
} extents;
extern int N;
void start(int nx, int ny);
extents get(void);
int at(int i, int j);
