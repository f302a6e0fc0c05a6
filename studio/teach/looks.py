"""How pictures are shown for teaching. Pictures are float32 arrays of height × width × 3, 0..1, sRGB.

`R` is the only source of chance, so that the same seed shows the same pictures.
"""
import io
import math

import numpy as np
from PIL import Image, ImageFilter

R = np.random.default_rng(5)
# Labels of the scenes of tests/bench/learn-pixels.ts.
SKY, GROUND, FLOOR, VEGETATION = 1, 2, 6, 8
LABELS = 11
SCENE = (480, 320)


def uniform(a, b):
    return float(R.uniform(a, b))


def chance(p):
    return R.random() < p


def hsv(h, s, v):
    i, f = int(h * 6) % 6, h * 6 - int(h * 6)
    p, q, t = v * (1 - s), v * (1 - f * s), v * (1 - (1 - f) * s)
    return [(v, t, p), (q, v, p), (p, v, t), (p, q, v), (t, p, v), (v, p, q)][i]


def luma(x):
    return x @ np.array([0.3, 0.59, 0.11], np.float32)


def blur(plane, sigma):
    image = Image.fromarray(np.uint8(np.clip(plane, 0, 1) * 255))
    return np.asarray(image.filter(ImageFilter.GaussianBlur(sigma)), np.float32) / 255


def grey(plane):
    return np.repeat(np.clip(plane, 0, 1)[..., None], 3, 2).astype(np.float32)


def scenes(path):
    """The records of a file that learn-pixels.ts wrote: (look, setting, picture, labels, edges)."""
    w, h = SCENE
    pixels = w * h
    data = np.fromfile(path, np.uint8)
    for record in data[: len(data) // (1 + 5 * pixels) * (1 + 5 * pixels)].reshape(-1, 1 + 5 * pixels):
        colours = record[1 : 1 + 3 * pixels].reshape(h, w, 3).astype(np.float32) / 255
        labels = record[1 + 3 * pixels : 1 + 4 * pixels].reshape(h, w)
        yield record[0] // 4, record[0] % 4, colours, labels, record[1 + 4 * pixels :].reshape(h, w) > 0


def lines(x):
    """Black lines on white where the lightness changes (extended difference of Gaussians, Winnemöller 2012)."""
    y = luma(x)
    s = uniform(0.6, 1.5)
    y = blur(y, uniform(0.5, 1.2))
    d = blur(y, s) - uniform(0.96, 0.985) * blur(y, 1.6 * s)
    ink = np.clip(1 + np.tanh(uniform(25, 90) * (d - uniform(0, 0.012))), 0, 1)
    if chance(0.3):
        ink = 1 - (1 - ink) * uniform(0.3, 0.9)
    return grey(ink)


def paper(x):
    """A drawing on paper of its own colour, sometimes white on black."""
    x = uniform(0.85, 1) * x * np.array(hsv(uniform(0.08, 0.14), uniform(0, 0.12), 1), np.float32)
    x = np.clip(x + uniform(0, 0.03) * R.standard_normal(x.shape[:2])[..., None], 0, 1)
    return (1 - x if chance(0.15) else x).astype(np.float32)


def pencil(x, labels, edges):
    """A hatched drawing of a white model."""
    h, w = labels.shape
    y, shade = lines(x)[..., 0], luma(x)
    yy, xx = np.mgrid[:h, :w].astype(np.float32)
    for _ in range(R.integers(1, 4)):
        a, f, wave = uniform(0, math.pi), uniform(0.8, 2.2), uniform(5, 30)
        stroke = np.sin((xx * math.cos(a) + yy * math.sin(a)) * f + uniform(0, 1.5) * np.sin(yy / wave)) > uniform(-0.2, 0.6)
        where = shade < shade.mean() * uniform(0.5, 1.05) if chance(0.6) else labels == R.integers(2, LABELS)
        y = y * (1 - uniform(0.2, 0.8) * (stroke & where))
    if chance(0.8):
        y = y * (1 - uniform(0.3, 1) * edges)
    return grey(y)


def palette():
    """A colour for each label: white, pastel, strong, or as building models are shown."""
    k, base = R.random(), uniform(0.75, 1)
    colours = []
    for label in range(LABELS):
        if k < 0.3:
            colours.append((base,) * 3 if chance(0.85) else (uniform(0.3, 0.8),) * 3)
        elif k < 0.5:
            colours.append(hsv(R.random(), uniform(0.05, 0.3), uniform(0.6, 1)))
        elif k < 0.66:
            colours.append(hsv(R.random(), uniform(0.3, 1), uniform(0.3, 1)))
        else:
            hue = {SKY: 0.58, GROUND: uniform(0.05, 0.35), 3: 0.08, 4: 0.03, 5: 0.55, 6: 0.08, 7: 0.1, VEGETATION: 0.3, 9: 0.55}
            colours.append(hsv(hue.get(label, R.random()), uniform(0, 0.7), uniform(0.4, 1)))
    return np.array(colours, np.float32)


def backdrop(h, w):
    k = R.random()
    if k < 0.45:
        a = (uniform(0.9, 1),) * 3
    elif k < 0.6:
        a = (uniform(0.15, 0.9),) * 3
    elif k < 0.85:
        a = hsv(uniform(0.52, 0.65), uniform(0.05, 0.6), uniform(0.5, 1))
    else:
        a = hsv(R.random(), uniform(0, 0.3), uniform(0.05, 1))
    a = np.array(a, np.float32)
    b = np.clip(a * uniform(0.6, 1.25), 0, 1) if chance(0.4) else a
    t = np.linspace(0, 1, h, dtype=np.float32)[:, None, None]
    return np.broadcast_to(a * (1 - t) + b * t, (h, w, 3)).astype(np.float32)


def shaded(x, labels, edges, inside):
    """A white model in the flat colours, edges and backdrop of a modelling program."""
    h, w = labels.shape
    light = luma(x)
    k = uniform(0.25, 0.9)
    tone = (1 - k) + k * np.clip(light / max(0.2, light.mean()), 0, 1.6)
    y = palette()[np.minimum(labels, LABELS - 1)] * tone[..., None]
    behind = labels == SKY
    if not inside and chance(0.5):
        behind = behind | (labels == GROUND) | (labels == VEGETATION)
    y = np.where(behind[..., None], backdrop(h, w), y)
    if chance(0.75):
        ink = np.array((0, 0, 0) if chance(0.75) else hsv(uniform(0.55, 0.7), 1, uniform(0.2, 0.6)), np.float32)
        a = uniform(0.3, 1) * (edges & ~behind)[..., None]
        y = y * (1 - a) + ink * a
    return np.clip(y, 0, 1).astype(np.float32)


def interface(x):
    """Panels, bars and small signs of a program around and over the picture."""
    x = x.copy()
    h, w = x.shape[:2]

    def colour():
        if chance(0.5):
            return (uniform(0.85, 1),) * 3
        return (uniform(0.1, 0.3),) * 3 if chance(0.6) else hsv(uniform(0.55, 0.7), uniform(0.3, 1), uniform(0.1, 0.4))

    def panel(x0, y0, x1, y1, back):
        x[y0:y1, x0:x1] = back
        for _ in range(int((x1 - x0) * (y1 - y0) / uniform(120, 600))):
            a, b = int(R.integers(x0, max(x0 + 1, x1 - 6))), int(R.integers(y0, max(y0 + 1, y1 - 4)))
            x[b : min(y1, b + int(R.integers(2, 6))), a : min(x1, a + int(R.integers(3, 25)))] = hsv(R.random(), uniform(0, 0.8), R.random())

    back = colour()
    if chance(0.8):
        panel(0, 0, w, int(R.integers(10, 46)), back)
    if chance(0.5):
        panel(0, 0, int(R.integers(16, 130)), h, back)
    if chance(0.4):
        panel(w - int(R.integers(16, 130)), 0, w, h, back)
    if chance(0.3):
        panel(0, h - int(R.integers(8, 26)), w, h, back)
    if chance(0.5):
        a, b = int(R.integers(0, w - 60)), int(R.integers(0, h - 60))
        panel(a, b, a + int(R.integers(12, 50)), b + int(R.integers(12, 50)), colour())
    if chance(0.5):
        a, b = int(R.integers(w // 4, w)), int(R.integers(h // 4, h))
        for c, (dx, dy) in enumerate([(1, 0.2), (-0.6, 0.5), (0, -1)]):
            for t in range(int(uniform(20, 200))):
                px, py = int(a + t * dx), int(b + t * dy)
                if 0 <= px < w and 0 <= py < h:
                    x[py, px] = np.eye(3, dtype=np.float32)[c]
    return x


def weather(x):
    """A photograph in other light: dim, hazy, pale, black and white."""
    k = R.random()
    if k < 0.2:
        return grey(luma(x))
    if k < 0.4:
        return (x ** uniform(1.2, 2.4) * uniform(0.4, 1)).astype(np.float32)
    if k < 0.55:
        a = uniform(0.3, 0.7)
        return (x * (1 - a) + a * uniform(0.6, 0.95)).astype(np.float32)
    if k < 0.7:
        return (luma(x)[..., None] * 0.8 + x * 0.2) ** np.float32(uniform(0.4, 0.8))
    return np.clip(x * np.array([uniform(0.8, 1.15) for _ in range(3)], np.float32) * uniform(0.8, 1.2), 0, 1)


def handled(x):
    """What happens to any picture on its way: mirrored, cropped, scaled, saved as a JPEG."""
    h, w = x.shape[:2]
    if chance(0.5):
        x = x[:, ::-1]
    if chance(0.6):
        z = uniform(0.55, 1)
        ch, cw = int(h * z), int(w * min(1, z * uniform(0.8, 1.25)))
        a, b = int(R.integers(0, h - ch + 1)), int(R.integers(0, w - cw + 1))
        x = x[a : a + ch, b : b + cw]
    image = Image.fromarray(np.uint8(np.clip(x, 0, 1) * 255))
    if chance(0.4):
        side = uniform(300, 900)
        k = side / max(image.size)
        image = image.resize((max(32, round(image.width * k)), max(32, round(image.height * k))), Image.BICUBIC)
    if chance(0.6):
        file = io.BytesIO()
        image.save(file, 'JPEG', quality=int(R.integers(45, 96)))
        image = Image.open(file)
    return np.asarray(image.convert('RGB'), np.float32) / 255
