"""Draws layouts as plans are drawn all over the world, with what is true of every pixel."""
import glob
import math
import random

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from layout import Layout

OUT, IN, WALL, DOOR, WINDOW, RAIL = range(6)
NONE, FURNITURE, TEXT, DIMENSION, HATCH, BED, BATH, COOKING, SEATING, DINING, STAIRS, CAR = range(12)
SS = 2  # times as large as it is taught at
SHIFT = 4

WORDS = '''客厅 餐厅 主卧 次卧 卧室 厨房 卫生间 阳台 书房 玄关 过道 衣帽间 储藏室 儿童房 生活阳台 主卫 客房 老人房 入户花园 設備間 臥室 浴室 廚房 玄關 リビング 洋室 和室 浴室 洗面所 玄関 収納 クローゼット トイレ キッチン
Living Room|Bedroom 1|MASTER BEDROOM|Kitchen|Bath|WC|W.I.C.|Closet|Hall|Dining|Study|Garage|Laundry|Porch|DECK|FOYER|Great Room|OFFICE|Pantry|Utility|Balcony|Store|Lobby|Meeting Room|UP|DN
Wohnzimmer|Schlafzimmer|Küche|Bad|Flur|Diele|Kind 1|Abstellraum|Terrasse|Büro|Séjour|Chambre|Cuisine|Entrée|Salle de bain|Dégagement|Salón|Dormitorio|Cocina|Baño|Pasillo|Soggiorno|Camera|Bagno|Cucina|Sala|Quarto|Banheiro|Woonkamer|Slaapkamer|Keuken|Sovrum|Kök|Vardagsrum|Badrum|Balkong|Salon|Yatak Odası|Mutfak|Banyo|Antre'''
WORDS = [w for line in WORDS.split('\n') for w in (line.split('|') if '|' in line else line.split())]
CJK = sorted(glob.glob('/usr/share/fonts/opentype/noto/*.ttc'))
LATIN = sorted(glob.glob('/usr/share/fonts/truetype/*/*.ttf'))


def bitmaps(rng, count):
    """Words, sizes and numbers as masks 48 px high."""
    out = {'name': [], 'number': []}
    for k in range(count):
        word = rng.choice(WORDS)
        if rng.random() < 0.2:
            word = word.upper()
        number = rng.choice([
            lambda: f'{rng.randint(2, 140) * 50}', lambda: f'{rng.uniform(1, 60):.1f}m²', lambda: f'{rng.uniform(1, 60):.2f}㎡',
            lambda: f'{rng.uniform(0.6, 9):.2f}', lambda: f"{rng.randint(3, 30)}'-{rng.randint(0, 11)}\"", lambda: f'{rng.uniform(2, 6):.2f} x {rng.uniform(2, 6):.2f}',
            lambda: f'{rng.randint(40, 900)}', lambda: f'M{rng.randint(0, 15):02d}21', lambda: f'{rng.uniform(1, 40):.1f} m2'.replace('.', ',')])()
        for kind, text in (('name', word), ('number', number)):
            fonts = CJK if any(ord(c) > 0x2000 for c in text) or rng.random() < 0.1 else LATIN
            font = ImageFont.truetype(rng.choice(fonts), 40)
            box = font.getbbox(text)
            image = Image.new('L', (box[2] + 4, 56))
            ImageDraw.Draw(image).text((2, 2), text, 255, font=font)
            a = np.asarray(image)
            rows = np.flatnonzero(a.max(1))
            out[kind].append(np.ascontiguousarray(a[rows[0]:rows[-1] + 1]))
    return out


class Sheet:
    """A picture with its labels; places in metres are turned and scaled into it."""

    def __init__(self, rng, size, words):
        self.rng, self.n, self.words = rng, size * SS, words
        self.image = np.full((self.n, self.n, 3), 255, np.uint8)
        self.truth = np.zeros((size, size), np.uint8)
        self.over = np.zeros((size, size), np.uint8)
        self.pen = rng.choice([1, 1, 1, 1.5, 2, 2, 3])
        self.ink = (0, 0, 0)

    def place(self, scale, angle, ox, oy, mirror=False):
        c, s = math.cos(angle) * scale, math.sin(angle) * scale
        m = -1 if mirror else 1
        self.m = np.array([[c * m, -s], [s * m, c]], np.float32)
        self.o = np.array([ox, oy], np.float32)
        self.scale, self.mirror, self.angle = scale, mirror, angle

    def px(self, pts):
        return np.asarray(pts, np.float32).reshape(-1, 2) @ self.m.T + self.o

    def fix(self, p, k=SS):
        return np.round((p * k - (0.5 if k > 1 else 0)) * (1 << SHIFT)).astype(np.int32)

    def fill(self, pts, colour):
        cv2.fillPoly(self.image, [self.fix(pts)], colour, cv2.LINE_AA, SHIFT)

    def line(self, pts, colour=None, width=None, closed=False, over=0):
        w = max(1, round((width or self.pen) * SS))
        cv2.polylines(self.image, [self.fix(pts)], closed, self.ink if colour is None else colour, w, cv2.LINE_AA, SHIFT)
        if over:
            cv2.polylines(self.over, [self.fix(pts, 1)], closed, over, max(2, round(w / SS)), 8, SHIFT)

    def mark(self, pts, value, target=None):
        cv2.fillPoly(self.truth if target is None else target, [self.fix(pts, 1)], value, 8, SHIFT)

    def text(self, kind, x, y, high, colour=None, turn=0, over=TEXT):
        """Words with their middle at x, y, px."""
        bmp = self.rng.choice(self.words[kind])
        h = max(4, round(high * SS))
        w = max(3, round(bmp.shape[1] * h / bmp.shape[0]))
        if w > self.n or h > self.n // 2:
            return
        a = cv2.resize(bmp, (w, h), interpolation=cv2.INTER_AREA)
        if turn:
            a = np.rot90(a, turn)
        h, w = a.shape
        x0, y0 = round(x * SS - w / 2), round(y * SS - h / 2)
        l, t, r, b = max(0, x0), max(0, y0), min(self.n, x0 + w), min(self.n, y0 + h)
        if r <= l or b <= t:
            return
        a = a[t - y0:b - y0, l - x0:r - x0, None].astype(np.float32) / 255
        part = self.image[t:b, l:r]
        part[:] = part * (1 - a) + np.array(self.ink if colour is None else colour, np.float32) * a
        if over:
            self.over[t // SS:b // SS + 1, l // SS:r // SS + 1] = over


def quad(p, q, t, ext=0.0):
    """The strip of width t about a line."""
    d = math.dist(p, q) or 1e-6
    ux, uy = (q[0] - p[0]) / d, (q[1] - p[1]) / d
    nx, ny = -uy * t / 2, ux * t / 2
    ex, ey = ux * ext, uy * ext
    return [(p[0] - ex + nx, p[1] - ey + ny), (q[0] + ex + nx, q[1] + ey + ny), (q[0] + ex - nx, q[1] + ey - ny), (p[0] - ex - nx, p[1] - ey - ny)]


def grey(rng, lo=0, hi=255):
    v = rng.randint(lo, hi)
    return (v, v, v)


def pastel(rng, lo=170, hi=250):
    return tuple(rng.randint(lo, hi) for _ in range(3))


def hatch(sheet, mask, rng, over, colour=None, gap=None):
    """Lines, tiles or dots where the mask is set."""
    n = sheet.n
    a = mask.any(1).nonzero()[0]
    b = mask.any(0).nonzero()[0]
    if len(a) == 0 or len(b) == 0:
        return
    y0, y1, x0, x1 = int(a[0]), int(a[-1]) + 1, int(b[0]), int(b[-1]) + 1
    layer = np.zeros((y1 - y0, x1 - x0), np.uint8)
    gap = gap or rng.uniform(3, 22) * SS
    turn = sheet.angle + rng.choice([0, 0, math.pi / 2, math.pi / 4, -math.pi / 4])
    cross = rng.random() < 0.55
    w = max(1, round(rng.choice([0.5, 0.7, 1, 1.3]) * SS))
    for k in range(2 if cross else 1):
        t = turn + k * math.pi / 2
        c, s = math.cos(t), math.sin(t)
        reach = abs(c) * (y1 - y0) + abs(s) * (x1 - x0)
        cx, cy = (x1 - x0) / 2, (y1 - y0) / 2
        step = gap * (1 if k == 0 else rng.choice([1, 1, 2, 4]))
        m = int(reach / step / 2) + 1
        if m > 300:
            return
        for i in range(-m, m + 1):
            px, py = cx - s * i * step, cy + c * i * step
            cv2.line(layer, (int(px - c * 2 * n), int(py - s * 2 * n)), (int(px + c * 2 * n), int(py + s * 2 * n)), 255, w, cv2.LINE_AA)
    sub = mask[y0:y1, x0:x1] > 0
    layer[~sub] = 0
    f = layer[..., None].astype(np.float32) / 255
    part = sheet.image[y0:y1, x0:x1]
    part[:] = part * (1 - f) + np.array(grey(rng, 0, 215) if colour is None else colour, np.float32) * f
    if over:
        small = cv2.resize(mask, (n // SS, n // SS), interpolation=cv2.INTER_NEAREST)
        sheet.over[(small > 0) & (sheet.over == 0)] = over


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
        self.tint = {name: tuple(rng.randint(30, 245) for _ in range(3)) for name in self.ALL}

    def begin(self, name, o, u, v):
        self.o, self.u, self.v, self.name = o, u, v, name
        self.what = self.ALL[name][2]
        if self.shaded:
            self.fillc = self.tint[name]
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

    def bed(self, w, d, r):
        if r > 0.7:
            # Tables beside it, with lamps.
            for x in (-0.5, w + 0.06):
                self.box(x, 0, x + 0.44, 0.4)
                self.oval(x + 0.22, 0.2, 0.12, 0.12)
        self.box(0, 0, w, d)
        if 0.3 < r < 0.5:
            self.path((0, d * 0.5), (w * 0.3, d * 0.35), (w, d * 0.35))
        elif r < 0.85:
            self.path((0, d * 0.35), (w, d * 0.35))
        else:
            self.box(0, d * 0.4, w, d * 0.95)
        for k in range(2 if w > 1.2 else 1):
            a = w * (0.08 + 0.48 * k) if w > 1.2 else w * 0.2
            b = a + w * (0.36 if w > 1.2 else 0.6)
            self.rounded(a, 0.1, b, 0.45, 0.12) if r < 0.5 else self.box(a, 0.08, b, 0.42)

    def sofa(self, w, d, r):
        self.box(0, 0, w, d) if r < 0.6 else self.rounded(0, 0, w, d, 0.2)
        self.box(0.15, 0.2, w - 0.15, d)
        for k in range(1, int(w / 0.7)):
            self.path((k * 0.7, 0.2), (k * 0.7, d))

    def armchair(self, w, d, r):
        self.box(0, 0, 0.8, 0.8)
        self.box(0.13, 0.18, 0.67, 0.8)

    def wardrobe(self, w, d, r):
        self.box(0, 0, w, d)
        if r < 0.4:
            self.path((0, d / 2), (w, d / 2))
            for k in range(int(w / 0.12)):
                if self.rng.random() < 0.6:
                    self.path((k * 0.12 + 0.03, d * 0.15), (k * 0.12 + 0.08, d * 0.85))
        elif r < 0.7:
            self.path((0, 0), (w, d))
            if r < 0.6:
                self.path((0, d), (w, 0))

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
        x = self.rng.uniform(0.05, max(0.1, w - 0.7))
        self.hob(x, d, r)
        free = [a for a in (x - 1.25, x + 0.7) if 0 < a < w - 1.2]
        if free:
            self.sink(self.rng.choice(free), d, self.rng.choice([r, 1 - r]))
        if w > 2.4 and r < 0.6:
            # A fridge at the end.
            self.box(w - 0.6, 0, w, 0.65)
            self.path((w - 0.6, 0), (w, 0.65))

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
        if r < 0.2:
            self.shape(self.p([(0, 0), (0.9, 0)] + [(0.9 * math.cos(t), 0.9 * math.sin(t)) for t in np.linspace(0, 1.57, 8)]))
        else:
            self.box(0, 0, 0.9, 0.9)
        if 0.2 < r < 0.6:
            self.path((0, 0), (0.9, 0.9))
            self.path((0, 0.9), (0.9, 0))
        self.oval(0.45, 0.45, 0.05, 0.05)
        if r > 0.8:
            for k in range(1, 5):
                self.path((0, k * 0.18), (0.9, k * 0.18))

    def chair(self, x, y, r):
        if r < 0.6:
            self.box(x, y, x + 0.42, y + 0.42)
        elif r < 0.8:
            self.rounded(x, y, x + 0.42, y + 0.42, 0.12)
        else:
            self.oval(x + 0.21, y + 0.21, 0.2, 0.2)

    def table(self, w, d, r):
        w, d = self.rng.uniform(0.8, 2.4), self.rng.uniform(0.7, 1.1)
        o = 0.45
        for k in range(int(w / 0.55)):
            for y in (o - 0.35, o + d - 0.07):
                self.chair(0.08 + k * 0.55, y, r)
        if r < 0.2 and w > 1.2:
            self.oval(w / 2, o + d / 2, w / 2, d / 2)
        else:
            self.box(0, o, w, o + d)

    def round_table(self, w, d, r):
        for k in range(self.rng.choice([2, 4, 4, 6])):
            t = k * 1.571 if r < 0.7 else k * 1.047
            self.chair(0.79 + 0.72 * math.cos(t), 0.79 + 0.72 * math.sin(t), r)
        self.oval(1, 1, 0.6, 0.6)

    def stairs(self, w, d, r):
        n = max(3, int(w / 0.27))
        self.box(0, 0, w, d)
        for k in range(1, n):
            self.path((k * w / n, 0), (k * w / n, d))
        if r < 0.7:
            self.path((0.1, d / 2), (w - 0.2, d / 2))
        if r > 0.3:
            self.path((w - 0.45, d * 0.35), (w - 0.2, d / 2), (w - 0.45, d * 0.65))

    def desk(self, w, d, r):
        self.box(0, 0, 1.4, 0.65)
        self.oval(0.7, 0.95, 0.25, 0.25)

    def plant(self, w, d, r):
        for k in range(6):
            t = k * 1.05
            self.oval(0.3 + 0.12 * math.cos(t), 0.3 + 0.12 * math.sin(t), 0.14, 0.14)

    def rug(self, w, d, r):
        w, d = self.rng.uniform(1.2, 3), self.rng.uniform(1, 2.2)
        for k in range(self.rng.choice([1, 2, 3])):
            a = 0.08 * k
            self.box(a, a, w - a, d - a)

    def group(self, w, d, r):
        # Sofas about a table on a rug.
        self.box(0.3, 0.3, 2.9, 2.5)
        self.box(0.5, 0, 2.7, 0.85)
        self.box(0, 0.9, 0.8, 2.0)
        if self.rng.random() < 0.6:
            self.box(2.4, 0.9, 3.2, 2.0)
        self.oval(1.6, 1.5, 0.45, 0.35) if r < 0.4 else self.box(1.1, 1.2, 2.1, 1.8)

    def desks(self, w, d, r):
        # Desks of an office, back to back, with chairs.
        n = self.rng.randint(1, 5)
        a, b = self.rng.uniform(1.1, 1.6), self.rng.uniform(0.6, 0.8)
        for k in range(n):
            for y, c in ((0.6, 0.3), (0.6 + b, 0.6 + 2 * b + 0.3)):
                self.box(k * a, y, k * a + a, y + b)
                self.oval(k * a + a / 2, c, 0.22, 0.22)

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
        self.path((0, 0), (1.5, 1.5))
        self.path((1.5, 0), (0, 1.5))

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
        self.rounded(0, 0, 1.8, 4.2, 0.3 if r < 0.7 else 0.02)
        self.box(0.2, 1.2, 1.6, 3.4)
        if r < 0.5:
            self.box(0.25, 1.7, 1.55, 3.0)

    # Width along the wall and depth, m, and what it is.
    ALL = {'bed': (1.8, 2.05, BED), 'sofa': (2.2, 0.9, SEATING), 'armchair': (0.8, 0.8, SEATING), 'wardrobe': (2.0, 0.6, FURNITURE),
           'kitchen': (2.4, 0.6, COOKING), 'toilet': (0.4, 0.65, BATH), 'basin': (0.6, 0.45, BATH), 'vanity': (1.2, 0.55, BATH),
           'tub': (1.6, 0.75, BATH), 'shower': (0.9, 0.9, BATH), 'table': (2.4, 2.0, DINING), 'round_table': (2, 2, DINING),
           'stairs': (2.8, 1.0, STAIRS), 'desk': (1.4, 1.2, FURNITURE), 'plant': (0.6, 0.6, FURNITURE), 'car': (1.8, 4.2, CAR),
           'rug': (3.0, 2.2, FURNITURE), 'group': (3.2, 2.5, SEATING), 'desks': (6.0, 2.8, FURNITURE), 'piano': (1.5, 1.9, FURNITURE),
           'tree': (1, 1, FURNITURE), 'lift': (1.5, 1.5, FURNITURE), 'winding': (2, 2.6, STAIRS), 'labelled': (1.4, 0.8, FURNITURE)}
    # What stands together in a room.
    SETS = (('bed', 'wardrobe', 'desk', 'rug'), ('bed', 'wardrobe', 'armchair'), ('toilet', 'basin', 'tub'), ('toilet', 'vanity', 'shower'), ('toilet', 'basin', 'shower'),
            ('kitchen', 'kitchen', 'table'), ('kitchen', 'round_table'), ('group', 'plant', 'table'), ('sofa', 'armchair', 'plant', 'piano'), ('stairs',), ('winding',), ('car',),
            ('desks', 'wardrobe'))

    def furnish(self, box, inset):
        x0, y0, x1, y1 = (box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset)
        used = []
        room = self.rng.choice(self.SETS) if self.rng.random() < 0.6 else self.rng.choices(list(self.ALL), k=self.rng.choice([1, 2, 3, 4, 5]))
        for name in room:
            w, d, _ = self.ALL[name]
            side = self.rng.randrange(4)
            length = (x1 - x0) if side % 2 == 0 else (y1 - y0)
            depth = (y1 - y0) if side % 2 == 0 else (x1 - x0)
            if name == 'desks':
                w, d = min(length, w), 2.8
            elif name in ('wardrobe', 'kitchen', 'stairs', 'sofa', 'labelled', 'vanity'):
                w = min(length, w * self.rng.uniform(0.6, 2.2))
                if name == 'wardrobe':
                    d = self.rng.choice([0.12, 0.24, 0.35, 0.6, 0.6])
            elif name == 'bed':
                w = self.rng.choice([0.9, 1.2, 1.5, 1.8])
            if w > length or d > depth * 0.75:
                continue
            a = self.rng.choice([0, length - w, self.rng.uniform(0, length - w)])
            g = self.rng.choice([0, 0, 0.02, 0.08])
            if name in ('rug', 'group', 'desks', 'table', 'round_table', 'tree', 'lift', 'piano') or (name == 'labelled' and self.rng.random() < 0.5):
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
                continue
            used.append(r)
            sign = self.begin(name, o, u, v)
            getattr(self, name)(w, d, sign)


def unit(p, q):
    d = math.dist(p, q) or 1e-6
    return (q[0] - p[0]) / d, (q[1] - p[1]) / d, d


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
        if style['door'] in ('arc', 'rect', 'double line'):
            L(arc)
        if style['door'] == 'rect':
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
        w = d / 2
        leaf(0, 1, w, h)
        leaf(d, -1, w, h)
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
        L([P(0, 0), P(d, 0)])
        if r < 0.5:
            L([P(0, 0.05), P(d, 0.05)])
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
    elif w == 'casement':
        L(P(0, 0), P(d, 0))
        L(P(0, 0), P(d * 0.35, -d * 0.35))
        L(P(d, 0), P(d * 0.65, -d * 0.35))


def pick_style(rng, s):
    st = {}
    st['wall'] = rng.choices(['solid', 'grey', 'light', 'colour', 'hollow', 'hatched', 'single', 'mixed', 'light bare'], [30, 10, 6, 5, 20, 8, 8, 8, 4])[0]
    st['door'] = rng.choices(['arc', 'rect', 'double line', 'leaf', 'box', 'gap'], [12, 8, 3, 2, 1.5 if st['wall'] in ('solid', 'grey', 'colour') else 0, 2])[0]
    st['door_angle'] = math.pi / 2 if rng.random() < 0.85 else rng.uniform(0.5, 1.5)
    st['door_pen'] = rng.choice([0.5, 0.7, 1, 1])
    st['door_colour'] = s.ink if rng.random() < 0.6 else grey(rng, 20, 200) if rng.random() < 0.6 else tuple(rng.randint(0, 220) for _ in range(3))
    st['door_mid'] = rng.random() < 0.2
    st['sector'] = None if rng.random() < 0.85 else pastel(rng, 150, 255)
    st['threshold'] = rng.random() < 0.15
    st['jambs'] = rng.random() < 0.6
    st['window'] = rng.choices(['lines', 'box', 'inner', 'outer', 'sash', 'casement', 'curtain', 'leaves'], [14, 6, 4, 1, 2, 1, 2, 2])[0]
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
    columns = solid if rng.random() < 0.35 and st['wall'] in ('solid', 'grey') else None
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
        kinds = ['solid', 'grey', 'light', 'hollow', 'hatched', 'colour']
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


def dimension(s, rng, a, b, off, colour, pen):
    """A chain of dimensions along one side, px: a to b, moved by off."""
    ux, uy, d = unit(a, b)
    k = rng.choice([1, 2, 3, 4, 6])
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
            if m.any():
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
    if st['wall'] in ('hollow', 'light') and rng.random() < 0.5:
        pass
    st['hole_marks'] = [WINDOW if k == 'window' else DOOR for _, _, _, k, *_ in plan.openings]
    draw_walls(s, rng, plan, st, holes)
    for op in plan.openings:
        (draw_window if op[3] == 'window' else lambda a, b, c, d: draw_door(a, b, c, d, None))(s, rng, st, op)
    if rng.random() < 0.75:
        area = rng.random() < 0.5
        high = min(22, max(4.5, rng.uniform(0.18, 0.45) * scale))
        colour = s.ink if rng.random() < 0.8 else tuple(rng.randint(0, 200) for _ in range(3))
        for b in plan.boxes:
            x, y = s.px([(b[0] + b[2]) / 2 + rng.uniform(-0.2, 0.2), (b[1] + b[3]) / 2 + rng.uniform(-0.3, 0.3)])[0]
            if 0 <= x < size and 0 <= y < size:
                s.text('name', x, y, high, colour)
                if area:
                    s.text('number', x, y + high * 1.3, high * 0.75, colour)
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
