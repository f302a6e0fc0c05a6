"""How modelling programs, viewers and hands show solids. Pictures are float32, height × width × 3, 0..1."""
import math

import cv2
import numpy as np

from names import BACKDROP, NAMES_DRAWN

SKY, OTHER = NAMES_DRAWN.index('sky'), NAMES_DRAWN.index('other')
# Hue, saturation and value, each from .. to, of parts as they are; parts that are left out have any.
NATURAL = {
    'wall': (0.05, 0.13, 0, 0.45, 0.6, 1), 'gable': (0.05, 0.13, 0, 0.45, 0.6, 1), 'base': (0, 1, 0, 0.1, 0.3, 0.7), 'roof': (0, 0.08, 0, 0.7, 0.2, 0.7),
    'coping': (0, 1, 0, 0.1, 0.5, 0.9), 'fascia': (0.05, 0.1, 0, 0.3, 0.3, 1), 'frame': (0.05, 0.1, 0, 0.4, 0.1, 1), 'glass': (0.5, 0.62, 0.05, 0.6, 0.15, 0.95),
    'door': (0, 1, 0.1, 0.7, 0.2, 0.9), 'garage': (0.05, 0.1, 0, 0.3, 0.5, 1), 'slab': (0, 1, 0, 0.08, 0.5, 0.95), 'rail': (0, 1, 0, 0.2, 0.1, 0.95),
    'glassrail': (0.45, 0.55, 0.05, 0.3, 0.7, 0.95), 'chimney': (0, 0.06, 0.1, 0.6, 0.4, 0.7), 'column': (0, 1, 0, 0.15, 0.5, 1), 'stair': (0, 1, 0, 0.2, 0.5, 0.9),
    'road': (0, 1, 0, 0.05, 0.2, 0.6), 'paving': (0.05, 0.15, 0, 0.25, 0.5, 0.95), 'path': (0.05, 0.12, 0, 0.3, 0.5, 0.9), 'kerb': (0, 1, 0, 0.05, 0.6, 0.9),
    'mark': (0, 1, 0, 0.02, 0.9, 1), 'soil': (0.05, 0.1, 0.2, 0.6, 0.3, 0.6), 'lawn': (0.2, 0.36, 0.2, 0.75, 0.4, 0.8), 'hedge': (0.22, 0.4, 0.3, 0.8, 0.2, 0.6),
    'leaf': (0.2, 0.42, 0.2, 0.8, 0.2, 0.75), 'trunk': (0.04, 0.1, 0.2, 0.6, 0.2, 0.5), 'water': (0.5, 0.6, 0.3, 0.8, 0.5, 0.9), 'tyre': (0, 1, 0, 0.1, 0.05, 0.3),
    'carglass': (0.5, 0.6, 0, 0.3, 0.1, 0.5), 'lamp': (0.1, 0.16, 0, 0.3, 0.8, 1), 'shade': (0.05, 0.16, 0, 0.5, 0.3, 1), 'floor': (0.05, 0.11, 0.05, 0.55, 0.4, 0.9),
    'floor2': (0.05, 0.11, 0.05, 0.6, 0.3, 0.9), 'tile': (0.05, 0.6, 0, 0.12, 0.6, 0.95), 'ceiling': (0.08, 0.14, 0, 0.08, 0.8, 1), 'wood': (0.05, 0.1, 0, 0.65, 0.3, 1),
    'wood2': (0.05, 0.1, 0, 0.6, 0.3, 1), 'worktop': (0, 1, 0, 0.15, 0.1, 0.95), 'appliance': (0, 1, 0, 0.05, 0.2, 0.95), 'metal': (0, 1, 0, 0.1, 0.1, 0.7),
    'screen': (0, 1, 0, 0.2, 0.02, 0.2), 'curtain': (0, 1, 0, 0.3, 0.5, 1), 'cut': (0, 1, 0, 0.05, 0.1, 1), 'hill': (0.25, 0.6, 0.05, 0.4, 0.4, 0.8), 'partition': (0, 1, 0, 0.4, 0.5, 0.95),
}
# Patterns that parts may have: metres between their lines across and up, and whether every other row is shifted.
PATTERNS = {
    'wall': [(0, 0.2, 0), (0, 0.075, 0), (0.24, 0.08, 1), (0.6, 0.3, 1), (0.3, 0, 0), (1.2, 0.6, 0)], 'gable': [(0, 0.2, 0), (0.3, 0, 0)], 'roof': [(0.3, 0.3, 0), (0.25, 0.3, 1), (0.5, 0, 0), (0, 0.25, 0)],
    'paving': [(0.6, 0.6, 0), (1, 1, 0), (2, 2, 0), (0.4, 0.2, 1)], 'path': [(0.4, 0.4, 0), (0.8, 0.4, 1)], 'floor': [(0.6, 0.6, 0), (0.3, 0.3, 0), (0, 0.15, 0), (1.2, 0.15, 1)], 'floor2': [(0, 0.12, 0), (0.8, 0.12, 1)],
    'tile': [(0.3, 0.3, 0), (0.6, 0.6, 0)], 'ceiling': [(0.6, 0.6, 0), (1.2, 0.6, 0)], 'wood': [(0, 0.08, 0), (0.1, 0, 0)], 'fence': [(0, 0.15, 0)], 'garage': [(0, 0.4, 0)], 'road': [(3, 3, 0)], 'column': [(0, 0.5, 0)],
}


def hsv(h, s, v):
    i, f = int(h * 6) % 6, h * 6 - int(h * 6)
    p, q, t = v * (1 - s), v * (1 - f * s), v * (1 - (1 - f) * s)
    return [(v, t, p), (q, v, p), (p, v, t), (p, q, v), (t, p, v), (v, p, q)][i]


def tone(rng, low, high, tint=0.0):
    return hsv(rng.random(), rng.uniform(0, tint), rng.uniform(low, high))


def noise(rng, h, w, size):
    """Soft noise of mean 0 and deviation 1 with blotches of about `size` px."""
    k = max(2, round(h / size) + 2), max(2, round(w / size) + 2)
    small = np.random.default_rng(rng.randrange(1 << 30)).standard_normal(k).astype(np.float32)
    return cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)


def colours(rng, picture, kind):
    """A colour for each face."""
    model, out, known = picture.model, [(1, 1, 1)], {}
    base, hue = (tone(rng, 0.75, 1, 0.06) if rng.random() < 0.8 else tone(rng, 0.3, 0.75, 0.3)), rng.random()
    glass = rng.choice(['same', 'same', 'blue', 'dark', 'light'])
    drawn, bare = rng.uniform(0, 0.6), rng.random() < 0.5

    def one(part):
        if kind == 'natural':
            h0, h1, s0, s1, v0, v1 = NATURAL.get(part, (0, 1, 0, 0.8, 0.15, 1))
            return hsv(rng.uniform(h0, h1), rng.uniform(s0, s1), rng.uniform(v0, v1))
        if kind == 'white':
            if part in ('glass', 'carglass', 'glassrail') and glass != 'same':
                return {'blue': hsv(rng.uniform(0.5, 0.6), rng.uniform(0.1, 0.5), rng.uniform(0.5, 0.95)), 'dark': tone(rng, 0.05, 0.4, 0.2), 'light': tone(rng, 0.85, 1)}[glass]
            if part in ('leaf', 'hedge', 'lawn', 'water') and not bare:
                return one_natural(part)
            k = 1 - drawn * rng.random() * 0.4
            return tuple(c * k for c in base)
        if kind == 'mono':
            return hsv(hue, rng.uniform(0.15, 0.8), rng.uniform(0.5, 1)) if rng.random() < 0.8 else tone(rng, 0.7, 1)
        return hsv(rng.random(), rng.uniform(0.03, 0.3) if kind == 'pastel' else rng.uniform(0.3, 1), rng.uniform(0.55, 1))

    def one_natural(part):
        h0, h1, s0, s1, v0, v1 = NATURAL[part]
        return hsv(rng.uniform(h0, h1), rng.uniform(s0, s1), rng.uniform(v0, v1))

    own = kind in ('things', 'natural') and rng.random() < 0.7
    for part, thing, name in zip(model.parts, model.things, model.names):
        key = (part, thing) if own else part
        if kind == 'names':
            key = name
        if key not in known:
            known[key] = one(part)
            if kind == 'natural' and own and rng.random() < 0.5 and part in known:
                known[key] = known[part]
            known.setdefault(part, known[key])
        out.append(known[key])
    return np.array(out, np.float32)


def lit(rng, picture, kind):
    """How light each face is."""
    n = picture.normals.copy()
    toward = picture.camera.axes[2]
    n[n @ toward > 0] *= -1
    if kind == 'flat':
        return np.ones(len(n), np.float32)
    if kind == 'head':
        light = np.abs(n @ toward)
        return (rng.uniform(0.3, 0.7) + (1 - rng.uniform(0.3, 0.7)) * light).astype(np.float32)
    sun = sun_of(rng, picture)
    ambient = rng.uniform(0.35, 0.85)
    light = ambient + (1.15 - ambient) * np.maximum(0, n @ sun) + rng.uniform(0, 0.15) * n[:, 2]
    return np.clip(light, 0.1, 1.25).astype(np.float32)


def sun_of(rng, picture):
    """Towards the sun, on the side of the eye."""
    back = math.atan2(-picture.camera.axes[2][1], -picture.camera.axes[2][0])
    a, e = back + rng.uniform(-1.4, 1.4), rng.uniform(0.5, 1.2)
    return np.array([math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)])


def shadows(rng, picture):
    """Shadows on the ground, 0..1."""
    c, sun = picture.camera, sun_of(rng, picture)
    mask = np.zeros(picture.ids.shape, np.uint8)
    points = np.concatenate(picture.model.points)
    ends = np.cumsum([len(p) for p in picture.model.points])
    starts = ends - [len(p) for p in picture.model.points]
    seen = c.see(points - sun * (np.maximum(points[:, 2:], 0) / sun[2]))
    before = c.parallel | (np.minimum.reduceat(seen[:, 2], starts) > 0.2)
    xy = np.int32(np.clip(c.screen(np.where(seen[:, 2:] > 0.2, seen, 1.0)), -8000, 8000) * 16)
    wide = np.maximum.reduceat(xy, starts) - np.minimum.reduceat(xy, starts)
    for k in np.flatnonzero((np.maximum.reduceat(points[:, 2], starts) > 0.3) & before & (wide.max(1) > 32)):
        cv2.fillPoly(mask, [xy[starts[k]:ends[k]]], 1, 8, 4)
    low = picture.normals[picture.ids][..., 2] > 0.95
    return (mask * low * (picture.places()[..., 2] < 0.2)).astype(np.float32)


def occlusion(rng, picture):
    """How far each place lies behind what is near it in the picture, 0..1 (unsharp masking of depth, Luft et al. 2006)."""
    depth = np.log(picture.depth())
    s = picture.height / rng.uniform(25, 70)
    small = cv2.resize(depth, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), s / 2), depth.shape[::-1])
    return np.clip((depth - soft) * rng.uniform(0.8, 3), 0, 0.5)


def outlines(picture, wide=1):
    """Where faces meet, and where things end, each 0 or 1."""
    def steps(values):
        out = np.zeros(values.shape, np.uint8)
        out[:, :-1] |= values[:, 1:] != values[:, :-1]
        out[:-1] |= values[1:] != values[:-1]
        return out
    groups, things = picture.groups[picture.ids], np.where(picture.ids > 0, picture.things[picture.ids] + 1, 0)
    edges, profiles = steps(groups), steps(things)
    if wide > 1:
        profiles = cv2.dilate(profiles, np.ones((wide, wide), np.uint8))
    return edges.astype(np.float32), profiles.astype(np.float32)


def pattern(rng, picture, all_parts=False):
    """Lines of brick, boards, tiles and paving, 0..1 of ink."""
    model, places = picture.model, picture.places()
    kinds, at = {}, np.zeros((len(model.parts) + 1, 3), np.float32)
    for k, part in enumerate(model.parts):
        if part in PATTERNS and part not in kinds:
            kinds[part] = rng.choice(PATTERNS[part]) if all_parts or rng.random() < 0.55 else (0, 0, 0)
        at[k + 1] = kinds.get(part, (0, 0, 0))
    normals = np.abs(picture.normals).astype(np.float32)[picture.ids]
    flat = normals[..., 2] > 0.8
    across = np.where(normals[..., 1] > normals[..., 0], places[..., 0], places[..., 1])
    u, v = np.where(flat, places[..., 0], across), np.where(flat, places[..., 1], places[..., 2])
    du, dv, shift = (at[picture.ids][..., k] for k in range(3))
    pixel = picture.depth() / picture.camera.scale if not picture.camera.parallel else np.float32(1 / picture.camera.scale)
    ink = np.zeros(u.shape, np.float32)
    row = np.floor(v / np.maximum(dv, 0.01))
    for value, pitch in ((v, dv), (u + np.where(shift > 0, (row % 2) * du / 2, 0), du)):
        there = pitch > 0.01
        pitch = np.maximum(pitch, 0.01)
        off = np.abs((value / pitch + 0.5) % 1 - 0.5) * pitch / pixel
        fade = np.clip(pitch / pixel / 4 - 0.6, 0, 1)
        ink = np.maximum(ink, there * fade * np.clip(1.3 - off, 0, 1))
    return ink * (picture.ids > 0)


def backdrop(rng, h, w, horizon):
    """Plain or graded, with the ground of a program below the horizon. Gives the picture and its truth."""
    k = rng.random()
    a = tone(rng, 0.9, 1) if k < 0.4 else tone(rng, 0.45, 0.9, 0.1) if k < 0.55 else hsv(rng.uniform(0.52, 0.62), rng.uniform(0.05, 0.5), rng.uniform(0.6, 1)) if k < 0.8 else hsv(rng.uniform(0.55, 0.68), rng.uniform(0, 0.6), rng.uniform(0.1, 0.4)) if k < 0.9 else tone(rng, 0.02, 0.3, 0.2)
    a = np.array(a, np.float32)
    b = np.clip(a * rng.uniform(0.6, 1.3) + rng.uniform(-0.1, 0.2), 0, 1) if rng.random() < 0.45 else a
    t = np.linspace(0, 1, h, dtype=np.float32)[:, None, None]
    out = np.broadcast_to(a * (1 - t) + b * t, (h, w, 3)).astype(np.float32).copy()
    names = np.full((h, w), BACKDROP, np.uint8)
    if horizon is not None and 0 < horizon < h * 0.95 and rng.random() < 0.5:
        y = int(horizon)
        names[:y] = SKY
        if rng.random() < 0.7:
            g = np.array(tone(rng, 0.4, 0.9, 0.25), np.float32)
            t = np.linspace(0, 1, h - y, dtype=np.float32)[:, None, None]
            out[y:] = g * (1 - t * rng.uniform(0, 0.3))
            names[y:] = NAMES_DRAWN.index('ground')
            if rng.random() < 0.5:
                top = np.linspace(0, 1, y, dtype=np.float32)[:, None, None]
                sky = np.array(hsv(rng.uniform(0.52, 0.64), rng.uniform(0.15, 0.7), rng.uniform(0.6, 1)), np.float32)
                out[:y] = sky * (1 - top) + top * np.array(tone(rng, 0.85, 1), np.float32)
    return out, names


def sky(rng, h, w):
    """A sky: plain, graded, or with clouds."""
    a = np.array(rng.choice([hsv(rng.uniform(0.54, 0.62), rng.uniform(0.1, 0.7), rng.uniform(0.6, 1)), tone(rng, 0.9, 1), tone(rng, 0.4, 0.9, 0.1), hsv(rng.uniform(0, 0.12), rng.uniform(0.1, 0.5), rng.uniform(0.6, 1))]), np.float32)
    b = np.clip(a + rng.uniform(-0.1, 0.4), 0, 1) if rng.random() < 0.7 else a
    t = np.linspace(0, 1, h, dtype=np.float32)[:, None, None] ** rng.uniform(0.6, 1.6)
    out = np.broadcast_to(a * (1 - t) + b * t, (h, w, 3)).astype(np.float32)
    if rng.random() < 0.3:
        c = noise(rng, h, w, h / 2) + 0.6 * noise(rng, h, w, h / 5) + 0.3 * noise(rng, h, w, h / 12)
        c = np.clip((c - rng.uniform(-0.3, 1)) * rng.uniform(0.4, 1.2), 0, 1)[..., None]
        out = out * (1 - c) + np.array(tone(rng, 0.75, 1), np.float32) * c
    return out


def above_horizon(h, w, horizon):
    """Sky above the horizon, and what may be anything below it."""
    names = np.full((h, w), SKY, np.uint8)
    if horizon is not None:
        names[max(0, int(horizon)):] = BACKDROP
    return names


def behind(rng, picture, has_sky):
    h, w = picture.ids.shape
    horizon = picture.camera.horizon()
    if has_sky and rng.random() < 0.75:
        return sky(rng, h, w), above_horizon(h, w, horizon)
    out, names = backdrop(rng, h, w, horizon)
    if has_sky:
        names[(names == BACKDROP) & (above_horizon(h, w, horizon) == SKY)] = SKY
    return out, names


def viewport(rng, picture, has_sky):
    """Solids in plain colours, shaded, with edges. Gives the picture and the truth of what is behind it."""
    kind = rng.choice(['white'] * 3 + ['natural'] * 6 + ['pastel', 'strong', 'things', 'things', 'mono', 'names'])
    light = rng.choice(['sun'] * 5 + ['head', 'head', 'flat'])
    back, names = behind(rng, picture, has_sky)
    shown = (picture.ids > 0)[..., None]
    look = np.clip(colours(rng, picture, kind) * lit(rng, picture, light)[:, None], 0, 1)
    x = look[picture.ids]
    if rng.random() < 0.3:
        glass = np.array([False, *(p in ('glass', 'carglass', 'glassrail') for p in picture.model.parts)])[picture.ids][..., None]
        t = np.clip(noise(rng, *picture.ids.shape, picture.height / 3) * 0.25 + 0.5, 0, 1)[..., None]
        x = np.where(glass, x * (1 - 0.6 * t) + t * 0.6 * back[::-1], x)
    if kind in ('natural', 'white') and rng.random() < 0.45:
        x = x * (1 - rng.uniform(0.15, 0.6) * pattern(rng, picture)[..., None])
    if kind == 'natural' and rng.random() < 0.3:
        grain = noise(rng, *picture.ids.shape, rng.uniform(2, 5)) * rng.uniform(0.02, 0.12)
        leafy = np.isin(picture.names[picture.ids], [NAMES_DRAWN.index('plant'), NAMES_DRAWN.index('grass')])
        x = x * (1 + grain * np.where(leafy, 1.5, 0.4))[..., None]
    if light == 'sun' and has_sky is not None and rng.random() < 0.5:
        x = x * (1 - rng.uniform(0.2, 0.6) * shadows(rng, picture)[..., None])
    if rng.random() < 0.4:
        x = x * (1 - occlusion(rng, picture)[..., None])
    if rng.random() < 0.15:
        m = (picture.things[picture.ids] == rng.choice(picture.model.things))[..., None] * shown
        x = np.where(m, x * 0.5 + 0.5 * np.array(hsv(rng.choice([0.6, 0.58, 0.12, 0.3]), rng.uniform(0.5, 1), 1), np.float32), x)
    if rng.random() < 0.08:
        fog = np.clip(picture.depth() / np.percentile(picture.depth(), 90), 0, 1)[..., None] * rng.uniform(0.3, 0.8)
        x = x * (1 - fog) + back.mean((0, 1)) * fog
    glassy = rng.random() < 0.08
    if glassy:
        x = x * 0.45 + back * 0.55
    x = np.where(shown, x, back)
    if rng.random() < 0.72 or light == 'flat' or glassy:
        ink = np.array((0, 0, 0) if rng.random() < 0.75 else tone(rng, 0, 1, 1), np.float32)
        edges, profiles = outlines(picture, rng.choice([1, 2, 3]))
        a = np.maximum(edges * rng.uniform(0.2, 1), profiles * rng.uniform(0.3, 1))[..., None]
        x = x * (1 - a) + ink * a
    if glassy or rng.random() < 0.05:
        wires = np.zeros(picture.ids.shape, np.uint8)
        for polygon in picture.polygons:
            if polygon is not None:
                cv2.polylines(wires, [np.round(polygon * 16).astype(np.int32)], True, 255, 1, cv2.LINE_AA, 4)
        a = wires[..., None] / 255 * rng.uniform(0.15, 0.6)
        x = x * (1 - a) + np.array(tone(rng, 0, 0.5, 0.5), np.float32) * a
    return x.astype(np.float32), names


def wobbly(rng, plane, reach, size):
    h, w = plane.shape
    dx, dy = noise(rng, h, w, size) * reach, noise(rng, h, w, size) * reach
    x, y = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
    return cv2.remap(plane, x + dx, y + dy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def strokes(rng, h, w, angle, gap):
    y, x = np.mgrid[:h, :w].astype(np.float32)
    wave = noise(rng, h, w, h / 6) * 1.5
    s = np.sin((x * math.cos(angle) + y * math.sin(angle)) * 2 * math.pi / gap + wave)
    return np.clip(s * 2 - rng.uniform(-0.5, 0.9), 0, 1) * np.clip(0.8 + 0.4 * noise(rng, h, w, h / 20), 0, 1)


def drawing(rng, picture, has_sky):
    """Solids drawn with pen or pencil on paper."""
    h, w = picture.ids.shape
    ids, horizon = picture.ids, picture.camera.horizon()
    names = np.full((h, w), BACKDROP, np.uint8)
    if has_sky or (horizon is not None and rng.random() < 0.5):
        names = above_horizon(h, w, horizon)
    edges, profiles = outlines(picture, rng.choice([1, 2, 2, 3]))
    ink = np.maximum(edges * rng.uniform(0.5, 1), profiles)
    if rng.random() < 0.4:
        ink = cv2.dilate(ink, np.ones((2, 2), np.uint8))
    if rng.random() < 0.4:
        ink = np.maximum(ink, rng.uniform(0.2, 0.8) * pattern(rng, picture, True))
    light = lit(rng, picture, 'sun')[ids]
    dark = np.zeros((h, w), np.float32)
    if rng.random() < 0.6:
        dark = np.clip((rng.uniform(0.7, 1.05) - light) * rng.uniform(0.6, 2), 0, 1) * (ids > 0)
    if rng.random() < 0.5:
        dark = np.maximum(dark, occlusion(rng, picture) * rng.uniform(0.5, 1.5) * (ids > 0))
    if rng.random() < 0.5 and has_sky is not None:
        dark = np.maximum(dark, shadows(rng, picture) * rng.uniform(0.3, 0.9))
    filled = {p: rng.uniform(0.1, 1) for p in ('glass', 'roof', 'leaf', 'hedge', 'lawn', 'door', 'wall', 'road', 'floor', 'rug', 'sofa', 'wood', 'screen', 'wood2', 'fascia') if rng.random() < (0.4 if p == 'glass' else 0.2)}
    tones = np.array([0, *(filled.get(p, 0) for p in picture.model.parts)], np.float32)[ids]
    dark = np.maximum(dark, tones)
    way = rng.choice(['none', 'wash', 'hatch', 'hatch', 'black'])
    if way == 'wash':
        dark = cv2.GaussianBlur(dark, (0, 0), rng.uniform(0.5, 3)) * np.clip(1 + 0.25 * noise(rng, h, w, h / 8), 0.2, 1.5)
        ink = np.maximum(ink, np.clip(dark, 0, 1) * rng.uniform(0.3, 0.8))
    elif way == 'hatch':
        angle, gap = rng.uniform(0, math.pi), rng.uniform(4, 10)
        for k in range(rng.choice([1, 2, 3])):
            ink = np.maximum(ink, strokes(rng, h, w, angle + k * rng.uniform(0.6, 1.2), gap) * (dark > 0.15 + 0.22 * k) * rng.uniform(0.4, 0.9))
    elif way == 'black':
        ink = np.maximum(ink, (dark > rng.uniform(0.3, 0.6)) * rng.uniform(0.6, 1))
    plants = np.isin(picture.names[ids], [NAMES_DRAWN.index('plant')])
    if plants.any() and rng.random() < 0.7:
        scribble = np.abs(noise(rng, h, w, rng.uniform(4, 12)) + 0.5 * noise(rng, h, w, 4)) < rng.uniform(0.08, 0.3)
        ink = np.maximum(ink, cv2.GaussianBlur((scribble & plants).astype(np.float32), (0, 0), 0.7) * rng.uniform(0.4, 1))
    grass = picture.names[ids] == NAMES_DRAWN.index('grass')
    if grass.any() and rng.random() < 0.5:
        tufts = (noise(rng, h, w, 3) > rng.uniform(1.4, 2.2)).astype(np.float32)
        tufts = cv2.dilate(tufts, np.ones((rng.choice([3, 6]), 1), np.uint8))
        ink = np.maximum(ink, tufts * grass * rng.uniform(0.3, 0.9))
    if rng.random() < 0.5:
        reach, size = rng.uniform(0.6, 2.2), rng.uniform(20, 80)
        ink = np.maximum(wobbly(rng, ink, reach, size), wobbly(rng, ink, reach, size) if rng.random() < 0.4 else 0)
    if rng.random() < 0.25:
        for polygon in rng.sample([p for p in picture.polygons if p is not None and len(p) < 6], k=min(10, sum(p is not None and len(p) < 6 for p in picture.polygons))):
            a, b = polygon[0], polygon[1]
            if 30 < math.dist(a, b) < 4 * w:
                d = (b - a) * rng.uniform(0.05, 0.5)
                cv2.line(ink, tuple(np.int32(np.round(a - d))), tuple(np.int32(np.round(b + d))), rng.uniform(0.2, 0.7), 1, cv2.LINE_AA)
    if rng.random() < 0.3:
        ink = ink * np.clip(0.75 + 0.35 * noise(rng, h, w, 3), 0, 1)
    empty = (ids == 0) & (names == SKY)
    if has_sky and rng.random() < 0.25:
        clouds = np.abs(noise(rng, h, w, h / 3) - 0.7) < 0.03
        ink = np.maximum(ink, (clouds & empty) * rng.uniform(0.3, 0.9))
    paper = np.array(hsv(rng.uniform(0.07, 0.14), rng.choice([0, 0, rng.uniform(0, 0.2)]), rng.uniform(0.88, 1)), np.float32)
    if rng.random() < 0.25:
        tint = colours(rng, picture, rng.choice(['natural', 'natural', 'pastel']))
        tint[0] = 1
        wash = tint[ids]
        if has_sky and rng.random() < 0.5:
            wash = np.where(empty[..., None], sky(rng, h, w), wash)
        blot = np.clip(rng.uniform(0.3, 1) + 0.2 * noise(rng, h, w, h / 6), 0, 1)[..., None]
        wash = cv2.GaussianBlur(wash, (0, 0), rng.uniform(0.5, 4)) * blot + 1 - blot
        paper = paper * wash
    pen = np.array((0, 0, 0) if rng.random() < 0.8 else tone(rng, 0, 0.4, 0.8), np.float32)
    a = np.clip(ink, 0, 1)[..., None]
    x = paper * (1 - a) + pen * a
    if rng.random() < 0.3:
        x = x * (1 + 0.03 * noise(rng, h, w, 1.5) + 0.03 * noise(rng, h, w, h / 2))[..., None]
    return np.clip(x, 0, 1).astype(np.float32), names
