"""Puts what teach.py taught into the file that is shipped: export.py MODEL.onnx TAUGHT.npz OUT.onnx

Photographs are read by the layers of before, all else by those that were taught; the network's own `kind` says which. Of
the new layers, kernels are stored as whole numbers with a scale for each output, all else as float16.
"""
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

# Kernels of this part are stored as whole numbers.
QUANTISED = 'c16'


def stored(graph, casts, name, values):
    """Adds weights under a name."""
    half = lambda n, v: (graph.initializer.append(numpy_helper.from_array(v.astype(np.float16), n + '.half')),
                         casts.append(helper.make_node('Cast', [n + '.half'], [n], to=TensorProto.FLOAT)))
    if name.split('.')[1] != QUANTISED or values.ndim < 4:
        half(name, values)
        return
    scale = np.abs(values).max((1, 2, 3), keepdims=True) / 127
    whole = np.round(values / np.maximum(scale, 1e-12)).astype(np.int8)
    graph.initializer.append(numpy_helper.from_array(whole, name + '.whole'))
    casts.append(helper.make_node('Cast', [name + '.whole'], [name + '.wide'], to=TensorProto.FLOAT))
    half(name + '.scale', scale)
    casts.append(helper.make_node('Mul', [name + '.wide', name + '.scale'], [name]))


def behind(graph, first, last):
    """The nodes between tensors, in their order; weights belong to none."""
    made = {o: n for n in graph.node for o in n.output if n.op_type != 'Cast'}
    wanted, found = [last], set()
    while wanted:
        name = wanted.pop()
        if name in made and name not in first and name not in found:
            found.add(name)
            wanted += made[name].input
    return [onnx.NodeProto.FromString(n.SerializeToString()) for n in graph.node if n.output[0] in found]


def main(path, taught, out):
    model = onnx.load(path)
    graph = model.graph
    by_weight = {n.input[1]: n for n in graph.node if n.op_type == 'Conv'}
    source = lambda weight: by_weight[weight].input[0]
    c4, c8, c32 = source('m.s4.0.weight'), source('m.s8.0.weight'), source('m.top.0.weight')
    mean = source('m.whole.0.weight')
    decoder = behind(graph, {c4, c8, source('m.s16.0.weight'), c32, mean}, 'shares')
    whole = behind(graph, {c4, c8}, 'shares')

    values = np.load(taught)
    casts = []
    for name in values.files:
        stored(graph, casts, 'v.' + name, values[name])
    own = {o for n in whole for o in n.output}
    rename = lambda name: 'views/' + name if name in own else 'v.' + name[2:] if name.startswith('m.') and name[2:] in values.files else name
    for node in whole:
        node.name = 'views' + node.name
        node.input[:], node.output[:] = [rename(i) for i in node.input], [rename(o) for o in node.output]

    # How far a photograph is ahead of a model or a viewport, and of a drawing.
    graph.initializer.append(numpy_helper.from_array(np.array([[1, 1], [-1, 0], [-1, 0], [0, -1]], np.float32), 'photo.weight'))
    graph.initializer.append(numpy_helper.from_array(np.float32(0), 'photo.zero'))
    # Borders were learnt on scenes alone and are read by nobody.
    gone = {n.output[0] for n in [*decoder, *behind(graph, {by_weight['m.head.weight'].output[0]}, 'border')]}
    kept = [onnx.NodeProto.FromString(n.SerializeToString()) for n in graph.node if n.output[0] not in gone]
    graph.output.remove(next(o for o in graph.output if o.name == 'border'))
    decoder[-1].output[:] = ['photo.shares']
    branch = lambda nodes, name: helper.make_graph(nodes, name, [], [helper.make_tensor_value_info(nodes[-1].output[0], TensorProto.FLOAT, None)])
    del graph.node[:]
    graph.node.extend([
        *casts,
        *kept,
        helper.make_node('MatMul', ['kind', 'photo.weight'], ['photo.ahead']),
        helper.make_node('ReduceMin', ['photo.ahead'], ['photo.least'], keepdims=0),
        helper.make_node('GreaterOrEqual', ['photo.least', 'photo.zero'], ['photo']),
        helper.make_node('If', ['photo'], ['shares'], then_branch=branch(decoder, 'photograph'), else_branch=branch(whole, 'views')),
    ])
    onnx.checker.check_model(model)
    onnx.save(model, out)


if __name__ == '__main__':
    main(*sys.argv[1:])
