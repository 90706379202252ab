# SPDX-License-Identifier: Apache-2.0
"""What a cluster's file says.

    [[site]]                      # hosts behind a router; any number of sites
    name = "north"                # its hosts are north1, north2, ...
    hosts = 4
    bandwidth = "1gbit"           # of each host's link to the site's switch, in each direction
    latency = "50us"              # of that link, one way
    cpu = 0.25                    # processors' worth of time that a host may use, at most
    disk = "20MB/s"               # for reading and for writing
    load = 1                      # processes that compete with the host's own; 0.5: one that runs half of the time
    slots = 1                     # processes that mpirun starts on a host before it goes to the next

    [host.north3]                 # what is different for one host: bandwidth, latency, cpu, disk, load, slots, core
    cpu = 0.1

    [[between]]                   # links between the routers, each pair of sites has one
    sites = ["north", "south"]    # without this line: all pairs
    bandwidth = "100mbit"
    latency = "5ms"

    interleave = true             # above all tables: the hostfile takes turns among sites

Only name and hosts must be said. What is not said is not limited.
"""
import itertools
import os
import re

try:
    import tomllib
except ImportError:  # before Python 3.11
    tomllib = None

BITS = {"bit": 1, "kbit": 1e3, "mbit": 1e6, "gbit": 1e9}
BYTES = {"B/s": 1, "kB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9}
SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}

HOST_NAME = re.compile(r"[a-z][a-z0-9-]{0,10}\Z")
MAX_SITES, MAX_HOSTS = 200, 200


class DescriptionError(Exception):
    pass


class Host:
    """What is described: name, site, address, bandwidth (bit/s), latency (s), cpu, disk (bytes/s), load, slots, core."""

    def __init__(self, name, site, address, values):
        self.name, self.site, self.address = name, site, address
        self.__dict__.update(values)


class Site:
    def __init__(self, name, number):
        self.name, self.number, self.hosts = name, number, []
        self.router = "router-" + name


class Between:
    """The link between the routers of two sites."""

    def __init__(self, one, other, number):
        self.one, self.other, self.number = one, other, number
        self.bandwidth, self.latency = None, 0.0


class Description:
    def __init__(self, name, sites, between, interleave):
        self.name, self.sites, self.between, self.interleave = name, sites, between, interleave

    def hosts(self):
        return [host for site in self.sites for host in site.hosts]

    def host(self, name):
        for host in self.hosts():
            if host.name == name:
                return host
        raise DescriptionError(f"there is no host '{name}'")

    def in_order(self):
        """The hosts as mpirun should fill them."""
        if not self.interleave:
            return self.hosts()
        turns = itertools.zip_longest(*[site.hosts for site in self.sites])
        return [host for turn in turns for host in turn if host]


def quantity(units):
    def convert(value):
        match = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]*)?)\s*([A-Za-z/]+)\s*", value if isinstance(value, str) else "")
        if not match or match[2] not in units or float(match[1]) < 0:
            raise ValueError(f"should be a number with a unit of {', '.join(units)}, in quotes")
        return float(match[1]) * units[match[2]]

    return convert


def number(least):
    def convert(value):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value < least:
            raise ValueError(f"should be a number, at least {least}")
        return value

    return convert


def whole(least, most):
    def convert(value):
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"should be an integer from {least} to {most}")
        return value

    return convert


def site_name(value):
    if not isinstance(value, str) or not HOST_NAME.match(value) or value[-1].isdigit():
        raise ValueError("should be at most 11 small letters, digits and '-' that begin with a letter and do not end with a digit")
    return value


def site_names(value):
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("should be the names of two sites")
    return value


def yes_or_no(value):
    if not isinstance(value, bool):
        raise ValueError("should be true or false")
    return value


LINK = {"bandwidth": (quantity(BITS), None), "latency": (quantity(SECONDS), 0.0)}
HOST = dict(LINK, cpu=(number(0.01), None), disk=(quantity(BYTES), None), load=(number(0), 0), slots=(whole(1, 1024), 1),
            core=(whole(0, 4095), None))


def take(table, where, known, required=()):
    """The known keys of a table, converted; anything else is an error."""
    if not isinstance(table, dict):
        raise DescriptionError(f"{where}: should be a table")
    for key in required:
        if key not in table:
            raise DescriptionError(f"{where}: '{key}' is missing")
    found = {}
    for key, value in table.items():
        if key not in known:
            raise DescriptionError(f"{where}: '{key}' is not known here; known are {', '.join(known)}")
        try:
            found[key] = known[key][0](value)
        except ValueError as error:
            raise DescriptionError(f"{where}: {key} = {value!r}: {error}") from None
    return found


def tables(value, where):
    if not isinstance(value, list):
        raise DescriptionError(f"{where}: should be written [[{where}]]")
    return value


def make_sites(entries, exceptions):
    sites = []
    keys = dict(HOST, name=(site_name, None), hosts=(whole(1, MAX_HOSTS), None))
    for number_, entry in enumerate(tables(entries, "site"), 1):
        values = take(entry, f"site {number_}", keys, required=("name", "hosts"))
        site = Site(values.pop("name"), number_)
        if any(site.name == other.name for other in sites):
            raise DescriptionError(f"there are two sites '{site.name}'")
        defaults = {key: default for key, (_, default) in HOST.items()}
        defaults.update(values)
        for k in range(1, defaults.pop("hosts") + 1):
            name = f"{site.name}{k}"
            own = dict(defaults, **take(exceptions.pop(name, {}), f"host.{name}", HOST))
            site.hosts.append(Host(name, site.name, f"10.77.{number_}.{k}", own))
        sites.append(site)
    if not 1 <= len(sites) <= MAX_SITES:
        raise DescriptionError(f"there should be 1 to {MAX_SITES} sites")
    if exceptions:
        raise DescriptionError(f"host.{next(iter(exceptions))}: no site has this host")
    return sites


def make_between(entries, sites):
    pairs = [Between(one, other, k) for k, (one, other) in enumerate(itertools.combinations(sites, 2), 1)]
    if len(pairs) > 250:
        raise DescriptionError("there are too many pairs of sites")
    for k, entry in enumerate(tables(entries, "between"), 1):
        values = take(entry, f"between {k}", dict(LINK, sites=(site_names, None)))
        names = values.pop("sites", None)
        meant = [pair for pair in pairs if not names or {pair.one.name, pair.other.name} == set(names)]
        if names and not meant:
            raise DescriptionError(f"between {k}: there are no two sites {' and '.join(map(str, names))}")
        for pair in meant:
            pair.__dict__.update(values)
    return pairs


def parse(text, name):
    """A cluster from its file's text; name is what it is called while it is up."""
    if not tomllib:
        raise DescriptionError("reading a cluster's file needs Python 3.11 or later")
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DescriptionError(str(error)) from None
    for key in tree:
        if key not in ("site", "host", "between", "interleave"):
            raise DescriptionError(f"'{key}' is not known; known are site, host, between, interleave")
    if not isinstance(tree.get("host", {}), dict):
        raise DescriptionError("host: should be written [host.NAME]")
    sites = make_sites(tree.get("site", []), dict(tree.get("host", {})))
    between = make_between(tree.get("between", []), sites)
    return Description(name, sites, between, take({key: tree[key] for key in tree if key == "interleave"}, "file",
                                                  {"interleave": (yes_or_no, False)}).get("interleave", False))


def name_of(path):
    """What the cluster of a file is called, if nothing else is said."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", os.path.splitext(os.path.basename(path))[0])[:40] or "cluster"
