"""Two more rings for teach.py: scenes of the generator, and photographs shown as drawings and models.

    others.py scenes RING.npy COUNT SCENES.bin...
    others.py photos RING.npy COUNT PICTURES/photo MODEL.onnx

Scenes come with their names; what photographs show is what the network says of them, where it is sure.
"""
import random
import sys
from pathlib import Path

import cv2
import numpy as np
import onnxruntime as ort
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import draw
import looks
from draw import HEIGHT, WIDTH
from names import INSIDE, NAMES, OUTSIDE, SCENE_FROM, UNKNOWN

# Share from which the network's own name of a photograph is taken for true.
SURE = 0.6
# Part of a photograph that has to be known so.
KNOWN = 0.4
SIDE, MULTIPLE = 640, 32


def covered(x, names, rng):
    """A cut-out of the ring's proportions."""
    h, w = names.shape
    k = min(h / HEIGHT, w / WIDTH) * rng.uniform(0.75, 1)
    a, b = int(HEIGHT * k), int(WIDTH * k)
    top, left = rng.randint(0, h - a), rng.randint(0, w - b)
    size = (WIDTH, HEIGHT)
    x = cv2.resize(np.ascontiguousarray(x[top:top + a, left:left + b]), size, interpolation=cv2.INTER_AREA if k > 1 else cv2.INTER_LINEAR)
    names = cv2.resize(np.ascontiguousarray(names[top:top + a, left:left + b]), size, interpolation=cv2.INTER_NEAREST)
    if rng.random() < 0.5:
        x, names = np.ascontiguousarray(x[:, ::-1]), np.ascontiguousarray(names[:, ::-1])
    return x, names


def scenes(rng, files):
    """White models of the generator as models, viewports and drawings."""
    kept = [s for f in files for s in looks.scenes(f) if s[0] in (0, 2)]
    while True:
        _, setting, x, labels, edges = rng.choice(kept)
        inside = setting == 0
        names = np.where(labels < looks.LABELS, labels + SCENE_FROM[INSIDE if inside else OUTSIDE], UNKNOWN).astype(np.uint8)
        k = rng.random()
        if k < 0.55:
            x = looks.shaded(x, labels, edges, inside)
        elif k < 0.8:
            x = looks.paper(looks.pencil(x, labels, edges))
        elif k < 0.9:
            x = looks.paper(looks.lines(x))
        yield x, names


def named(file, session):
    """A photograph and what the network is sure of."""
    image = Image.open(file).convert('RGB')
    image.thumbnail((SIDE, SIDE))
    w, h = (MULTIPLE * max(1, round(v / MULTIPLE)) for v in image.size)
    x = np.asarray(image.resize((w, h)), np.float32) / 255
    shares, setting = (o[0] for o in session.run(['shares', 'setting'], {'image': x.transpose(2, 0, 1)[None]}))
    inside = ('building', 'roof', 'grass', 'far') if setting.argmax() == 0 else ('floor', 'rug', 'ceiling', 'seat', 'furniture', 'curtain', 'picture', 'lamp')
    shares[[NAMES.index(n) for n in inside]] = 0
    shares = cv2.resize(shares.transpose(1, 2, 0), (w, h), interpolation=cv2.INTER_LINEAR)
    names = np.where(shares.max(2) > SURE, shares.argmax(2), UNKNOWN).astype(np.uint8)
    return x, names


def drawn(rng, x):
    """A photograph as lines, edges, hatching, flat colours, or plaster."""
    kind = rng.choice(['lines', 'lines', 'canny', 'pencil', 'flat', 'flat', 'plaster'])
    grey = cv2.cvtColor(np.uint8(x * 255), cv2.COLOR_RGB2GRAY)
    canny = cv2.Canny(cv2.GaussianBlur(grey, (0, 0), rng.uniform(0.8, 2)), rng.uniform(20, 60), rng.uniform(70, 150)).astype(np.float32) / 255
    if kind == 'canny':
        y = looks.grey(1 - canny)
        return 1 - y if rng.random() < 0.4 else looks.paper(y)
    if kind in ('lines', 'pencil'):
        y = looks.lines(x)
        if kind == 'pencil':
            soft = cv2.GaussianBlur(x.mean(2), (0, 0), 3)
            y = y * np.clip(0.4 + soft * rng.uniform(0.6, 1.3), 0, 1)[..., None]
        return looks.paper(y)
    flat = np.uint8(x * 255)
    for _ in range(rng.randint(2, 5)):
        flat = cv2.bilateralFilter(flat, 7, 40, 7)
    flat = flat.astype(np.float32) / 255
    if kind == 'plaster':
        flat = looks.grey(0.5 + 0.5 * flat.mean(2)) * np.array(looks.hsv(rng.random(), rng.uniform(0, 0.15), 1), np.float32)
    else:
        n = rng.randint(3, 8)
        flat = np.round(flat * n) / n
    a = canny[..., None] * rng.uniform(0, 0.9)
    return np.clip(flat * (1 - a), 0, 1).astype(np.float32)


def photos(rng, folder, model):
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(model, options)
    files, known = sorted(Path(folder).glob('*/*')), {}
    while True:
        file = rng.choice(files)
        if file not in known:
            known[file] = named(file, session)
        x, names = known[file]
        if (names != UNKNOWN).mean() > KNOWN:
            yield drawn(rng, x), names


def main():
    kind, path, count, *rest = sys.argv[1:]
    cv2.setNumThreads(1)
    rng = random.Random(7)
    ring = np.lib.format.open_memmap(path, 'w+', np.uint8, (int(count), HEIGHT, WIDTH, 4))
    source = scenes(rng, rest) if kind == 'scenes' else photos(rng, *rest)
    for k in range(int(count)):
        x, names = covered(*next(source), rng)
        x = np.ascontiguousarray(x, np.float32)
        if rng.random() < 0.25:
            draw.interface(rng, x, names)
        ring[k, ..., :3], ring[k, ..., 3] = draw.handled(rng, x), names


main()
