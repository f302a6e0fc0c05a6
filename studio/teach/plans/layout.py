"""Flats, houses and offices as they might be: cells, walls and openings in metres."""
import math


def split(rng, box, area, out, slant=0.0):
    """Splits a box into cells of about `area` m2."""
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    if w * h < area * rng.uniform(0.6, 1.8) or max(w, h) < 2.4:
        out.append(box)
        return
    t = rng.uniform(0.32, 0.68)
    if w * rng.uniform(0.75, 1.33) > h:
        x = round((x0 + w * t) * 20) / 20
        split(rng, (x0, y0, x, y1), area, out)
        split(rng, (x, y0, x1, y1), area, out)
    else:
        y = round((y0 + h * t) * 20) / 20
        split(rng, (x0, y0, x1, y), area, out)
        split(rng, (x0, y, x1, y1), area, out)


def corridor_office(rng, w, h):
    """Rooms on both sides of a corridor."""
    c = rng.uniform(0.9, 2.4)
    y0 = h * rng.uniform(0.35, 0.6)
    cells = [(0, y0, w, y0 + c)]
    # Small rooms, or halls that many desks stand in.
    least, most = rng.choice([(1.8, 7), (1.8, 7), (2.5, 16)])
    for a, b in ((0, y0), (y0 + c, h)):
        x = 0.0
        while x < w - 1e-6:
            step = rng.uniform(least, most)
            if w - x - step < 1.8:
                step = w - x
            cells.append((x, a, x + step, b))
            x += step
    return cells


def shared(a, b):
    """Side that two cells share: (axis, at, from, to); None without one."""
    for ax in (0, 1):
        o = 1 - ax
        lo, hi = max(a[o], b[o]), min(a[o + 2], b[o + 2])
        if hi - lo > 0.05:
            if abs(a[ax + 2] - b[ax]) < 1e-6:
                return ax, a[ax + 2], lo, hi
            if abs(b[ax + 2] - a[ax]) < 1e-6:
                return ax, b[ax + 2], lo, hi
    return None


def segment(ax, at, lo, hi):
    return ((at, lo), (at, hi)) if ax == 0 else ((lo, at), (hi, at))


class Layout:
    """Cells as polygons with a kind; walls (p, q, thickness, outer); openings (p, q, thickness, kind, look)."""

    def __init__(self, rng):
        self.cells, self.walls, self.openings, self.rails, self.columns = [], [], [], [], []
        self.outside = []
        office = rng.random() < 0.15
        small = rng.random() < 0.25
        w = rng.uniform(3, 7) if small else math.exp(rng.uniform(math.log(6), math.log(24)))
        h = w * math.exp(rng.uniform(-0.6, 0.45))
        if office:
            w *= rng.choice([1, 1.5])
            h = w * rng.uniform(0.35, 0.7)
            boxes = corridor_office(rng, w, h)
        else:
            boxes = []
            split(rng, (0, 0, round(w, 1), round(h, 1)), rng.choice([6, 8, 10, 12, 14, 18, 30, 60]), boxes)
        self.size = w, h
        if len(boxes) > 4 and rng.random() < 0.6:
            edge = [b for b in boxes if b[0] < 1e-6 or b[1] < 1e-6 or b[2] > w - 0.1 or b[3] > h - 0.1]
            for b in rng.sample(edge, min(len(edge), rng.choice([1, 1, 2, 3]))):
                if len(boxes) > 3:
                    boxes.remove(b)
        self.boxes = boxes
        to = rng.choice([0.1, 0.2, 0.24, 0.24, 0.3, 0.36, 0.45])
        ti = min(to, rng.choice([0.06, 0.1, 0.12, 0.12, 0.15, 0.2, 0.24]))
        self.to, self.ti = to, ti
        self.balcony = [len(boxes) > 3 and min(b[2] - b[0], b[3] - b[1]) < 2.2 and rng.random() < 0.5 for b in boxes]
        self.cells = [((b[0], b[1]), (b[2], b[1]), (b[2], b[3]), (b[0], b[3])) for b in boxes]
        # A room has a door or two and many more walls.
        doors = rng.uniform(0.15, 0.65)
        opened = rng.choice([0, 0.05, 0.15, 0.3])
        windows = rng.choice([0, 0, 0.3, 0.5, 0.6, 0.85])
        # Partitions of glass.
        glass = rng.choice([0.01, 0.01, 0.3]) if office else rng.choice([0.01, 0.01, 0.01, 0.05])
        n = len(boxes)
        covered = {i: [[], [], [], []] for i in range(n)}
        for i in range(n):
            for j in range(i + 1, n):
                s = shared(boxes[i], boxes[j])
                if not s:
                    continue
                ax, at, lo, hi = s
                for k in (i, j):
                    b = boxes[k]
                    covered[k][ax if abs(b[ax] - at) < 1e-6 else ax + 2].append((lo, hi))
                bal = self.balcony[i] != self.balcony[j]
                if not bal and rng.random() < opened:
                    # Open to each other, now and then with a stub of wall.
                    stub = rng.choice([0, 0, 0.3, 0.6])
                    if stub and hi - lo > 2 * stub:
                        self.wall(*segment(ax, at, lo, lo + stub), ti, False)
                    continue
                t = to if bal else (ti if rng.random() < 0.8 else rng.choice([to, ti * 0.7]))
                self.edge(rng, segment(ax, at, lo, hi), t, False, doors, windows if bal else glass, bal)
        for i, b in enumerate(boxes):
            for side in range(4):
                ax = side % 2
                at = b[side]
                lo, hi = b[1 - ax], b[3 - ax]
                free = [(lo, hi)]
                for c0, c1 in covered[i][side]:
                    free = [(p, q) for f0, f1 in free for p, q in ((f0, min(f1, c0)), (max(f0, c1), f1)) if q - p > 0.05]
                for lo2, hi2 in free:
                    seg = segment(ax, at, lo2, hi2)
                    n_ = -1 if side < 2 else 1
                    if self.balcony[i]:
                        if rng.random() < 0.7:
                            self.rails.append((*seg, rng.choice([0.05, 0.1, 0.12])))
                        else:
                            self.edge(rng, seg, ti, True, 0, 0.9, False)
                    elif hi2 - lo2 > 2.2 and rng.random() < 0.05:
                        self.bay(rng, seg, ax, n_)
                    elif hi2 - lo2 > 1.5 and rng.random() < 0.015:
                        pass  # an open front
                    else:
                        self.edge(rng, seg, to, True, 0.08, windows, False)
        if rng.random() < 0.2:
            self.chamfer(rng)
        self.add_columns(rng)

    def wall(self, p, q, t, outer):
        self.walls.append((p, q, t, outer))

    def bay(self, rng, seg, ax, n):
        """A bay of straight or curved parts before a wall's line."""
        (px, py), (qx, qy) = seg
        length = math.hypot(qx - px, qy - py)
        d = rng.uniform(0.3, min(2.5, length / 2))
        if rng.random() < 0.5:
            k = 9
            pts = [(i / k, d * math.sin(math.pi * i / k)) for i in range(k + 1)]
        else:
            c = rng.uniform(0.1, 0.3)
            pts = [(0, 0), (c, d), (1 - c, d), (1, 0)]
        line = []
        for s, o in pts:
            x, y = px + (qx - px) * s, py + (qy - py) * s
            line.append((x + n * o, y) if ax == 0 else (x, y + n * o))
        self.cells.append(tuple(line))
        glass = rng.random() < 0.5
        for a, b in zip(line, line[1:]):
            self.wall(a, b, self.to, True)
            if glass and math.dist(a, b) > 0.8:
                self.opening(a, b, 0.15, 0.85, self.to, 'window', rng)

    def chamfer(self, rng):
        """Cuts corners of the outline by a slanted or rounded wall."""
        w, h = self.size
        for cx, cy in rng.sample([(0, 0), (w, 0), (0, h), (w, h)], rng.choice([1, 2])):
            hits = [k for k, (p, q, t, o) in enumerate(self.walls) if o and (math.dist(p, (cx, cy)) < 0.11 or math.dist(q, (cx, cy)) < 0.11)]
            if len(hits) != 2 or self.rails:
                continue
            d = rng.uniform(0.6, 0.75 * min(math.dist(self.walls[k][0], self.walls[k][1]) for k in hits))
            if d < 0.6:
                continue
            ends = []
            for k in hits:
                p, q, t, o = self.walls[k]
                if math.dist(p, (cx, cy)) > 0.11:
                    p, q = q, p
                f = d / math.dist(p, q)
                e = (p[0] + (q[0] - p[0]) * f, p[1] + (q[1] - p[1]) * f)
                self.walls[k] = (e, q, t, o)
                ends.append(e)
                self.openings = [x for x in self.openings if not (x[5] == (self.key(p, q)) and min(math.dist(x[0], p), math.dist(x[1], p)) < d + 0.2)]
            self.outside.append(((cx - 9 if cx == 0 else cx + 9, cy), ends[0], ends[1], (cx, cy)) if False else ((cx, cy), ends[0], ends[1]))
            self.wall(ends[0], ends[1], self.to, True)
            if d > 1.2 and rng.random() < 0.4:
                self.opening(*ends, 0.25, 0.75, self.to, 'window', rng)

    @staticmethod
    def key(p, q):
        return tuple(sorted((tuple(round(v, 2) for v in p), tuple(round(v, 2) for v in q))))

    def opening(self, p, q, a, b, t, kind, rng):
        at = lambda f: (p[0] + (q[0] - p[0]) * f, p[1] + (q[1] - p[1]) * f)
        self.openings.append((at(a), at(b), t, kind, (rng.random() < 0.5, rng.random() < 0.5, rng.random()), self.key(p, q)))

    def edge(self, rng, seg, t, outer, doors, windows, to_balcony):
        """A wall with what opens it."""
        p, q = seg
        length = math.dist(p, q)
        self.wall(p, q, t, outer)
        if length < 0.85:
            return
        slot = lambda width, where: (where, where + width / length)
        free = length - 0.2
        r = rng.random()
        if to_balcony and rng.random() < 0.75 and length > 1.6:
            width = min(free, rng.uniform(1.2, 3.5))
            a, b = slot(width, rng.uniform(0.1, max(0.1, length - 0.1 - width)) / length)
            self.opening(p, q, a, b, t, rng.choice(['sliding', 'sliding', 'double', 'gap', 'window']), rng)
            return
        if r < doors:
            kind = rng.choices(['door', 'double', 'sliding', 'gap', 'fold', 'pocket'], [12, 1.5, 1.2, 2, 0.5, 0.6])[0]
            width = {'door': rng.uniform(0.62, 1.05), 'double': rng.uniform(1.1, 1.9), 'sliding': rng.uniform(0.8, 3), 'gap': rng.triangular(0.7, 3.5, 0.9),
                     'fold': rng.uniform(0.8, 3), 'pocket': rng.uniform(0.7, 1.2)}[kind]
            if outer and rng.random() < 0.15:
                kind, width = 'garage', rng.uniform(2.2, 5.2)
            width = min(width, free)
            if width < 0.6:
                return
            room = length - width - 0.2
            s = 0.1 + room * (rng.choice([rng.uniform(0, 0.1), rng.uniform(0.9, 1), rng.random()]))
            a, b = slot(width, s / length)
            self.opening(p, q, a, b, t, kind, rng)
            # Glass beside a door.
            if windows > 0 and length - s - width > 0.7 and rng.random() < (0.25 if outer else 0.06):
                beside = min(length - s - width - 0.15, rng.uniform(0.3, 1.2))
                self.opening(p, q, (s + width) / length, (s + width + beside) / length, t, 'window', rng)
            elif length - s - width > 2.2 and rng.random() < 0.15:
                self.opening(p, q, (s + width + 0.5) / length, (s + width + 1.4) / length, t, 'door', rng)
        elif rng.random() < windows:
            k = 2 if length > 4 and rng.random() < 0.4 else 1
            for i in range(k):
                part = length / k
                width = min(part - 0.3, rng.choice([0.5, 0.6, 0.9, 1.2, 1.5, 1.8, 2.4, 3.0, part]))
                if width < 0.4:
                    continue
                s = part * i + 0.15 + (part - 0.3 - width) * rng.choice([0.5, rng.random()])
                self.opening(p, q, s / length, (s + width) / length, t, 'window', rng)

    def add_columns(self, rng):
        """Columns at corners of cells, in walls and in rooms."""
        if rng.random() < 0.65:
            return
        size = rng.uniform(0.25, 0.7)
        share = rng.uniform(0.1, 0.7)
        for b in self.boxes:
            for x, y in ((b[0], b[1]), (b[2], b[1]), (b[2], b[3]), (b[0], b[3])):
                if rng.random() < share and not any(math.dist((x, y), (c[0], c[1])) < 1.2 for c in self.columns):
                    self.columns.append((x, y, size, size * rng.choice([1, 1, 1.5])))
