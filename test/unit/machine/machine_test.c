// SPDX-License-Identifier: Apache-2.0
//
// Machines: made by a program at random, written and read again with the same bits; questions to one that is known;
// merging; lines of values.
#include "../../../machine/machine_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define EXPECT(condition) expect(condition, #condition, __LINE__)

static bool expect(bool good, const char *what, int line)
{
	if (good) return true;
	printf("line %d: %s\n", line, what);
	failures++;
	return false;
}

static machine *parse(const char *text)
{
	char *errors = NULL;
	machine *m = hpcc_machine_parse(text, strlen(text), "test", &errors);
	if (!EXPECT(m != NULL)) puts(errors);
	free(errors);
	return m;
}

// ---- random machines --------------------------------------------------------------------------

static uint64_t state = 1;

static uint64_t random_bits(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static int below(int n) { return (int)(random_bits() % (uint64_t)n); }

// Any double that the key allows, of all sizes.
static double random_number(const machine_key *k)
{
	const int way = below(4);
	const double unit = (double)(random_bits() >> 11) * 0x1p-53;
	double x = k->least + unit * (k->most - k->least);
	if (way == 0) x = k->least;
	if (way == 1) x = k->most;
	if (way == 2 && k->least <= 0) x = unit * ldexp(1, -below(1000));
	return x < k->least ? k->least : x;
}

static void fill(void *part, int depth);

static void fill_text(machine_part *part, const machine_key *k)
{
	static int number;
	// Each its own: names must differ, and clusters that links name must be there.
	char *text = hpcc_machine_format(k->kind == KEY_TEXT ? "text \"%d\" \\ \xc3\xa4\n" : "n%d", number++);
	if (strcmp(k->name, "type") && strcmp(k->name, "from") && strcmp(k->name, "to"))
		hpcc_machine_set_text(part, k->name, text);
	free(text);
}

static void fill_list(machine_part *part, const machine_key *k, int depth)
{
	const bool inner = !strcmp(k->name, "clusters"), hosts = !strcmp(k->name, "hosts");
	int n = 1 + below(3);
	if (!strcmp(k->name, "links") || (inner && depth > 3) || (hosts && depth <= 3)) n = 0;
	if (!strcmp(k->name, "types") || !strcmp(k->name, "communication")) n = 1; // that hosts need not choose
	for (int i = 0; i < n; i++) fill(hpcc_machine_add(part, k->name), depth + inner);
}

static void fill(void *part, int depth)
{
	const machine_section *s = ((machine_part *)part)->section;
	for (int k = 0; k < s->n_keys; k++) {
		const machine_key *key = &s->key[k];
		// What must fit to another key.
		static const char *const left[] = {"cores_available", "memory_available_bytes", "core_speed",
		        "bytes_to", "processes_from", "processes_to", "form", "cores", "hpcc-machine"};
		bool skip = !key->required && key->kind != KEY_LIST && below(4) == 0;
		for (size_t i = 0; i < sizeof left / sizeof *left; i++) skip = skip || !strcmp(key->name, left[i]);
		if (skip) continue;
		const double x = random_number(key);
		switch (key->kind) {
		case KEY_NUMBER: hpcc_machine_set(part, key->name, strcmp(key->name, "bytes_from") ? x : 0); break;
		case KEY_COUNT: hpcc_machine_set(part, key->name, floor(x)); break;
		case KEY_WORD: hpcc_machine_set_text(part, key->name, key->words[below(2)]); break;
		case KEY_NUMBERS: hpcc_machine_set_numbers(part, key->name, 1, &x); break;
		case KEY_LIST: fill_list(part, key, depth); break;
		case KEY_OBJECT:
			hpcc_machine_set_inner(part, key->name);
			fill(hpcc_machine_field(part, key), depth);
			break;
		default: fill_text(part, key);
		}
	}
	// f(p) is constant: neither of these may be there.
	if (s->size == sizeof(machine_cost) && !strcmp(s->key[0].name, "topology")) {
		hpcc_machine_set(part, "c2_us", 0);
		hpcc_machine_set(part, "c4_us_per_byte", 0);
	}
}

static bool same_parts(const void *a, const void *b);

static bool same_values(const void *a, const void *b, const machine_key *k)
{
	const void *x = hpcc_machine_field(a, k), *y = hpcc_machine_field(b, k);
	switch (k->kind) {
	case KEY_NUMBER: return !memcmp(x, y, sizeof(double));
	case KEY_COUNT:
	case KEY_WORD: return *(const int *)x == *(const int *)y;
	case KEY_OBJECT: return same_parts(x, y);
	case KEY_NUMBERS:
	case KEY_LIST: break;
	default: return !strcmp(*(char *const *)x, *(char *const *)y);
	}
	const int n = *hpcc_machine_count(a, k);
	bool same = n == *hpcc_machine_count(b, k);
	for (int i = 0; same && i < n; i++)
		same = k->kind == KEY_LIST ? same_parts(hpcc_machine_element(a, k, i), hpcc_machine_element(b, k, i))
		                           : hpcc_machine_numbers(a, k)[i] == hpcc_machine_numbers(b, k)[i];
	return same;
}

static bool same_parts(const void *a, const void *b)
{
	const machine_part *x = a, *y = b;
	bool same = x->given == y->given && x->section == y->section;
	for (int k = 0; same && k < x->section->n_keys; k++)
		if (hpcc_machine_has(a, k)) same = same_values(a, b, &x->section->key[k]);
	return same;
}

static void round_trips(void)
{
	for (int k = 0; k < 60; k++) {
		char *errors = NULL;
		machine *m = hpcc_machine_new();
		fill(m, 0);
		if (!EXPECT(hpcc_machine_finish(m, "random", &errors))) puts(errors);
		free(errors);
		char *text = hpcc_machine_text(m);
		machine *again = parse(text);
		if (again) {
			EXPECT(same_parts(m, again));
			EXPECT(m->n_hosts == again->n_hosts && m->n_clusters == again->n_clusters);
		}
		free(text);
		hpcc_machine_free(m);
		hpcc_machine_free(again);
	}
}

static void no_number(void)
{
	char *errors = NULL;
	machine *m = hpcc_machine_new();
	hpcc_machine_set(&m->root.part, "latency_us", NAN);
	EXPECT(!hpcc_machine_finish(m, "nan", &errors));
	EXPECT(errors && strstr(errors, "nan: "));
	free(errors);
	hpcc_machine_set(&m->root.part, "latency_us", -1);
	EXPECT(!hpcc_machine_finish(m, "less", &errors));
	EXPECT(errors && !strncmp(errors, "less: latency_us: it is -1; expected: ", 38));
	free(errors);
	hpcc_machine_set(&m->root.part, "latency_us", 1);
	hpcc_machine_set_text(&m->root.part, "interconnect", "wet string");
	EXPECT(!hpcc_machine_finish(m, "word", &errors));
	free(errors);
	hpcc_machine_free(m);
}

// ---- questions --------------------------------------------------------------------------------

static bool near(double a, double b) { return fabs(a - b) <= 1e-12 * fabs(b); }

static void hierarchy(const machine *m)
{
	const machine_cluster *path[MACHINE_MOST_DEPTH];
	const machine_host *sun = hpcc_machine_host(m, "sun02"), *iris = hpcc_machine_host(m, "iris");
	const machine_host *far = hpcc_machine_host(m, "node3.far.example");
	if (!EXPECT(sun && iris && far)) return;
	EXPECT(m->n_hosts == 9 && m->n_clusters == 5 && m->host[sun->number] == sun);
	EXPECT(hpcc_machine_path(sun, path) == 3);
	EXPECT(path[0] == &m->root && path[1] == hpcc_machine_cluster(m, "campus") && path[2] == sun->cluster);
	EXPECT(hpcc_machine_path(far, path) == 2 && path[1] == hpcc_machine_cluster(m, "far"));
	EXPECT(hpcc_machine_common(sun, iris) == path[0]->clusters);
	EXPECT(hpcc_machine_common(sun, far) == &m->root && hpcc_machine_common(sun, sun) == sun->cluster);
	EXPECT(path[0]->all_hosts == 9 && path[0]->clusters->all_hosts == 7 && path[1]->first_host == 7);
	EXPECT(!hpcc_machine_host(m, "moon") && !hpcc_machine_cluster(m, "moon") && !hpcc_machine_type(m, "moon"));
	EXPECT(sun->kind == hpcc_machine_type(m, "sparc") && iris->kind == hpcc_machine_type(m, "sgi"));
}

static void between(const machine *m)
{
	const machine_host *sun = hpcc_machine_host(m, "sun02"), *iris = hpcc_machine_host(m, "iris");
	const machine_host *far = hpcc_machine_host(m, "node3.far.example");
	machine_between b = hpcc_machine_between(m, sun, iris);
	EXPECT(b.r1_us == 500 && b.r2_us_per_byte == 0.2 && b.e1_us_per_byte == 0.05 && b.latency_us == 2000);
	EXPECT(b.common && !strcmp(b.common->name, "campus") && b.link == &m->links[0]);
	b = hpcc_machine_between(m, iris, sun); // back, by the same link
	EXPECT(b.link == &m->links[0]);
	b = hpcc_machine_between(m, iris, far); // by the link of the cluster around
	EXPECT(b.link == &m->links[1] && b.latency_us == 15000 && b.bandwidth_bytes_per_s == 2e5);
	b = hpcc_machine_between(m, sun, far); // the link of its own cluster leads to it, and back
	EXPECT(b.link == &m->links[2] && b.r1_us == 8000 && b.latency_us == 20000);
	b = hpcc_machine_between(m, sun, m->host[0]);
	EXPECT(!b.link && b.common == sun->cluster && b.latency_us == 900 && b.r1_us == 0);
	b = hpcc_machine_between(m, iris, iris);
	EXPECT(!b.link && !b.common && b.latency_us == 5 && b.bandwidth_bytes_per_s == 1e8);
}

// Whatever the order of links, the one of the innermost clusters holds, and one that leads the right way.
static void links(void)
{
	static const char *const orders[] = {"%1$s, %2$s, %3$s", "%3$s, %2$s, %1$s", "%2$s, %1$s, %3$s"};
	const char *outer = "{\"from\": \"n\", \"to\": \"m\", \"r1_us\": 1}";
	const char *inner = "{\"from\": \"a\", \"to\": \"m\", \"r1_us\": 2}";
	const char *back = "{\"from\": \"m\", \"to\": \"a\", \"r1_us\": 3}";
	for (int k = 0; k < 3; k++) {
		char list[300], text[600];
		snprintf(list, sizeof list, orders[k], outer, inner, back);
		snprintf(text, sizeof text,
		        "{\"hpcc-machine\": 1, \"clusters\": [{\"name\": \"n\", \"clusters\": [{\"name\": \"a\", "
		        "\"hosts\": "
		        "[{\"name\": \"x\"}]}, {\"name\": \"b\", \"hosts\": [{\"name\": \"y\"}]}]}, {\"name\": \"m\", "
		        "\"hosts\": [{\"name\": \"z\"}]}], \"links\": [%s]}",
		        list);
		machine *m = parse(text);
		if (!m) continue;
		const machine_host *x = hpcc_machine_host(m, "x"), *y = hpcc_machine_host(m, "y"),
		                   *z = hpcc_machine_host(m, "z");
		EXPECT(hpcc_machine_between(m, x, z).r1_us == 2 && hpcc_machine_between(m, z, x).r1_us == 3);
		EXPECT(hpcc_machine_between(m, y, z).r1_us == 1 && hpcc_machine_between(m, z, y).r1_us == 1);
		EXPECT(hpcc_machine_between(m, x, y).r1_us == 0 && !hpcc_machine_between(m, x, y).link);
		hpcc_machine_free(m);
	}
}

static void speeds(const machine *m)
{
	const machine_host *indigo = hpcc_machine_host(m, "indigo"), *sun04 = hpcc_machine_host(m, "sun04");
	const machine_type *sgi = indigo->kind, *sparc = sun04->kind;
	EXPECT(near(hpcc_machine_core_speed(indigo, 0), 3) && near(hpcc_machine_core_speed(indigo, 3), 1.5));
	EXPECT(near(hpcc_machine_core_speed(sun04, 0), 0.5));
	EXPECT(hpcc_machine_slots(indigo) == 3 && hpcc_machine_slots(sun04) == 1);
	EXPECT(hpcc_machine_slots(hpcc_machine_host(m, "sun05")) == 0);
	EXPECT(sun04->memory_available_bytes == 3e7 && indigo->memory_available_bytes == 268435456);
	EXPECT(hpcc_machine_memory_bandwidth(sgi, 2) == 3.5e8 && hpcc_machine_memory_bandwidth(sgi, 9) == 4.1e8);
	EXPECT(hpcc_machine_memory_bandwidth(sgi, 0) == 0 && hpcc_machine_memory_bandwidth(sparc, 1) == 8e7);
	// What is not given is in proportion: additions and multiplications 300 times what is usual, divisions 450, integers
	// 200: 3 ns of a root so many times.
	EXPECT(near(sparc->operation_ns.ns[HPCC_FSQRT], 3 * pow(300.0 * 300 * 450 * 200, 0.25)));
	EXPECT(sparc->operation_ns.ns[HPCC_FADD] == 150 && !hpcc_machine_given(&sparc->operation_ns.part, "fsqrt"));
}

static void costs(void)
{
	machine *m =
	        parse("{\"hpcc-machine\": 1, \"hosts\": [{\"name\": \"a\"}, {\"name\": \"b\"}], \"communication\": ["
	              "{\"topology\": \"ring\", \"c1_us\": 1, \"bytes_from\": 1, \"bytes_to\": 100},"
	              "{\"topology\": \"ring\", \"c1_us\": 2, \"bytes_from\": 100, \"bytes_to\": 1000},"
	              "{\"topology\": \"tree\", \"form\": \"log2\", \"c2_us\": 3}]}");
	if (!m) return;
	EXPECT(hpcc_machine_cost(&m->root, MACHINE_RING, 50)->c[0] == 1);
	EXPECT(hpcc_machine_cost(&m->root, MACHINE_RING, 500)->c[0] == 2);
	EXPECT(hpcc_machine_cost(&m->root, MACHINE_RING, 100)->c[0] == 2);
	EXPECT(hpcc_machine_cost(&m->root, MACHINE_RING, 0)->c[0] == 1);
	EXPECT(hpcc_machine_cost(&m->root, MACHINE_RING, 1e9)->c[0] == 2);
	EXPECT(hpcc_machine_cost(&m->root, MACHINE_TREE, 1e9)->form == MACHINE_LOG2);
	EXPECT(!hpcc_machine_cost(&m->root, MACHINE_PAIRWISE, 1));
	EXPECT(!hpcc_machine_cost_inside(m->host[0]->kind, MACHINE_RING, 1));
	hpcc_machine_free(m);
}

static void questions(const char *folder)
{
	char *path = hpcc_machine_format("%s/campus.json", folder), *errors = NULL;
	machine *m = hpcc_machine_read(path, &errors);
	free(path);
	if (EXPECT(m != NULL)) {
		hierarchy(m);
		between(m);
		speeds(m);
	}
	free(errors);
	hpcc_machine_free(m);
	costs();
	links();
}

static void here(void)
{
	machine *m = hpcc_machine_here();
	EXPECT(m->n_hosts == 1 && m->n_clusters == 1 && hpcc_machine_slots(m->host[0]) >= 1);
	EXPECT(hpcc_machine_core_speed(m->host[0], 0) == 1);
	char *text = hpcc_machine_text(m);
	machine *again = parse(text);
	EXPECT(same_parts(m, again));
	free(text);
	hpcc_machine_free(again);
	hpcc_machine_free(m);
}

// ---- merging ----------------------------------------------------------------------------------

static void merging(void)
{
	char *errors = NULL;
	machine *a = parse(
	        "{\"hpcc-machine\": 1, \"types\": [{\"name\": \"t\", \"cores\": 2, \"operation_ns\": {\"fadd\": 1, "
	        "\"fmul\": 2}}], \"clusters\": [{\"name\": \"c\", \"communication\": [{\"topology\": \"1-D\", "
	        "\"c1_us\": 1}, {\"topology\": \"tree\", \"c1_us\": 2}], \"hosts\": [{\"name\": \"x\"}]}]}");
	machine *b =
	        parse("{\"hpcc-machine\": 1, \"types\": [{\"name\": \"u\"}, {\"name\": \"t\", \"operation_ns\": "
	              "{\"fadd\": 3, \"fdiv\": 4}}], \"clusters\": [{\"name\": \"c\", \"type\": \"t\", "
	              "\"communication\": [{\"topology\": \"1-D\", \"c1_us\": 5, \"bytes_to\": 9}, {\"topology\": "
	              "\"1-D\", \"c1_us\": 6, \"bytes_from\": 9}], \"hosts\": [{\"name\": \"y\"}, {\"name\": \"x\", "
	              "\"available\": 0.5}]}]}");
	if (EXPECT(hpcc_machine_merge(&a, b, "both", &errors))) {
		const machine_type *t = hpcc_machine_type(a, "t");
		const machine_cluster *c = hpcc_machine_cluster(a, "c");
		EXPECT(a->n_types == 2 && a->n_hosts == 2 && a->n_clusters == 2);
		EXPECT(t->cores == 2 && t->operation_ns.ns[HPCC_FADD] == 3 && t->operation_ns.ns[HPCC_FMUL] == 2);
		EXPECT(hpcc_machine_given(&t->operation_ns.part, "fdiv") &&
		        !hpcc_machine_given(&t->operation_ns.part, "calls"));
		EXPECT(c->n_communication == 3 && hpcc_machine_cost(c, MACHINE_1D, 5)->c[0] == 5);
		EXPECT(hpcc_machine_cost(c, MACHINE_1D, 50)->c[0] == 6 &&
		        hpcc_machine_cost(c, MACHINE_TREE, 0)->c[0] == 2);
		EXPECT(hpcc_machine_host(a, "x")->available == 0.5 && hpcc_machine_host(a, "y")->kind == t);
	}
	hpcc_machine_free(b);
	// A host cannot stand in two clusters: nothing is changed.
	b = parse("{\"hpcc-machine\": 1, \"clusters\": [{\"name\": \"d\", \"type\": \"t\", \"hosts\": [{\"name\": "
	          "\"x\"}]}], "
	          "\"types\": [{\"name\": \"t\", \"cores\": 8}]}");
	EXPECT(!hpcc_machine_merge(&a, b, "both", &errors));
	EXPECT(errors && strstr(errors, "both: clusters[1].hosts[0].name: 'x' is the name of another host"));
	EXPECT(a->n_clusters == 2 && hpcc_machine_type(a, "t")->cores == 2);
	free(errors);
	hpcc_machine_free(a);
	hpcc_machine_free(b);
}

// ---- names and lines --------------------------------------------------------------------------

static void names_are(const char *pattern, const char *wanted)
{
	int n;
	char **names = hpcc_machine_names(pattern, &n), *all = hpcc_machine_string("");
	for (int k = 0; k < n; k++) {
		char *more = hpcc_machine_format("%s%s ", all, names[k]);
		free(all);
		free(names[k]);
		all = more;
	}
	if (!EXPECT(!strcmp(all, wanted))) printf("%s: %s\n", pattern, all);
	free(all);
	free(names);
}

static void host_names(void)
{
	names_are("node", "node ");
	names_are("n[1-3]", "n1 n2 n3 ");
	names_are("n[08-10,2].x-y.de", "n08.x-y.de n09.x-y.de n10.x-y.de n2.x-y.de ");
	names_are("[1-2]", "1 2 ");
	static const char *const bad[] = {"", "-x", "a b", "n[", "n[]", "n[1", "n1]", "n[3-1]", "n[1-]", "n[1,]",
	        "n[a]", "n[1-2][3]", "n[1 -2]", "n[0-65536]", "n[0-999999999]", "n[9999999999]", "a:4", "n[1]$",
	        "n\x01"};
	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) names_are(bad[k], "");
	EXPECT(hpcc_machine_count_names("n[0-65535]") == MACHINE_MOST_HOSTS);
}

static void lines(void)
{
	const char text[] = "{\n \"a}\\\"\": [1, \"]\",\n  {\"b\": 2,\n \"c\": {\"d\"\n:\n3}}],\n \"c\": 4}\n";
	const machine_path a = {NULL, "a}\\\"", 0}, third = {&a, NULL, 2}, b = {&third, "b", 0}, c = {&third, "c", 0};
	const machine_path d = {&c, "d", 0}, none = {&c, "none", 0}, fourth = {&a, NULL, 3}, last = {NULL, "c", 0};
	EXPECT(hpcc_machine_line(text, strlen(text), NULL) == 1);
	EXPECT(hpcc_machine_line(text, strlen(text), &a) == 2 && hpcc_machine_line(text, strlen(text), &third) == 3);
	EXPECT(hpcc_machine_line(text, strlen(text), &b) == 3 && hpcc_machine_line(text, strlen(text), &c) == 4);
	EXPECT(hpcc_machine_line(text, strlen(text), &d) == 6 && hpcc_machine_line(text, strlen(text), &none) == 4);
	EXPECT(hpcc_machine_line(text, strlen(text), &fourth) == 2 &&
	        hpcc_machine_line(text, strlen(text), &last) == 7);
	// Whatever is cut off.
	for (size_t n = 0; n < sizeof text; n++) EXPECT(hpcc_machine_line(text, n, &d) >= 1);
}

int main(int argc, char **argv)
{
	round_trips();
	no_number();
	questions(argc > 1 ? argv[1] : ".");
	here();
	merging();
	host_names();
	lines();
	return failures > 0;
}
