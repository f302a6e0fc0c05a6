"""Furniture, fittings, stairs and cars by many signs."""
import math

import cv2
import numpy as np

from sheet import BATH, BED, CAR, COOKING, DINING, FURNITURE, HATCH, SEATING, SHIFT, SS, STAIRS, grey, hatch, pastel


class Things:
    """Furniture: drawn in a box with its back at y = 0, x along the wall."""

    def __init__(self, sheet, rng):
        self.s, self.rng = sheet, rng
        self.fillc, self.what = None, FURNITURE
        style = rng.random()
        # As sales sheets show it: filled with shaded colours, each thing with its own, often without an outline.
        self.shaded = style > 0.8
        self.outlined = not self.shaded or rng.random() < 0.5
        self.hatched = style > 0.68 and not self.shaded
        if style < 0.35:
            self.fillc = (255, 255, 255)
        elif style < 0.6:
            self.fillc = pastel(rng, 110, 250)
        elif style < 0.68:
            self.fillc = tuple(rng.randint(20, 220) for _ in range(3))
        self.colour = sheet.ink if rng.random() < 0.5 else grey(rng, 0, 190) if rng.random() < 0.75 else tuple(rng.randint(0, 220) for _ in range(3))
        self.pen = sheet.pen * rng.choice([0.5, 0.6, 0.8, 1])
        # Who draws a plan draws all things of a sort alike.
        self.sign = {name: rng.random() for name in self.ALL}
        self.vary = {name: tuple(rng.random() for _ in range(4)) for name in self.ALL}
        self.tint = {name: tuple(rng.randint(30, 245) for _ in range(3)) for name in self.ALL}

    def begin(self, name, o, u, v):
        self.o, self.u, self.v, self.name = o, u, v, name
        self.what = self.ALL[name][2]
        if self.shaded:
            self.fillc = self.tint[name]
        self.v4 = self.vary[name]
        return self.sign[name]

    def p(self, pts):
        return self.s.px([(self.o[0] + self.u[0] * x + self.v[0] * y, self.o[1] + self.u[1] * x + self.v[1] * y) for x, y in pts])

    def shape(self, pts):
        if self.shaded:
            light = self.rng.uniform(0.75, 1.25)
            self.fillc = tuple(min(255, max(0, round(c * light))) for c in self.tint[self.name])
            if self.rng.random() < 0.3:
                self.s.fill(pts + np.float32([1.5, 1.5]), tuple(round(c * 0.55) for c in self.fillc))
        if self.fillc is not None:
            self.s.fill(pts, self.fillc)
        if self.hatched and self.rng.random() < 0.3:
            mask = np.zeros((self.s.n, self.s.n), np.uint8)
            cv2.fillPoly(mask, [self.s.fix(pts)], 255, 8, SHIFT)
            hatch(self.s, mask, self.rng, 0, self.colour, self.rng.uniform(2.5, 7) * SS)
        if self.outlined:
            self.s.line(pts, self.colour, self.pen, True)
        self.s.mark(pts, self.what, self.s.over)

    def box(self, x0, y0, x1, y1):
        self.shape(self.p([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))

    def rounded(self, x0, y0, x1, y1, r):
        r = min(r, (x1 - x0) / 2, (y1 - y0) / 2)
        pts = []
        for cx, cy, t in ((x1 - r, y1 - r, 0), (x0 + r, y1 - r, 1), (x0 + r, y0 + r, 2), (x1 - r, y0 + r, 3)):
            pts += [(cx + r * math.cos((t + k / 3) * math.pi / 2), cy + r * math.sin((t + k / 3) * math.pi / 2)) for k in range(4)]
        self.shape(self.p(pts))

    def oval(self, cx, cy, rx, ry):
        self.shape(self.p([(cx + rx * math.cos(t), cy + ry * math.sin(t)) for t in np.linspace(0, 6.28, 18)]))

    def path(self, *pts):
        self.s.line(self.p(pts), self.colour, self.pen)

    def turned(self, x, y, w, d, turn):
        c, s = math.cos(turn), math.sin(turn)
        self.shape(self.p([(x + c * a - s * b, y + s * a + c * b) for a, b in ((-w / 2, -d / 2), (w / 2, -d / 2), (w / 2, d / 2), (-w / 2, d / 2))]))

    def arc(self, x, y, rad, a, b):
        self.path(*[(x + rad * math.cos(t), y + rad * math.sin(t)) for t in np.linspace(a, b, 9)])

    def lamp(self, x, y, rad):
        self.oval(x, y, rad, rad)
        if self.v4[3] < 0.6:
            self.path((x - rad * 1.4, y), (x + rad * 1.4, y))
            self.path((x, y - rad * 1.4), (x, y + rad * 1.4))

    def wave(self, x0, x1, y, high, step):
        n = max(2, int((x1 - x0) / step))
        self.path(*[(x0 + (x1 - x0) * k / n, y + (high if k % 2 else -high)) for k in range(n + 1)])

    def bed(self, w, d, r):
        a, b, c, e = self.v4
        if r > 0.6:
            # Tables beside it, with lamps.
            for x in (-0.5, w + 0.06):
                self.box(x, 0, x + 0.44, 0.4)
                self.lamp(x + 0.22, 0.2, 0.12)
        if a < 0.25:
            self.box(-0.04, 0, w + 0.04, 0.08)
        self.box(0, 0, w, d) if a < 0.8 else self.rounded(0, 0, w, d, 0.15)
        if b < 0.15:
            self.path((0, d * 0.5), (w * 0.3, d * 0.35), (w, d * 0.35))
        elif b < 0.3:
            # Covers turned back at a corner.
            self.path((0, d * 0.32), (w * 0.62, d * 0.32), (w, d * 0.55))
            self.path((w * 0.62, d * 0.32), (w * 0.7, d * 0.6), (w, d * 0.55))
        elif b < 0.45:
            for k in (0.3, 0.36):
                self.path((0, d * k), (w, d * k))
        elif b < 0.6:
            self.path((0, d * 0.35), (w, d * 0.35))
        elif b < 0.8:
            # Covers and a throw across them.
            self.box(0, d * 0.33, w, d)
            self.box(-0.03, d * 0.62, w + 0.03, d * 0.85)
        else:
            self.box(0, d * 0.4, w, d * 0.95)
            if b > 0.9:
                for k in range(1, int(w / 0.12)):
                    self.path((k * 0.12, d * 0.4), (k * 0.12, d * 0.95))
        for k in range(2 if w > 1.2 else 1):
            x = w * (0.08 + 0.48 * k) if w > 1.2 else w * 0.2
            wide = w * (0.36 if w > 1.2 else 0.6)
            if c < 0.4:
                self.rounded(x, 0.1, x + wide, 0.45, 0.12)
            elif c < 0.7:
                self.box(x, 0.08, x + wide, 0.42)
            else:
                self.shape(self.p([(x, 0.06), (x + wide, 0.06), (x + wide * 0.9, 0.4), (x + wide * 0.1, 0.4)]))
                self.path((x + wide * 0.1, 0.12), (x + wide * 0.9, 0.12))
        if e < 0.25:
            for k in range(2):
                self.turned(w * (0.35 + 0.25 * k), d * 0.55, 0.4, 0.3, 0.5 + k)
        elif e > 0.85:
            self.box(w * 0.1, d + 0.04, w * 0.9, d + 0.4)

    def sofa(self, w, d, r):
        a, b, c, e = self.v4
        self.box(0, 0, w, d) if r < 0.6 else self.rounded(0, 0, w, d, 0.2)
        if a < 0.5:
            self.box(0.15, 0.2, w - 0.15, d)
            for k in range(1, int(w / 0.7)):
                self.path((k * 0.7, 0.2), (k * 0.7, d))
        else:
            # Arms, seats and backs, each by itself.
            for x in (0, w - 0.18):
                self.rounded(x, 0, x + 0.18, d, 0.08)
            n = max(1, int((w - 0.36) / 0.6))
            for k in range(n):
                x, wide = 0.18 + k * (w - 0.36) / n, (w - 0.36) / n
                self.rounded(x, 0.02, x + wide, 0.25, 0.08)
                self.rounded(x, 0.24, x + wide, d, 0.08)
        if b < 0.3:
            for x in (0.35, w - 0.35):
                self.turned(x, 0.4, 0.4, 0.16, 0.6 if x < 1 else -0.6)
        if c < 0.3:
            # A part to lie on.
            self.box(w - 0.85, d, w, d + 0.7)

    def armchair(self, w, d, r):
        if r < 0.6:
            self.box(0, 0, 0.8, 0.8)
            self.box(0.13, 0.18, 0.67, 0.8)
        else:
            self.rounded(0, 0, 0.8, 0.8, 0.3)
            self.rounded(0.14, 0.16, 0.66, 0.8, 0.15)

    def wardrobe(self, w, d, r):
        a, b, c, e = self.v4
        self.box(0, 0, w, d)
        if r < 0.35:
            for y in ((d / 2,) if a < 0.6 else (d * 0.46, d * 0.54)):
                self.path((0, y), (w, y))
            lean = 0.05 if b < 0.5 else 0
            for k in range(int(w / 0.12)):
                if self.rng.random() < (0.6 if c < 0.6 else 0.95):
                    self.path((k * 0.12 + 0.03, d * 0.15), (k * 0.12 + 0.03 + lean, d * 0.85))
        elif r < 0.6:
            n = 1 if a < 0.4 else max(1, round(w / 0.6))
            for k in range(n):
                x0, x1 = w * k / n, w * (k + 1) / n
                if k:
                    self.path((x0, 0), (x0, d))
                self.path((x0, 0), (x1, d))
                if b < 0.7:
                    self.path((x0, d), (x1, 0))
        elif r < 0.75:
            # Doors that slide past each other.
            for k, y in enumerate((d - 0.08, d - 0.04)):
                self.box(w * 0.48 * k, y, w * (0.52 + 0.48 * k), y + 0.04)
        elif r < 0.85:
            # Doors that swing.
            n = max(1, round(w / 0.55))
            for k in range(n):
                x = w * k / n
                self.path((x, 0), (x, d))
                self.path((x, d), (x, d + w / n))
                self.arc(x, d, w / n, 0, math.pi / 2)
        if e < 0.3 and d > 0.3:
            self.box(0.03, 0.03, w - 0.03, d - 0.03)

    def hob(self, x, d, r):
        if r < 0.75:
            self.box(x, 0.06, x + 0.6, d - 0.06)
        for k in range(4):
            cx, cy = x + 0.16 + 0.28 * (k % 2), d / 2 - 0.13 + 0.26 * (k // 2)
            if r < 0.6 or r > 0.8:
                self.oval(cx, cy, 0.1, 0.1)
            if r > 0.4:
                self.path((cx - 0.12, cy), (cx + 0.12, cy))
                self.path((cx, cy - 0.12), (cx, cy + 0.12))
            if r < 0.2:
                self.oval(cx, cy, 0.05, 0.05)

    def sink(self, x, d, r):
        for k in range(2 if r < 0.5 else 1):
            a = x + 0.4 * k
            self.rounded(a, 0.12, a + 0.36, d - 0.1, 0.06 if r < 0.7 else 0.2)
            self.oval(a + 0.18, d / 2, 0.03, 0.03)
        if r > 0.3:
            for k in range(4):
                self.path((x + 0.85, 0.15 + k * 0.08), (x + 1.15, 0.15 + k * 0.08))

    def kitchen(self, w, d, r):
        self.box(0, 0, w, d)
        if self.v4[0] < 0.3:
            self.path((0, 0.04), (w, 0.04))
        if self.v4[1] < 0.3:
            # Cupboards above it.
            for k in range(int(w / 0.25)):
                self.path((k * 0.25, d * 0.58), (k * 0.25 + 0.14, d * 0.58))
        x = self.rng.uniform(0.05, max(0.1, w - 0.7))
        self.hob(x, d, r)
        free = [a for a in (x - 1.25, x + 0.7) if 0 < a < w - 1.2]
        if free:
            self.sink(self.rng.choice(free), d, self.rng.choice([r, 1 - r]))
        if w > 2.4 and r < 0.6:
            # A fridge at the end.
            self.box(w - 0.6, 0, w, 0.65)
            self.path((w - 0.6, 0), (w, 0.65))
            if self.v4[2] < 0.3:
                self.arc(w - 0.6, 0.65, 0.6, 0, math.pi / 2)
                self.path((w - 0.6, 0.65), (w - 0.6, 1.25))
        elif w > 2 and self.v4[3] < 0.4:
            # A dishwasher.
            self.box(w - 0.6, 0, w, d)
            x, y = self.p([(w - 0.3, d / 2)])[0]
            if 0 <= x < self.s.n / SS and 0 <= y < self.s.n / SS:
                self.s.text('number', x, y, max(4.0, 0.13 * self.s.scale), self.colour)

    def toilet(self, w, d, r):
        if r < 0.7:
            self.box(0, 0, 0.4, 0.18)
        if r < 0.35:
            self.oval(0.2, 0.4, 0.18, 0.24)
        elif r < 0.7:
            self.rounded(0.03, 0.18, 0.37, 0.66, 0.17)
        else:
            self.path((0.02, 0), (0.02, 0.4), (0.1, 0.6), (0.2, 0.65), (0.3, 0.6), (0.38, 0.4), (0.38, 0), (0.02, 0))
            self.oval(0.2, 0.36, 0.13, 0.2)
        if r < 0.2 or r > 0.5:
            self.oval(0.2, 0.4, 0.11, 0.16)

    def basin(self, w, d, r):
        if r < 0.7:
            self.box(0, 0, 0.6, 0.45)
        self.oval(0.3, 0.22, 0.2, 0.15) if r < 0.8 else self.rounded(0.03, 0, 0.57, 0.45, 0.22)
        if r > 0.4:
            self.oval(0.3, 0.2, 0.03, 0.03)
            self.path((0.3, 0.02), (0.3, 0.12))

    def vanity(self, w, d, r):
        self.box(0, 0, w, d)
        for k in range(2 if w > 1.3 else 1):
            self.oval(w * (0.5 if w <= 1.3 else 0.27 + 0.46 * k), d / 2, 0.2, 0.15)

    def tub(self, w, d, r):
        self.box(0, 0, 1.6, 0.75)
        if r < 0.4:
            self.oval(0.8, 0.37, 0.7, 0.3)
        else:
            self.rounded(0.08, 0.08, 1.52, 0.67, 0.12 if r < 0.6 else 0.3)
        self.oval(0.25, 0.37, 0.04, 0.04)

    def shower(self, w, d, r):
        a, b, c, e = self.v4
        if r < 0.2:
            self.shape(self.p([(0, 0), (0.9, 0)] + [(0.9 * math.cos(t), 0.9 * math.sin(t)) for t in np.linspace(0, 1.57, 8)]))
        else:
            self.box(0, 0, 0.9, 0.9)
        if 0.2 < r < 0.6:
            self.path((0, 0), (0.9, 0.9))
            self.path((0, 0.9), (0.9, 0))
        if a < 0.35:
            # Its glass, and the door in it.
            self.box(0, 0.87, 0.9, 0.92)
            if b < 0.5:
                self.path((0, 0.9), (0, 1.5))
                self.arc(0, 0.9, 0.6, 0, math.pi / 2)
        self.oval(0.45, 0.45, 0.05, 0.05)
        if r > 0.8:
            for k in range(1, 5):
                self.path((0, k * 0.18), (0.9, k * 0.18))
                if c < 0.5:
                    self.path((k * 0.18, 0), (k * 0.18, 0.9))

    def chair(self, x, y, r):
        a = self.v4[0]
        if r < 0.35:
            self.box(x, y, x + 0.42, y + 0.42)
        elif r < 0.55:
            self.box(x, y, x + 0.42, y + 0.42)
            self.box(x, y if a < 0.5 else y + 0.36, x + 0.42, y + 0.06 if a < 0.5 else y + 0.42)
        elif r < 0.75:
            self.rounded(x, y, x + 0.42, y + 0.42, 0.12)
            if a < 0.4:
                self.arc(x + 0.21, y + 0.21, 0.26, math.pi * 0.1, math.pi * 0.9)
        elif r < 0.88:
            self.oval(x + 0.21, y + 0.21, 0.2, 0.2)
        else:
            self.task_chair(x + 0.21, y + 0.21)

    def task_chair(self, x, y):
        """A chair on five wheels."""
        t0, e = self.rng.uniform(0, 6.28), self.v4[1]
        if e < 0.5:
            for k in range(5):
                self.path((x, y), (x + 0.28 * math.cos(t0 + k * 1.257), y + 0.28 * math.sin(t0 + k * 1.257)))
        self.rounded(x - 0.2, y - 0.2, x + 0.2, y + 0.2, 0.08 if e < 0.7 else 0.18)
        self.arc(x, y, 0.26, t0, t0 + 2)

    def table(self, w, d, r):
        w, d = self.rng.uniform(0.8, 2.4), self.rng.uniform(0.7, 1.1)
        o = 0.45
        a, b, c, e = self.v4
        for k in range(int(w / 0.55)):
            for y in (o - 0.35, o + d - 0.07):
                self.chair(0.08 + k * 0.55, y, r)
        if c < 0.3:
            for x in (-0.36, w - 0.06):
                self.chair(x, o + d / 2 - 0.21, r)
        if r < 0.2 and w > 1.2:
            self.oval(w / 2, o + d / 2, w / 2, d / 2)
        else:
            self.box(0, o, w, o + d)
        if a < 0.3:
            # What lies on it.
            self.box(0.06, o + 0.06, w - 0.06, o + d - 0.06)
        if b < 0.3:
            self.oval(w / 2, o + d / 2, 0.18, 0.18)
            for k in range(int(w / 0.55)):
                for y in (o + 0.18, o + d - 0.18):
                    self.oval(0.29 + k * 0.55, y, 0.11, 0.11)

    def round_table(self, w, d, r):
        for k in range(self.rng.choice([2, 4, 4, 6])):
            t = k * 1.571 if r < 0.7 else k * 1.047
            self.chair(0.79 + 0.72 * math.cos(t), 0.79 + 0.72 * math.sin(t), r)
        self.oval(1, 1, 0.6, 0.6)

    def stairs(self, w, d, r):
        a, b, c, e = self.v4
        n = max(3, int(w / 0.27))
        self.box(0, 0, w, d)
        ends = n if a < 0.7 else max(2, int(n * 0.6))
        for k in range(1, n):
            self.path((k * w / n, 0), (k * w / n, d))
            if b < 0.2:
                self.path((k * w / n + 0.03, 0), (k * w / n + 0.03, d))
        if ends < n:
            # Where the plane of the plan cuts it.
            x = ends * w / n
            for k in (0, 0.08):
                self.path((x - 0.25 + k, -0.05), (x - 0.03 + k, d * 0.42), (x - 0.08 + k, d * 0.5), (x + 0.08 + k, d * 0.52), (x + k, d * 0.6), (x + 0.25 + k, d + 0.05))
        if c < 0.3:
            for y in (0.05, d - 0.05):
                self.path((0, y), (w, y))
        if r < 0.7:
            self.path((0.1, d / 2), (w - 0.2, d / 2))
            if e < 0.4:
                self.oval(0.1, d / 2, 0.05, 0.05)
        if r > 0.3:
            self.path((w - 0.45, d * 0.35), (w - 0.2, d / 2), (w - 0.45, d * 0.65))

    def desk(self, w, d, r):
        a, b, c, e = self.v4
        self.box(0, 0, 1.4, 0.65)
        if a < 0.4:
            self.box(0.45, 0.08, 0.95, 0.14)
            self.box(0.5, 0.35, 0.9, 0.5)
        if b < 0.25:
            self.box(0, 0.65, 0.5, 1.6)
        if c < 0.3:
            for y in (0.2, 0.4):
                self.path((1.0, y), (1.4, y))
        self.chair(0.49, 0.62, r) if e < 0.6 else self.oval(0.7, 0.95, 0.25, 0.25)

    def plant(self, w, d, r):
        if r < 0.4:
            for k in range(6):
                t = k * 1.05
                self.oval(0.3 + 0.12 * math.cos(t), 0.3 + 0.12 * math.sin(t), 0.14, 0.14)
        elif r < 0.75:
            # Leaves about a stem.
            n = self.rng.randint(7, 16)
            for k in range(n):
                t, far = k * 6.28 / n + self.rng.uniform(-0.2, 0.2), self.rng.uniform(0.2, 0.32)
                c, s = math.cos(t), math.sin(t)
                self.path((0.3, 0.3), (0.3 + far * 0.5 * c - 0.06 * s, 0.3 + far * 0.5 * s + 0.06 * c), (0.3 + far * c, 0.3 + far * s), (0.3 + far * 0.5 * c + 0.06 * s, 0.3 + far * 0.5 * s - 0.06 * c), (0.3, 0.3))
        else:
            t = np.linspace(0, 6.28, 40)
            self.shape(self.p([(0.3 + (0.26 + 0.05 * math.sin(9 * k)) * math.cos(k), 0.3 + (0.26 + 0.05 * math.sin(9 * k)) * math.sin(k)) for k in t]))

    def rug(self, w, d, r):
        w, d = self.rng.uniform(1.2, 3), self.rng.uniform(1, 2.2)
        step = self.rng.choice([0.04, 0.08, 0.15])
        for k in range(self.rng.choice([1, 2, 3])):
            a = step * k
            self.box(a, a, w - a, d - a)
        if r < 0.3:
            for k in range(int(d / 0.06)):
                for x in (0, w):
                    self.path((x - 0.06, k * 0.06), (x + 0.06, k * 0.06))
        elif r < 0.45:
            self.oval(w / 2, d / 2, w * 0.3, d * 0.3)

    def group(self, w, d, r):
        # Sofas about a table on a rug.
        a, b, c, e = self.v4
        keep, step = self.fillc, 0.06 + 0.12 * a
        for k in range(1 + int(b * 3)):
            self.box(0.3 + k * step, 0.3 + k * step, 2.9 - k * step, 2.5 - k * step)
        if self.fillc is None and r < 0.8:
            # Most rugs end where a sofa stands on them.
            self.fillc = (255, 255, 255)
        if c < 0.5:
            self.box(0.5, 0, 2.7, 0.85)
            self.box(0, 0.9, 0.8, 2.0)
            if self.rng.random() < 0.6:
                self.box(2.4, 0.9, 3.2, 2.0)
        else:
            for x, y, wide, deep, seats in ((0.5, 0, 2.2, 0.85, 3), (0, 0.95, 0.8, 1.0, 1), (2.4, 0.95, 0.8, 1.0, 1)):
                self.rounded(x, y, x + wide, y + deep, 0.12)
                for k in range(seats):
                    if seats > 1:
                        self.rounded(x + 0.12 + k * (wide - 0.24) / seats, y + 0.2, x + 0.12 + (k + 1) * (wide - 0.24) / seats, y + deep, 0.06)
                    else:
                        near = 0.2 if x < 1 else 0
                        self.rounded(x + near, y + 0.14, x + near + 0.6, y + deep - 0.14, 0.06)
        if e < 0.5:
            for x in (0.02, 2.74):
                self.box(x, 0.2, x + 0.42, 0.62)
                self.lamp(x + 0.21, 0.41, 0.14)
        if r < 0.4:
            self.oval(1.6, 1.5, 0.45, 0.35)
        else:
            self.box(1.1, 1.2, 2.1, 1.8)
            if r < 0.7:
                self.box(1.18, 1.28, 2.02, 1.72)
        self.fillc = keep

    def desks(self, w, d, r):
        # Desks of an office, back to back, with chairs.
        u, b, c, e = self.v4
        n = self.rng.randint(1, 5)
        a, deep = self.rng.uniform(1.1, 1.6), self.rng.uniform(0.6, 0.8)
        for k in range(n):
            for y, at in ((0.6, 0.3), (0.6 + deep, 0.6 + 2 * deep + 0.3)):
                self.box(k * a, y, k * a + a, y + deep)
                if u < 0.5:
                    self.task_chair(k * a + a / 2, at)
                elif u < 0.75:
                    self.rounded(k * a + a / 2 - 0.22, at - 0.22, k * a + a / 2 + 0.22, at + 0.22, 0.1)
                else:
                    self.oval(k * a + a / 2, at, 0.22, 0.22)
                if c < 0.3:
                    self.box(k * a + a * 0.3, 0.6 + deep - 0.18 if at < 0.6 else 0.6 + deep + 0.12, k * a + a * 0.7, 0.6 + deep - 0.12 if at < 0.6 else 0.6 + deep + 0.18)
        if b < 0.4:
            # A screen between them.
            self.box(0, 0.6 + deep - 0.03, n * a, 0.6 + deep + 0.03)
            if e < 0.4:
                for k in range(n + 1):
                    self.box(k * a - 0.02, 0.6, k * a + 0.02, 0.6 + 2 * deep)

    def piano(self, w, d, r):
        self.shape(self.p([(0, 0), (1.5, 0), (1.5, 0.6), (1.0, 0.9), (0.9, 1.7), (0.3, 1.9), (0, 1.6)]))
        self.box(0.1, 0, 1.4, 0.2)

    def tree(self, w, d, r):
        for k in range(9):
            t = k * 0.7
            self.path((0.5, 0.5), (0.5 + 0.5 * math.cos(t), 0.5 + 0.5 * math.sin(t)))
        self.oval(0.5, 0.5, 0.5, 0.5)

    def lift(self, w, d, r):
        self.box(0, 0, 1.5, 1.5)
        inner = 0.12 if r < 0.5 else 0
        if inner:
            self.box(inner, inner, 1.5 - inner, 1.5 - inner)
        self.path((inner, inner), (1.5 - inner, 1.5 - inner))
        self.path((1.5 - inner, inner), (inner, 1.5 - inner))
        if r < 0.3:
            for k in (0.03, 0.09):
                self.path((1.5 + k, 0.2), (1.5 + k, 1.3))

    def winding(self, w, d, r):
        self.box(0, 0, 2, 2.6)
        self.path((1, 0.9), (1, 2.6))
        for k in range(7):
            self.path((0, 0.9 + k * 0.26), (2, 0.9 + k * 0.26))
        for t in (0.5, 1.05, 1.57, 2.1, 2.6):
            self.path((1, 0.9), (1 + math.cos(t), 0.9 - 0.9 * math.sin(t)))

    def labelled(self, w, d, r):
        # A block with a word in it.
        self.box(0, 0, w, d)
        x, y = self.p([(w / 2, d / 2)])[0]
        size = self.s.n / SS
        if 0 <= x < size and 0 <= y < size:
            self.s.text('name', x, y, max(4.0, 0.16 * self.s.scale), self.colour)

    def car(self, w, d, r):
        a, b, c, e = self.v4
        self.rounded(0, 0, 1.8, 4.2, 0.3 if r < 0.7 else 0.02)
        if a < 0.5:
            self.box(0.2, 1.2, 1.6, 3.4)
            if r < 0.5:
                self.box(0.25, 1.7, 1.55, 3.0)
        else:
            # Screens, roof and lamps.
            self.shape(self.p([(0.2, 1.1), (0.5, 1.0), (1.3, 1.0), (1.6, 1.1), (1.45, 1.75), (0.35, 1.75)]))
            self.shape(self.p([(0.25, 3.6), (1.55, 3.6), (1.4, 3.15), (0.4, 3.15)]))
            for x in (0.3, 1.5):
                self.path((x, 1.8), (x, 3.1))
                self.path((x, 0.1), (x, 1.0))
            if b < 0.5:
                for x in (-0.12, 1.8):
                    self.box(x, 1.3, x + 0.12, 1.45)

    def corner(self, w, d, r):
        """A sofa about a corner."""
        wide, deep = self.rng.uniform(2, 2.8), self.rng.uniform(1.5, 2.2)
        self.shape(self.p([(0, 0), (wide, 0), (wide, 0.9), (0.9, 0.9), (0.9, deep), (0, deep)]))
        self.path((0.22, deep), (0.22, 0.22), (wide, 0.22))
        for k in range(1, int((wide - 0.9) / 0.6) + 1):
            self.path((0.3 + k * 0.6, 0.22), (0.3 + k * 0.6, 0.9))
        self.path((0.22, 0.9), (0.9, 0.9))
        if r < 0.5:
            self.turned(0.45, 0.45, 0.4, 0.15, 2.4)
            self.turned(wide - 0.3, 0.4, 0.4, 0.15, -0.7)

    def shelf(self, w, d, r):
        """Shelves with their parts."""
        self.box(0, 0, w, d)
        step = 0.3 + 0.6 * self.v4[0]
        n = max(1, round(w / step))
        for k in range(1, n):
            self.path((w * k / n, 0), (w * k / n, d))
        if r < 0.3:
            for k in range(n):
                self.path((w * k / n, 0), (w * (k + 1) / n, d))
        elif r < 0.5:
            # Books.
            for k in range(int(w / 0.06)):
                if self.rng.random() < 0.7:
                    self.path((k * 0.06, d * 0.1), (k * 0.06 + self.rng.uniform(-0.02, 0.02), d * 0.75))
        elif r < 0.65:
            self.path((0, d * 0.15), (w, d * 0.15))

    def rows(self, w, d, r):
        """Shelves or benches that stand free in rows."""
        deep, gap = self.rng.uniform(0.35, 0.8), self.rng.uniform(0.6, 1.1)
        for k in range(max(1, int(d / (deep + gap)))):
            y = k * (deep + gap)
            self.box(0, y, w, y + deep)
            if r < 0.5:
                self.path((0, y + deep / 2), (w, y + deep / 2))
            if r > 0.3:
                for j in range(1, int(w / 0.9)):
                    self.path((j * 0.9, y), (j * 0.9, y + deep))

    def lockers(self, w, d, r):
        """Lockers, most with the swing of their doors."""
        step = 0.3 + 0.3 * self.v4[0]
        n = max(2, int(w / step))
        self.box(0, 0, n * step, d)
        for k in range(n):
            self.path((k * step, 0), (k * step, d))
            if r < 0.7:
                self.path((k * step, d), (k * step, d + step))
                self.arc(k * step, d, step, 0, math.pi / 2)

    def lining(self, w, d, r):
        """What runs along a wall: panels, curtains, heaters, ledges."""
        a, b, c, e = self.v4
        deep = 0.03 + 0.15 * a
        if r < 0.35:
            self.wave(0, w, deep / 2 + 0.02, deep / 2, 0.08)
            if b < 0.5:
                self.path((0, deep / 2 + 0.02), (0.25, deep), (0.25, 0.02), (0, deep / 2 + 0.02))
        elif r < 0.6:
            for k in range(2 + int(b * 2)):
                self.path((0, 0.02 + k * deep / 2), (w, 0.02 + k * deep / 2))
        else:
            self.box(0, 0, w, deep)
            if r > 0.8:
                for k in range(1, int(w / 0.15)):
                    self.path((k * 0.15, 0), (k * 0.15, deep))

    def screen(self, w, d, r):
        """A television, what it stands on, and how it is looked at."""
        a, b, c, e = self.v4
        wide = 1.2 + 0.8 * a
        self.box(0, 0, wide, 0.3 + 0.15 * b)
        keep, self.fillc = self.fillc, self.s.ink if c < 0.3 else self.fillc
        self.box(wide * 0.2, 0.1, wide * 0.8, 0.17)
        self.fillc = keep
        if r < 0.3:
            for x in (0.1, 0.5, 0.9):
                self.path((wide / 2, 0.45), (wide * x, 1.4))
        elif r < 0.6:
            self.shape(self.p([(wide * 0.3, 0.17), (wide * 0.7, 0.17), (wide * 0.6, 0.3), (wide * 0.4, 0.3)]))

    def meeting(self, w, d, r):
        """A long table with chairs all about it."""
        n, deep = self.rng.randint(2, 7), self.rng.uniform(0.9, 1.5)
        wide = n * 0.7
        for k in range(n):
            for y in (0.1, 0.4 + deep):
                self.chair(0.45 + k * 0.7 + 0.14, y, r)
        for x in (0.08, 0.45 + wide - 0.05):
            for k in range(2 if deep > 1.2 else 1):
                self.chair(x, 0.45 + deep * (k + 0.5) / (2 if deep > 1.2 else 1) - 0.21, r)
        if r < 0.6:
            self.box(0.45, 0.45, 0.45 + wide, 0.45 + deep)
        else:
            self.rounded(0.45, 0.45, 0.45 + wide, 0.45 + deep, 0.5)

    def machine(self, w, d, r):
        """A washing machine, a heater or the like."""
        self.box(0, 0, 0.6, 0.6)
        if r < 0.7:
            self.oval(0.3, 0.32, 0.22, 0.22)
        if r < 0.35:
            self.oval(0.3, 0.32, 0.15, 0.15)
        if r > 0.5:
            self.path((0, 0.1), (0.6, 0.1))
        if self.v4[0] < 0.3:
            self.path((0, 0), (0.6, 0.6))

    def bar(self, w, d, r):
        """A counter with stools before it."""
        w = min(w, 3)
        self.box(0, 0, w, 0.5 + 0.3 * r)
        for k in range(int(w / 0.6)):
            self.oval(0.3 + k * 0.6, 0.75 + 0.3 * r, 0.17, 0.17)

    def spiral(self, w, d, r):
        """Stairs that wind about a post."""
        self.oval(1, 1, 1, 1)
        n = self.rng.randint(10, 18)
        for k in range(n):
            t = k * 6.28 / n
            self.path((1 + 0.15 * math.cos(t), 1 + 0.15 * math.sin(t)), (1 + math.cos(t), 1 + math.sin(t)))
        self.oval(1, 1, 0.12, 0.12)
        if r < 0.5:
            self.arc(1, 1, 0.6, 0, 4.5)

    def returning(self, w, d, r):
        """Stairs of two flights and a landing."""
        n, flight = 9, 0.9 + 0.3 * self.v4[0]
        long = n * 0.27
        gap = 0.05 + 0.2 * self.v4[1]
        self.box(0, 0, long + flight, 2 * flight + gap)
        for k in range(n + 1):
            for y in (0, flight + gap):
                self.path((k * 0.27, y), (k * 0.27, y + flight))
        for y in (flight, flight + gap):
            self.path((0, y), (long, y))
        if r < 0.7:
            x = long + flight / 2
            self.path((0.1, flight / 2), (x, flight / 2), (x, flight * 1.5 + gap), (0.3, flight * 1.5 + gap))
        if r < 0.4:
            self.path((1, -0.05), (1.3, flight * 0.45), (1.15, flight * 0.5), (1.45, flight * 0.55), (1.7, flight))

    def urinals(self, w, d, r):
        for k in range(self.rng.randint(2, 5)):
            self.oval(0.25 + 0.7 * k, 0.2, 0.16, 0.2)
            if r < 0.5:
                self.path((0.6 + 0.7 * k, 0), (0.6 + 0.7 * k, 0.5))

    def basins(self, w, d, r):
        """A row of basins in a board."""
        n = self.rng.randint(2, 5)
        self.box(0, 0, n * 0.75, 0.55)
        for k in range(n):
            self.oval(0.37 + 0.75 * k, 0.28, 0.22, 0.17) if r < 0.6 else self.rounded(0.14 + 0.75 * k, 0.1, 0.6 + 0.75 * k, 0.48, 0.06)
            self.path((0.37 + 0.75 * k, 0.02), (0.37 + 0.75 * k, 0.14))

    def medallion(self, w, d, r):
        """An ornament in the floor."""
        rx, ry = self.rng.uniform(0.6, 1), self.rng.uniform(0.6, 1)
        for k in range(self.rng.randint(2, 4)):
            self.oval(1, 1, rx * (1 - 0.15 * k), ry * (1 - 0.15 * k))
        n = self.rng.randint(6, 14)
        for k in range(n):
            t = k * 6.28 / n
            if r < 0.5:
                self.path((1 + 0.2 * rx * math.cos(t), 1 + 0.2 * ry * math.sin(t)), (1 + 0.6 * rx * math.cos(t + 0.3), 1 + 0.6 * ry * math.sin(t + 0.3)))
            else:
                self.oval(1 + 0.4 * rx * math.cos(t), 1 + 0.4 * ry * math.sin(t), 0.12, 0.12)

    def fireplace(self, w, d, r):
        self.box(0, 0, 1.4, 0.45)
        self.shape(self.p([(0.3, 0.45), (1.1, 0.45), (0.95, 0.12), (0.45, 0.12)]))
        if r < 0.5:
            self.box(0, 0.45, 1.4, 0.8)

    def games(self, w, d, r):
        """A table for games."""
        self.box(0, 0, 2.6, 1.4)
        self.box(0.1, 0.1, 2.5, 1.3)
        if r < 0.5:
            for x in (0.1, 1.3, 2.5):
                for y in (0.1, 1.3):
                    self.oval(x, y, 0.06, 0.06)
        else:
            self.path((1.3, 0), (1.3, 1.4))

    def counter(self, x0, y0, x1, y1):
        """A kitchen's worktop along two or three walls of a room."""
        w, h, d = x1 - x0, y1 - y0, self.rng.uniform(0.55, 0.7)
        if min(w, h) < 1.6:
            return
        sign = self.begin('kitchen', (x0, y0), (1, 0), (0, 1))
        flip, three, down = self.rng.random() < 0.5, self.rng.random() < 0.35 and w > 2.2, self.rng.uniform(0.5, 1) * h
        X = lambda x: w - x if flip else x
        pts = [(0, 0), (w, 0), (w, self.rng.uniform(0.5, 1) * h if three else d)] + ([(w - d, self.rng.uniform(0.5, 1) * h), (w - d, d)] if three else []) + [(d, d), (d, down), (0, down)]
        if three:
            pts[3] = (w - d, pts[2][1])
        keep, self.outlined = self.outlined, True
        self.shape(self.p([(X(x), y) for x, y in pts]))
        self.outlined = keep
        if self.rng.random() < 0.8 and w > 2.4:
            self.hob(self.rng.uniform(0.7, w - 1.3), d, sign)
        if self.rng.random() < 0.8 and down > 1.9:
            # Its sink in the other leg.
            self.begin('kitchen', (x0 + X(0), y0 + down), (0, -1), (-1 if flip else 1, 0))
            self.sink(self.rng.uniform(0.05, down - 1.8), d, sign)

    def floor(self, x0, y0, x1, y1):
        """Lines in a whole room: inlays, beams, edges of its floor, the cross of a void."""
        rng, s = self.rng, self.s
        r = rng.random()
        pen, colour = self.pen * rng.choice([0.5, 0.8, 1]), self.colour
        L = lambda pts, closed=False: s.line(s.px(pts), colour, pen, closed, HATCH)

        def across(at, upright, dashed):
            lo, hi = (y0, y1) if upright else (x0, x1)
            P = (lambda v: (at, v)) if upright else (lambda v: (v, at))
            if not dashed:
                return L([P(lo), P(hi)])
            step = rng.choice([0.1, 0.18, 0.3])
            for k in range(int((hi - lo) / step)):
                L([P(lo + k * step), P(lo + (k + 0.6) * step)])

        if r < 0.4:
            a = rng.uniform(0.05, 0.6)
            for _ in range(rng.choice([1, 1, 2, 3])):
                if min(x1 - x0, y1 - y0) < 2 * a + 0.5:
                    break
                L([(x0 + a, y0 + a), (x1 - a, y0 + a), (x1 - a, y1 - a), (x0 + a, y1 - a)], True)
                a += rng.choice([0.04, 0.08, 0.15])
        elif r < 0.75:
            upright, dashed = rng.random() < 0.5, rng.random() < 0.5
            at = rng.uniform(x0, x1) if upright else rng.uniform(y0, y1)
            gap = rng.choice([0, 0, 0.05, 0.12, 0.24])
            across(at, upright, dashed)
            if gap:
                across(at + gap, upright, dashed)
        elif r < 0.87:
            L([(x0, y0), (x1, y1)])
            L([(x0, y1), (x1, y0)])
        else:
            # Lamps in its ceiling.
            nx, ny = max(1, int((x1 - x0) / rng.uniform(0.9, 2))), max(1, int((y1 - y0) / rng.uniform(0.9, 2)))
            rad = rng.uniform(0.05, 0.2)
            for i in range(min(nx, 8)):
                for j in range(min(ny, 8)):
                    x, y = x0 + (x1 - x0) * (i + 0.5) / nx, y0 + (y1 - y0) * (j + 0.5) / ny
                    L([(x + rad * math.cos(t), y + rad * math.sin(t)) for t in np.linspace(0, 6.28, 12)])
                    L([(x - rad * 1.5, y), (x + rad * 1.5, y)])
                    L([(x, y - rad * 1.5), (x, y + rad * 1.5)])

    def office(self, x0, y0, x1, y1):
        """Desks all over a room."""
        u, v = ((1, 0), (0, 1)) if self.rng.random() < 0.5 else ((0, 1), (1, 0))
        long, deep = (x1 - x0, y1 - y0) if u == (1, 0) else (y1 - y0, x1 - x0)
        n, pitch = max(1, round(long / self.rng.uniform(3.5, 7))), self.rng.uniform(3.0, 4.2)
        for j in range(int((deep - 0.3) / pitch)):
            for k in range(n):
                if self.rng.random() < 0.15:
                    continue
                along, down = 0.5 + k * long / n, 0.3 + j * pitch
                sign = self.begin('desks', (x0 + u[0] * along + v[0] * down, y0 + u[1] * along + v[1] * down), u, v)
                state = self.rng.getstate()
                self.desks(long / n - 1, 2.8, sign)
                if self.rng.random() < 0.7:
                    self.rng.setstate(state)

    # Width along the wall and depth, m, and what it is.
    ALL = {'bed': (1.8, 2.05, BED), 'sofa': (2.2, 0.9, SEATING), 'armchair': (0.8, 0.8, SEATING), 'wardrobe': (2.0, 0.6, FURNITURE),
           'kitchen': (2.4, 0.6, COOKING), 'toilet': (0.4, 0.65, BATH), 'basin': (0.6, 0.45, BATH), 'vanity': (1.2, 0.55, BATH),
           'tub': (1.6, 0.75, BATH), 'shower': (0.9, 0.9, BATH), 'table': (2.4, 2.0, DINING), 'round_table': (2, 2, DINING),
           'stairs': (2.8, 1.0, STAIRS), 'desk': (1.4, 1.2, FURNITURE), 'plant': (0.6, 0.6, FURNITURE), 'car': (1.8, 4.2, CAR),
           'rug': (3.0, 2.2, FURNITURE), 'group': (3.2, 2.5, SEATING), 'desks': (6.0, 2.8, FURNITURE), 'piano': (1.5, 1.9, FURNITURE),
           'tree': (1, 1, FURNITURE), 'lift': (1.5, 1.5, FURNITURE), 'winding': (2, 2.6, STAIRS), 'labelled': (1.4, 0.8, FURNITURE),
           'corner': (2.8, 2.2, SEATING), 'shelf': (2.0, 0.35, FURNITURE), 'rows': (3.0, 3.0, FURNITURE), 'lockers': (3.0, 0.5, FURNITURE),
           'lining': (2.0, 0.2, FURNITURE), 'screen': (1.9, 0.5, FURNITURE), 'meeting': (5.7, 2.4, FURNITURE), 'machine': (0.6, 0.6, FURNITURE),
           'bar': (2.4, 1.3, FURNITURE), 'spiral': (2, 2, STAIRS), 'returning': (3.7, 2.6, STAIRS), 'urinals': (2.6, 0.5, BATH),
           'basins': (2.6, 0.55, BATH), 'medallion': (2, 2, FURNITURE), 'fireplace': (1.4, 0.8, FURNITURE), 'games': (2.6, 1.4, FURNITURE)}
    # What stands together in a room.
    SETS = (('bed', 'wardrobe', 'desk', 'rug'), ('bed', 'wardrobe', 'armchair', 'screen'), ('bed', 'shelf', 'lining', 'desk'), ('toilet', 'basin', 'tub', 'machine'),
            ('toilet', 'vanity', 'shower'), ('toilet', 'basin', 'shower', 'machine'), ('urinals', 'basins', 'toilet', 'toilet'),
            ('kitchen', 'kitchen', 'table'), ('kitchen', 'round_table', 'machine'), ('kitchen', 'bar'), ('group', 'screen', 'plant', 'table'), ('corner', 'screen', 'rug', 'shelf', 'plant'),
            ('sofa', 'armchair', 'plant', 'piano', 'fireplace'), ('stairs',), ('winding',), ('spiral', 'plant'), ('returning',), ('car',), ('car', 'car'), ('desks', 'wardrobe'),
            ('meeting', 'screen', 'shelf'), ('desk', 'desk', 'shelf', 'armchair'), ('rows', 'desk'), ('lockers', 'lockers', 'lining'), ('games', 'bar', 'sofa'), ('medallion', 'lining', 'lining'))
    # What is as long as its wall lets it.
    LONG = ('wardrobe', 'kitchen', 'stairs', 'sofa', 'labelled', 'vanity', 'shelf', 'lockers', 'lining', 'rows', 'bar')
    # What stands away from walls.
    FREE = ('rug', 'group', 'desks', 'table', 'round_table', 'tree', 'lift', 'piano', 'meeting', 'rows', 'medallion', 'games')

    def furnish(self, box, inset):
        x0, y0, x1, y1 = (box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset)
        used = []
        area = (x1 - x0) * (y1 - y0)
        if min(x1 - x0, y1 - y0) < 0.4:
            return
        if self.rng.random() < 0.14:
            self.floor(x0, y0, x1, y1)
        if area > 30 and self.rng.random() < 0.5:
            return self.office(x0, y0, x1, y1)
        if 4 < area < 25 and self.rng.random() < 0.09:
            self.counter(x0, y0, x1, y1)
            room = ('table', 'machine') if area > 8 else ()
        elif self.rng.random() < 0.65:
            room = sum((self.rng.choice(self.SETS) for _ in range(1 + int(area > 14) + int(area > 28))), ())
        else:
            room = self.rng.choices(list(self.ALL), k=self.rng.randint(1, 5 + int(area / 8)))
        for name in room:
            for _ in range(3):
                if self.put(name, x0, y0, x1, y1, used):
                    break

    def put(self, name, x0, y0, x1, y1, used):
        """Puts a thing at a side of a room; tells whether it had room among what is there."""
        w, d, _ = self.ALL[name]
        side = self.rng.randrange(4)
        length = (x1 - x0) if side % 2 == 0 else (y1 - y0)
        depth = (y1 - y0) if side % 2 == 0 else (x1 - x0)
        if name == 'desks':
            w, d = min(length, w), 2.8
        elif name in self.LONG:
            w = min(length, w * self.rng.uniform(0.6, 2.2))
            if name == 'wardrobe':
                d = self.rng.choice([0.12, 0.24, 0.35, 0.6, 0.6])
        elif name == 'bed':
            w = self.rng.choice([0.9, 1.2, 1.5, 1.8])
        if w > length or d > depth * 0.75:
            return False
        a = self.rng.choice([0, length - w, self.rng.uniform(0, length - w)])
        g = self.rng.choice([0, 0, 0.02, 0.08])
        if name in self.FREE or (name == 'labelled' and self.rng.random() < 0.5):
            g = self.rng.uniform(0, max(0.0, depth - d))
        if side == 0:
            o, u, v, r = (x0 + a, y0 + g), (1, 0), (0, 1), (x0 + a, y0 + g, x0 + a + w, y0 + g + d)
        elif side == 1:
            o, u, v, r = (x1 - g, y0 + a), (0, 1), (-1, 0), (x1 - g - d, y0 + a, x1 - g, y0 + a + w)
        elif side == 2:
            o, u, v, r = (x0 + a, y1 - g), (1, 0), (0, -1), (x0 + a, y1 - g - d, x0 + a + w, y1 - g)
        else:
            o, u, v, r = (x0 + g, y0 + a), (0, 1), (1, 0), (x0 + g, y0 + a, x0 + g + d, y0 + a + w)
        if any(r[0] < q[2] and q[0] < r[2] and r[1] < q[3] and q[1] < r[3] for q in used):
            return False
        used.append(r)
        sign = self.begin(name, o, u, v)
        getattr(self, name)(w, d, sign)
        return True
