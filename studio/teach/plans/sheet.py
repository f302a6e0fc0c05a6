"""A sheet with what is true of each of its pixels, and what all drawing on it needs."""
import glob
import math

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

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
        self.pen = rng.choice([0.5, 1, 1, 1, 1.5, 2, 2, 3])
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


def unit(p, q):
    d = math.dist(p, q) or 1e-6
    return (q[0] - p[0]) / d, (q[1] - p[1]) / d, d
