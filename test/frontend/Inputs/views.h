#pragma dist array p[m]
static inline double last(int m, double *p) { return p[m - 1]; }
