"""Draws layouts as plans are drawn all over the world, with what is true of every pixel."""
import math

import cv2
import numpy as np

from furniture import Things
from layout import Layout
from openings import draw_door, draw_window
from sheet import DIMENSION, DOOR, FURNITURE, HATCH, IN, OUT, RAIL, SHIFT, SS, WALL, WINDOW, Sheet, grey, hatch, pastel, quad, unit


def pick_style(rng, s):
    st = {}
    st['wall'] = rng.choices(['solid', 'grey', 'light', 'colour', 'hollow', 'hatched', 'single', 'mixed', 'light bare', 'pieces', 'cavity'], [28, 10, 6, 5, 18, 8, 8, 8, 4, 5, 5])[0]
    st['door'] = rng.choices(['arc', 'rect', 'double line', 'leaf', 'box', 'gap', 'thick', 'chord'], [12, 8, 3, 2, 1.5 if st['wall'] in ('solid', 'grey', 'colour') else 0, 2, 3, 1])[0]
    st['swing'] = rng.choices(['whole', 'dashed', 'faint'], [7, 1, 2])[0]
    st['faint'] = grey(rng, 130, 215)
    st['leaf'] = rng.uniform(0.04, 0.1)
    st['leaf_fill'] = rng.choice([None, None, (255, 255, 255), pastel(rng, 60, 230)])
    st['door_angle'] = math.pi / 2 if rng.random() < 0.85 else rng.uniform(0.5, 1.5)
    st['door_pen'] = rng.choice([0.5, 0.7, 1, 1])
    st['door_colour'] = s.ink if rng.random() < 0.6 else grey(rng, 20, 200) if rng.random() < 0.6 else tuple(rng.randint(0, 220) for _ in range(3))
    st['door_mid'] = rng.random() < 0.2
    st['sector'] = None if rng.random() < 0.85 else pastel(rng, 150, 255)
    st['threshold'] = rng.random() < 0.15
    st['jambs'] = rng.random() < 0.6
    st['window'] = rng.choices(['lines', 'box', 'inner', 'outer', 'sash', 'casement', 'curtain', 'leaves', 'uneven', 'cased', 'thick', 'shutters', 'swing'], [14, 6, 4, 1, 2, 1, 2, 2, 3, 2, 1.5, 1, 1])[0]
    st['mullion'], st['curtain'] = rng.uniform(0.5, 1.8), rng.uniform(0.03, 0.12)
    st['window_lines'] = rng.choice([1, 2, 3, 3, 4, 4])
    st['window_pen'] = rng.choice([0.5, 0.6, 0.8, 1])
    st['window_colour'] = st['door_colour'] if rng.random() < 0.3 else s.ink if rng.random() < 0.7 else tuple(rng.randint(0, 220) for _ in range(3))
    st['window_fill'] = None if rng.random() < 0.35 else (255, 255, 255) if rng.random() < 0.6 else rng.choice([(200, 230, 250), (120, 190, 235), (225, 225, 225), (90, 90, 90), (180, 220, 180)])
    return st


def draw_walls(s, rng, plan, st, holes):
    """Walls and columns, filled, hollow, hatched or as strokes; the openings are left out of them."""
    n = s.n
    single = st['wall'] == 'single' or (st['wall'] == 'mixed' and rng.random() < 0.3)
    stroke = rng.choice([1, 1.5, 2, 3]) * 1.0
    solid = np.zeros((n, n), np.uint8)
    other = np.zeros((n, n), np.uint8)
    split_ = st['wall'] == 'mixed'
    least = 2.2 / s.scale
    for p, q, t, outer in plan.walls:
        if single and not (split_ and outer):
            s.line(s.px([p, q]), None, stroke)
            s.mark(s.px(quad(p, q, max(stroke + 1.5, 3.4) / s.scale, 0.5 / s.scale)), WALL)
            continue
        pts = s.px(quad(p, q, max(t, least), t / 2))
        cv2.fillPoly(solid if (outer or not split_) else other, [s.fix(pts)], 255, 8, SHIFT)
        s.mark(pts, WALL)
    cut = lambda m: [cv2.fillPoly(m, [s.fix(s.px(h))], 0, 8, SHIFT) for h in holes]
    cut(solid)
    cut(other)
    if single:
        for h in holes:
            s.fill(s.px(h), st['floor_at'](h))
    for h, v in zip(holes, st['hole_marks']):
        s.mark(s.px(quad(*h_line(h), max(h_thick(h), 3.4 / s.scale))), v)

    def paint(mask, how):
        if not mask.any():
            return
        edges = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE if abs(math.sin(2 * s.angle)) > 1e-3 else cv2.CHAIN_APPROX_SIMPLE)[0]
        area = mask > 0
        outline = True
        pen = s.pen * rng.choice([1, 1, 1.5, 2])
        if how == 'solid':
            s.image[area] = s.ink
            outline = False
        elif how == 'grey':
            s.image[area] = grey(rng, 60, 180)
            outline = rng.random() < 0.6
        elif how == 'light':
            s.image[area] = grey(rng, 180, 240)
        elif how == 'light bare':
            s.image[area] = grey(rng, 150, 215)
            outline = False
        elif how == 'colour':
            s.image[area] = tuple(rng.randint(20, 200) for _ in range(3))
            outline = rng.random() < 0.5
        elif how == 'pieces':
            # Each wall by itself, its ends to be seen.
            s.image[area] = rng.choice([(255, 255, 255), (255, 255, 255), st['paper'], pastel(rng, 190, 250)])
            for p, q, t, _ in plan.walls:
                one = np.zeros((n, n), np.uint8)
                cv2.fillPoly(one, [s.fix(s.px(quad(p, q, max(t, least), t / 2)))], 255, 8, SHIFT)
                one &= mask
                parts = cv2.findContours(one, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
                cv2.drawContours(s.image, parts, -1, s.ink, max(1, round(s.pen * 0.7 * SS)), cv2.LINE_AA)
            outline = False
        elif how == 'cavity':
            # Leaves of a wall with a lining between them.
            s.image[area] = 255
            for k in ((0.3,), (0.3, 0.62))[rng.randrange(2)]:
                deep = max(1, round(k * plan.ti * s.scale * SS))
                inner = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=deep // 2 + 1)
                rings = cv2.findContours(inner, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]
                cv2.drawContours(s.image, rings, -1, s.ink, max(1, round(s.pen * 0.5 * SS)), cv2.LINE_AA)
            if rng.random() < 0.6:
                hatch(s, cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=max(1, round(0.15 * plan.ti * s.scale * SS))), rng, 0, None, rng.uniform(2, 6) * SS)
        elif how == 'hatched':
            if rng.random() < 0.7:
                s.image[area] = 255
            hatch(s, mask, rng, 0, None, rng.uniform(2, 6) * SS)
        elif rng.random() < 0.6:
            s.image[area] = st['paper'] if rng.random() < 0.6 else 255
        if outline:
            cv2.drawContours(s.image, edges, -1, s.ink if rng.random() < 0.8 else grey(rng, 0, 120), max(1, round(pen * SS)), cv2.LINE_AA)
            if rng.random() < 0.06:
                inner = cv2.erode(mask, np.ones((5, 5), np.uint8), iterations=SS)
                e2 = cv2.findContours(inner, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]
                cv2.drawContours(s.image, e2, -1, s.ink, max(1, round(s.pen * 0.5 * SS)), cv2.LINE_AA)

    if split_:
        kinds = ['solid', 'grey', 'light', 'hollow', 'hatched', 'colour', 'cavity']
        paint(other, rng.choice(kinds))
        paint(solid, rng.choice(kinds))
    else:
        paint(solid, st['wall'])
    for x, y, a, b in plan.columns:
        pts = s.px([(x - a / 2, y - b / 2), (x + a / 2, y - b / 2), (x + a / 2, y + b / 2), (x - a / 2, y + b / 2)])
        if rng.random() < 0.15:
            pts = s.px([(x + a / 2 * math.cos(k), y + a / 2 * math.sin(k)) for k in np.linspace(0, 6.28, 16)])
        s.mark(pts, WALL)
        if st['column'] == 'solid':
            s.fill(pts, s.ink)
        elif st['column'] == 'grey':
            s.fill(pts, (150, 150, 150))
        else:
            s.fill(pts, (255, 255, 255))
            s.line(pts, None, None, True)
            if rng.random() < 0.3:
                s.line(pts[[0, 2]], None, s.pen * 0.6)
                s.line(pts[[1, 3]] if len(pts) == 4 else pts[[4, 12]], None, s.pen * 0.6)


def h_line(h):
    return ((h[0][0] + h[3][0]) / 2, (h[0][1] + h[3][1]) / 2), ((h[1][0] + h[2][0]) / 2, (h[1][1] + h[2][1]) / 2)


def h_thick(h):
    return math.dist(h[0], h[3])


def dimension(s, rng, a, b, off, colour, pen, k=None):
    """A chain of dimensions along one side, px: a to b, moved by off."""
    ux, uy, d = unit(a, b)
    k = k or rng.choice([1, 2, 3, 4, 6])
    cuts = sorted([0, 1] + [rng.random() for _ in range(k - 1)])
    o = (-uy * off, ux * off)
    tick = rng.choice(['slash', 'arrow', 'dot', 'line'])
    L = lambda *pts: s.line(np.float32(pts), colour, pen, over=DIMENSION)
    A = lambda f: (a[0] + ux * d * f + o[0], a[1] + uy * d * f + o[1])
    L(A(0), A(1))
    vertical = abs(uy) > abs(ux)
    for f in cuts:
        x, y = A(f)
        sgn = math.copysign(1, off)
        ext = rng.choice([4, 10, abs(off) * 0.8])
        L((x + uy * sgn * ext, y - ux * sgn * ext), (x - uy * sgn * 3, y + ux * sgn * 3))
        if tick == 'slash':
            L((x - 3, y + 3), (x + 3, y - 3))
        elif tick == 'arrow':
            L((x + ux * 5 - uy * 1.5, y + uy * 5 + ux * 1.5), (x, y), (x + ux * 5 + uy * 1.5, y + uy * 5 - ux * 1.5))
    high = rng.uniform(5, 10)
    for f0, f1 in zip(cuts, cuts[1:]):
        x, y = A((f0 + f1) / 2)
        if (f1 - f0) * d > high * 2:
            s.text('number', x + uy * high * 0.8, y - ux * high * 0.8, high, colour, 1 if vertical else 0, DIMENSION)


def tags(s, rng, plan, colour):
    """Marks of openings and levels: circles, boxes and flags with a word, some at the end of a line."""
    form, high = rng.choice(['circle', 'circle', 'box', 'plain', 'flag']), rng.uniform(5, 9)
    for p, q, t, *_ in plan.openings:
        if rng.random() < 0.25:
            continue
        ux, uy, d = unit(p, q)
        away = (t / 2 + rng.uniform(0.15, 0.9)) * rng.choice([-1, 1])
        (x, y), (ax, ay) = s.px([((p[0] + q[0]) / 2 - uy * away, (p[1] + q[1]) / 2 + ux * away), ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)])
        if not (0 <= x < s.n / SS and 0 <= y < s.n / SS):
            continue
        rad = high * 1.2
        if form == 'circle':
            s.line(np.float32([(x + rad * math.cos(k), y + rad * math.sin(k)) for k in np.linspace(0, 6.28, 16)]), colour, s.pen * 0.6, True, DIMENSION)
        elif form == 'box':
            s.line(np.float32([(x - rad * 1.4, y - rad * 0.8), (x + rad * 1.4, y - rad * 0.8), (x + rad * 1.4, y + rad * 0.8), (x - rad * 1.4, y + rad * 0.8)]), colour, s.pen * 0.6, True, DIMENSION)
        elif form == 'flag':
            s.line(np.float32([(ax, ay), (x, y), (x + rad * 2.5, y)]), colour, s.pen * 0.6, over=DIMENSION)
        s.text('number', x, y, high * 0.8, colour, 0, DIMENSION)


def measured(s, rng, plan, colour):
    """Dimensions from wall to wall within rooms."""
    pen = s.pen * rng.choice([0.4, 0.6, 0.8])
    for b in plan.boxes:
        for upright in (False, True):
            if rng.random() < 0.4:
                continue
            lo, hi = (b[1], b[3]) if upright else (b[0], b[2])
            at = rng.uniform(b[0] + 0.2, b[2] - 0.2) if upright else rng.uniform(b[1] + 0.2, b[3] - 0.2)
            lo, hi = lo + plan.ti / 2, hi - plan.ti / 2
            a, e = s.px([(at, lo), (at, hi)] if upright else [(lo, at), (hi, at)])
            dimension(s, rng, a, e, 0.01, colour, pen, 1)


def planks(s, mask, rng, colour, upright):
    """Boards of a wooden floor, their ends apart from row to row, now and then each of its own tone."""
    ys, xs = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if len(ys) == 0 or len(xs) == 0:
        return
    y0, y1, x0, x1 = int(ys[0]), int(ys[-1]) + 1, int(xs[0]), int(xs[-1]) + 1
    high, wide = (x1 - x0, y1 - y0) if upright else (y1 - y0, x1 - x0)
    row, long = max(5 * SS, rng.uniform(0.1, 0.3) * s.scale * SS), rng.uniform(0.8, 2) * s.scale * SS
    tone = rng.choice([0, 0, 6, 14])
    layer = np.tile(np.float32(colour), (high, wide, 1))
    line, pen = np.float32([max(0, c - rng.randint(15, 70)) for c in colour]), rng.choice([1, 1, SS])
    y, seam = 0.0, rng.random() < 0.8
    while y < high:
        x = -rng.random() * long
        while x < wide:
            a, b, c, d = max(0, int(x)), int(x + long), int(y), int(y + row)
            if tone:
                layer[c:d, a:b] += rng.uniform(-tone, tone)
            if seam:
                layer[c:d, a:a + pen] = line
            x += long
        layer[int(y):int(y) + pen] = line
        y += row
    layer = np.clip(layer.transpose(1, 0, 2) if upright else layer, 0, 255).astype(np.uint8)
    part = mask[y0:y1, x0:x1] > 0
    s.image[y0:y1, x0:x1][part] = layer[part]
    small = cv2.resize(mask, (s.n // SS, s.n // SS), interpolation=cv2.INTER_NEAREST)
    s.over[(small > 0) & (s.over == 0)] = HATCH


def frame(s, rng, size):
    """A border, a title block, notes and the like about a plan."""
    if rng.random() < 0.5:
        for k in range(rng.choice([1, 2])):
            m = rng.uniform(2, 16)
            s.line(np.float32([(m, m), (size - m, m), (size - m, size - m), (m, size - m)]), None, rng.choice([0.7, 1, 2, 3]), True, DIMENSION)
    if rng.random() < 0.5:
        w, h = rng.uniform(50, 160), rng.uniform(20, 70)
        x, y = size - w - rng.uniform(0, 12), size - h - rng.uniform(0, 12)
        s.fill(np.float32([(x, y), (x + w, y), (x + w, y + h), (x, y + h)]), (255, 255, 255))
        s.truth[max(0, int(y)):, max(0, int(x)):] = OUT
        rows = rng.randint(2, 5)
        for k in range(rows + 1):
            s.line(np.float32([(x, y + h * k / rows), (x + w, y + h * k / rows)]), None, 0.7, over=DIMENSION)
            s.text('name', x + w * 0.3, y + h * (k + 0.5) / rows, h / rows * 0.6)
        for f in (0, rng.uniform(0.3, 0.6), 1):
            s.line(np.float32([(x + w * f, y), (x + w * f, y + h)]), None, 0.7, over=DIMENSION)


def stray(s, rng, size):
    """What stands beside plans: elevations, notes, symbols, trees, roads."""
    for _ in range(rng.choice([0, 1, 2, 4])):
        x, y = rng.uniform(0, size), rng.uniform(0, size)
        if s.truth[min(size - 1, int(y)), min(size - 1, int(x))] != OUT:
            continue
        r = rng.random()
        if r < 0.35:
            for k in range(rng.randint(1, 6)):
                s.text(rng.choice(['name', 'number']), x, y + 11 * k, rng.uniform(6, 14))
        elif r < 0.55:
            rad = rng.uniform(6, 20)
            t = np.linspace(0, 6.28, 20)
            s.line(np.stack([x + rad * np.cos(t), y + rad * np.sin(t)], 1), None, None, True, DIMENSION)
            s.line(np.float32([(x, y - rad * 1.3), (x, y + rad * 1.3)]), over=DIMENSION)
        elif r < 0.8:
            t = np.linspace(0, 6.28, 24)
            rad = rng.uniform(5, 18)
            wob = 1 + 0.15 * np.sin(t * rng.randint(4, 9))
            pts = np.stack([x + rad * wob * np.cos(t), y + rad * wob * np.sin(t)], 1).astype(np.float32)
            inside = s.truth[np.clip(pts[:, 1], 0, size - 1).astype(int), np.clip(pts[:, 0], 0, size - 1).astype(int)]
            if not inside.any():
                if rng.random() < 0.5:
                    s.fill(pts, (rng.randint(90, 190), rng.randint(150, 230), rng.randint(80, 150)))
                s.line(pts, None, None, True, FURNITURE)
        else:
            # An elevation: a house from the front is no plan.
            w, h = rng.uniform(60, 160), rng.uniform(30, 80)
            box = s.truth[max(0, int(y)):int(y + h), max(0, int(x)):int(x + w)]
            if box.size == 0 or box.any():
                continue
            s.line(np.float32([(x, y), (x + w, y), (x + w, y + h), (x, y + h)]), None, None, True)
            s.line(np.float32([(x - 6, y), (x + w / 2, y - h * 0.4), (x + w + 6, y)]))
            for k in range(rng.randint(1, 5)):
                a, b = x + rng.uniform(0, w * 0.8), y + rng.uniform(0.1, 0.6) * h
                s.line(np.float32([(a, b), (a + 12, b), (a + 12, b + 16), (a, b + 16)]), None, 0.7, True)
            s.mark(np.float32([(x, y), (x + w, y), (x + w, y + h), (x, y + h)]), DIMENSION, s.over)


def scene(rng, size, words):
    """What is no plan: houses in perspective, facades, streets of a site. All of it is outside."""
    npr = np.random.default_rng(rng.getrandbits(32))
    s = Sheet(rng, size, words)
    s.place(20, 0, 0, 0)
    r = rng.random()
    at = lambda: (rng.uniform(0, size), rng.uniform(0, size))
    if r < 0.4:
        # Two vanishing points; faces of boxes with panes.
        left, right = (-rng.uniform(0.3, 2) * size, rng.uniform(0.2, 0.8) * size), (size * rng.uniform(1.3, 3), rng.uniform(0.2, 0.8) * size)
        mix = lambda a, b, f: (a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f)
        for _ in range(rng.randint(1, 4)):
            x, y, high = rng.uniform(0.1, 0.9) * size, rng.uniform(0.2, 0.8) * size, rng.uniform(0.15, 0.6) * size
            for far in (left, right):
                f = rng.uniform(0.1, 0.35)
                quadr = lambda u0, u1, v0, v1: [mix(mix((x, y), (x, y + high), v), far, u * f) for u, v in ((u0, v0), (u1, v0), (u1, v1), (u0, v1))]
                face = quadr(0, 1, 0, 1)
                if rng.random() < 0.5:
                    s.fill(np.float32(face), grey(rng, 150, 255))
                s.line(np.float32(face), None, None, True)
                for k in range(rng.randint(0, 6)):
                    u, v = rng.uniform(0.05, 0.8), rng.uniform(0.05, 0.75)
                    s.line(np.float32(quadr(u, u + 0.15, v, v + 0.2)), None, s.pen * 0.7, True)
    elif r < 0.7:
        # Facades and sections.
        y = rng.uniform(0.5, 0.9) * size
        s.line(np.float32([(0, y), (size, y)]), None, s.pen * rng.choice([1, 2, 3]))
        x = rng.uniform(-0.1, 0.2) * size
        while x < size:
            w_, h_ = rng.uniform(0.2, 0.7) * size, rng.uniform(0.15, 0.5) * size
            s.line(np.float32([(x, y), (x, y - h_), (x + w_, y - h_), (x + w_, y)]), None, s.pen * rng.choice([1, 2]))
            if rng.random() < 0.5:
                s.line(np.float32([(x - 6, y - h_), (x + w_ / 2, y - h_ * rng.uniform(1.2, 1.6)), (x + w_ + 6, y - h_)]))
            n, m = rng.randint(1, 5), rng.randint(1, 4)
            for i in range(n):
                for j in range(m):
                    a, b, c, d = x + w_ * (i + 0.2) / n, y - h_ * (j + 0.85) / m, w_ * 0.6 / n, h_ * 0.5 / m
                    s.line(np.float32([(a, b), (a + c, b), (a + c, b + d), (a, b + d)]), None, s.pen * 0.7, True)
                    if rng.random() < 0.4:
                        s.line(np.float32([(a + c / 2, b), (a + c / 2, b + d)]), None, s.pen * 0.6)
            x += w_ + rng.uniform(0.02, 0.3) * size
    else:
        # Roads and plots of a site.
        for _ in range(rng.randint(2, 6)):
            a, b, c = at(), at(), at()
            t = np.linspace(0, 1, 14)[:, None]
            road = (1 - t) ** 2 * np.float32(a) + 2 * t * (1 - t) * np.float32(b) + t * t * np.float32(c)
            off = rng.uniform(4, 22)
            s.line(road)
            s.line(road + np.float32([off, off * rng.uniform(-1, 1)]))
        for _ in range(rng.randint(0, 10)):
            x, y = at()
            rad = rng.uniform(3, 20)
            t = np.linspace(0, 6.28, 18)
            s.line(np.stack([x + rad * np.cos(t), y + rad * np.sin(t)], 1), None, s.pen * 0.6, True)
    for _ in range(rng.randint(0, 6)):
        s.text(rng.choice(['name', 'number']), *at(), rng.uniform(5, 16))
    return finish(s, rng, npr, size)


def make(rng, size, words):
    """A picture (size, size, 3), what each pixel is, and what is drawn over it."""
    if rng.random() < 0.04:
        return scene(rng, size, words)
    npr = np.random.default_rng(rng.getrandbits(32))
    s = Sheet(rng, size, words)
    plan = Layout(rng)
    w, h = plan.size
    if rng.random() < 0.1:
        s.ink = rng.choice([(60, 60, 60), (110, 110, 110), (20, 30, 90), (120, 30, 30), (90, 60, 40)])
    st = pick_style(rng, s)
    st['column'] = rng.choice(['solid', 'solid', 'hollow', 'grey'])
    # The thinner wall is 3 to 14 px; the whole plan or a part of it is seen.
    wallpx = math.exp(rng.uniform(math.log(2.6), math.log(13)))
    scale = wallpx / plan.ti
    fit = 0.86 * size / max(w, h)
    if rng.random() < 0.35:
        scale = fit * rng.uniform(0.8, 1.1)
    scale = min(95.0, max(13.0, scale))
    angle = 0.0 if rng.random() < 0.8 else rng.choice([rng.uniform(-0.04, 0.04), rng.uniform(0, 6.28), math.pi / 4])
    if scale * max(w, h) < size:
        cx, cy = w / 2, h / 2
        jx, jy = rng.uniform(-0.1, 0.1) * size, rng.uniform(-0.1, 0.1) * size
    else:
        cx, cy, jx, jy = rng.uniform(0, w), rng.uniform(0, h), 0, 0
    s.place(scale, angle, 0, 0, rng.random() < 0.5)
    s.o = np.float32([size / 2 + jx, size / 2 + jy]) - (s.m @ np.float32([cx, cy]))
    coloured = rng.random() < 0.42
    st['paper'] = (255, 255, 255)
    if rng.random() < 0.2:
        st['paper'] = pastel(rng, 200, 255)
        s.image[:] = st['paper']
    if rng.random() < 0.12:
        full = np.full((s.n, s.n), 255, np.uint8)
        hatch(s, full, rng, 0, grey(rng, 190, 240) if rng.random() < 0.7 else grey(rng, 60, 190), rng.uniform(8, 60) * SS)
    if rng.random() < 0.1:
        # A paved yard about the building.
        around = np.zeros((s.n, s.n), np.uint8)
        a, b, c, d = (rng.uniform(0, 4) for _ in range(4))
        cv2.fillPoly(around, [s.fix(s.px([(-a, -b), (w + c, -b), (w + c, h + d), (-a, h + d)]))], 255, 8, SHIFT)
        if around.any():
            hatch(s, around, rng, HATCH, None, rng.uniform(6, 40) * SS)
            s.line(s.px([(-a, -b), (w + c, -b), (w + c, h + d), (-a, h + d)]), None, None, True)
    floors = []
    one = pastel(rng) if rng.random() < 0.4 else None
    for poly in plan.cells:
        pts = s.px(poly)
        s.mark(pts, IN)
        c = st['paper']
        if coloured and rng.random() < 0.92:
            c = one or (pastel(rng, 150, 255) if rng.random() < 0.8 else tuple(rng.randint(60, 255) for _ in range(3)))
            s.fill(pts, c)
        floors.append((poly, c))
        tiled = rng.random() < (0.35 if coloured else 0.15)
        if tiled:
            m = np.zeros((s.n, s.n), np.uint8)
            cv2.fillPoly(m, [s.fix(pts)], 255, 8, SHIFT)
            if m.any() and s.angle == 0 and rng.random() < 0.4:
                planks(s, m, rng, c, rng.random() < 0.5)
            elif m.any():
                hatch(s, m, rng, HATCH, tuple(max(0, v - rng.randint(15, 60)) for v in c) if coloured else None)
                if coloured and rng.random() < 0.4:
                    noise = npr.normal(0, rng.uniform(4, 18), (s.n // 4, s.n // 4, 1))
                    noise = cv2.resize(noise, (s.n, s.n))[..., None] if rng.random() < 0.5 else cv2.resize(cv2.resize(noise, (s.n // 4, s.n // 24)), (s.n, s.n))[..., None]
                    a = m > 0
                    s.image[a] = np.clip(s.image[a] + noise[a], 0, 255)
    for tri in plan.outside:
        s.mark(s.px(tri), OUT)
        s.fill(s.px(tri), st['paper'])

    def floor_at(hole):
        (x0, y0), (x1, y1) = h_line(hole)
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        for poly, c in floors:
            xs, ys = [p[0] for p in poly], [p[1] for p in poly]
            if min(xs) - 0.01 <= x <= max(xs) + 0.01 and min(ys) - 0.01 <= y <= max(ys) + 0.01:
                return c
        return st['paper']

    st['floor_at'] = floor_at
    things = Things(s, rng)
    furnished = rng.random() < 0.75
    if furnished:
        for b in plan.boxes:
            if rng.random() < 0.85:
                things.furnish(b, plan.ti / 2 if st['wall'] != 'single' else 0)
    for p, q, t in plan.rails:
        for o in (-t / 2, t / 2) if rng.random() < 0.8 else (0,):
            ux, uy, d = unit(p, q)
            s.line(s.px([(p[0] - uy * o, p[1] + ux * o), (q[0] - uy * o, q[1] + ux * o)]), None, s.pen * 0.8)
        s.mark(s.px(quad(p, q, max(t, 3.4 / scale))), RAIL)
    holes = [quad(p, q, t if t * scale > 2.2 else 2.4 / scale) for p, q, t, *_ in plan.openings]
    st['hole_marks'] = [WINDOW if k == 'window' else DOOR for _, _, _, k, *_ in plan.openings]
    draw_walls(s, rng, plan, st, holes)
    for op in plan.openings:
        (draw_window if op[3] == 'window' else lambda a, b, c, d: draw_door(a, b, c, d, None))(s, rng, st, op)
    if rng.random() < 0.75:
        area = rng.random() < 0.5
        high = min(22, max(4.5, rng.uniform(0.18, 0.45) * scale))
        boxed = rng.random() < 0.15
        colour = s.ink if rng.random() < 0.8 else tuple(rng.randint(0, 200) for _ in range(3))
        for b in plan.boxes:
            x, y = s.px([(b[0] + b[2]) / 2 + rng.uniform(-0.2, 0.2), (b[1] + b[3]) / 2 + rng.uniform(-0.3, 0.3)])[0]
            if 0 <= x < size and 0 <= y < size:
                s.text('name', x, y, high, colour)
                if boxed:
                    # A tag about it.
                    a, b = high * rng.uniform(1.5, 2.6), high * 0.9
                    t = np.linspace(0, 6.28, 25)[:24] + 0.13
                    form = [(x + math.copysign(a, math.cos(k)) * min(1, abs(math.cos(k)) * 1.3), y + math.copysign(b, math.sin(k)) * min(1, abs(math.sin(k)) * 1.3)) for k in t]
                    s.line(np.float32(form), colour, s.pen * 0.6, True)
                if area:
                    s.text('number', x, y + high * 1.3, high * 0.75, colour)
    if rng.random() < 0.15:
        tags(s, rng, plan, s.ink if rng.random() < 0.5 else tuple(rng.randint(0, 200) for _ in range(3)))
    if rng.random() < 0.1:
        measured(s, rng, plan, s.ink if rng.random() < 0.5 else grey(rng, 60, 200))
    if rng.random() < 0.6:
        colour = s.ink if rng.random() < 0.5 else grey(rng, 0, 180) if rng.random() < 0.6 else tuple(rng.randint(0, 220) for _ in range(3))
        corners = s.px([(0, 0), (w, 0), (w, h), (0, h)])
        centre = corners.mean(0)
        for k in range(4):
            a, b = corners[k], corners[(k + 1) % 4]
            ux, uy, _ = unit(a, b)
            mid = (a + b) / 2
            sign = math.copysign(1, (-uy) * (mid - centre)[0] + ux * (mid - centre)[1])
            for j in range(rng.choice([0, 1, 1, 2, 3])):
                off = plan.to * scale + 8 + rng.uniform(8, 16) * (j + rng.uniform(0.3, 1.5))
                if rng.random() < 0.06:
                    off = -rng.uniform(0.5, 1.5) * scale
                dimension(s, rng, a, b, sign * off, colour, s.pen * rng.choice([0.4, 0.6, 1]))
        if rng.random() < 0.3:
            # Axes run across all.
            for b in plan.boxes[:6]:
                pts = s.px([(b[0], -2), (b[0], h + 2)]) if rng.random() < 0.5 else s.px([(-2, b[1]), (w + 2, b[1])])
                s.line(pts, (rng.randint(100, 255), rng.randint(60, 160), rng.randint(60, 160)) if rng.random() < 0.6 else grey(rng, 60, 200), s.pen * 0.5, over=DIMENSION)
    stray(s, rng, size)
    if rng.random() < 0.25:
        frame(s, rng, size)
    if rng.random() < 0.07:
        # A watermark.
        layer = s.image.copy()
        kept, keptover = s.image, s.over.copy()
        s.image = layer
        s.text('name', size / 2, size / 2, rng.uniform(30, 70), grey(rng, 90, 200), 0, 0)
        kept[:] = cv2.addWeighted(kept, 0.7, layer, 0.3, 0)
        s.image, s.over = kept, keptover
    return finish(s, rng, npr, size)


def finish(s, rng, npr, size):
    """Paper, screen, scanner and camera."""
    a = s.image
    truth, over = s.truth, s.over
    if rng.random() < 0.1:
        k = rng.uniform(0.8, 2.5)
        f = cv2.resize(npr.normal(0, 1, (12, 12, 2)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC) * k
        gx, gy = np.meshgrid(np.arange(size, dtype=np.float32), np.arange(size, dtype=np.float32))
        mx, my = gx + f[..., 0], gy + f[..., 1]
        big = lambda m: cv2.resize(m, (s.n, s.n)) * SS
        a = cv2.remap(a, big(mx), big(my), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        truth = cv2.remap(truth, mx, my, cv2.INTER_NEAREST)
        over = cv2.remap(over, mx, my, cv2.INTER_NEAREST)
    r = rng.random()
    if r < 0.06:
        a = 255 - a
    elif r < 0.08:
        a = (255 - a).astype(np.float32) * np.float32([0.75, 0.8, 0.5]) + np.float32([10, 30, 120])
        a = np.clip(a, 0, 255).astype(np.uint8)
    a = cv2.resize(a, (size, size), interpolation=cv2.INTER_AREA if rng.random() < 0.8 else cv2.INTER_NEAREST)
    if rng.random() < 0.3:
        f = rng.uniform(0.5, 0.95)
        a = cv2.resize(cv2.resize(a, None, fx=f, fy=f, interpolation=cv2.INTER_AREA), (size, size), interpolation=rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    if rng.random() < 0.25:
        a = a.astype(np.float32)
        low = cv2.resize(npr.normal(0, rng.uniform(2, 14), (5, 5, 1)), (size, size), interpolation=cv2.INTER_CUBIC)[..., None]
        a = a * rng.uniform(0.75, 1) + rng.uniform(0, 40) + low + npr.normal(0, rng.uniform(0, 9), (size, size, 1))
        a = np.clip(a, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        a = cv2.imdecode(cv2.imencode('.jpg', np.ascontiguousarray(a), [cv2.IMWRITE_JPEG_QUALITY, rng.randint(25, 92)])[1], cv2.IMREAD_COLOR)
    if rng.random() < 0.15:
        a = np.repeat(cv2.cvtColor(a, cv2.COLOR_RGB2GRAY)[..., None], 3, 2)
    return a, truth, over
