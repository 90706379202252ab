struct grid {
	int n, m;
	double *u, *flux;
};

void make(struct grid *g, int n, int m);
void steady(double *flux, const double *u, int m);
