"""Doors and windows by the signs of many countries."""
import math

import numpy as np

from sheet import unit


def draw_door(s, rng, style, op, bg):
    p, q, t, kind, (flip, side, r), _ = op
    if flip:
        p, q = q, p
    ux, uy, d = unit(p, q)
    nx, ny = (-uy, ux) if side else (uy, -ux)
    pen = s.pen * style['door_pen']
    col = style['door_colour']
    P = lambda a, b: (p[0] + ux * a + nx * b, p[1] + uy * a + ny * b)
    L = lambda pts, closed=False: s.line(s.px(pts), col, pen, closed)
    h = t / 2

    def leaf(origin, direction, width, where):
        # direction 1: along from p; -1: along from q
        O = lambda a, b: P(origin + direction * a, b)
        open_ = style['door_angle']
        arc = [O(width * math.cos(k), where + width * math.sin(k)) for k in np.linspace(0, open_, 11)]
        if style['sector'] is not None:
            s.fill(s.px([O(0, where)] + arc), style['sector'])
        tip = arc[-1]
        look = style['door']
        if look in ('arc', 'rect', 'double line', 'thick'):
            # The swing is whole, dashed or faint.
            swing = style['swing']
            if swing == 'dashed':
                fine = [O(width * math.cos(k), where + width * math.sin(k)) for k in np.linspace(0, open_, 24)]
                for k in range(0, 23, 2):
                    L(fine[k:k + 2])
            else:
                s.line(s.px(arc), style['faint'] if swing == 'faint' else col, pen * (0.6 if swing == 'faint' else 1))
        if look == 'chord':
            L([O(width, where), tip])
        if look == 'thick':
            c, sn = math.cos(open_), math.sin(open_)
            k = style['leaf']
            s.fill(s.px([O(0, where), tip, O(width * c + k * sn, where + width * sn - k * c), O(k * sn, where - k * c)]), style['leaf_fill'] or col)
            L([O(0, where), tip, O(width * c + k * sn, where + width * sn - k * c), O(k * sn, where - k * c)], True)
        elif look == 'rect':
            c, sn = math.cos(open_), math.sin(open_)
            k = 0.05
            L([O(0, where), tip, O(width * c - k * sn * -1, where + width * sn + k * c * 0), O(k, where)], True)
        else:
            L([O(0, where), tip])

    if style['threshold'] and kind != 'gap':
        L([P(0, h), P(d, h)])
        L([P(0, -h), P(d, -h)])
    if style['jambs'] and kind != 'gap':
        L([P(0, h), P(0, -h)])
        L([P(d, h), P(d, -h)])
    if kind == 'door':
        if style['door'] == 'gap':
            return
        if style['door'] == 'box':
            L([P(0, h), P(d, h), P(d, -h), P(0, -h)], True)
            return
        leaf(0, 1, d, rng.choice([h, 0]) if style['door_mid'] else h)
    elif kind == 'double':
        w = d * (0.5 if r < 0.75 else 0.7)
        leaf(0, 1, w, h)
        leaf(d, -1, d - w, h)
        if r < 0.12:
            # It swings both ways.
            nx, ny = -nx, -ny
            leaf(0, 1, w, h)
            leaf(d, -1, d - w, h)
    elif kind == 'fold':
        # Leaves that fold.
        n = 2 * max(1, round(d / 0.9))
        step, high = d / n * (0.5 + 0.5 * r), d / n * (0.9 - 0.6 * r)
        L([P(step * j, h * 0.2 + (high if j % 2 else 0)) for j in range(n + 1)])
        if r < 0.3:
            L([P(d - step * j * 0.2, h * 0.2 + (high if j % 2 else 0)) for j in range(3)])
    elif kind == 'pocket':
        # A leaf that slides into the wall.
        k = min(h * 0.5, 0.035)
        L([P(-d * 0.7 * r, -k), P(d * (1 - 0.5 * r), -k), P(d * (1 - 0.5 * r), k), P(-d * 0.7 * r, k)], True)
        if r > 0.7:
            L([P(d * 0.3, h * 1.6), P(d * 0.7, h * 1.6), P(d * 0.6, h * 1.6 + 0.06)])
    elif kind == 'sliding':
        k = 0.045
        if r < 0.6:
            L([P(0, 0), P(d * 0.53, 0), P(d * 0.53, k), P(0, k)], True)
            L([P(d * 0.47, -k), P(d, -k), P(d, 0), P(d * 0.47, 0)], True)
        elif r < 0.8:
            for j in range(4):
                L([P(d * j / 4, k * (j % 2)), P(d * (j + 1) / 4, k * (j % 2)), P(d * (j + 1) / 4, k * (j % 2 + 1)), P(d * j / 4, k * (j % 2 + 1))], True)
        else:
            L([P(-d * 0.3, h * 1.3), P(d * 0.7, h * 1.3)])
    elif kind == 'garage':
        if r < 0.75:
            L([P(0, 0), P(d, 0)])
            if r < 0.4:
                L([P(0, 0.05), P(d, 0.05)])
        else:
            # Dashed, with its panels or the door beneath the ceiling.
            for j in range(int(d / 0.3)):
                L([P(j * 0.3, 0), P(j * 0.3 + 0.18, 0)])
            if r > 0.87:
                L([P(0, h), P(0, h + 2), P(d, h + 2), P(d, h)])
    elif kind == 'gap' and r < 0.25:
        for j in range(int(d / 0.25)):
            L([P(j * 0.25, 0), P(j * 0.25 + 0.13, 0)])


def draw_window(s, rng, style, op):
    p, q, t, kind, (flip, side, r), _ = op
    ux, uy, d = unit(p, q)
    nx, ny = (-uy, ux) if side else (uy, -ux)
    pen = s.pen * style['window_pen']
    P = lambda a, b: (p[0] + ux * a + nx * b, p[1] + uy * a + ny * b)
    L = lambda *pts, closed=False: s.line(s.px(pts), style['window_colour'], pen, closed)
    h = t / 2
    f = style['window_fill']
    if f is not None:
        s.fill(s.px([P(0, h), P(d, h), P(d, -h), P(0, -h)]), f)
    w = style['window']
    # Two lines in a wall of two lines are no window: something in it must tell.
    telling = style['wall'] not in ('solid', 'grey', 'colour')
    if w == 'lines':
        n = max(3, style['window_lines']) if telling else style['window_lines']
        for k in range(n):
            b = 0 if n == 1 else -h + 2 * h * k / (n - 1)
            L(P(0, b), P(d, b))
        if style['jambs']:
            L(P(0, h), P(0, -h))
            L(P(d, h), P(d, -h))
    elif w == 'box':
        L(P(0, h), P(d, h), P(d, -h), P(0, -h), closed=True)
        if r < 0.6 or telling:
            L(P(0, 0), P(d, 0))
    elif w == 'curtain':
        k = max(1, round(d / style['mullion']))
        b = min(h, style['curtain'])
        L(P(0, b), P(d, b), P(d, -b), P(0, -b), closed=True)
        for j in range(1, k):
            L(P(d * j / k, b * 1.3), P(d * j / k, -b * 1.3))
    elif w == 'leaves':
        # Leaves that slide past each other.
        b = min(h * 0.6, 0.06)
        L(P(0, 0), P(d * 0.55, 0), P(d * 0.55, b), P(0, b), closed=True)
        L(P(d * 0.45, -b), P(d, -b), P(d, 0), P(d * 0.45, 0), closed=True)
        if r < 0.5:
            L(P(0, h), P(d, h))
            L(P(0, -h), P(d, -h))
    elif w == 'inner':
        b = min(h * 0.4, 0.05)
        L(P(0, b), P(d, b), P(d, -b), P(0, -b), closed=True)
        if r < 0.3:
            L(P(0, h * 1.5), P(d, h * 1.5))
    elif w == 'outer':
        L(P(0, h), P(d, h))
        L(P(0, -h), P(d, -h))
        L(P(d / 2, h), P(d / 2, -h))
        if telling:
            L(P(0, 0), P(d, 0))
    elif w == 'sash':
        L(P(0, h), P(d, h), P(d, -h), P(0, -h), closed=True)
        L(P(0, 0), P(d, 0))
        L(P(-0.05, h * 1.7), P(d + 0.05, h * 1.7), P(d + 0.05, h), P(-0.05, h), closed=True)
    elif w == 'uneven':
        # A pane near one face, ledges at the others.
        for b in (h, -h) + ((h * 0.5, h * 0.35) if r < 0.6 else (h * 0.4,)):
            L(P(0, b), P(d, b))
        if r > 0.3:
            L(P(0, h), P(0, -h))
            L(P(d, h), P(d, -h))
        if r < 0.5:
            over = 0.03 + 0.12 * r
            L(P(-over, -h), P(-over, -h - 0.06), P(d + over, -h - 0.06), P(d + over, -h))
    elif w == 'cased':
        # A frame at each end and panes between.
        k = min(0.08, d / 6)
        n = max(1, round(d / 1.2))
        for j in range(n + 1):
            a = (d - k) * j / n
            L(P(a, k * 0.7), P(a + k, k * 0.7), P(a + k, -k * 0.7), P(a, -k * 0.7), closed=True)
        L(P(0, 0.015), P(d, 0.015))
        L(P(0, -0.015), P(d, -0.015))
        if telling or r < 0.6:
            L(P(0, h), P(d, h))
            L(P(0, -h), P(d, -h))
    elif w == 'thick':
        b = min(h, 0.05)
        s.fill(s.px([P(0, b), P(d, b), P(d, -b), P(0, -b)]), style['window_colour'] or s.ink)
        if telling:
            L(P(0, h), P(d, h))
            L(P(0, -h), P(d, -h))
    elif w == 'shutters':
        L(P(0, h), P(d, h), P(d, -h), P(0, -h), closed=True)
        L(P(0, 0), P(d, 0))
        for a, b in ((0, -d * 0.45), (d, d * 0.45)):
            L(P(a, h), P(a + b, h + 0.03), P(a + b, h + 0.08), P(a, h + 0.05), closed=True)
    elif w == 'swing':
        # Casements that swing.
        L(P(0, h), P(d, h))
        L(P(0, -h), P(d, -h))
        L(P(0, 0), P(d, 0))
        n = 2 if d > 0.9 else 1
        for a, side_ in ((0, 1), (d, -1))[:n]:
            wide = d / n
            L(P(a, 0), P(a, wide))
            L(*[P(a + side_ * wide * math.cos(k), wide * math.sin(k)) for k in np.linspace(0, math.pi / 2, 9)])
    elif w == 'casement':
        L(P(0, 0), P(d, 0))
        L(P(0, 0), P(d * 0.35, -d * 0.35))
        L(P(d, 0), P(d * 0.65, -d * 0.35))
