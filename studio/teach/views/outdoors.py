"""Buildings, streets, gardens and quarters as solids."""
import math


def style(rng, tall):
    """How a building's faces are made: one for all of it."""
    kind = rng.choice(['punched'] * 5 + ['ribbon', 'curtain', 'curtain', 'balcony', 'balcony', 'mass', 'panes'])
    pane = rng.uniform(0.8, 2.2)
    return {
        'kind': kind, 'storey': rng.uniform(2.7, 4.0), 'bay': pane + rng.uniform(0.5, 2.6), 'pane': pane,
        'sill': rng.choice([0.1, 0.9, 0.9, 0.8]), 'head': rng.uniform(0.3, 0.7), 'mullions': rng.choice([(1, 1), (2, 1), (2, 1), (2, 2), (3, 1), (3, 2), (2, 3), (4, 4)]),
        'frame': rng.choice([0, 0.05, 0.08, 0.12]), 'depth': 0 if tall else rng.choice([0, 0.06, 0.12, 0.25]), 'shutters': not tall and rng.random() < 0.15,
        'surround': rng.random() < 0.25, 'band': rng.random() < 0.3, 'arched': rng.random() < 0.08, 'overhang': rng.choice([0, 0.3, 0.5, 0.9]),
        'rail': rng.choice(['bars', 'solid', 'glass']), 'irregular': rng.random() < 0.25,
    }


def pane(rng, s, name='window', glass='glass'):
    """What fills a window: glass, its frame and mullions."""
    f, (nx, ny) = s['frame'], s['mullions']
    if name == 'door':
        nx, ny = rng.choice([(1, 1), (2, 1), (2, 3)])

    def fill(put, u0, v0, u1, v1):
        put(u0, v0, u1, v1, name, glass)
        if f <= 0:
            return
        bars = [u0 + (u1 - u0) * k / nx for k in range(nx + 1)], [v0 + (v1 - v0) * k / ny for k in range(ny + 1)]
        for u in bars[0]:
            put(max(u0, u - f / 2), v0, min(u1, u + f / 2), v1, name, 'frame', 0.02, 1)
        for v in bars[1]:
            put(u0, max(v0, v - f / 2), u1, min(v1, v + f / 2), name, 'frame', 0.02, 1)
    return fill


def leaf(rng, part='door'):
    """A door's leaf, or a garage's."""
    lines = rng.choice([0, 2, 3]) if part == 'door' else rng.randint(3, 7)

    def fill(put, u0, v0, u1, v1):
        put(u0, v0, u1, v1, 'door', part)
        for k in range(lines):
            a, b = v0 + (v1 - v0) * (k + 0.12) / lines, v0 + (v1 - v0) * (k + 0.88) / lines
            e = 0.12 * (u1 - u0)
            put(u0 + e, a, u1 - e, b, 'door', part + '2', 0.01, 1)
    return fill


def facade(m, rng, p, q, z0, z1, s, ground=False, blank=False, door=False):
    """One side of a building, seen from the right of p → q."""
    length, high = math.dist(p, q), z1 - z0
    ux, uy = (q[0] - p[0]) / max(length, 1e-6), (q[1] - p[1]) / max(length, 1e-6)
    turn = math.atan2(uy, ux)
    storeys = max(1, round(high / s['storey']))
    step = high / storeys
    if blank or s['kind'] == 'mass' or length < 1.6 or high < 1.8:
        m.wall(p, q, z0, z1, [])
        return
    openings, flush = [], s['depth'] == 0

    def part(u0, v0, u1, v1, name, part, out, deep):
        """A box on the face."""
        with m.within(*p, z0, turn):
            m.box(u0, -out - deep, v0, u1, -out, v1, name, part)

    if s['kind'] in ('curtain', 'panes') and not (ground and door):
        e = rng.choice([0, 0.15, 0.4])
        grid = dict(s, mullions=(max(1, round((length - 2 * e) / s['bay'])), storeys * rng.choice([1, 1, 2, 3])), frame=s['frame'] or 0.06)
        if s['kind'] == 'panes':
            openings = [(e + 0.1, k * step + rng.choice([0.1, 0.4]), length - e - 0.1, (k + 1) * step - 0.35, pane(rng, dict(grid, mullions=(grid['mullions'][0], 1)))) for k in range(storeys)]
        else:
            openings = [(e + 0.02, 0.02, length - e - 0.02, high - 0.05 - e, pane(rng, grid))]
        m.wall(p, q, z0, z1, openings, depth=max(s['depth'], 0.05))
        return
    bays = max(1, int(length / s['bay']))
    gap = length / bays
    door_bay = rng.randrange(bays) if door else -1
    garage = door and not flush and length > 7 and rng.random() < 0.4
    shop = ground and storeys > 2 and rng.random() < 0.4
    skip = {(rng.randrange(bays), rng.randrange(storeys)) for _ in range(rng.randint(0, 4))} if s['irregular'] else set()
    for k in range(storeys):
        v = k * step
        if s['kind'] == 'ribbon' and not (k == 0 and door):
            n = max(1, round(length / s['pane']))
            openings.append((0.25, v + min(0.9, 0.3 * step), length - 0.25, v + step - 0.4, pane(rng, dict(s, mullions=(n, 1), frame=s['frame'] or 0.05))))
            continue
        b = 0
        while b < bays:
            u = (b + 0.5) * gap
            if k == 0 and garage and b == 0 and door_bay != 0:
                wide = min(rng.choice([2.6, 5.0]), 0.45 * length)
                openings.append((0.4, 0.02, 0.4 + wide, min(2.3, step - 0.2), leaf(rng, 'garage')))
                b = int((wide + 0.6) / gap) + 1
                continue
            if k == 0 and b == door_bay:
                w = min(rng.choice([0.5, 0.5, 0.9]), gap / 2 - 0.06)
                t = min(2.3, step - 0.25)
                openings.append((u - w, 0.02, u + w, t, leaf(rng) if rng.random() < 0.7 else pane(rng, s, 'door')))
                if rng.random() < 0.4:
                    part(u - w - 0.3, t + 0.1, u + w + 0.3, t + 0.25, 'building', 'slab', 0, rng.uniform(0.5, 1.6))
                if rng.random() < 0.5 and z0 > 0.05:
                    for n in range(3):
                        part(u - w - 0.2, -z0 + z0 * n / 3, u + w + 0.2, -z0 + z0 * (n + 1) / 3, 'structure', 'stair', 0, 1.0 - 0.3 * n)
            elif (b, k) not in skip:
                w = min(s['pane'] / 2 * (rng.uniform(0.6, 1.2) if s['irregular'] else 1), gap / 2 - 0.08)
                low, top = (0.15, step - 0.5) if shop and k == 0 else (min(s['sill'], step * 0.4), step - s['head'])
                if s['kind'] == 'balcony' and k > 0:
                    low = 0.12
                openings.append((u - w, v + low, u + w, v + top, pane(rng, s)))
                if s['shutters']:
                    for a in (u - 2 * w, u + w + 0.02):
                        part(a, v + low, a + w - 0.02, v + top, 'building', 'shutter', 0, 0.05)
                if s['surround']:
                    part(u - w - 0.12, v + low - 0.12, u + w + 0.12, v + low, 'building', 'band', 0, 0.1)
                    part(u - w - 0.12, v + top, u + w + 0.12, v + top + 0.12, 'building', 'band', 0, 0.1)
            b += 1
        if s['kind'] == 'balcony' and k > 0:
            wide = rng.choice([1, 1, 2]) if not s['irregular'] else rng.choice([0, 1, 2])
            runs = [(0.2, length - 0.2)] if wide == 2 else [(b * gap + 0.15, (b + 1) * gap - 0.15) for b in range(0, bays, 2)] if wide else []
            deep = rng.uniform(0.9, 1.6)
            for a, b in runs:
                part(a, v - 0.08, b, v + 0.1, 'building', 'slab', 0, deep)
                railing(part, a, b, v + 0.1, deep, s['rail'])
    if flush:
        m.wall(p, q, z0, z1, [])
        n = (uy, -ux)
        for u0, v0, u1, v1, fill in openings:
            def put(a, b, c, d, name, what, o=0.0, lift=0):
                at = lambda u, v: (p[0] + ux * u + n[0] * 0.01, p[1] + uy * u + n[1] * 0.01, z0 + v)
                m.face([at(a, b), at(c, b), at(c, d), at(a, d)], name, what, None, 1 + lift, True)
            fill(put, max(0.05, u0), v0, min(u1, length - 0.05), min(v1, high - 0.02))
    else:
        m.wall(p, q, z0, z1, openings, depth=s['depth'])
    if s['band']:
        for k in range(1, storeys + 1):
            part(0, k * step - 0.12, length, k * step + 0.06, 'building', 'band', 0, 0.12)


def railing(part, a, b, v, deep, kind):
    if kind == 'bars':
        part(a, v + 0.95, b, v + 1.0, 'column', 'rail', deep - 0.05, 0.05)
        n = max(2, min(24, int((b - a) / 0.25)))
        for k in range(n + 1):
            u = a + (b - a - 0.04) * k / n
            part(u, v, u + 0.04, v + 0.95, 'column', 'rail', deep - 0.05, 0.04)
    else:
        part(a, v, b, v + 1.0, 'column', 'rail' if kind == 'solid' else 'glassrail', deep - 0.06, 0.06)
    for u in (a, b - 0.05):
        part(u, v, u + 0.05, v + 1.0, 'column', 'rail', 0, deep - 0.02)


def roof(m, rng, x0, y0, x1, y1, z, s, kind, along_x):
    """The roof over a rectangle, with what stands on it. Gives its height."""
    o, w, d = s['overhang'], x1 - x0, y1 - y0
    if kind == 'flat':
        p, t = rng.choice([0.1, 0.3, 0.6, 1.0]), 0.25
        if o > 0.2 and rng.random() < 0.5:
            m.box(x0 - o, y0 - o, z, x1 + o, y1 + o, z + 0.3, 'roof', 'fascia', ('roof', 'roof'))
            return 0.3
        m.face([(x0 + t, y0 + t, z + 0.02), (x1 - t, y0 + t, z + 0.02), (x1 - t, y1 - t, z + 0.02), (x0 + t, y1 - t, z + 0.02)], 'roof', 'roof')
        for a, b, c, e in ((x0, y0, x1, y0 + t), (x0, y1 - t, x1, y1), (x0, y0 + t, x0 + t, y1 - t), (x1 - t, y0 + t, x1, y1 - t)):
            m.box(a, b, z, c, e, z + p, 'building', 'wall', ('roof', 'coping'))
        for _ in range(rng.choice([0, 0, 1, 3])):
            a, b, k = rng.uniform(x0 + 0.1 * w, x1 - 0.3 * w), rng.uniform(y0 + 0.1 * d, y1 - 0.3 * d), rng.uniform(0.1, 0.2)
            m.box(a, b, z, a + k * w, b + k * d, z + rng.uniform(0.6, 2.5), 'building', 'wall', ('roof', 'roof'))
        return p
    half = (d if along_x else w) / 2
    rise = half * rng.uniform(0.35, 1.1)
    if kind == 'shed':
        rise = min(half, 2.5) * rng.uniform(0.3, 0.8)
        a, b = z, z + rise
        m.face([(x0 - o, y0 - o, a), (x1 + o, y0 - o, a), (x1 + o, y1 + o, b), (x0 - o, y1 + o, b)], 'roof', 'roof', lift=1)
        m.face([(x0 - o, y1 + o, b - 0.2), (x1 + o, y1 + o, b - 0.2), (x1 + o, y0 - o, a - 0.2), (x0 - o, y0 - o, a - 0.2)], 'roof', 'fascia')
        m.face([(x0 - o, y0 - o, a - 0.2), (x1 + o, y0 - o, a - 0.2), (x1 + o, y0 - o, a), (x0 - o, y0 - o, a)], 'roof', 'fascia')
        m.face([(x1, y0, z), (x1, y1, z), (x1, y1, b)], 'building', 'wall')
        m.face([(x0, y1, z), (x0, y0, z), (x0, y1, b)], 'building', 'wall')
        m.face([(x1, y1, z), (x0, y1, z), (x0, y1, b), (x1, y1, b)], 'building', 'wall')
        return rise
    if kind == 'mansard':
        i = min(0.2 * half, 1.2)
        rise = rng.uniform(2.2, 3.2)
        m.box(x0 - 0.3, y0 - 0.3, z - 0.2, x1 + 0.3, y1 + 0.3, z, 'building', 'band')
        m.frustum((x0, y0, x1, y1), (x0 + i, y0 + i, x1 - i, y1 - i), z, z + rise, 'roof', 'roof')
        for k in range(int((x1 - x0) / 2.5)):
            dormer(m, rng, x0 + 1.25 + 2.5 * k, y0 + 0.1, z + 0.4, 1.1, 1.6, i + 0.2, s)
        return rise
    if kind in ('hip', 'spire'):
        e = 0 if kind == 'spire' else max(0.0, (w - d) / 2 if along_x else (d - w) / 2)
        rise = max(w, d) * rng.uniform(0.9, 2) if kind == 'spire' else rise
        low = (x0 - o, y0 - o, x1 + o, y1 + o)
        mx, my = (x0 + x1) / 2, (y0 + y1) / 2
        high = (mx - e, my, mx + e, my) if along_x else (mx, my - e, mx, my + e)
        m.face([(low[0], low[3], z), (low[2], low[3], z), (low[2], low[1], z), (low[0], low[1], z)], 'roof', 'fascia')
        m.frustum(low, high, z, z + rise, 'roof', 'roof')
    else:
        turn = (lambda x, y: (x, y)) if along_x else (lambda x, y: (y, x))
        a0, b0, a1, b1 = (x0, y0, x1, y1) if along_x else (y0, x0, y1, x1)
        mid, t, drop = (b0 + b1) / 2, rng.choice([0.08, 0.15, 0.3]), rise * o / max(half, 0.1)

        def face(points, name, part, lift=0):
            points = [(*turn(x, y), z + h) for x, y, h in points]
            m.face(points if along_x else points[::-1], name, part, lift=lift)
        for sign in (-1, 1):
            eave = mid + sign * (half + o)
            slope = [(a0 - o, eave, -drop + t), (a1 + o, eave, -drop + t), (a1 + o, mid, rise + t), (a0 - o, mid, rise + t)]
            face(slope if sign < 0 else slope[::-1], 'roof', 'roof')
            under = [(x, y, h - t) for x, y, h in slope]
            face(under[::-1] if sign < 0 else under, 'roof', 'fascia')
            for k in range(4):
                n = (k + 1) % 4
                face([under[k], under[n], slope[n], slope[k]], 'roof', 'fascia')
        for a in (a0, a1):
            face([(a, b0, 0), (a, b1, 0), (a, mid, rise)], 'building', 'gable')
            if s['kind'] != 'mass' and rng.random() < 0.4 and half > 2.5:
                h, k = 0.35 * rise, 0.5
                e = 0.02 if a == a1 else -0.02
                face([(a + e, mid - k, h - 0.5), (a + e, mid + k, h - 0.5), (a + e, mid + k, h + 0.6), (a + e, mid - k, h + 0.6)], 'window', 'glass', 1)
        if along_x and s['kind'] != 'mass' and rng.random() < 0.35 and rise > 2:
            n = rng.randint(1, 3)
            for k in range(n):
                dormer(m, rng, a0 + (a1 - a0) * (k + 0.5) / n, b0 + half * 0.25, z + rise * 0.25, 1.3, 1.3, half * 0.5, s)
        elif along_x and rng.random() < 0.3:
            for _ in range(rng.randint(1, 4)):
                u, k = rng.uniform(a0 + 0.5, a1 - 1.5), rng.uniform(0.25, 0.6)
                at = lambda x, r: (x, b0 + half * r, rise * r + t + 0.03)
                face([at(u, k), at(u + 0.8, k), at(u + 0.8, k + 0.25), at(u, k + 0.25)], 'window', 'glass', 2)
    if rng.random() < 0.45:
        x, y = rng.uniform(x0 + 0.2 * w, x1 - 0.3 * w), rng.uniform(y0 + 0.3 * d, y1 - 0.4 * d)
        m.box(x, y, z, x + rng.uniform(0.5, 0.9), y + rng.uniform(0.5, 0.9), z + rise * rng.uniform(0.9, 1.3) + 0.5, 'building', 'chimney')
    return rise


def dormer(m, rng, x, y, z, w, h, deep, s):
    """A window that stands out of a slope that rises towards +y."""
    a, b = x - w / 2, x + w / 2
    m.wall((a, y), (b, y), z, z + h, [(0.15, 0.15, w - 0.15, h - 0.1, pane(rng, s))], depth=0.03)
    for p, q in (((b, y), (b, y + 2 * deep)), ((a, y + 2 * deep), (a, y))):
        m.wall(p, q, z, z + h, [])
    top = w * 0.4 if rng.random() < 0.7 else 0.1
    m.face([(a, y, z + h), (b, y, z + h), (x, y, z + h + top)], 'building', 'gable')
    for p, q in ((a - 0.1, x), (x, b + 0.1)):
        zp, zq = (z + h - 0.05, z + h + top) if p < x else (z + h + top, z + h - 0.05)
        m.face([(p, y - 0.15, zp), (q, y - 0.15, zq), (q, y + 2 * deep, zq), (p, y + 2 * deep, zp)], 'roof', 'roof', lift=1)


def block(m, rng, x0, y0, x1, y1, z0, z1, s, kind='flat', door=True, blank=0.0):
    """A rectangular building with its roof."""
    a, b, c, d = (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    if z0 > 0:
        m.box(x0 - 0.05, y0 - 0.05, 0, x1 + 0.05, y1 + 0.05, z0, 'building', 'base')
    for k, (p, q) in enumerate(((a, b), (b, c), (c, d), (d, a))):
        facade(m, rng, p, q, z0, z1, s, ground=z0 < 1, blank=rng.random() < blank, door=door and k == 0)
    return z1 + roof(m, rng, x0, y0, x1, y1, z1, s, kind, x1 - x0 >= y1 - y0)


PITCHED = ['gable', 'gable', 'gable', 'hip', 'hip', 'shed', 'mansard']


def house(m, rng):
    """A house of one to three volumes. Gives the points that it fills and half its width."""
    s = style(rng, False)
    flat = rng.random() < 0.35
    pick = lambda: 'flat' if flat else rng.choice(PITCHED)
    w, d = rng.uniform(7, 16), rng.uniform(6, 11)
    z0, floors = rng.choice([0, 0.15, 0.5]), rng.choice([1, 1.0, 2, 2, 2.0, 3])
    top = block(m, rng, -w / 2, -d / 2, w / 2, d / 2, z0, z0 + floors * s['storey'], s, pick())
    far = w / 2
    for _ in range(rng.choice([0, 1, 1, 2])):
        m.new()
        ww, dd, f = rng.uniform(3, 7), rng.uniform(3, 8), rng.choice([1, 1, 2])
        side = rng.choice([-1, 1])
        y = rng.uniform(-d / 2 - dd * 0.6, d / 2 - dd * 0.5)
        x = side * (w / 2 + ww / 2 - rng.uniform(0.2, 1.5)) if rng.random() < 0.6 else rng.uniform(-w / 3, w / 3)
        if abs(x) < w / 2:
            y = -d / 2 - dd * rng.uniform(0.3, 0.7)
        block(m, rng, x - ww / 2, y, x + ww / 2, y + dd, z0, z0 + f * s['storey'] + rng.choice([0, 0.4]), s, pick(), rng.random() < 0.5)
        far = max(far, abs(x) + ww / 2)
    if rng.random() < 0.45:
        porch(m, rng, rng.uniform(-w / 3, w / 4), -d / 2, s)
    return top, far


def porch(m, rng, x, y, s):
    m.new()
    w, d, h = rng.uniform(2, 6), rng.uniform(1.5, 3.5), rng.uniform(2.4, 3)
    m.box(x, y - d, 0, x + w, y, 0.2, 'ground', 'paving')
    n, round_ = rng.randint(2, 4), rng.random() < 0.3
    for k in range(n):
        a = x + 0.1 + (w - 0.4) * k / max(1, n - 1)
        if round_:
            ring = [(a + 0.12 + 0.12 * math.cos(t), y - d + 0.25 + 0.12 * math.sin(t)) for t in [0.785 * j for j in range(8)]]
            m.prism(ring, 0.2, h, 'column', 'column', round_side=True)
        else:
            m.box(a, y - d + 0.1, 0.2, a + 0.22, y - d + 0.32, h, 'column', 'column')
    if rng.random() < 0.5:
        m.box(x - 0.2, y - d - 0.1, h, x + w + 0.2, y, h + 0.25, 'roof', 'fascia', ('roof', 'roof'))
    else:
        roof(m, rng, x, y - d, x + w, y + 0.5, h, dict(s, overhang=0.2), 'gable', w > d + 0.5)


def tower(m, rng):
    """A high-rise, a slab, a tower on a podium, or a block around a court."""
    s = style(rng, True)
    kind = rng.choice(['tower', 'tower', 'slab', 'podium', 'court', 'steps', 'round'])
    w, d, n = rng.uniform(14, 30), rng.uniform(12, 22), rng.randint(5, 28)
    if kind == 'slab':
        w, n = rng.uniform(30, 60), rng.randint(4, 10)
    high = n * s['storey']
    if kind == 'court':
        w, d, t, high = rng.uniform(35, 60), rng.uniform(30, 50), 11, rng.randint(4, 7) * s['storey']
        for a, b, c, e in ((-w / 2, -d / 2, w / 2, -d / 2 + t), (-w / 2, d / 2 - t, w / 2, d / 2), (-w / 2, -d / 2 + t, -w / 2 + t, d / 2 - t), (w / 2 - t, -d / 2 + t, w / 2, d / 2 - t)):
            block(m, rng, a, b, c, e, 0, high, s, 'flat')
    elif kind == 'steps':
        for k in range(rng.randint(2, 4)):
            e = k * rng.uniform(1.5, 3)
            block(m, rng, -w / 2 + e, -d / 2 + e, w / 2 - e / 2, d / 2 - e / 2, high * k * 0.3, high * (k + 1) * 0.3, s, 'flat', k == 0)
    elif kind == 'round':
        r, sides = w / 2, rng.choice([6, 8, 12, 20])
        ring = [(r * math.cos(2 * math.pi * k / sides), r * math.sin(2 * math.pi * k / sides)) for k in range(sides)]
        for p, q in zip(ring, ring[1:] + ring[:1]):
            facade(m, rng, p, q, 0, high, s)
        m.face([(*p, high) for p in ring], 'roof', 'roof')
    else:
        if kind == 'podium':
            block(m, rng, -w * 0.9, -d * 0.9, w * 0.8, d * 0.7, 0, 2 * s['storey'], dict(style(rng, True), storey=s['storey']), 'flat')
        block(m, rng, -w / 2, -d / 2, w / 2, d / 2, 2 * s['storey'] if kind == 'podium' else 0, high, s, 'flat' if rng.random() < 0.85 else 'hip')
    return high, w / 2


def church(m, rng):
    """A hall with a tower."""
    s = dict(style(rng, False), kind='punched', pane=rng.uniform(0.8, 1.3), bay=rng.uniform(3, 4), storey=rng.uniform(6, 9), sill=1.6)
    w, d = rng.uniform(8, 12), rng.uniform(14, 26)
    block(m, rng, -w / 2, 0, w / 2, d, 0, s['storey'], s, 'gable')
    t = rng.uniform(3, 5)
    high = s['storey'] * rng.uniform(1.6, 2.4)
    m.new()
    x = rng.choice([0, -w / 2])
    block(m, rng, x - t / 2, -t * 0.7, x + t / 2, t * 0.3, 0, high, dict(s, bay=t, pane=1.0), rng.choice(['spire', 'spire', 'hip', 'flat']))
    return high, w / 2


def terrace(m, rng):
    """A row of houses, each a little different."""
    x, s = 0.0, style(rng, False)
    n, same = rng.randint(3, 8), rng.random() < 0.5
    kind, high = rng.choice(PITCHED + ['flat', 'flat']), rng.randint(2, 5)
    for _ in range(n):
        m.new()
        if not same:
            s, kind, high = style(rng, False), rng.choice(PITCHED + ['flat']), rng.randint(2, 5)
        w = rng.uniform(5, 9)
        block(m, rng, x, 0, x + w, 10, 0, high * s['storey'], dict(s, overhang=0), kind)
        x += w
    return high * 3.2, x


def tree(m, rng, x, y, flat):
    m.new()
    m.at(x, y)
    h, r = rng.uniform(3, 9), rng.uniform(1, 2.6)
    kind = rng.choice(['ball', 'balls', 'cone', 'bare', 'palm'] if not flat else ['cut', 'cut', 'bare'])
    t = 0.06 + 0.02 * h
    m.box(-t, -t, 0, t, t, h * 0.55, 'plant', 'trunk')
    if kind == 'ball':
        m.ball(0, 0, h * 0.7, r, r * rng.uniform(0.8, 1.5), 'plant', 'leaf', rng, rng.choice([0, 0.15, 0.25]))
    elif kind == 'balls':
        for _ in range(rng.randint(3, 6)):
            m.ball(rng.uniform(-r, r) * 0.6, rng.uniform(-r, r) * 0.6, h * rng.uniform(0.55, 0.9), r * 0.6, r * 0.5, 'plant', 'leaf', rng, 0.2, 5, 8)
    elif kind == 'cone':
        for k in range(rng.randint(1, 4)):
            z, q = h * (0.2 + 0.25 * k), r * (1 - 0.22 * k)
            ring = [(q * math.cos(a * 0.7), q * math.sin(a * 0.7)) for a in range(9)]
            for p, n in zip(ring, ring[1:] + ring[:1]):
                m.face([(*p, z), (*n, z), (0, 0, z + 0.4 * h)], 'plant', 'leaf', m.group)
    elif kind == 'cut':
        for turn in (0.0, 1.57) if rng.random() < 0.4 else (rng.uniform(-0.6, 0.6),):
            m.at(x, y, 0, turn)
            k = rng.randint(14, 36)
            rough = [r * rng.uniform(0.75, 1.15) for _ in range(k)]
            m.face([(q * math.cos(6.283 * j / k), 0, h * 0.68 + 1.2 * q * math.sin(6.283 * j / k)) for j, q in enumerate(rough)], 'plant', 'leaf')
    else:
        for _ in range(rng.randint(8, 22)):
            a, l, z = rng.uniform(0, 6.28), rng.uniform(0.4, 1) * r, h * rng.uniform(0.35, 0.6)
            w = 0.05 if kind == 'bare' else 0.25
            up = rng.uniform(0.2, 0.5) * h if kind == 'bare' else rng.uniform(-0.05, 0.12) * h
            if kind == 'palm':
                z = h * 0.55
            c, n = (l * math.cos(a), l * math.sin(a)), (-w * math.sin(a), w * math.cos(a))
            m.face([(n[0], n[1], z), (-n[0], -n[1], z), (c[0], c[1], z + up)], 'plant', 'trunk' if kind == 'bare' else 'leaf')
    m.at(0, 0)


def hedge(m, rng, x, y, w, d, h):
    m.new()
    if rng.random() < 0.5:
        m.box(x, y, 0, x + w, y + d, h, 'plant', 'hedge')
    else:
        for _ in range(max(2, int(w / 1.2))):
            r = h * rng.uniform(0.5, 0.8)
            m.ball(x + rng.uniform(0, w), y + rng.uniform(0, d), r * 0.7, r, r, 'plant', 'leaf', rng, 0.25, 5, 8)


def car(m, rng, x, y, turn):
    m.new()
    m.at(x, y, 0, turn)
    l, h = rng.choice([(4.2, 1.4), (4.2, 1.4), (4.6, 1.7), (9, 2.9)]), rng.uniform(0.9, 1.05)
    length, high = l[0], l[1] * h
    m.box(-length / 2, -0.9, 0.3, length / 2, 0.9, high * (0.58 if high < 2.5 else 1), 'other', 'car')
    if high < 2.5:
        m.frustum((-length * 0.3, -0.85, length * 0.25, 0.85), (-length * 0.2, -0.7, length * 0.12, 0.7), high * 0.58, high, 'other', 'carglass')
    for a in (-length * 0.32, length * 0.32):
        for side in (-0.92, 0.92):
            ring = [(a + 0.33 * math.cos(t), side, 0.33 + 0.33 * math.sin(t)) for t in [0.628 * k for k in range(10)]]
            m.face(ring, 'other', 'tyre', lift=1)
    m.at(0, 0)


def person(m, rng, x, y, z=0.0):
    """A cut-out of a person, or a solid one."""
    m.new()
    m.at(x, y, z, rng.uniform(-0.8, 0.8))
    w = rng.uniform(0.2, 0.28)
    m.face([(-w * 0.7, 0, 0), (-0.02, 0, 0), (0, 0, 0.8), (0.02, 0, 0), (w * 0.7, 0, 0), (w, 0, 1.0), (w, 0, 1.42), (0.07, 0, 1.5), (-0.07, 0, 1.5), (-w, 0, 1.42), (-w, 0, 0.9)], 'other', 'person', 0)
    m.face([(0.11 * math.cos(t), 0, 1.62 + 0.14 * math.sin(t)) for t in [0.628 * k for k in range(10)]], 'other', 'person', 0)
    m.at(0, 0)


def post(m, rng, x, y):
    m.new()
    h = rng.uniform(4, 8)
    m.box(x - 0.06, y - 0.06, 0, x + 0.06, y + 0.06, h, 'structure', 'rail')
    m.box(x - 0.1, y - 1.2, h - 0.15, x + 0.1, y + 0.1, h, 'lamp', 'lamp')


def ground(m, name, part, x0, y0, x1, y1, z=0.0, lift=0):
    m.face([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)], name, part, lift=lift)


def stairs(m, rng, x, y, w, n, turn=0.0, z=0.0):
    m.new()
    m.at(x, y, z, turn)
    for k in range(n):
        m.box(0, 0.3 * k, 0, w, 0.3 * n, 0.165 * (k + 1), 'structure', 'stair')
    if rng.random() < 0.6:
        for u in (0, w - 0.06):
            m.face([(u, 0, 0.9), (u, 0.3 * n, 0.9 + 0.165 * n), (u, 0.3 * n, 1.0 + 0.165 * n), (u, 0, 1.0)], 'structure', 'rail')
            for k in range(0, n, 2):
                m.box(u, 0.3 * k + 0.1, 0.165 * k, u + 0.04, 0.3 * k + 0.14, 0.165 * k + 0.95, 'structure', 'rail')
    m.at(0, 0)


def surroundings(m, rng, far, front):
    """What lies around a building: ground or lawn, paths, pool, trees, fence, cars and people."""
    r = far + rng.uniform(4, 10)
    wide = rng.random() < 0.5
    lawn = rng.random() < 0.5
    reach = 400 if wide else r * rng.uniform(1.1, 2)
    ground(m, *(('grass', 'lawn') if lawn else ('ground', 'paving')), -reach, -reach, reach, reach, -0.02)
    if not wide and rng.random() < 0.4:
        m.box(-reach, -reach, -rng.uniform(0.3, 1.5), reach, reach, -0.03, 'ground', 'soil')
    if rng.random() < 0.5:
        a = rng.uniform(-far, far * 0.6)
        ground(m, 'ground', 'path', a, -reach if wide else -r, a + rng.uniform(1, 4), front, 0.0, 1)
    if rng.random() < 0.35:
        y = front - rng.uniform(5, 9)
        ground(m, 'ground', 'road', -reach, y - 6, reach, y, 0.0, 1)
        ground(m, 'ground', 'kerb', -reach, y, reach, y + 1.5, 0.01, 2)
        for _ in range(rng.choice([0, 1, 2])):
            car(m, rng, rng.uniform(-far * 1.5, far * 1.5), y - rng.uniform(1.5, 4.5), rng.choice([0, math.pi]))
    if rng.random() < 0.15:
        a, b = rng.uniform(-far, 0), front - rng.uniform(4, 8)
        m.box(a - 0.3, b - 3.8, 0, a + 7.3, b + 0.3, 0.06, 'ground', 'paving')
        ground(m, 'water', 'water', a, b - 3.5, a + 7, b, 0.08, 1)
    for _ in range(rng.choice([0, 0, 1, 3, 6])):
        x, y = rng.uniform(-1.8 * far, 1.8 * far), rng.uniform(front - 7, front + 25)
        if abs(x) > far + 1 or y > front + 16 or (y < front - 2 and rng.random() < 0.35):
            tree(m, rng, x, y, rng.random() < 0.4)
    for _ in range(rng.choice([0, 0, 1, 3])):
        hedge(m, rng, rng.uniform(-far, far), front - rng.uniform(0.8, 4), rng.uniform(1, 5), 0.8, rng.uniform(0.4, 1.2))
    if rng.random() < 0.2:
        y = front - rng.uniform(3, 6)
        m.new()
        if rng.random() < 0.5:
            m.box(-far, y, 0, far * 0.3, y + 0.12, rng.uniform(0.7, 1.8), 'structure', 'fence')
        else:
            for k in range(int(2 * far / 0.3)):
                m.box(-far + 0.3 * k, y, 0, -far + 0.3 * k + 0.1, y + 0.05, 1.0, 'structure', 'fence')
    for _ in range(rng.choice([0, 0, 1, 3])):
        person(m, rng, rng.uniform(-far, far), front - rng.uniform(1, 6))
    if rng.random() < 0.2:
        stairs(m, rng, rng.uniform(-far, 0), front - 3, rng.uniform(2, 5), rng.randint(3, 6))
    if wide and rng.random() < 0.35:
        y, x = 220, -300
        while x < 300:
            w, h = rng.uniform(20, 90), rng.uniform(6, 40)
            m.face([(x, y, -1), (x + w, y, -1), (x + w * 0.8, y, h), (x + w * 0.3, y, h * rng.uniform(0.6, 1))], 'far', 'hill', 0)
            x += w * 0.6


def quarter(m, rng):
    """Blocks of a town, as a massing model or with their windows."""
    plain, pitched = rng.random() < 0.6, rng.random() < 0.4
    step, n = rng.uniform(22, 45), rng.randint(3, 7)
    tall = rng.choice([0, 0.1, 0.4])
    reach = n * step
    ground(m, 'ground', 'road', -reach * 2, -reach * 2, reach * 2, reach * 2, -0.02)
    for i in range(-n // 2, n // 2 + 1):
        for j in range(-n // 2, n // 2 + 1):
            x, y, k = i * step, j * step, step * 0.38
            if rng.random() < 0.12:
                ground(m, 'grass', 'lawn', x - k, y - k, x + k, y + k, 0.01, 1)
                for _ in range(rng.randint(0, 5)):
                    tree(m, rng, x + rng.uniform(-k, k), y + rng.uniform(-k, k), False)
                continue
            if rng.random() < 0.3:
                ground(m, 'ground', 'paving', x - k * 1.1, y - k * 1.1, x + k * 1.1, y + k * 1.1, 0.01, 1)
            parts = rng.choice([1, 1, 2, 3])
            for _ in range(parts):
                m.new()
                s = style(rng, True)
                if plain or parts > 1:
                    s['kind'] = 'mass'
                h = rng.uniform(30, 110) if rng.random() < tall else rng.uniform(5, 24)
                w, d = k * rng.uniform(0.4, 1), k * rng.uniform(0.4, 1)
                a, b = x + rng.uniform(w - k, k - w), y + rng.uniform(d - k, k - d)
                block(m, rng, a - w, b - d, a + w, b + d, 0, h, dict(s, overhang=0.3, band=False), rng.choice(PITCHED) if pitched and h < 20 else 'flat', False)
    return reach * 0.5


def street(m, rng):
    """Two rows of houses along a road that runs away from the eye."""
    wide = rng.uniform(10, 22)
    ground(m, 'ground', 'paving', -60, -40, 60, 200, -0.02)
    ground(m, 'ground', 'road', -wide / 2 + 3, -40, wide / 2 - 3, 200, 0.0, 1)
    for k in range(0, 100, 6):
        ground(m, 'ground', 'mark', -0.1, k, 0.1, k + 3, 0.01, 2)
    for side in (-1, 1):
        y = -8.0
        while y < 90:
            m.new()
            s = style(rng, rng.random() < 0.5)
            w, h = rng.uniform(7, 16), rng.randint(2, 6) * s['storey']
            m.at(side * wide / 2, y + (0 if side < 0 else w), 0, math.pi / 2 if side < 0 else -math.pi / 2)
            block(m, rng, 0, 0, w, 12, 0, h, dict(s, overhang=0), rng.choice(['flat', 'flat', 'gable', 'mansard']))
            m.at(0, 0)
            y += w + rng.choice([0, 0, 0, 3])
        for k in range(rng.randint(0, 7)):
            y = rng.uniform(2, 50)
            x = side * (wide / 2 - rng.uniform(1, 2.5))
            rng.choice([lambda: tree(m, rng, x, y, rng.random() < 0.4), lambda: post(m, rng, x, y), lambda: person(m, rng, x, y), lambda: car(m, rng, x * 0.5, y, math.pi / 2)])()
    return wide
