"""Draws models, viewports and drawings with the name of every pixel: `draw.py SHEET.png SEED` shows some."""
import math
import random
import sys
import time

import cv2
import numpy as np

import indoors
import outdoors
import show
from names import BACKDROP, NAMES_DRAWN
from solids import Camera, Model, Picture, clipped

OTHER = NAMES_DRAWN.index('other')
# How many times as large as it is taught at a picture is drawn.
FINE = 1.4
# Of the pictures of a ring, px.
WIDTH, HEIGHT = 480, 360
WORDS = 'File Edit View Insert Tools Window Help Camera Layers Scene Model Select Move Rotate Scale Properties Type Name Value Wall Slab Roof IfcWall IfcSlab Level 1 Level 2 Perspective Top Front Render Material Section Objects Classes Storeys Show all Hide Export Import Area Height Width 0.00 1200 3.45 m2 ID'.split()


def around(rng, model, w, h, low, high, fill):
    """A camera that looks at a thing from around it."""
    points = np.concatenate(model)
    middle, size = (points.min(0) + points.max(0)) / 2, float(np.linalg.norm(np.ptp(points, 0)))
    a, e = -math.pi / 2 + rng.choice([rng.uniform(-1.1, 1.1), rng.uniform(-0.3, 0.3), rng.uniform(-math.pi, math.pi)]), rng.uniform(low, high)
    parallel = rng.random() < (0.2 if high > 0.3 else 0.08)
    away = size * (20 if parallel else rng.uniform(0.7, 2.5))
    eye = middle + away * np.array([math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)])
    if low < 0.05 and not parallel:
        eye[2] = rng.choice([1.6, 1.6, 1.6, rng.uniform(1, 6)])
        middle = np.array([middle[0], middle[1], eye[2] if rng.random() < 0.65 else middle[2]])
    camera = Camera(eye, middle, parallel)
    camera.fit(points, w, h, fill, rng.uniform(-0.12, 0.12), rng.uniform(-0.1, 0.12))
    return camera


# Each scene gives solids, a camera, whether there is a sky (None: nor any ground to cast shadows on), and whether it is
# a room.


def building(rng, w, h):
    """A building, near or from the air, alone or with what is around it."""
    m = Model()
    kind = rng.choice([outdoors.house] * 6 + [outdoors.tower] * 3 + [outdoors.terrace, outdoors.church])
    _, far = kind(m, rng)
    subject = m.points[:]
    front = float(np.concatenate(subject)[:, 1].min())
    alone = rng.random() < 0.4
    if not alone:
        outdoors.surroundings(m, rng, far, front)
    elif rng.random() < 0.3:
        m.box(-far - 3, front - 3, -0.4, far + 3, -front + 3, -0.02, 'ground', 'paving')
    above = rng.random() < 0.35
    low, high = (0.25, 1.0) if above else (0.0, 0.2)
    fill = rng.choice([rng.uniform(0.45, 0.95), rng.uniform(0.7, 1.1), rng.uniform(1, 2.2)])
    return m, around(rng, subject, w, h, low, high, fill), None if alone else not above, False


def quarter(rng, w, h):
    m = Model()
    size = outdoors.quarter(m, rng)
    a, e, parallel = rng.uniform(0, 6.28), rng.uniform(0.15, 1.2), rng.random() < 0.2
    away = size * (12 if parallel else rng.uniform(0.5, 2))
    eye = away * np.array([math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)])
    camera = Camera(eye, (0, 0, rng.uniform(0, 15)), parallel)
    if parallel:
        camera.fit(np.array([[-size, -size, 0], [size, size, 20], [size, -size, 0], [-size, size, 0]]), w, h, rng.uniform(0.8, 2))
    else:
        camera.lens(w, h, rng.uniform(0.6, 1.3))
    if rng.random() < 0.35:
        cut_ground(m, size * rng.uniform(1, 1.4))
    return m, camera, True, False


def cut_ground(m, reach):
    """Leaves a square of the endless ground, so that a backdrop is seen around it."""
    m.points[0] = np.clip(m.points[0], -reach, reach)


def street(rng, w, h):
    m = Model()
    wide = outdoors.street(m, rng)
    x = rng.uniform(-0.4, 0.4) * wide
    z, up = rng.choice([(1.6, 0), (1.6, 0.1), (rng.uniform(3, 14), -0.25)])
    camera = Camera((x, -6, z), (x * rng.uniform(-1, 1) + rng.uniform(-4, 4), 12, z + 12 * up))
    camera.lens(w, h, rng.uniform(0.9, 1.5))
    return m, camera, True, False


def room(rng, w, h):
    m = Model()
    a, b, c = indoors.room(m, rng)
    corner = rng.random() < 0.6
    eye = np.array([rng.uniform(0.15, 0.85) * a, rng.uniform(0.1, 0.25) * b * rng.choice([0.3, 1]), rng.choice([1.2, 1.5, 1.6, rng.uniform(0.8, c - 0.4)])])
    target = np.array([rng.uniform(0, 1) * a if corner else eye[0], b, eye[2] - (rng.uniform(-0.3, 1.2) if rng.random() < 0.4 else 0)])
    if rng.random() < 0.2:
        eye[1] = -rng.uniform(0.5, 3)
        m.culls = [True] * len(m.culls)
    camera = Camera(eye, target)
    camera.lens(w, h, rng.uniform(1.0, 1.65))
    return m, camera, None, True


def flat(rng, w, h):
    m = Model()
    indoors.flat(m, rng, rng.random() < 0.45)
    a, e = math.pi * 1.25 + math.pi / 2 + rng.uniform(-0.7, 0.7), rng.uniform(0.45, 1.35)
    points = np.concatenate(m.points)
    middle, size = (points.min(0) + points.max(0)) / 2, float(np.linalg.norm(np.ptp(points, 0)))
    parallel = rng.random() < 0.35
    eye = middle + size * (10 if parallel else rng.uniform(0.8, 2)) * np.array([math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)])
    camera = Camera(eye, middle, parallel)
    camera.fit(points, w, h, rng.choice([rng.uniform(0.6, 0.98), rng.uniform(0.9, 1.6)]), rng.uniform(-0.08, 0.08), rng.uniform(-0.06, 0.06))
    return m, camera, None, True


def things(rng, w, h):
    """Furniture, stairs or a run of kitchen on a plain ground."""
    m = Model()
    count = rng.choice([1, 1, 2, 4])
    for k in range(count):
        m.new()
        with m.within(2.2 * k, rng.uniform(-0.4, 0.4), 0, rng.choice([0, 0, rng.uniform(-1, 1)])):
            rng.choice([indoors.sofa, indoors.chair, indoors.table, indoors.cabinet, indoors.set_table, indoors.desk, indoors.bed, indoors.floor_lamp,
                        indoors.pot_plant, lambda m, r: indoors.kitchen(m, r, r.uniform(1.5, 4)), lambda m, r: indoors.kitchen(m, r, r.uniform(1.5, 4))])(m, rng)
    subject = m.points[:]
    if rng.random() < 0.4:
        low = np.concatenate(subject).min(0) - 1.5
        high = np.concatenate(subject).max(0) + 1.5
        outdoors.ground(m, 'floor', 'floor', low[0], low[1], high[0], high[1], -0.01)
        if rng.random() < 0.5:
            m.wall((low[0], high[1] - 1), (high[0], high[1] - 1), 0, 2.6, [], 'wall')
    return m, around(rng, subject, w, h, 0.1, 0.7, rng.uniform(0.5, 1)), None, True


def atrium(rng, w, h):
    """Flights of stairs, landings, railings and beams seen close."""
    m = Model()
    outdoors.ground(m, 'floor', 'floor', -8, -8, 8, 8)
    for _ in range(rng.randint(2, 5)):
        n, turn, z = rng.randint(6, 14), rng.choice([0, math.pi / 2, math.pi, -math.pi / 2]), rng.choice([0, 0, 1.65, 3.3])
        x, y = rng.uniform(-4, 4), rng.uniform(-4, 4)
        outdoors.stairs(m, rng, x, y, rng.uniform(1.2, 2.5), n, turn, z)
        with m.within(x, y, z, turn):
            m.box(-0.1, 0.3 * n, 0.165 * n - 0.2, rng.uniform(2, 4), 0.3 * n + 2, 0.165 * n, 'structure', 'slab', ('floor', 'floor2'))
            indoors.railing(lambda u0, v0, u1, v1, name, part, out, deep: m.box(u0, 0.3 * n + 2 - deep, v0, u1, 0.3 * n + 2, v1, 'structure', part), 0, 3, 0.165 * n, 0.05, rng.choice(['bars', 'glass', 'solid']))
    for _ in range(rng.randint(1, 4)):
        a = rng.uniform(-6, 6)
        if rng.random() < 0.5:
            m.box(a, -6, 0, a + 0.2, 6, rng.uniform(3, 7), 'wall', 'wall')
        else:
            m.box(a, -7, 3, a + 0.3, 7, 3.4, 'structure', 'column')
        x, y = rng.uniform(-6, 6), rng.uniform(-6, 6)
        m.box(x, y, 0, x + 0.35, y + 0.35, 6, 'column', 'column')
    a, e = rng.uniform(0, 6.28), rng.uniform(0.05, 0.8)
    eye = np.array([0, 0, 2]) + rng.uniform(7, 13) * np.array([math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)])
    camera = Camera(eye, (rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.5, 2.5)))
    camera.lens(w, h, rng.uniform(0.7, 1.2))
    return m, camera, None, True


SCENES = [building] * 10 + [quarter] * 3 + [street] * 2 + [room] * 6 + [flat] * 4 + [things] * 2 + [atrium]


def helpers(rng, x, picture):
    """The grid and the axes of a program: drawn over the picture, and named as what they lie on."""
    c = picture.camera
    empty = (picture.ids == 0) | (rng.random() < 0.3)
    layer = np.zeros((*picture.ids.shape, 3), np.float32)
    mask = np.zeros(picture.ids.shape, np.float32)

    def line(a, b, colour, strong):
        seen = c.see(np.array([a, b], float))
        if not c.parallel:
            seen = clipped(seen)[:2]
            if len(seen) < 2:
                return
        p, q = np.clip(c.screen(seen), -30000, 30000)
        cv2.line(mask, tuple(np.int32(p)), tuple(np.int32(q)), strong, 1, cv2.LINE_AA)
        cv2.line(layer, tuple(np.int32(p)), tuple(np.int32(q)), colour, 2, cv2.LINE_AA)
    size = float(np.percentile(np.abs(np.concatenate(picture.model.points)), 80))
    if rng.random() < 0.6:
        step, n, grey = size * rng.choice([0.1, 0.2, 0.4]), rng.randint(8, 24), (rng.uniform(0, 1),) * 3
        for k in range(-n, n + 1):
            line((k * step, -n * step, 0), (k * step, n * step, 0), grey, 0.5)
            line((-n * step, k * step, 0), (n * step, k * step, 0), grey, 0.5)
    if rng.random() < 0.6:
        for axis in range(3):
            end = np.eye(3)[axis] * size * 6
            line(end * 0, end, tuple(np.eye(3)[axis] * 0.9), 0.9)
            if axis < 2:
                line(end * 0, -end, tuple(np.eye(3)[axis] * 0.6), 0.5)
    a = (mask * empty)[..., None]
    return x * (1 - a) + layer * a


def text(rng, x, left, top, size, colour, words):
    mask = np.zeros((int(size * 1.6) + 2, int(words * size * 9) + 2), np.uint8)
    cv2.putText(mask, ' '.join(rng.choice(WORDS) for _ in range(words)), (0, int(size) + 1), cv2.FONT_HERSHEY_SIMPLEX, size / 22, 255, 1, cv2.LINE_AA)
    left, top = max(0, int(left)), max(0, int(top))
    part = x[top:top + mask.shape[0], left:left + mask.shape[1]]
    a = mask[:part.shape[0], :part.shape[1], None].astype(np.float32) / 255
    part[:] = part * (1 - a) + np.array(colour, np.float32) * a


def panel(rng, x, names, x0, y0, x1, y1, dark, kind):
    """A panel of a program: a bar of icons, a tree of names, a table, a dialogue, a timeline or a graph."""
    x0, y0, x1, y1 = (int(v) for v in (x0, y0, x1, y1))
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(x.shape[1], x1), min(x.shape[0], y1)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return
    back = np.array(show.tone(rng, 0.08, 0.32, 0.25) if dark else show.tone(rng, 0.86, 1, 0.05), np.float32)
    if rng.random() < 0.1:
        back = np.array(show.hsv(rng.uniform(0.5, 0.7), rng.uniform(0.4, 1), rng.uniform(0.15, 0.6)), np.float32)
    pen = tuple(float(v) for v in (np.array([0.85] * 3) if back.mean() < 0.5 else np.array([0.15] * 3)))
    part = np.empty((y1 - y0, x1 - x0, 3), np.float32)
    part[:] = back
    names[y0:y1, x0:x1] = OTHER
    h, w = part.shape[:2]
    accent = lambda: show.hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.2, 1))
    if kind == 'icons':
        s = max(5, min(h, w, rng.randint(10, 26)))
        gap = s * rng.uniform(1.2, 1.8)
        for r in range(max(1, int(h / gap))):
            for k in range(int(w / gap)):
                if rng.random() < 0.1:
                    continue
                a, b = k * gap + 3, r * gap + (min(h, gap) - s) / 2 + 1
                colour = pen if rng.random() < 0.6 else accent()
                shape = rng.randrange(4)
                p, q = (int(a), int(b)), (int(a + s * 0.75), int(b + s * 0.75))
                if shape == 0:
                    cv2.rectangle(part, p, q, colour, rng.choice([1, -1]))
                elif shape == 1:
                    cv2.circle(part, (int(a + s * 0.4), int(b + s * 0.4)), int(s * 0.35), colour, rng.choice([1, 2, -1]), cv2.LINE_AA)
                elif shape == 2:
                    cv2.line(part, p, q, colour, 2, cv2.LINE_AA)
                    cv2.line(part, (p[0], q[1]), (q[0], p[1]), colour, 1, cv2.LINE_AA)
                else:
                    cv2.fillPoly(part, [np.int32([(a, b + s * 0.7), (a + s * 0.35, b), (a + s * 0.7, b + s * 0.7)])], colour)
    elif kind == 'menu':
        left = 4
        while left < w - 20:
            text(rng, part, left, h / 2 - 5, 10, pen, 1)
            left += rng.randint(34, 70)
    else:
        size, y = rng.choice([7, 8, 9, 11]), 4
        row = size * rng.uniform(1.5, 2.4)
        while y < h - row:
            k = rng.random()
            deep = rng.choice([0, 1, 1, 2]) * 8
            if k < 0.06:
                part[int(y):int(y + row)] = np.clip(back + rng.choice([-0.1, 0.1, 0.2]), 0, 1)
            if k < 0.05:
                part[int(y):int(y + row)] = accent()
            if k < 0.85:
                text(rng, part, 6 + deep + (12 if kind == 'tree' else 0), y + 1, size, pen, rng.choice([1, 1, 2, 3]))
                if kind == 'tree':
                    cv2.rectangle(part, (4 + deep, int(y + 3)), (10 + deep, int(y + 9)), accent(), rng.choice([1, -1]))
                elif kind == 'table' and w > 60:
                    cv2.rectangle(part, (int(w * 0.5), int(y)), (w - 5, int(y + row - 3)), tuple(float(v) for v in np.clip(back + rng.choice([-0.08, 0.1]), 0, 1)), -1)
                    text(rng, part, w * 0.5 + 3, y + 1, size, pen, 1)
            elif k < 0.9:
                y += row * rng.randint(1, 5)
            y += row
    if rng.random() < 0.5:
        cv2.rectangle(part, (0, 0), (w - 1, h - 1), tuple(float(v) for v in np.clip(back + rng.choice([-0.15, 0.15]), 0, 1)), 1)
    a = rng.uniform(0.75, 1) if rng.random() < 0.1 else 1
    x[y0:y1, x0:x1] = x[y0:y1, x0:x1] * (1 - a) + part * a


def cube(rng, x, names, left, top, s):
    """A view cube, or the three axes in a corner."""
    c = (left + s / 2, top + s / 2)
    if rng.random() < 0.5:
        a = rng.uniform(0.2, 1.3)
        lean = rng.uniform(0.25, 0.6)
        corner = [(c[0] + s * 0.4 * math.cos(a + k * math.pi / 2), c[1] + s * 0.4 * lean * math.sin(a + k * math.pi / 2)) for k in range(4)]
        down = s * 0.45
        base = show.tone(rng, 0.5, 0.95, 0.4)
        for k in range(4):
            p, q = corner[k], corner[(k + 1) % 4]
            if p[0] < q[0]:
                continue
            side = np.int32([p, q, (q[0], q[1] + down), (p[0], p[1] + down)])
            cv2.fillPoly(x, [side], tuple(v * rng.uniform(0.6, 1) for v in base), cv2.LINE_AA)
            cv2.fillPoly(names, [side], OTHER)
        cv2.fillPoly(x, [np.int32(corner)], base, cv2.LINE_AA)
        cv2.fillPoly(names, [np.int32(corner)], OTHER)
    else:
        for k in range(3):
            a = rng.uniform(0, 6.28)
            q = (int(c[0] + s * 0.4 * math.cos(a)), int(c[1] + s * 0.4 * math.sin(a)))
            cv2.line(x, (int(c[0]), int(c[1])), q, tuple(np.eye(3)[k] * 0.9), 2, cv2.LINE_AA)
            if rng.random() < 0.5:
                cv2.circle(x, q, max(2, int(s * 0.08)), tuple(np.eye(3)[k] * 0.9), -1, cv2.LINE_AA)
        cv2.circle(names, (int(c[0]), int(c[1])), int(s * 0.4), OTHER, -1)


def interface(rng, x, names):
    """The window of a program around a picture and over it."""
    h, w = names.shape
    dark = rng.random() < 0.5
    top = left = 0
    right, bottom = w, h
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        t = rng.uniform(12, 34)
        panel(rng, x, names, 0, top, w, top + t, dark, rng.choice(['icons', 'icons', 'menu']))
        top += t
    if rng.random() < 0.25:
        t = rng.uniform(9, 20)
        panel(rng, x, names, 0, h - t, w, h, dark, 'menu')
        bottom = h - t
        if rng.random() < 0.25:
            t = h * rng.uniform(0.1, 0.3)
            panel(rng, x, names, 0, bottom - t, w, bottom, dark, 'tree')
            bottom -= t
    k = rng.random()
    if k < 0.55:
        t = rng.choice([rng.uniform(18, 40), w * rng.uniform(0.1, 0.42)])
        panel(rng, x, names, 0, top, t, bottom, dark, 'icons' if t < 42 else rng.choice(['tree', 'tree', 'table']))
        left = t
    if rng.random() < 0.45:
        t = rng.choice([rng.uniform(18, 40), w * rng.uniform(0.12, 0.4)])
        if rng.random() < 0.3 and t > 60:
            middle = top + (bottom - top) * rng.uniform(0.3, 0.7)
            panel(rng, x, names, right - t, top, right, middle, dark, 'tree')
            panel(rng, x, names, right - t, middle, right, bottom, dark, 'table')
        else:
            panel(rng, x, names, right - t, top, right, bottom, dark, 'icons' if t < 42 else rng.choice(['tree', 'table', 'table']))
        right -= t
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        a, b = rng.uniform(left, max(left + 1, right - 90)), rng.uniform(top, max(top + 1, bottom - 60))
        kind = rng.choice(['icons', 'icons', 'tree', 'table'])
        if kind == 'icons':
            a = rng.choice([left + 6, right - 120, a])
            b = rng.choice([top + 4, bottom - 26])
        panel(rng, x, names, a, b, a + rng.uniform(50, 150), b + (rng.uniform(16, 26) if kind == 'icons' else rng.uniform(40, 160)), rng.random() < 0.5, kind)
    if rng.random() < 0.5:
        s = rng.uniform(28, 64)
        cube(rng, x, names, rng.choice([left + 6, right - s - 6]), rng.choice([top + 6, bottom - s - 8]), s)
    if rng.random() < 0.35:
        text(rng, x, left + 6, top + 5, rng.uniform(9, 15), rng.choice([(0, 0, 0), (1, 1, 1), (0.1, 0.1, 0.5)]), 1)


def handled(rng, x):
    """What happens to a picture on its way."""
    if rng.random() < 0.25:
        x = cv2.GaussianBlur(x, (0, 0), rng.uniform(0.4, 1.1))
    if rng.random() < 0.2:
        x = x + rng.uniform(0.005, 0.03) * np.random.default_rng(rng.randrange(1 << 30)).standard_normal(x.shape[:2]).astype(np.float32)[..., None]
    if rng.random() < 0.4:
        x = np.clip(x, 0, 1) ** rng.uniform(0.7, 1.5)
    if rng.random() < 0.1:
        x = np.repeat(x.mean(2, keepdims=True), 3, 2)
    x = np.uint8(np.clip(x, 0, 1) * 255 + 0.5)
    if rng.random() < 0.5:
        x = cv2.imdecode(cv2.imencode('.jpg', x, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(40, 95)])[1], cv2.IMREAD_COLOR)
    return x


def make(rng, width=WIDTH, height=HEIGHT):
    """A picture, height × width × 3 bytes, the names of its pixels (indices into NAMES_DRAWN)."""
    w, h = round(width * FINE), round(height * FINE)
    model, camera, has_sky, inside = rng.choice(SCENES)(rng, w, h)
    picture = Picture(model, camera, w, h)
    drawn = rng.random() < 0.36
    x, behind = (show.drawing if drawn else show.viewport)(rng, picture, has_sky)
    if not drawn and rng.random() < 0.25:
        x = helpers(rng, x, picture)
    names = np.where(picture.ids > 0, picture.names[picture.ids], behind)
    x = cv2.resize(np.ascontiguousarray(x, np.float32), (width, height), interpolation=cv2.INTER_AREA)
    names = cv2.resize(names, (width, height), interpolation=cv2.INTER_NEAREST)
    # Rooms are seen against what is no part of them.
    if inside:
        names[names == BACKDROP] = OTHER
    if rng.random() < 0.5:
        x, names = np.ascontiguousarray(x[:, ::-1]), np.ascontiguousarray(names[:, ::-1])
    if rng.random() < (0.1 if drawn else 0.4):
        interface(rng, x, names)
    if drawn and rng.random() < 0.1:
        x = 1 - x
    return handled(rng, x), names


def main():
    rng, rows = random.Random(int(sys.argv[2])), []
    tints = np.uint8([np.array(show.hsv((k * 0.381) % 1, 0.25 + 0.25 * (k % 4), 1 - 0.2 * (k % 3))) * 255 for k in range(len(NAMES_DRAWN))])
    start = time.process_time()
    for _ in range(6):
        row = []
        for _ in range(4):
            x, names = make(rng)
            row += [cv2.resize(x, (256, 192), interpolation=cv2.INTER_AREA), cv2.resize(tints[names], (256, 192), interpolation=cv2.INTER_NEAREST)]
        rows.append(np.concatenate(row, 1))
    print((time.process_time() - start) / 24, 's of one core a picture')
    cv2.imwrite(sys.argv[1], np.concatenate(rows)[..., ::-1])


if __name__ == '__main__':
    cv2.setNumThreads(1)
    main()
