"""Teaches the output `kind` of the segmentation network: photo, model, viewport, drawing.

    python3 teach_kind.py MODEL.onnx PICTURES SCENES.bin OUT.onnx

PICTURES holds a folder for each kind, in it one for each source; every fifth source is held back to measure. The
network's own weights stay; a linear layer is laid over counts of what is flat, bright and coloured, over means and
deviations of the network's early outputs, which tell strokes and the grain of photographs apart, and over its pooled
features.
"""
import itertools
import sys
import zlib
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper
from PIL import Image
from sklearn.linear_model import LogisticRegression

import looks

KINDS = ['photo', 'model', 'viewport', 'drawing']
SIDE, MULTIPLE = 512, 32
# What each picture is shown as, besides as it is.
SHOWN = 1
# Longer side, px, that pictures are read at.
LARGEST = 720
# How much each kind counts: three kinds are told apart in the end, and a photograph must not be taken for another.
PARTS = [3, 1, 1, 1.5]
# How much more a real picture counts than one of the generator.
REAL = 1
# Strengths of regularisation (1 / λ); the first, best on what is held back, is shipped.
TRIED = [1e-2, 3e-3, 5e-2]
PROBED = [
    'm.stem.1.body.1.0.weight',
    'm.c4.1.body.2.0.weight',
    'm.c8.0.body.2.0.weight',
]


# From which values on pixels are counted, each softly: ranges within 3 × 3 px, at full and at half size, saturation,
# lightness, and the lightest and the darkest nearby (6 px).
COUNTED = {
    'range': [0.006, 0.012, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6],
    'coarse': [0.012, 0.03, 0.08, 0.2, 0.5],
    'saturation': [0.02, 0.05, 0.1, 0.2, 0.4, 0.6],
    'light': [0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.96, 0.99],
    'lightest': [0.6, 0.8, 0.9, 0.96],
    'darkest': [0.02, 0.05, 0.1, 0.3],
}
# Softness of a count, as a part of its value (of the distance from 1, if that is less).
SOFT = 0.15


class Graph:
    """Adds nodes to a graph, whose outputs it names."""

    def __init__(self, graph):
        self.graph, self.count = graph, 0

    def add(self, op, *inputs, **attributes):
        self.count += 1
        name = f'kind.{self.count}'
        self.graph.node.append(helper.make_node(op, list(inputs), [name], **attributes))
        return name

    def constant(self, values, kind=np.float32):
        self.count += 1
        name = f'kind.constant.{self.count}'
        self.graph.initializer.append(numpy_helper.from_array(np.array(values, kind), name))
        return name


def statistics(g):
    """How flat, bright and coloured a picture is, and its steepest whole row and column: [n, …]."""
    add, pool = g.add, {'kernel_shape': [3, 3], 'pads': [1, 1, 1, 1]}
    near = {'kernel_shape': [13, 13], 'pads': [6, 6, 6, 6], 'strides': [4, 4]}

    def spread(x):
        least = add('Neg', add('MaxPool', add('Neg', x), **pool))
        return add('ReduceMax', add('Sub', add('MaxPool', x, **pool), least), axes=[1], keepdims=1)

    light = add('ReduceMean', 'image', axes=[1], keepdims=1)
    planes = {
        'range': spread('image'),
        'coarse': spread(add('AveragePool', 'image', kernel_shape=[2, 2], strides=[2, 2])),
        'saturation': add(
            'Sub', add('ReduceMax', 'image', axes=[1], keepdims=1), add('ReduceMin', 'image', axes=[1], keepdims=1)
        ),
        'light': light,
        'lightest': add('MaxPool', light, **near),
        'darkest': add('Neg', add('MaxPool', add('Neg', light), **near)),
    }

    def counted(plane, values):
        v = np.array(values).reshape(1, -1, 1, 1)
        soft = SOFT * np.minimum(v, np.maximum(1 - v, 0.02))
        return add('Sigmoid', add('Mul', add('Sub', plane, g.constant(v)), g.constant(1 / soft)))

    whole = {'axes': [2, 3], 'keepdims': 0}
    counts = {name: counted(planes[name], values) for name, values in COUNTED.items()}
    parts = [add('ReduceMean', count, **whole) for count in counts.values()]
    flat = add('Sub', g.constant(1.0), counted(planes['range'], [0.02]))
    parts += [add('ReduceMean', add('Mul', flat, counts[name]), **whole) for name in ('saturation', 'light')]
    for axis in (2, 3):
        one, none, end = (g.constant([v], np.int64) for v in (1, 0, 1 << 30))
        along, last = g.constant([axis], np.int64), g.constant([-1], np.int64)
        step = add('Sub', add('Slice', light, one, end, along), add('Slice', light, none, last, along))
        line = add('ReduceMean', add('Abs', step), axes=[5 - axis], keepdims=1)
        parts += [add('ReduceMax', line, axes=[1, 2, 3], keepdims=0), add('ReduceMean', line, axes=[1, 2, 3], keepdims=0)]
    for k in range(len(parts) - 4, len(parts)):
        parts[k] = add('Unsqueeze', parts[k], g.constant([1], np.int64))
    return add('Concat', *parts, axis=1)


def probe(graph):
    """Adds `kind.features` [n, …]: the statistics, mean and deviation of the probed outputs, and the pooled features."""
    outputs = {node.input[1]: node.output[0] for node in graph.node if node.op_type == 'Conv'}
    g = Graph(graph)
    parts = [statistics(g)]
    whole = {'axes': [2, 3], 'keepdims': 1}
    for weight in PROBED:
        x = outputs[weight]
        mean = g.add('ReduceMean', x, **whole)
        off = g.add('Sub', x, mean)
        deviation = g.add('Sqrt', g.add('ReduceMean', g.add('Mul', off, off), **whole))
        parts += [g.add('Flatten', mean), g.add('Flatten', deviation)]
    graph.node.append(helper.make_node('Concat', [*parts, 'features'], ['kind.features'], axis=1))


def head(graph, weights, bias):
    """Adds `kind` [n, 4]: softmax over KINDS."""
    graph.initializer.append(numpy_helper.from_array(weights.astype(np.float32), 'kind.weight'))
    graph.initializer.append(numpy_helper.from_array(bias.astype(np.float32), 'kind.bias'))
    graph.node.append(helper.make_node('Gemm', ['kind.features', 'kind.weight', 'kind.bias'], ['kind.logits']))
    graph.node.append(helper.make_node('Softmax', ['kind.logits'], ['kind'], axis=1))
    graph.output.append(helper.make_tensor_value_info('kind', TensorProto.FLOAT, ['n', len(KINDS)]))


def bare(path):
    """The network without an output `kind` of before."""
    model = onnx.load(path)
    graph = model.graph
    for field in (graph.node, graph.initializer, graph.output):
        for item in [i for i in field if (i.output[0] if hasattr(i, 'op_type') else i.name).startswith('kind')]:
            field.remove(item)
    return model


def embedder(model):
    """A function from a picture to what the linear layer sees; only the encoder runs."""
    probed = onnx.ModelProto()
    probed.CopyFrom(model)
    probe(probed.graph)
    probed.graph.output.append(helper.make_tensor_value_info('kind.features', TensorProto.FLOAT, ['n', None]))
    encoder = onnx.utils.Extractor(probed).extract_model(['image'], ['kind.features'])
    options = ort.SessionOptions()
    session = ort.InferenceSession(encoder.SerializeToString(), options, providers=['CPUExecutionProvider'])

    def embed(x):
        image = Image.fromarray(np.uint8(np.clip(x, 0, 1) * 255 + 0.5))
        k = SIDE / max(image.size)
        size = [MULTIPLE * max(1, round(k * side / MULTIPLE)) for side in image.size]
        image = image.resize(size, Image.BOX if k < 1 else Image.BILINEAR)
        values = np.asarray(image, np.float32).transpose(2, 0, 1)[None] / 255
        return session.run(None, {'image': values})[0][0]

    return embed


def real(folder, embed):
    """Every picture as it is and handled; photographs in other light and, as lines, as drawings too."""
    for kind in KINDS:
        for file in sorted((folder / kind).glob('*/*')):
            image = Image.open(file).convert('RGB')
            image.thumbnail((LARGEST, LARGEST))
            x = np.asarray(image, np.float32) / 255
            source = file.parent.name
            yield embed(x), kind, source, True
            for n in range(SHOWN):
                seen = looks.handled(x)
                if kind == 'photo' and looks.chance(0.5):
                    seen = looks.weather(seen)
                if kind == 'drawing' and looks.chance(0.5):
                    seen = looks.paper(seen)
                yield embed(seen), kind, source, False
            if kind == 'photo' and looks.chance(0.5):
                yield embed(looks.paper(looks.lines(looks.handled(x)))), 'drawing', source, False


def drawn(file, embed):
    """White models of the generator as models, viewports and drawings."""
    for look, setting, x, labels, edges in looks.scenes(file):
        source, inside = 'scenes', setting == 0
        if look == 3:
            continue
        if look == 1:
            yield embed(looks.handled(x)), 'drawing', source, False
            yield embed(looks.paper(looks.handled(x))), 'drawing', source, False
            continue
        yield embed(looks.handled(x)), 'model', source, False
        yield embed(looks.handled(looks.shaded(x, labels, edges, inside))), 'model', source, False
        for _ in range(2):
            yield embed(looks.handled(looks.interface(looks.shaded(x, labels, edges, inside)))), 'viewport', source, False
        sketch = looks.handled(looks.pencil(x, labels, edges))
        yield embed(looks.paper(sketch) if looks.chance(0.7) else sketch), 'drawing', source, False


def together(shares):
    """The best of photo, model and drawing, a viewport being a model."""
    three = np.stack([shares[:, 0], shares[:, 1] + shares[:, 2], shares[:, 3]], 1)
    return np.array([0, 1, 3])[three.argmax(1)]


def figures(shares, wanted):
    merged = np.where(wanted == 2, 1, wanted)
    right = together(shares) == merged
    return {
        'pictures': len(wanted),
        'kind': round(float(right.mean()), 3),
        'four kinds': round(float((shares.argmax(1) == wanted).mean()), 3),
        **{name: f'{right[wanted == k].sum()}/{(wanted == k).sum()}' for k, name in enumerate(KINDS)},
    }


def fit(x, y, weights, c):
    mean, deviation = x.mean(0), x.std(0) + 1e-3
    layer = LogisticRegression(C=c, max_iter=300).fit((x - mean) / deviation, y, sample_weight=weights)
    w = layer.coef_.T / deviation[:, None]
    return w, layer.intercept_ - mean @ w


def softmax(z):
    e = np.exp(z - z.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def main(path, pictures, scenes, out):
    model = bare(path)
    store = Path(out).with_suffix('.npz')
    if store.exists():
        loaded = np.load(store)
        x, y, source, plain = (loaded[k] for k in ('x', 'y', 'source', 'plain'))
    else:
        embed = embedder(model)
        rows = []
        for row in itertools.chain(real(Path(pictures), embed), drawn(scenes, embed)):
            rows.append(row)
            if len(rows) % 100 == 0:
                print(len(rows), 'seen', flush=True)
        x, y, source, plain = (np.array(column) for column in zip(*rows, strict=True))
        np.savez(store, x=x, y=y, source=source, plain=plain)
    y = np.array([KINDS.index(kind) for kind in y])
    held = np.array([s != 'scenes' and zlib.crc32(s.encode()) % 5 == 0 for s in source])
    weights = (np.array(PARTS) / np.bincount(y))[y] * np.where(source == 'scenes', 1, REAL) * len(y) / sum(PARTS)
    for c in TRIED:
        w, b = fit(x[~held], y[~held], weights[~held], c)
        print('held back', c, figures(softmax(x[held & plain] @ w + b), y[held & plain]), flush=True)
    w, b = fit(x, y, weights, TRIED[0])
    print('all', figures(softmax(x[plain] @ w + b), y[plain]))
    probe(model.graph)
    head(model.graph, w, b)
    onnx.checker.check_model(model)
    onnx.save(model, out)


if __name__ == '__main__':
    main(*sys.argv[1:])
