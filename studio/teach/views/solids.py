"""Solids in metres, a camera, and what each pixel of the picture shows.

Faces are drawn into a depth buffer; what is kept of a pixel is the number of its face, from which its name, its part, its
normal, its depth and its place follow.
"""
import math
from contextlib import contextmanager

import cv2
import numpy as np

from names import BACKDROP, NAMES_DRAWN

NEAR = 0.15
# How much nearer than the face that it lies on a thing of no thickness is drawn.
LIFT = 1.002


class Model:
    """Faces with their names; `at` moves what follows to a place and turns it."""

    def __init__(self):
        self.points, self.names, self.parts, self.groups, self.things, self.lifts, self.culls = [], [], [], [], [], [], []
        self.group = self.thing = 0
        self.at(0, 0)

    def at(self, x, y, z=0.0, turn=0.0):
        self.place = np.array([x, y, z], float)
        c, s = math.cos(turn), math.sin(turn)
        self.turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])

    @contextmanager
    def within(self, x, y, z=0.0, turn=0.0):
        """What is drawn inside stands in a place of what is being drawn."""
        place, old = self.place, self.turn
        self.at(x, y, z, turn)
        self.place, self.turn = self.place @ old + place, self.turn @ old
        yield
        self.place, self.turn = place, old

    def new(self):
        """What follows is another thing."""
        self.thing += 1

    def smooth(self):
        """The number of a group of faces without edges between them."""
        self.group += 1
        return self.group

    def face(self, points, name, part, group=None, lift=0, cull=False):
        """A flat face; its first three corners lie on no line. Corners run counter-clockwise seen from outside."""
        self.points.append(np.asarray(points, float) @ self.turn + self.place)
        self.names.append(NAMES_DRAWN.index(name))
        self.parts.append(part)
        self.groups.append(self.smooth() if group is None else group)
        self.things.append(self.thing)
        self.lifts.append(lift)
        self.culls.append(cull)

    def box(self, x0, y0, z0, x1, y1, z1, name, part, top=None, group=None):
        """A box; `top` is the name and the part of its upper side."""
        a, b, c, d = (x0, y0), (x1, y0), (x1, y1), (x0, y1)
        for p, q in ((a, b), (b, c), (c, d), (d, a)):
            self.face([(*p, z0), (*q, z0), (*q, z1), (*p, z1)], name, part, group, cull=True)
        self.face([(*p, z1) for p in (a, b, c, d)], *(top or (name, part)), group, cull=True)
        self.face([(*p, z0) for p in (d, c, b, a)], name, part, group, cull=True)

    def prism(self, outline, z0, z1, name, part, top=None, round_side=False):
        """An upright prism over an outline that runs counter-clockwise; `round_side` leaves out its upright edges."""
        group = self.smooth() if round_side else None
        for p, q in zip(outline, outline[1:] + outline[:1]):
            self.face([(*p, z0), (*q, z0), (*q, z1), (*p, z1)], name, part, group, cull=True)
        self.face([(*p, z1) for p in outline], *(top or (name, part)), cull=True)

    def frustum(self, low, high, z0, z1, name, part):
        """Sides from a lower rectangle (x0, y0, x1, y1) to an upper one, and its upper side."""
        corners = lambda r: [(r[0], r[1]), (r[2], r[1]), (r[2], r[3]), (r[0], r[3])]
        a, b = corners(low), corners(high)
        for k in range(4):
            n = (k + 1) % 4
            side = [(*a[k], z0), (*a[n], z0), (*b[n], z1)]
            self.face(side if math.dist(b[k], b[n]) < 1e-6 else [*side, (*b[k], z1)], name, part, cull=True)
        if min(high[2] - high[0], high[3] - high[1]) > 1e-6:
            self.face([(*p, z1) for p in b], name, part, cull=True)

    def ball(self, x, y, z, rx, rz, name, part, rng, rough=0.0, rings=6, sides=10):
        """A ball, rough like a crown of leaves."""
        group = self.smooth()
        r = lambda: 1 + rough * rng.uniform(-1, 1)
        grid = [[(x + rx * math.sin(t) * math.cos(a) * (k := r()), y + rx * math.sin(t) * math.sin(a) * k, z + rz * math.cos(t) * k)
                 for a in np.linspace(0, 2 * math.pi, sides, endpoint=False)] for t in np.linspace(0.15, math.pi - 0.15, rings)]
        for upper, lower in zip(grid, grid[1:]):
            for k in range(sides):
                n = (k + 1) % sides
                self.face([lower[k], lower[n], upper[n], upper[k]], name, part, group, cull=True)

    def wall(self, p, q, z0, z1, openings, name='building', part='wall', depth=0.12, cull=False):
        """An upright face from p to q, seen from its right side, with openings (u0, v0, u1, v1, fill) in metres along and
        above z0; `fill(put, u0, v0, u1, v1)` draws what is in one."""
        p, q = np.array(p, float), np.array(q, float)
        length = float(np.hypot(*(q - p))) or 1e-6
        along = (q - p) / length
        out = np.array([along[1], -along[0]])
        spot = lambda u, v, o=0.0: (*(p + along * u + out * o), z0 + v)
        high, group = z1 - z0, self.smooth()

        def put(u0, v0, u1, v1, name, part, o, group=None, lift=0):
            self.face([spot(u0, v0, o), spot(u1, v0, o), spot(u1, v1, o), spot(u0, v1, o)], name, part, group, lift, cull)

        openings = [o for o in openings if o[0] > 0.01 and o[2] < length - 0.01 and o[1] >= 0 and o[3] < high - 0.01]
        cuts = sorted({0.0, high, *(o[1] for o in openings), *(o[3] for o in openings)})
        for v0, v1 in zip(cuts, cuts[1:]):
            u = 0.0
            for o in sorted(o for o in openings if o[1] <= v0 + 1e-6 and o[3] >= v1 - 1e-6):
                if o[0] > u + 1e-6:
                    put(u, v0, o[0], v1, name, part, 0, group)
                u = max(u, o[2])
            if u < length - 1e-6:
                put(u, v0, length, v1, name, part, 0, group)
        for u0, v0, u1, v1, fill in openings:
            if depth > 0:
                for a, b in (((u0, v0), (u0, v1)), ((u1, v1), (u1, v0)), ((u0, v1), (u1, v1)), ((u1, v0), (u0, v0))):
                    self.face([spot(*a), spot(*b), spot(*b, -depth), spot(*a, -depth)], name, 'reveal')
            fill(lambda a, b, c, d, name, part, o=0.0, lift=0: put(a, b, c, d, name, part, o - depth, None, lift), u0, v0, u1, v1)


class Camera:
    """Looks from `eye` to `target`; `width` 0 is a parallel view. fit() places what it shows in the picture."""

    def __init__(self, eye, target, parallel=False, upright=False):
        self.eye, self.parallel = np.array(eye, float), parallel
        ahead = np.array(target, float) - self.eye
        if upright:
            ahead[2] = 0
        ahead /= np.linalg.norm(ahead)
        right = np.cross(ahead, (0, 0, 1))
        right /= np.linalg.norm(right) or 1
        self.axes = np.stack([right, np.cross(right, ahead), ahead])
        self.scale, self.cx, self.cy = 1.0, 0.0, 0.0

    def see(self, points):
        """Right, up and ahead, in metres."""
        return (points - self.eye) @ self.axes.T

    def screen(self, seen):
        x, y, z = seen[..., 0], seen[..., 1], seen[..., 2]
        if self.parallel:
            return np.stack([self.cx + self.scale * x, self.cy - self.scale * y], -1)
        return np.stack([self.cx + self.scale * x / z, self.cy - self.scale * y / z], -1)

    def fit(self, points, width, height, fill, dx=0.0, dy=0.0):
        """Scales and shifts the picture so that the points take the part `fill` of it."""
        seen = self.see(np.asarray(points, float))
        if not self.parallel:
            seen = seen[seen[:, 2] > NEAR]
        self.scale, self.cx, self.cy = 1.0, 0.0, 0.0
        s = self.screen(seen)
        low, high = s.min(0), s.max(0)
        self.scale = fill * min(width / max(1e-3, high[0] - low[0]), height / max(1e-3, high[1] - low[1]))
        middle = (low + high) / 2 * self.scale
        self.cx, self.cy = width * (0.5 + dx) - middle[0], height * (0.5 + dy) - middle[1]

    def lens(self, width, height, view):
        """A view of `view` radians across."""
        self.scale, self.cx, self.cy = width / 2 / math.tan(view / 2), width / 2, height / 2

    def horizon(self):
        """Row of the horizon in the picture, px; None for a parallel view."""
        up, ahead = self.axes[1][2], self.axes[2][2]
        return None if self.parallel or abs(up) < 1e-3 else self.cy + self.scale * ahead / up


def clipped(polygon):
    """The part of a polygon (right, up, ahead) that lies before the camera."""
    out = []
    for k, b in enumerate(polygon):
        a = polygon[k - 1]
        if (a[2] > NEAR) != (b[2] > NEAR):
            out.append(a + (b - a) * ((NEAR - a[2]) / (b[2] - a[2])))
        if b[2] > NEAR:
            out.append(b)
    return np.array(out)


class Picture:
    """What each pixel shows: `ids` is the number of its face, 0 for none (faces count from 1)."""

    def __init__(self, model, camera, width, height):
        self.model, self.camera, self.width, self.height = model, camera, width, height
        self.ids = np.zeros((height, width), np.int32)
        self.nearness = np.full((height, width), -1e9, np.float32)
        count = len(model.points)
        self.names = np.array([BACKDROP, *model.names], np.uint8)
        self.groups, self.things = np.array([0, *model.groups]), np.array([0, *model.things])
        self.normals = np.zeros((count + 1, 3))
        self.polygons = [None] * (count + 1)
        corners = np.array([p[:3] for p in model.points])
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        self.normals[1:] = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
        toward = np.broadcast_to(-camera.axes[2], (count, 3)) if camera.parallel else camera.eye - corners[:, 0]
        hidden = np.array(model.culls) & (np.einsum('ij,ij->i', self.normals[1:], toward) < 0)
        ends = np.cumsum([len(p) for p in model.points])
        starts = ends - [len(p) for p in model.points]
        seen = camera.see(np.concatenate(model.points))
        inside = self.normals[1:] @ camera.axes.T
        distances = np.einsum('ij,ij->i', inside, seen[starts])
        closest, farthest = np.minimum.reduceat(seen[:, 2], starts), np.maximum.reduceat(seen[:, 2], starts)
        cut = (closest <= NEAR) & (not camera.parallel)
        xy = np.clip(camera.screen(np.where(seen[:, 2:] <= NEAR, [0, 0, 1], seen)), -20000, 20000)
        low, high = np.minimum.reduceat(xy, starts), np.maximum.reduceat(xy, starts)
        out = (high < 0).any(1) | (low > (width, height)).any(1) | ((high - low).max(1) < 0.7)
        self.columns, self.rows = np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)
        for k in np.flatnonzero(~hidden & np.where(cut, farthest > NEAR, ~out)):
            polygon = camera.screen(clipped(seen[starts[k]:ends[k]])).clip(-20000, 20000) if cut[k] else xy[starts[k]:ends[k]]
            self.draw(k + 1, polygon, inside[k].tolist(), float(distances[k]), model.lifts[k])

    def draw(self, number, xy, normal, distance, lift):
        c = self.camera
        x, y = xy[:, 0].tolist(), xy[:, 1].tolist()
        x0, y0 = max(0, int(min(x))), max(0, int(min(y)))
        x1, y1 = min(self.width, int(max(x)) + 2), min(self.height, int(max(y)) + 2)
        nx, ny, nz = normal
        if x1 <= x0 or y1 <= y0 or abs(nz if c.parallel else distance) < 1e-6:
            return
        self.polygons[number] = xy
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [np.int32((xy - (x0, y0)) * 16)], 1, 8, 4)
        # What is near is linear in the picture: 1 / depth, or depth itself in a parallel view.
        k = -1 / nz if c.parallel else 1 / distance
        a, b, d = nx / c.scale, -ny / c.scale, -c.cx * nx / c.scale + c.cy * ny / c.scale
        if c.parallel:
            a, b, d = -k * a, -k * b, 500 + k * (distance - d) + 0.03 * lift
        else:
            k *= LIFT ** lift
            a, b, d = k * a, k * b, k * (d + nz)
        near = self.columns[x0:x1] * np.float32(a) + (self.rows[y0:y1, None] * np.float32(b) + np.float32(d))
        there = self.nearness[y0:y1, x0:x1]
        hit = (near > there) & (mask > 0)
        np.copyto(there, near, where=hit)
        np.copyto(self.ids[y0:y1, x0:x1], number, where=hit)

    def depth(self):
        """Metres ahead of the camera; far away where nothing is."""
        shown = self.ids > 0
        near = np.where(shown, self.nearness, 1)
        depth = 500 - near if self.camera.parallel else 1 / np.maximum(near, 1e-4)
        return np.where(shown, depth, depth[shown].max(initial=1) * 1.2).astype(np.float32)

    def places(self):
        """Metres of the world, height × width × 3."""
        c, z = self.camera, self.depth()
        x, y = (self.columns[None] - c.cx) / c.scale, (c.cy - self.rows[:, None]) / c.scale
        k = 1 if c.parallel else z
        seen = np.stack([x * k + 0 * z, y * k + 0 * z, z], -1)
        return (seen @ c.axes.astype(np.float32) + c.eye.astype(np.float32)).astype(np.float32)
