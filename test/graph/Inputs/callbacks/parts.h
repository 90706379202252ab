#ifndef PARTS_H
#define PARTS_H
#define MOST 502
extern float u[MOST][MOST], v[MOST][MOST];
#pragma dist distribute[block][*] ::u, v
void set(int m);
void average(int n);
void copy(int last);
#endif
