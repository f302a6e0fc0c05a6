"""Draws into a ring of files that teach.py reads: feed.py FOLDER COUNT SEED."""
import random
import sys
from pathlib import Path

import cv2
import numpy as np

import draw


def main():
    folder, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    cv2.setNumThreads(1)
    told = Path(f'{folder}/ring-{seed}.count')
    # It goes on where it was stopped.
    filled = int(told.read_text()) if told.exists() else 0
    rng = random.Random(seed + 1000 * filled)
    ring = np.lib.format.open_memmap(f'{folder}/ring-{seed}.npy', 'r+' if filled else 'w+', np.uint8, (count, draw.HEIGHT, draw.WIDTH, 4))
    while filled < count:
        try:
            picture, names = draw.make(rng)
        except (cv2.error, ValueError, ZeroDivisionError, IndexError) as fault:
            print('left out:', fault, file=sys.stderr)
            continue
        # A picture of one thing alone teaches nothing.
        if len(np.unique(names)) < 3:
            continue
        ring[filled, ..., :3], ring[filled, ..., 3] = picture, names
        filled += 1
        told.write_text(str(filled))


main()
