// No guard, as headers that hold declarations only often have none.
#define N 24
#define LINES 5

typedef double line_t[LINES];
struct settings {
	int steps;
	double weight;
};

extern double u[N][N][LINES], v[N][N][LINES];
#pragma dist distribute[block][*][*] ::u, v
extern double work[N][LINES][LINES], left[N], tmp;
extern struct settings settings;
extern double (*source)(double x, double y);

void exact(double x, double y, double to[LINES]);
void times(double a[LINES][LINES], double x[LINES], double y[LINES]);
void factor(double a[LINES][LINES], double r[LINES]);
void solve(void);
void start(void);
double checksum(void);
void choose(int which);
