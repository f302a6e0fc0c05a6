"""Rooms, flats seen from above and offices as solids."""
import math

from outdoors import leaf, pane, person, railing, stairs, style


def legs(m, x0, y0, x1, y1, z, t, part):
    for x in (x0, x1 - t):
        for y in (y0, y1 - t):
            m.box(x, y, 0, x + t, y + t, z, *part)


def sofa(m, rng):
    """The back lies at y = 0, as with all that stands at a wall; x runs along it. Gives width and depth."""
    w, d, seat = rng.choice([0.85, 1.6, 2.1, 2.6]), rng.uniform(0.8, 1.0), rng.uniform(0.38, 0.45)
    arm, back, foot = rng.choice([0, 0.12, 0.22]), rng.uniform(0.7, 0.9), rng.choice([0, 0.08, 0.15])
    m.box(0, -d, foot, w, 0, seat - 0.12, 'seat', 'sofa')
    n = max(1, round((w - 2 * arm) / 0.75))
    for k in range(n):
        a, b = arm + (w - 2 * arm) * k / n + 0.01, arm + (w - 2 * arm) * (k + 1) / n - 0.01
        m.box(a, -d - 0.02, seat - 0.12, b, -0.2, seat, 'seat', 'sofa')
        m.box(a, -0.3, seat, b, -0.12, back - 0.05, 'seat', 'cushion' if rng.random() < 0.4 else 'sofa')
    m.box(0, -0.2, foot, w, 0, back, 'seat', 'sofa')
    if arm:
        for a in (0, w - arm):
            m.box(a, -d, foot, a + arm, 0, seat + 0.18, 'seat', 'sofa')
    if rng.random() < 0.3:
        m.box(w - 0.8, -d - 0.8, foot, w, -d, seat, 'seat', 'sofa')
    if foot:
        legs(m, 0.04, -d + 0.04, w - 0.04, -0.04, foot, 0.05, ('seat', 'metal'))
    return w, d


def chair(m, rng):
    w, s, back = rng.uniform(0.42, 0.52), rng.uniform(0.42, 0.48), rng.uniform(0.75, 1.0)
    m.box(0, -w, s - rng.choice([0.03, 0.08]), w, 0, s, 'seat', 'fabric')
    if rng.random() < 0.75:
        legs(m, 0, -w, w, 0, s - 0.03, 0.035, ('seat', 'metal'))
    else:
        m.box(w / 2 - 0.03, -w / 2 - 0.03, 0.05, w / 2 + 0.03, -w / 2 + 0.03, s, 'seat', 'metal')
        m.box(0.05, -w + 0.05, 0, w - 0.05, -0.05, 0.05, 'seat', 'metal')
    if rng.random() < 0.85:
        m.box(0, -0.04, s + rng.choice([0, 0.15]), w, 0, back, 'seat', 'fabric')
    return w, w


def stool(m, rng):
    r, h = rng.uniform(0.17, 0.22), rng.uniform(0.45, 0.8)
    ring = [(r + r * math.cos(t), -r + r * math.sin(t)) for t in [0.628 * k for k in range(10)]]
    m.prism(ring, h - 0.05, h, 'seat', 'fabric', round_side=True)
    legs(m, 0.05, -2 * r + 0.05, 2 * r - 0.05, -0.05, h - 0.05, 0.03, ('seat', 'metal'))
    return 2 * r, 2 * r


def table(m, rng, low=False):
    w, d, h = (rng.uniform(0.6, 1.3), rng.uniform(0.5, 0.8), rng.uniform(0.3, 0.45)) if low else (rng.uniform(0.9, 2.4), rng.uniform(0.7, 1.1), 0.74)
    if rng.random() < 0.25:
        r = d / 2
        m.prism([(r + r * math.cos(t), -r + r * math.sin(t)) for t in [0.449 * k for k in range(14)]], h - 0.04, h, 'furniture', 'wood', round_side=True)
        m.box(r - 0.05, -r - 0.05, 0, r + 0.05, -r + 0.05, h, 'furniture', 'metal')
        return d, d
    m.box(0, -d, h - rng.choice([0.03, 0.06]), w, 0, h, 'furniture', 'wood')
    legs(m, 0.03, -d + 0.03, w - 0.03, -0.03, h - 0.03, rng.choice([0.04, 0.07]), ('furniture', rng.choice(['wood', 'metal'])))
    return w, d


def clutter(m, rng, x0, x1, y, z):
    """Small things on a board."""
    for _ in range(rng.choice([0, 1, 2, 4])):
        x, w, h = rng.uniform(x0, x1 - 0.1), rng.uniform(0.04, 0.2), rng.uniform(0.05, 0.3)
        m.box(x, y - 0.25, z, min(x + w, x1), y - 0.08, z + h, rng.choice(['furniture', 'other']), rng.choice(['pot', 'book', 'metal']))


def fronts(m, rng, x0, x1, y, z0, z1, part, rows=1):
    """Doors and drawers on the front of a cabinet, whose plane is y."""
    n = max(1, round((x1 - x0) / rng.uniform(0.4, 0.7)))
    for k in range(n):
        for r in range(rows):
            a, b = x0 + (x1 - x0) * k / n, x0 + (x1 - x0) * (k + 1) / n
            c, d = z0 + (z1 - z0) * r / rows, z0 + (z1 - z0) * (r + 1) / rows
            m.face([(a + 0.01, y - 0.015, c + 0.01), (b - 0.01, y - 0.015, c + 0.01), (b - 0.01, y - 0.015, d - 0.01), (a + 0.01, y - 0.015, d - 0.01)], 'furniture', part, lift=1)
            if n * rows < 12:
                m.box(b - 0.16, y - 0.05, d - 0.08, b - 0.04, y - 0.02, d - 0.06, 'furniture', 'metal')


def cabinet(m, rng):
    w, d, h = rng.choice([0.8, 1.2, 1.8, 2.4]), rng.uniform(0.35, 0.6), rng.choice([0.5, 0.8, 1.1, 2.1, 2.3])
    if h > 1 and rng.random() < 0.5:
        for x in (0, w - 0.03):
            m.box(x, -d, 0, x + 0.03, 0, h, 'furniture', 'wood')
        m.box(0, -0.03, 0, w, 0, h, 'furniture', 'wood')
        n = max(2, round(h / 0.4))
        for k in range(n + 1):
            z = (h - 0.03) * k / n
            m.box(0.03, -d, z, w - 0.03, -0.03, z + 0.03, 'furniture', 'wood')
            if k < n:
                clutter(m, rng, 0.05, w - 0.05, 0, z + 0.03)
        return w, d
    m.box(0, -d, 0, w, 0, h, 'furniture', 'wood')
    fronts(m, rng, 0, w, -d, 0.05, h, 'wood2', rng.choice([1, 1, 2, 3]) if h < 1.5 else 1)
    if h < 1.2:
        clutter(m, rng, 0, w, 0, h)
    return w, d


def kitchen(m, rng, length):
    h, d = 0.9, 0.6
    m.box(0, -d + 0.05, 0, length, 0, 0.1, 'furniture', 'metal')
    m.box(0, -d, 0.1, length, 0, h - 0.04, 'furniture', 'wood')
    fronts(m, rng, 0, length, -d, 0.1, h - 0.06, 'wood2', rng.choice([1, 1, 2]))
    m.box(-0.01, -d - 0.02, h - 0.04, length + 0.01, 0, h, 'furniture', 'worktop')
    x = rng.uniform(0.2, max(0.3, length - 1))
    m.face([(x, -0.5, h + 0.005), (x + 0.55, -0.5, h + 0.005), (x + 0.55, -0.12, h + 0.005), (x, -0.12, h + 0.005)], 'furniture', 'metal', lift=1)
    clutter(m, rng, 0.1, length - 0.1, 0, h)
    if rng.random() < 0.75:
        a = rng.uniform(0, length * 0.4)
        b = rng.uniform(length * 0.6, length)
        m.box(a, -0.35, 1.4, b, 0, 2.15, 'furniture', 'wood')
        fronts(m, rng, a, b, -0.35, 1.4, 2.15, 'wood2')
    if rng.random() < 0.6:
        m.box(length, -0.65, 0, length + 0.65, 0, 2.15, 'furniture', 'appliance')
        fronts(m, rng, length, length + 0.65, -0.65, 0.05, 2.15, 'appliance', 2)
    return length + 0.65, d


def bed(m, rng):
    w, d = rng.choice([0.9, 1.4, 1.8]), 2.05
    m.box(0, -d, 0.1, w, 0, 0.3, 'furniture', 'wood')
    m.box(0.02, -d + 0.02, 0.3, w - 0.02, -0.02, 0.5, 'furniture', 'fabric')
    m.box(-0.01, -d - 0.01, 0.25, w + 0.01, -0.7, 0.54, 'furniture', 'blanket')
    for k in range(1 if w < 1 else 2):
        m.box(0.1 + 0.8 * k, -0.55, 0.5, 0.1 + 0.8 * k + 0.65, -0.1, 0.64, 'furniture', 'cushion')
    m.box(0, -0.06, 0, w, 0, rng.uniform(0.8, 1.3), 'furniture', 'wood')
    return w, d


def floor_lamp(m, rng):
    h, r = rng.uniform(1.2, 1.8), rng.uniform(0.14, 0.25)
    m.box(r - 0.015, -r - 0.015, 0, r + 0.015, -r + 0.015, h, 'lamp', 'metal')
    m.box(r - 0.12, -r - 0.12, 0, r + 0.12, -r + 0.12, 0.03, 'lamp', 'metal')
    shade(m, rng, r, -r, h - 0.3, r)
    return 2 * r, 2 * r


def shade(m, rng, x, y, z, r):
    k = rng.uniform(0.4, 1)
    rings = [[(x + q * math.cos(0.628 * j), y + q * math.sin(0.628 * j)) for j in range(10)] for q in (r, r * k)]
    group = m.smooth()
    for j in range(10):
        n = (j + 1) % 10
        m.face([(*rings[0][j], z), (*rings[0][n], z), (*rings[1][n], z + 0.3), (*rings[1][j], z + 0.3)], 'lamp', 'shade', group)


def pot_plant(m, rng):
    r, h = rng.uniform(0.12, 0.25), rng.uniform(0.2, 0.5)
    m.prism([(r + r * math.cos(0.785 * k), -r + r * math.sin(0.785 * k)) for k in range(8)], 0, h, 'other', 'pot', round_side=True)
    for _ in range(rng.randint(6, 16)):
        a, l, u = rng.uniform(0, 6.28), rng.uniform(0.2, 0.6), rng.uniform(0.2, 0.9)
        x, y, w = r + l * math.cos(a), -r + l * math.sin(a), rng.uniform(0.03, 0.12)
        nx, ny = -w * math.sin(a), w * math.cos(a)
        m.face([(r, -r, h), ((r + x) / 2 + nx, (y - r) / 2 + ny, h + u * 0.6), (x, y, h + u), ((r + x) / 2 - nx, (y - r) / 2 - ny, h + u * 0.6)], 'plant', 'leaf')
    return 2 * r, 2 * r


def desk(m, rng):
    w, d = rng.uniform(1.2, 1.8), rng.uniform(0.6, 0.8)
    m.box(0, -d, 0.7, w, 0, 0.74, 'furniture', 'wood')
    legs(m, 0.02, -d + 0.02, w - 0.02, -0.02, 0.7, 0.04, ('furniture', 'metal'))
    if rng.random() < 0.5:
        m.box(w - 0.45, -d + 0.05, 0, w - 0.05, -0.05, 0.6, 'furniture', 'appliance')
    if rng.random() < 0.7:
        x = rng.uniform(0.3, w - 0.6)
        m.box(x, -0.3, 0.84, x + 0.5, -0.27, 1.15, 'other', 'screen')
        m.box(x + 0.22, -0.3, 0.74, x + 0.28, -0.26, 0.85, 'other', 'metal')
    if rng.random() < 0.8:
        with m.within(w / 2 + 0.25, -d - 0.05, 0, math.pi):
            chair(m, rng)
    return w, d


def set_table(m, rng):
    w, d = table(m, rng)
    for k in range(max(1, round(w / 0.7))):
        for side in (0, 1):
            if rng.random() < 0.9:
                with m.within(0.1 + 0.65 * k + (0.45 if side else 0), -d - 0.05 if side else 0.5, 0, math.pi if side else 0):
                    chair(m, rng)
    return w, d + 0.5


STANDING = {
    'living': [sofa, sofa, cabinet, cabinet, floor_lamp, pot_plant, lambda m, r: kitchen(m, r, r.uniform(1.5, 3))],
    'bed': [bed, bed, cabinet, cabinet, desk, floor_lamp, pot_plant],
    'kitchen': [lambda m, r: kitchen(m, r, r.uniform(1.8, 4)), lambda m, r: kitchen(m, r, r.uniform(1.8, 3)), cabinet, pot_plant],
    'office': [desk, desk, cabinet, cabinet, pot_plant],
    'hall': [sofa, pot_plant, pot_plant, floor_lamp],
}
FREE = {
    'living': [lambda m, r: table(m, r, True), sofa, set_table, stool, chair],
    'bed': [stool, chair],
    'kitchen': [set_table, set_table, stool],
    'office': [desk, set_table, desk],
    'hall': [sofa, stool, lambda m, r: table(m, r, True)],
}


def furnish(m, rng, x0, y0, x1, y1, kind, crowd, ceiling=None):
    """Stands furniture along the walls of a room and in it."""
    sides = [((x0, y1), (x1, y1), 0.0), ((x1, y1), (x1, y0), -math.pi / 2), ((x0, y0), (x0, y1), math.pi / 2), ((x1, y0), (x0, y0), math.pi)]
    if rng.random() < 0.5 and x1 - x0 > 2 and kind != 'hall':
        w, d = rng.uniform(1.2, min(3, x1 - x0 - 0.5)), rng.uniform(1, 2)
        x, y = rng.uniform(x0 + 0.2, x1 - w - 0.2), rng.uniform(y0, max(y0 + 0.1, y1 - d - 0.3))
        m.new()
        m.box(x, y, 0, x + w, y + d, 0.015, 'rug', 'rug')
        if rng.random() < 0.3:
            m.box(x + 0.15, y + 0.15, 0, x + w - 0.15, y + d - 0.15, 0.018, 'rug', 'rug2')
    for p, q, turn in sides:
        length, u = math.dist(p, q), rng.uniform(0.05, 0.6)
        while u < length - 0.6:
            if rng.random() < crowd:
                m.new()
                ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length
                count = len(m.points)
                with m.within(p[0] + ux * u, p[1] + uy * u, 0.0, turn):
                    w, _ = rng.choice(STANDING[kind])(m, rng)
                if u + w > length:
                    for column in (m.points, m.names, m.parts, m.groups, m.things, m.lifts, m.culls):
                        del column[count:]
                    break
                u += w + rng.choice([0, 0.1, 0.5])
            else:
                u += rng.uniform(0.4, 1.2)
    wide, deep = x1 - x0, y1 - y0
    for _ in range(max(1, int(wide * deep / (7 if kind == 'office' else 12) * 2 * crowd))):
        if wide < 2.6 or deep < 2.6:
            break
        m.new()
        with m.within(rng.uniform(x0 + 1, x1 - 1.4), rng.uniform(y0 + 1.2, y1 - 0.8), 0.0, rng.choice([0, 0, math.pi / 2, math.pi, rng.uniform(0, 6)])):
            rng.choice(FREE[kind])(m, rng)
    if ceiling:
        pendants(m, rng, x0, y0, x1, y1, ceiling, kind)


def pendants(m, rng, x0, y0, x1, y1, h, kind):
    m.new()
    if kind in ('office', 'hall') or rng.random() < 0.2:
        nx, ny = max(1, int((x1 - x0) / 2.4)), max(1, int((y1 - y0) / 2.4))
        for i in range(nx):
            for j in range(ny):
                x, y = x0 + (x1 - x0) * (i + 0.5) / nx, y0 + (y1 - y0) * (j + 0.5) / ny
                m.box(x - 0.3, y - 0.3 if kind == 'office' else y - 0.05, h - 0.03, x + 0.3, y + 0.3 if kind == 'office' else y + 0.05, h - 0.01, 'lamp', 'lamp')
    else:
        for _ in range(rng.choice([0, 1, 1, 3])):
            x, y, r, z = rng.uniform(x0 + 0.5, x1 - 0.5), rng.uniform(y0 + 0.5, y1 - 0.5), rng.uniform(0.12, 0.3), h - rng.uniform(0.4, 1.1)
            m.box(x - 0.008, y - 0.008, z, x + 0.008, y + 0.008, h, 'lamp', 'metal')
            shade(m, rng, x, y, z - 0.25, r)


def curtain(m, rng, put_at, u, v0, v1, w):
    """A curtain that hangs in folds; `put_at(u, v, out)` is a place before the wall."""
    group, n = m.smooth() if rng.random() < 0.5 else None, max(4, int(w / 0.09))
    for k in range(n):
        a, b = u + w * k / n, u + w * (k + 1) / n
        o, p = (0.06, 0.12) if k % 2 else (0.12, 0.06)
        m.face([put_at(a, v0, o), put_at(b, v0, p), put_at(b, v1, p), put_at(a, v1, o)], 'curtain', 'curtain', group)


def room_wall(m, rng, p, q, h, s, cull, fitted=True):
    """An inner wall with windows or a door, curtains and pictures."""
    length = math.dist(p, q)
    openings, free = [], []
    kind = rng.choice(['window', 'window', 'wide', 'door', 'blank', 'blank']) if fitted and length > 1.6 else 'blank'
    if kind == 'window':
        n = max(1, int(length / rng.uniform(1.8, 3.5)))
        sill = rng.choice([0.05, 0.8, 0.9])
        w = min(rng.uniform(0.8, 1.8), length / n - 0.4)
        openings = [((k + 0.5) * length / n - w / 2, sill, (k + 0.5) * length / n + w / 2, min(h - 0.2, 2.3), pane(rng, s)) for k in range(n)]
    elif kind == 'wide':
        openings = [(0.2, rng.choice([0.02, 0.5]), length - 0.2, h - rng.choice([0.1, 0.4]), pane(rng, dict(s, mullions=(max(2, round(length / 1.2)), rng.choice([1, 2])))))]
    elif kind == 'door':
        u = rng.uniform(0.3, max(0.35, length - 1.3))
        openings = [(u, 0.01, u + rng.choice([0.85, 0.95, 1.6]), 2.1, leaf(rng))]
        openings = [o for o in openings if o[2] < length]
    m.new()
    m.wall(p, q, 0, h, openings, 'wall', 'wall', rng.choice([0.05, 0.15, 0.25]), cull)
    ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length
    at = lambda u, v, o: (p[0] + ux * u + uy * o, p[1] + uy * u - ux * o, v)
    put = lambda u0, v0, u1, v1, o, name, part: m.face([at(u0, v0, o), at(u1, v0, o), at(u1, v1, o), at(u0, v1, o)], name, part, lift=1, cull=cull)
    if kind in ('window', 'wide') and rng.random() < 0.4:
        for u0, v0, u1, v1, _ in openings[:3]:
            low = 0.02 if rng.random() < 0.7 else v0 - 0.1
            for a in (u0 - 0.3, u1 - 0.15):
                w = rng.uniform(0.25, 0.5)
                if 0 < a and a + w < length:
                    curtain(m, rng, at, a, low, min(h - 0.05, v1 + 0.15), w)
    if kind == 'blank' and length > 1.5:
        for _ in range(rng.choice([0, 0, 1, 1, 3])):
            w, t = rng.uniform(0.3, 1.2), rng.uniform(0.3, 0.9)
            u, v = rng.uniform(0.1, max(0.15, length - w - 0.1)), rng.uniform(1.1, 1.5)
            if u + w < length and v + t < h:
                put(u, v, u + w, v + t, 0.03, 'picture', 'frame')
                put(u + 0.04, v + 0.04, u + w - 0.04, v + t - 0.04, 0.05, 'picture', rng.choice(['picture', 'screen']))
    if rng.random() < 0.3:
        put(0, 0, length, 0.1, 0.012, 'wall', 'skirting')
    if rng.random() < 0.12:
        n = int(length / 0.5)
        for k in range(n):
            put(length * (k + 0.15) / n, 0.3, length * (k + 0.85) / n, h - 0.3, 0.02, 'wall', 'wall')


def room(m, rng):
    """One room seen from within it."""
    kind = rng.choice(['living', 'living', 'bed', 'kitchen', 'office', 'hall'])
    w, d, h = (rng.uniform(7, 16), rng.uniform(8, 18), rng.uniform(2.8, 5.5)) if kind in ('office', 'hall') else (rng.uniform(3, 7), rng.uniform(3.5, 8), rng.uniform(2.4, 3.2))
    s = style(rng, False)
    m.face([(0, 0, 0), (w, 0, 0), (w, d, 0), (0, d, 0)], 'floor', 'floor')
    if rng.random() < 0.88:
        m.face([(0, d, h), (w, d, h), (w, 0, h), (0, 0, h)], 'ceiling', 'ceiling')
        if rng.random() < 0.25:
            for k in range(rng.randint(2, 6)):
                y = d * (k + 0.5) / 6
                m.box(0, y, h - 0.25, w, y + 0.18, h, 'ceiling', 'wood')
    for p, q in (((0, d), (w, d)), ((0, 0), (0, d)), ((w, d), (w, 0)), ((w, 0), (0, 0))):
        room_wall(m, rng, p, q, h, s, True)
    furnish(m, rng, 0, 0, w, d, kind, rng.choice([0.1, 0.35, 0.6]), h)
    if kind in ('office', 'hall'):
        for x in (w * 0.3, w * 0.7):
            for k in range(rng.choice([0, 2, 4])):
                m.new()
                m.box(x, d * (k + 1) / 5, 0, x + 0.4, d * (k + 1) / 5 + 0.4, h, 'column', 'column')
        if rng.random() < 0.4:
            y = rng.uniform(0.4, 0.8) * d
            m.box(w * 0.2, y, 0, w * 0.6, y + 0.06, rng.choice([1.4, h]), 'wall', rng.choice(['partition', 'glass']))
        for _ in range(rng.choice([0, 0, 2, 4])):
            person(m, rng, rng.uniform(1, w - 1), rng.uniform(2, d - 1))
    if rng.random() < (0.5 if kind == 'hall' else 0.07):
        n = int(h / 0.165)
        stairs(m, rng, rng.uniform(0, w - 1.5), d - 0.3 * n - 0.3, rng.uniform(1, 2), max(3, min(n, int((d - 2) / 0.3))))
    if kind == 'hall' and rng.random() < 0.6:
        m.box(0, d * 0.7, h * 0.5, w, d, h * 0.55, 'structure', 'slab', ('floor', 'floor'))
        with m.within(0, d * 0.7, h * 0.55):
            railing(lambda u0, v0, u1, v1, name, part, out, deep: m.box(u0, -out - deep, v0, u1, -out, v1, 'structure', part), 0, w, 0, 0.05, rng.choice(['bars', 'glass', 'solid']))
    return w, d, h


def flat(m, rng, whole):
    """A room or a flat without its ceiling, from above: two walls, or all of them with their thickness."""
    t, h, s = rng.choice([0.08, 0.15, 0.3]), rng.choice([1.2, 2.4, 2.7, 3.0]), style(rng, False)
    w, d = (rng.uniform(7, 15), rng.uniform(6, 11)) if whole else (rng.uniform(3, 6.5), rng.uniform(3, 6))
    m.box(-t, -t, -rng.choice([0.05, 0.2, 0.4]), w + t, d + t, -0.01, 'floor', 'slab')
    cells, strips = [(0, 0, w, d)], []
    if whole:
        for _ in range(rng.randint(1, 6)):
            x0, y0, x1, y1 = cells.pop(max(range(len(cells)), key=lambda k: (cells[k][2] - cells[k][0]) * (cells[k][3] - cells[k][1])))
            k = rng.uniform(0.35, 0.65)
            if x1 - x0 > y1 - y0:
                x = x0 + k * (x1 - x0)
                cells += [(x0, y0, x - t / 2, y1), (x + t / 2, y0, x1, y1)]
                strips.append((x - t / 2, y0, x + t / 2, y1))
            else:
                y = y0 + k * (y1 - y0)
                cells += [(x0, y0, x1, y - t / 2), (x0, y + t / 2, x1, y1)]
                strips.append((x0, y - t / 2, x1, y + t / 2))
    near = not whole and rng.random() < 0.7
    for x0, y0, x1, y1 in cells:
        m.new()
        m.face([(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)], 'floor', rng.choice(['floor', 'floor2', 'tile']))
        for p, q in (((x0, y1), (x1, y1)), ((x0, y0), (x0, y1)), ((x1, y1), (x1, y0)), ((x1, y0), (x0, y0))):
            room_wall(m, rng, p, q, h, s, True)
        furnish(m, rng, x0, y0, x1, y1, rng.choice(['living', 'bed', 'kitchen', 'office']), rng.choice([0, 0.25, 0.5]))
    top = ('wall', 'cut')
    for x0, y0, x1, y1 in (strips + [(-t, d, w + t, d + t), (-t, 0, 0, d)] + ([] if near else [(-t, -t, w + t, 0), (w, 0, w + t, d)])):
        m.face([(x0, y0, h), (x1, y0, h), (x1, y1, h), (x0, y1, h)], *top)
    outer = [((w + t, d + t), (-t, d + t)), ((-t, d + t), (-t, -t))] + ([] if near else [((-t, -t), (w + t, -t)), ((w + t, -t), (w + t, d + t))])
    for p, q in outer:
        m.wall(p, q, -0.05, h, [], 'wall', 'wall', 0, True)
    return w, d, h
