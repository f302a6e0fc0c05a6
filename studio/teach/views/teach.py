"""Teaches what non-photographs are read by: teach.py FOLDER SECONDS MODEL.onnx OUT.npz [FROM.npz]

The layers up to an eighth and those at a thirty-second stay as they are in MODEL; those at a sixteenth and the decoder are
taught on the rings that feed.py and others.py made (`ring-1`, `scenes`, `photos`) and judged on `ring-2`.
"""
import copy
import math
import random
import sys
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional as F

from names import NAMES, NAMES_DRAWN, UNKNOWN, allowed
from network import Network

WIDTH, HEIGHT, BATCH, PEAK = 320, 256, 8, 1.2e-3
# Of a batch: pictures of each ring.
MIXED = {'ring-1': 6, 'scenes': 1, 'photos': 1}
# What is small or rare counts more.
WEIGHTS = {'window': 1.6, 'door': 2.0, 'structure': 1.3, 'column': 1.3, 'seat': 1.3, 'plant': 1.3, 'backdrop': 0.6, 'other': 0.8, 'curtain': 1.5, 'lamp': 1.3, 'picture': 1.3}
TAUGHT = ('c16', 'top', 'whole', 's16', 's8', 's4', 'u16', 'u8', 'u4', 'last', 'head')


def load(path):
    """The network with the weights of a file."""
    weights = {}
    for one in onnx.load(path).graph.initializer:
        name = one.name.removesuffix('.half')
        if name.startswith('m.'):
            weights[name[2:]] = torch.from_numpy(numpy_helper.to_array(one).astype(np.float32))
    net = Network()
    net.load_state_dict(weights)
    return net.to(memory_format=torch.channels_last)


def opened(folder, name, count):
    """A ring, how much of it is filled, which may grow, and how many pictures of it a batch has."""
    ring, told = np.load(folder / f'{name}.npy', mmap_mode='r'), folder / f'{name}.count'
    return ring, lambda: min(len(ring), int(told.read_text() or 1)) if told.exists() else len(ring), count


def batch(rings, rng):
    pictures, truths = [], []
    for ring, filled, count in rings:
        for _ in range(count):
            one = ring[rng.randrange(filled())]
            h, w = one.shape[:2]
            z = rng.uniform(0.5, 1)
            a, b = int(h * z), int(w * min(1, z * math.exp(0.1 * rng.gauss(0, 1))))
            top, left = rng.randint(0, h - a), rng.randint(0, w - b)
            x = torch.from_numpy(np.ascontiguousarray(one[top:top + a, left:left + b].transpose(2, 0, 1)))[None]
            t = F.interpolate(x[:, 3:].float(), (HEIGHT // 4, WIDTH // 4), mode='nearest-exact')[0, 0].long()
            x = F.interpolate(x[:, :3].float() / 255, (HEIGHT, WIDTH), mode='bilinear', align_corners=False)[0]
            if rng.random() < 0.5:
                x, t = x.flip(2), t.flip(1)
            if rng.random() < 0.25:
                x = x[rng.sample((0, 1, 2), 3)]
            if rng.random() < 0.3:
                grey = x.mean(0, keepdim=True)
                x = grey + rng.uniform(0, 1.3) * (x - grey)
            if rng.random() < 0.4:
                x = ((x - 0.5) * rng.uniform(0.6, 1.2) + 0.5 + rng.uniform(-0.12, 0.12)).clamp(0, 1)
            pictures.append(x)
            truths.append(t)
    return torch.stack(pictures).contiguous(memory_format=torch.channels_last), torch.stack(truths)


def loss_of(y, truth, table, weights):
    known = truth != UNKNOWN
    truth = truth.clamp(max=len(table) - 1)
    may = table[truth].permute(0, 3, 1, 2)
    share = (y.float().softmax(1) * may).sum(1).clamp(min=1e-5)
    w = weights[truth] * known
    return -(share.log() * w).sum() / w.sum().clamp(min=1)


@torch.no_grad()
def judge(net, ring, table):
    """Share of places that are right, of each name drawn, on pictures that are not taught on."""
    net.eval()
    right, all_ = torch.zeros(len(NAMES_DRAWN)), torch.zeros(len(NAMES_DRAWN))
    for k in range(0, len(ring), 8):
        one = torch.from_numpy(np.array(ring[k:k + 8]))
        x = F.interpolate(one[..., :3].permute(0, 3, 1, 2).float() / 255, (352, 480), mode='bilinear', align_corners=False)
        with torch.autocast('cpu', dtype=torch.bfloat16):
            best = net(x.contiguous(memory_format=torch.channels_last)).argmax(1)
        t = F.interpolate(one[..., 3][:, None].float(), best.shape[1:], mode='nearest-exact')[:, 0].long()
        hit = table[t.clamp(max=63)].gather(3, best[..., None])[..., 0]
        right += torch.bincount(t.flatten(), hit.flatten(), len(NAMES_DRAWN))[:len(NAMES_DRAWN)]
        all_ += torch.bincount(t.flatten(), minlength=len(NAMES_DRAWN))[:len(NAMES_DRAWN)]
    net.train()
    each = right / all_.clamp(min=1)
    return f'{right.sum() / all_.sum():.3f} of places, {each[all_ > 0].mean():.3f} of names: ' + ' '.join(f'{n} {v:.2f}' for n, v, c in zip(NAMES_DRAWN, each, all_) if c > 0)


def main():
    folder, seconds, model, out = Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3], sys.argv[4]
    torch.set_num_threads(1)
    rng = random.Random(1)
    rings = [opened(folder, n, c) for n, c in MIXED.items()]
    held = np.load(folder / 'ring-2.npy', mmap_mode='r')
    net = load(model)
    table = torch.from_numpy(allowed())
    weights = torch.ones(len(table))
    for name, w in WEIGHTS.items():
        weights[NAMES_DRAWN.index(name)] = w
    if len(sys.argv) > 5:
        net.load_state_dict({k: torch.from_numpy(v) for k, v in np.load(sys.argv[5]).items()}, strict=False)
    taught = [p for n, p in net.named_parameters() if n.split('.')[0] in TAUGHT]
    for n, p in net.named_parameters():
        p.requires_grad_(n.split('.')[0] in TAUGHT)
    mean = copy.deepcopy(net)

    def save():
        np.savez(out, **{n: p.numpy() for n, p in mean.state_dict().items() if n.split('.')[0] in TAUGHT})

    print('taught', sum(p.numel() for p in taught), 'of', sum(p.numel() for p in net.parameters()))
    print('before:', judge(net, held, table), flush=True)
    opt = torch.optim.AdamW(taught, PEAK, weight_decay=0.01)
    start = last = time.time()
    step, total = 0, 0.0
    while (done := (time.time() - start) / seconds) < 1:
        for g in opt.param_groups:
            g['lr'] = PEAK * min(1, (step + 1) / 60) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
        x, t = batch(rings, rng)
        opt.zero_grad(set_to_none=True)
        with torch.autocast('cpu', dtype=torch.bfloat16):
            y = net(x)
        loss = loss_of(y, t, table, weights)
        loss.backward()
        nn.utils.clip_grad_norm_(taught, 2.0)
        opt.step()
        keep = min(0.995, (1 + step) / (10 + step))
        with torch.no_grad():
            for a, b in zip(mean.parameters(), net.parameters()):
                a.lerp_(b, 1 - keep)
        step += 1
        total += loss.item()
        if step % 50 == 0:
            print(f'{time.strftime("%H:%M:%S")} step {step} loss {total / 50:.3f} cpu {time.process_time():.0f}', flush=True)
            total = 0.0
        if time.time() - last > 240:
            last = time.time()
            save()
            print('held back:', judge(mean, held, table), flush=True)
    save()
    print('steps', step, 'held back:', judge(mean, held, table), flush=True)


main()
