"""Teaches the network of workers/kernels/seeing/pixel-labels.ts on pictures that tests/bench/learn-pixels.ts renders,
and writes its weights. Needs Python 3.11 with torch, numpy and opencv-python-headless (developers only, nothing that
is shipped needs them). The one that is shipped took half an hour on one core with 1 400 pictures, then more than an
hour on two with 2 560, of which 1 160 have more in them (`rich`). glibc gives memory back to the system after each step
and asks for it again, which doubles the time; MALLOC_TRIM_THRESHOLD_ and MALLOC_MMAP_THRESHOLD_ of some GB in the
environment keep it.

    python3 tests/bench/learn/pixels.py MINUTES workers/kernels/seeing/pixel-weights.ts CHECKPOINT FILE...

A checkpoint that exists is learnt on from; each run's pictures are drawn anew, so no two networks are the same.
"""

import base64
import os
import sys
import time

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

W, H = 480, 320
RECORD = 1 + 5 * W * H
# As in contracts/surfaces.ts.
LABELS = ["other", "sky", "ground", "wall", "roof", "opening", "floor", "ceiling", "vegetation", "water", "furniture"]
OTHER, GREEN = LABELS.index("other"), LABELS.index("vegetation")
LINE, PHOTO = 1, 3
INDOORS, OUTDOORS = 0, 1
RATE, AGAIN = 3e-3, 2e-3


class Separable(nn.Module):
    """3 x 3 of each plane by itself, then a mix of the planes; what keeps its size is added to what went in."""

    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.d = nn.Conv2d(inputs, inputs, 3, stride, 1, groups=inputs, bias=False)
        self.p = mixing(inputs, outputs, 1, 1)
        self.keeps = inputs == outputs and stride == 1

    def forward(self, x):
        y = F.relu(self.p(self.d(x)))
        return x + y if self.keeps else y


def mixing(inputs, outputs, size, stride):
    conv = nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outputs))


def level(inputs, outputs, count):
    return nn.Sequential(Separable(inputs, outputs, 2), *[Separable(outputs, outputs) for _ in range(count - 1)])


class Network(nn.Module):
    """A U-Net (Ronneberger et al. 2015) of separable convolutions, down to a 32nd and up to half of the size."""

    def __init__(self):
        super().__init__()
        self.stem = mixing(5, 16, 3, 2)
        self.b1, self.b2, self.b3, self.b4 = level(16, 32, 2), level(32, 64, 3), level(64, 96, 4), level(96, 128, 5)
        self.u3, self.u2 = Separable(128 + 96, 96), Separable(96 + 64, 64)
        self.u1, self.u0 = Separable(64 + 32, 32), Separable(32 + 16, 24)
        self.v0 = Separable(24, 24)
        self.head = nn.Conv2d(24, len(LABELS) + 1, 1)

    def forward(self, x):
        def over(small, large):
            return torch.cat([F.interpolate(small, size=large.shape[2:], mode="nearest"), large], 1)

        a = F.relu(self.stem(x))
        b = self.b1(a)
        c = self.b2(b)
        d = self.b3(c)
        e = self.b4(d)
        e = e + e.mean((2, 3), keepdim=True)
        return self.head(self.v0(self.u0(over(self.u1(over(self.u2(over(self.u3(over(e, d)), c)), b)), a))))

    def layers(self):
        """Its layers in the order in which pixel-labels.ts takes them: spread, mix, normalization."""
        yield None, self.stem[0], self.stem[1]
        for block in (self.b1, self.b2, self.b3, self.b4):
            for one in block:
                yield one.d, one.p[0], one.p[1]
        for one in (self.u3, self.u2, self.u1, self.u0, self.v0):
            yield one.d, one.p[0], one.p[1]
        yield None, self.head, None


def leaves(dice, line):
    """A crown or twigs of leaves: lightness and cover, as a model or a pen shows them."""
    w = int(dice.integers(40, 260))
    h, fine = int(w * dice.uniform(0.5, 1.4)), 2
    light, cover = np.zeros((h * fine, w * fine), np.float32), np.zeros((h * fine, w * fine), np.float32)
    count, size = int(dice.uniform(60, 900)), dice.uniform(1.2, 6) * fine
    if dice.random() < 0.2:
        count, size = int(dice.uniform(8, 40)), dice.uniform(6, 16) * fine
    heads = dice.integers(1, 6)
    places, reaches = dice.uniform(0.25, 0.75, (heads, 2)), dice.uniform(0.12, 0.3, heads)
    base, spread = dice.uniform(0.45, 0.9), dice.uniform(0.04, 0.16)
    if dice.random() < 0.6:
        for _ in range(dice.integers(1, 4)):
            foot = (int(w * fine * dice.uniform(0.35, 0.65)), h * fine)
            top = (int(w * fine * dice.uniform(0.2, 0.8)), int(h * fine * dice.uniform(0.1, 0.5)))
            cv2.line(light, foot, top, float(base * 0.8), max(1, int(dice.uniform(1, 3) * fine)), cv2.LINE_AA)
        cover = (light > 0).astype(np.float32)
    for i in range(count):
        head = dice.integers(heads)
        x, y = (places[head] + dice.normal(size=2) * reaches[head] * 0.6) * (w * fine, h * fine)
        long = size * dice.uniform(0.6, 1.4)
        wide, turn = max(1, long * dice.uniform(0.25, 0.7)), dice.uniform(0, 180)
        at, axes = (int(x), int(y)), (int(long), int(wide))
        if line:
            cv2.ellipse(light, at, axes, turn, 0, 360, 1.0, -1)
            ink = 0.1 if dice.random() < 0.8 else 0.6
            cv2.ellipse(light, at, axes, turn, 0, 360, ink, max(1, int(0.6 * fine)), cv2.LINE_AA)
            axes = (axes[0] + fine, axes[1] + fine)
        else:
            shade = float(np.clip(base * (0.62 + 0.45 * i / count) + dice.normal() * spread, 0.05, 1))
            cv2.ellipse(light, at, axes, turn, 0, 360, shade, -1, cv2.LINE_AA)
        cv2.ellipse(cover, at, axes, turn, 0, 360, 1.0, -1, cv2.LINE_AA)
    return shrink(light, w, h), shrink(cover, w, h)


def tuft(dice, line):
    """Blades of grass from one place."""
    h = int(dice.integers(12, 90))
    w, fine = int(h * dice.uniform(0.6, 1.6)), 3
    light, cover = np.zeros((h * fine, w * fine), np.float32), np.zeros((h * fine, w * fine), np.float32)
    base = dice.uniform(0.5, 0.95)
    t = np.linspace(0, 1, 7)
    for _ in range(int(dice.uniform(12, 70))):
        foot = w * fine * dice.uniform(0.35, 0.65)
        tip, top = foot + w * fine * dice.uniform(-0.45, 0.45), h * fine * dice.uniform(0, 0.6)
        end = top + abs(tip - foot) * dice.uniform(0, 0.4)
        x = (1 - t) ** 2 * foot + 2 * t * (1 - t) * (foot + 0.15 * (tip - foot)) + t * t * tip
        y = (1 - t) ** 2 * h * fine + 2 * t * (1 - t) * top + t * t * end
        blade = np.stack([x, y], 1).astype(np.int32)
        shade = 0.15 if line else float(np.clip(base + dice.normal() * 0.1, 0.1, 1))
        thick = max(1, int(dice.uniform(0.5, 1.6) * fine))
        cv2.polylines(light, [blade], False, shade, fine if line else thick, cv2.LINE_AA)
        cv2.polylines(cover, [blade], False, 1.0, thick + (fine if line else 0), cv2.LINE_AA)
    return shrink(light, w, h), shrink(cover, w, h)


def stone(dice, line):
    """A boulder, lit from a side."""
    w = int(dice.integers(24, 170))
    h = int(w * dice.uniform(0.4, 0.9))
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    r = 1 + sum(dice.uniform(0, 0.14) / f * np.cos(f * turn + dice.uniform(0, 6.3)) for f in range(1, 6))
    x, y = (0.5 + 0.42 * r * np.cos(turn)) * w, np.minimum((0.5 + 0.42 * r * np.sin(turn)) * h, 0.88 * h)
    outline = [np.stack([x, y], 1).astype(np.int32)]
    cover = np.zeros((h, w), np.float32)
    cv2.fillPoly(cover, outline, 1.0, cv2.LINE_AA)
    if line:
        light = np.ones((h, w), np.float32)
        cv2.polylines(light, outline, True, 0.15, 1, cv2.LINE_AA)
        return light, cover
    inside = cv2.distanceTransform((cover > 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    deepest = inside.max() + 1e-3
    z = np.sqrt(np.clip(1 - (1 - inside / deepest) ** 2, 0, 1)) * deepest
    rough = cv2.GaussianBlur(dice.normal(size=(h, w)).astype(np.float32), (0, 0), max(3, w / 10))
    z = cv2.GaussianBlur((z + rough * w * dice.uniform(0, 0.35)).astype(np.float32), (0, 0), max(1, w / 40))
    gx, gy = cv2.Sobel(z, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(z, cv2.CV_32F, 0, 1) / 8
    nz = 1 / np.sqrt(1 + gx * gx + gy * gy)
    sun = dice.normal(size=3)
    sun = np.array([sun[0], -abs(sun[1]) - 0.3, abs(sun[2])])
    sun /= np.linalg.norm(sun)
    ambient = dice.uniform(0.35, 0.75)
    facing = np.clip(-gx * nz * sun[0] - gy * nz * sun[1] + nz * sun[2], 0, 1)
    light = ambient * (0.75 + 0.25 * gy * nz) + (1 - ambient) * facing
    return (light * dice.uniform(0.6, 1.05)).astype(np.float32), cover


def shrink(plane, w, h):
    return cv2.resize(plane, (w, h), interpolation=cv2.INTER_AREA)


class Stock:
    """Things that are put into pictures, drawn once."""

    def __init__(self):
        dice = np.random.default_rng(7)
        self.of = [
            {
                leaves: [leaves(dice, line) for _ in range(160)],
                tuft: [tuft(dice, line) for _ in range(80)],
                stone: [stone(dice, line) for _ in range(80)],
            }
            for line in (False, True)
        ]

    def pick(self, dice, line, kind):
        things = self.of[int(line)][kind]
        return things[dice.integers(len(things))]


def put(picture, sprite, x, y, label, dark, light):
    """Puts a thing into a picture, with its label and its outline."""
    image, labels, edges = picture
    shade, cover = sprite
    h, w = shade.shape
    x0, y0, x1, y1 = max(0, x), max(0, y), min(W, x + w), min(H, y + h)
    if x1 <= x0 + 2 or y1 <= y0 + 2:
        return
    cut = np.s_[y0 - y : y1 - y, x0 - x : x1 - x]
    shade, cover = shade[cut][..., None], cover[cut]
    part = np.s_[y0:y1, x0:x1]
    image[part] = image[part] * (1 - cover[..., None]) + (dark + (light - dark) * shade) * cover[..., None]
    mask = (cover > 0.5).astype(np.uint8)
    if label == GREEN:  # Where leaves are dense, what is between them is leaves.
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    edges[part][mask > 0] = 0
    edges[part][cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0] = 1
    labels[part][mask > 0] = label


def furnish(picture, stock, dice, look, setting):
    """Plants and stones that the rendered scenes have too few kinds of."""
    line = look == LINE
    middle = float(np.median(picture[0]))
    dark, light = (0, 1) if line else (middle * dice.uniform(0.1, 0.7), min(1.0, middle * dice.uniform(0.9, 1.6)))

    def add(kind, label, left, right, top, bottom, least=dark):
        put(picture, stock.pick(dice, line, kind), dice.integers(left, right), dice.integers(top, bottom), label, least, light)

    if setting == OUTDOORS:
        for _ in range(dice.integers(0, 3)):
            add(stone, OTHER, -40, W - 20, H // 2 - 20, H - 40, 0)
        if dice.random() < 0.5:
            y = int(H * dice.uniform(0.05, 0.5))
            for _ in range(dice.integers(3, 14)):
                add(leaves, GREEN, -80, W, y - 40, y + 40)
        for _ in range(dice.integers(0, 3)):
            add(leaves, GREEN, -80, W, -60, H // 2)
        for _ in range(dice.integers(0, 7)):
            add(tuft, GREEN, -20, W, H // 2 - 40, H - 30)
    elif setting == INDOORS and dice.random() < 0.4:
        add(leaves, GREEN, -40, W - 40, 0, H - 80)


def change(image, labels, edges, dice, look):
    """The picture as another camera, renderer or pen would give it."""
    if dice.random() < 0.5:
        image, labels, edges = image[:, ::-1], labels[:, ::-1], edges[:, ::-1]
    if dice.random() < 0.7:
        part = dice.uniform(0.6, 1)
        w, h = int(W * part), int(H * part)
        x, y = dice.integers(0, W - w + 1), int((H - h) * dice.uniform(0.2, 0.8))
        image, labels, edges = (
            cv2.resize(np.ascontiguousarray(plane[y : y + h, x : x + w]), (W, H), interpolation=how)
            for plane, how in ((image, cv2.INTER_LINEAR), (labels, cv2.INTER_NEAREST), (edges, cv2.INTER_NEAREST))
        )
    image = np.ascontiguousarray(image)
    if look not in (LINE, PHOTO):
        image = np.clip(image, 0, 1) ** dice.uniform(0.6, 1.5) * dice.uniform(0.75, 1.05)
        low = dice.uniform(0, 0.35) if dice.random() < 0.5 else 0
        image = low + (1 - low) * image
        if dice.random() < 0.6:  # Soft light over the whole.
            glow = dice.uniform(0.75, 1.1, (3, 4)).astype(np.float32)
            image = image * cv2.resize(glow, (W, H), interpolation=cv2.INTER_CUBIC)[..., None]
    if dice.random() < 0.4:
        image = cv2.GaussianBlur(image, (0, 0), dice.uniform(0.4, 1.1))
    if dice.random() < 0.5:
        image = image + dice.normal(size=(H, W))[..., None] * dice.uniform(0, 0.015)
    if look == LINE and dice.random() < 0.3:
        image = 1 - (1 - image) * dice.uniform(0.5, 1.2)
    return np.clip(image, 0, 1).astype(np.float32), labels, edges


def planes_of(image):
    """What the network is given; the same as inputOf of pixel-labels.ts."""
    light = image @ np.array([0.3, 0.59, 0.11], np.float32)
    mean = cv2.GaussianBlur(light, (0, 0), 8)
    spread = np.sqrt(np.maximum(cv2.GaussianBlur((light - mean) ** 2, (0, 0), 8), 0)) + 0.01
    height = np.repeat(np.linspace(-1, 1, H, dtype=np.float32)[:, None], W, 1)
    red, green, blue = image[..., 0], image[..., 1], image[..., 2]
    return np.stack([light, red - green, blue - green, height, 0.5 * (light - mean) / spread]).astype(np.float32)


class Pictures(torch.utils.data.IterableDataset):
    def __init__(self, files):
        self.files = files

    def __iter__(self):
        info = torch.utils.data.get_worker_info()
        dice = np.random.default_rng(info.seed % 2**31)
        stock = Stock()
        files = [np.memmap(file, dtype=np.uint8, mode="r") for file in self.files]
        all_records = [(file, i) for file in files for i in range(len(file) // RECORD)]
        while True:
            for k in dice.permutation(len(all_records)):
                file, i = all_records[k]
                yield self.picture(np.array(file[i * RECORD : (i + 1) * RECORD]), dice, stock)

    def picture(self, record, dice, stock):
        look, setting = record[0] // 4, record[0] % 4
        image = record[1 : 1 + 3 * W * H].reshape(H, W, 3).astype(np.float32) / 255
        labels = record[1 + 3 * W * H : 1 + 4 * W * H].reshape(H, W).copy()
        edges = record[1 + 4 * W * H :].reshape(H, W).copy()
        furnish((image, labels, edges), stock, dice, look, setting)
        image, labels, edges = change(image, labels, edges, dice, look)
        edges = cv2.dilate(np.ascontiguousarray(edges), np.ones((2, 2), np.uint8))[::2, ::2].astype(np.float32)
        return planes_of(image), labels[::2, ::2].astype(np.int64), edges


def write(net, path):
    """Weights as rows of whole numbers with a scale each, normalization folded in."""
    steps, floats = [], []

    def rows(weights):
        weights = weights.detach().numpy().reshape(weights.shape[0], -1)
        scale = np.abs(weights).max(1) / 127 + 1e-12
        steps.append(np.round(weights / scale[:, None]).astype(np.int8).ravel())
        floats.append(scale.astype(np.float32))

    for spread, mix, norm in net.layers():
        weights, bias = mix.weight, mix.bias
        if norm is not None:
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            weights, bias = weights * scale[:, None, None, None], norm.bias - norm.running_mean * scale
        if spread is not None:
            rows(spread.weight)
        rows(weights)
        floats.append(bias.detach().numpy().astype(np.float32))
    text = [base64.b64encode(np.concatenate(part).tobytes()).decode() for part in (steps, floats)]
    with open(path, "w") as file:
        file.write(
            "// Learnt by tests/bench/learn/pixels.py on self-rendered scenes.\n\n"
            "/** Weights of the network of pixel-labels.ts, base64: whole numbers −127..127; their scales and the biases. */\n"
            f"export const PIXEL_WEIGHTS = {{\n  steps: '{text[0]}',\n  floats: '{text[1]}',\n}}\n"
        )


def learn(minutes, path, checkpoint, files):
    net = Network().to(memory_format=torch.channels_last)
    again = os.path.exists(checkpoint)
    if again:
        net.load_state_dict(torch.load(checkpoint))
    pictures = torch.utils.data.DataLoader(Pictures(files), batch_size=8, num_workers=1, prefetch_factor=4)
    adam = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-4)
    start, right = time.time(), 0.0
    for n, (planes, labels, edges) in enumerate(pictures, 1):
        done = min(1.0, (time.time() - start) / 60 / minutes)
        for group in adam.param_groups:
            group["lr"] = (AGAIN if again else RATE) * min(1, n / 100) * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-5
        out = net(planes.contiguous(memory_format=torch.channels_last))
        named = F.cross_entropy(out[:, :-1], labels, label_smoothing=0.02)
        # Borders are few, so each counts three times.
        found = F.binary_cross_entropy_with_logits(out[:, -1], edges, pos_weight=torch.tensor(3.0))
        adam.zero_grad()
        (named + 0.5 * found).backward()
        adam.step()
        right += (out[:, :-1].argmax(1) == labels).float().mean().item()
        if n % 100 == 0 or done >= 1:
            print(f"{n} batches, {right / (n % 100 or 100):.3f} right", flush=True)
            right = 0.0
            torch.save(net.state_dict(), checkpoint)
        if done >= 1:
            break
    write(net.eval(), path)


if __name__ == "__main__":
    learn(float(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:])
