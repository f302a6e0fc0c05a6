"""The names of the network, and what the numbers in a ring may be called."""
import numpy as np

NAMES = ['other', 'sky', 'ground', 'grass', 'building', 'wall', 'roof', 'window', 'door', 'floor', 'rug', 'ceiling',
         'plant', 'water', 'seat', 'furniture', 'curtain', 'lamp', 'picture', 'structure', 'far']
# What may be called by several names: a plain backdrop, and columns and railings of a building.
NAMES_DRAWN = [*NAMES, 'backdrop', 'column']
BACKDROP = NAMES_DRAWN.index('backdrop')

INSIDE, OUTSIDE = 0, 1
# Nothing is known of a place with this number.
UNKNOWN = 255
# Where the eleven labels of the generator's scenes begin, of rooms and of all else.
SCENE_FROM = {INSIDE: 32, OUTSIDE: 48}
SCENE_NAMES = {
    INSIDE: ['other lamp picture structure', 'sky window', 'ground grass', 'wall curtain', 'roof', 'window door', 'floor rug', 'ceiling', 'plant grass', 'water', 'seat furniture lamp picture rug curtain'],
    OUTSIDE: ['other lamp structure', 'sky', 'ground', 'building wall', 'roof', 'window door', 'floor ground', 'ceiling building', 'plant grass', 'water', 'seat furniture lamp'],
}
DRAWN = {'building': 'building wall', 'backdrop': 'sky ground other', 'column': 'structure building wall', 'lamp': 'lamp other', 'far': 'far'}


def allowed():
    """64 × names: whether a number may be called so."""
    table = np.zeros((64, len(NAMES)), np.float32)
    rows = {k: DRAWN.get(name, name) for k, name in enumerate(NAMES_DRAWN)}
    for side, names in SCENE_NAMES.items():
        rows |= {SCENE_FROM[side] + k: name for k, name in enumerate(names)}
    for k, names in rows.items():
        for name in names.split():
            table[k, NAMES.index(name)] = 1
    return table
