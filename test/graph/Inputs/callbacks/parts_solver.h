void solve(int n, double (*a)[n + 1]);
void scale(int n, int from, double (*a)[n + 1]);
double largest(int m, double (*a)[m]);
