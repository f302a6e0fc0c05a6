"""Teaches the network on what feed.py draws: teach.py FOLDER SECONDS OUT.pt [FROM.pt | FROM.onnx]."""
import copy
import math
import os
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from torch.nn import functional as F

from network import STRUCTURE, Reader, from_shipped

CROP, BATCH = 256, 12
# Highest rate of learning: of a new network, and of one that is taught further.
PEAK = float(os.environ.get('PEAK', 4e-3))
# Threads that each take a batch with one core: many cores on one convolution wait for each other.
HANDS = int(os.environ.get('HANDS', 2))
# Without AMX bfloat16 is slower than float32.
AMX = 'amx_bf16' in open('/proc/cpuinfo').read()
# Rare classes count more; without it openings are taken for wall.
WEIGHTS = torch.tensor([0.8, 0.8, 1.2, 2.0, 2.0, 1.5])
# Floor and its hatches are most of a plan; what tells a room's kind is rare.
OVER_WEIGHTS = torch.tensor([0.5, 1.2, 1.0, 1.0, 0.5, 4.0, 3.0, 3.0, 2.5, 2.5, 2.0, 4.0])
NAMES = ['outside', 'inside', 'wall', 'door', 'window', 'railing', 'nothing', 'furniture', 'text', 'dimension', 'hatch', 'bed', 'bath', 'cooking', 'seating', 'dining', 'stairs', 'car']


def batch(ring, filled, rng):
    pictures, truths = [], []
    for _ in range(BATCH):
        one = ring[rng.randrange(filled)]
        size = one.shape[0]
        y, x = rng.randint(0, size - CROP), rng.randint(0, size - CROP)
        one = np.rot90(one[y:y + CROP, x:x + CROP], rng.randrange(4))
        if rng.random() < 0.5:
            one = one[:, ::-1]
        picture = one[..., :3]
        if rng.random() < 0.3:
            picture = picture[..., rng.sample((0, 1, 2), 3)]
        pictures.append(np.ascontiguousarray(picture))
        truths.append(np.ascontiguousarray(one[1::2, 1::2, 3:]))
    x = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float().div_(255)
    return x.contiguous(memory_format=torch.channels_last), torch.from_numpy(np.stack(truths)).long()


def learn(net, ring, filled, rng):
    """Adds the gradients of one batch to the network's; gives both losses."""
    x, t = batch(ring, filled, rng)
    with torch.autocast('cpu', dtype=torch.bfloat16, enabled=AMX):
        y = net(x)
    y = y.float()
    structure = F.cross_entropy(y[:, :STRUCTURE], t[..., 0], WEIGHTS)
    over = F.cross_entropy(y[:, STRUCTURE:], t[..., 1], OVER_WEIGHTS)
    (structure + 0.4 * over).backward()
    return structure.item(), over.item()


def judge(net, ring):
    """Intersection over union of each class on plans that are not taught on."""
    net.eval()
    common, both = torch.zeros(len(NAMES)), torch.zeros(len(NAMES))
    with torch.no_grad():
        for k in range(0, len(ring), 16):
            one = np.array(ring[k:k + 16])
            x = torch.from_numpy(one[..., :3]).permute(0, 3, 1, 2).float().div_(255)
            t = torch.from_numpy(one[:, 1::2, 1::2, 3:]).long()
            y = net(x)
            for part, first, end in ((0, 0, STRUCTURE), (1, STRUCTURE, len(NAMES))):
                p = y[:, first:end].argmax(1)
                for c in range(first, end):
                    mine, true = p == c - first, t[..., part] == c - first
                    common[c] += (mine & true).sum()
                    both[c] += (mine | true).sum()
    net.train()
    return (common / both.clamp(min=1)).tolist()


def main():
    folder, seconds, out = sys.argv[1], float(sys.argv[2]), sys.argv[3]
    torch.set_num_threads(1)
    torch.manual_seed(1)
    rngs = [random.Random(time.time() + k) for k in range(HANDS)]
    pool = ThreadPoolExecutor(HANDS)
    ring = np.load(f'{folder}/ring-1.npy', mmap_mode='r')
    held = np.load(f'{folder}/ring-2.npy', mmap_mode='r')
    net = Reader()
    shipped = len(sys.argv) > 4 and sys.argv[4].endswith('.onnx')
    if shipped:
        net = from_shipped(sys.argv[4], torch.cat([batch(ring, int(open(f'{folder}/ring-1.count').read()), rngs[0])[0] for _ in range(16)]))
    elif len(sys.argv) > 4:
        net.load_state_dict(torch.load(sys.argv[4]))
    # Few steps from a shipped network keep its normalisations: those of small batches would disturb it.
    net = net.train(not shipped).to(memory_format=torch.channels_last)
    warm = 30 if shipped else 150
    mean = copy.deepcopy(net)
    hands = [net] + [copy.deepcopy(net) for _ in range(HANDS - 1)]
    print('parameters', sum(p.numel() for p in net.parameters()), flush=True)
    decay = [p for p in net.parameters() if p.dim() > 1]
    plain = [p for p in net.parameters() if p.dim() <= 1]
    opt = torch.optim.AdamW([{'params': decay, 'weight_decay': 0.02}, {'params': plain, 'weight_decay': 0.0}], lr=PEAK)
    start = last = time.time()
    step, sums = 0, [0.0, 0.0]
    while (done := (time.time() - start) / seconds) < 1:
        rise = min(1.0, step / warm)
        lr = PEAK * rise * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5
        for g in opt.param_groups:
            g['lr'] = lr
        with open(f'{folder}/ring-1.count') as f:
            filled = min(len(ring), int(f.read() or 600))
        opt.zero_grad(set_to_none=True)
        with torch.no_grad():
            for hand in hands[1:]:
                for p, q in zip(hand.parameters(), net.parameters()):
                    p.copy_(q)
                    p.grad = None
        losses = list(pool.map(lambda k: learn(hands[k], ring, filled, rngs[k]), range(HANDS)))
        with torch.no_grad():
            for parts in zip(*(hand.parameters() for hand in hands)):
                for other in parts[1:]:
                    parts[0].grad.add_(other.grad)
                parts[0].grad.div_(HANDS)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        opt.step()
        keep = min(0.995, (1 + step) / (10 + step))
        with torch.no_grad():
            for a, b in zip(mean.state_dict().values(), net.state_dict().values()):
                if a.dtype.is_floating_point:
                    a.mul_(keep).add_(b, alpha=1 - keep)
                else:
                    a.copy_(b)
        step += 1
        for structure, over in losses:
            sums[0] += structure / HANDS
            sums[1] += over / HANDS
        if step % 50 == 0:
            print(f'{time.strftime("%H:%M:%S")} step {step} of {filled} pictures lr {lr:.5f} loss {sums[0] / 50:.3f} {sums[1] / 50:.3f}', flush=True)
            sums = [0.0, 0.0]
        if time.time() - last > 600:
            last = time.time()
            torch.save(mean.state_dict(), out.replace('.pt', f'-{step}.pt'))
            print('held back:', ' '.join(f'{n} {v:.3f}' for n, v in zip(NAMES, judge(mean, held))), flush=True)
    torch.save(mean.state_dict(), out)
    print('held back:', ' '.join(f'{n} {v:.3f}' for n, v in zip(NAMES, judge(mean, held))), flush=True)


main()
