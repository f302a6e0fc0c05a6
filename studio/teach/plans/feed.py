"""Draws plans into a ring of files that teach.py reads: feed.py FOLDER COUNT SEED RATE."""
import random
import sys
import time

import cv2
import numpy as np

import draw
from sheet import bitmaps

SIZE = 320


def main():
    folder, count, seed, rate = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    cv2.setNumThreads(1)
    rng = random.Random(seed)
    words = bitmaps(rng, 400)
    ring = np.lib.format.open_memmap(f'{folder}/ring-{seed}.npy', 'w+', np.uint8, (count, SIZE, SIZE, 5))
    filled = 0
    start = time.time()
    while rate > 0 or filled < count:
        if filled % 500 == 0:
            words = bitmaps(rng, 300)
        try:
            picture, truth, over = draw.make(rng, SIZE, words)
        except (cv2.error, ValueError, ZeroDivisionError) as fault:
            print('left out:', fault, file=sys.stderr)
            continue
        at = filled % count
        ring[at, ..., :3], ring[at, ..., 3], ring[at, ..., 4] = picture, truth, over
        filled += 1
        with open(f'{folder}/ring-{seed}.count', 'w') as f:
            f.write(str(filled))
        if filled == min(count, 600):
            start = time.time()
        if rate > 0 and filled > 600:
            time.sleep(max(0.0, start + (filled - 600) / rate - time.time()))


main()
