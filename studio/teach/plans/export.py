"""Writes the network as it is shipped, weights as float16: export.py FROM.pt OUT.onnx (needs onnx as well)."""
import sys

import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from network import STRUCTURE, Reader


class Shipped(nn.Module):
    """Shares of what each place is, and of what is drawn over it."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, image):
        y = self.net(image)
        return torch.cat([y[:, :STRUCTURE].softmax(1), y[:, STRUCTURE:].softmax(1)], 1)


def main():
    net = Reader()
    net.load_state_dict(torch.load(sys.argv[1]))
    torch.onnx.export(Shipped(net).eval(), torch.zeros(1, 3, 256, 320), sys.argv[2], opset_version=13, dynamo=False, input_names=['image'],
                      output_names=['shares'], dynamic_axes={'image': {2: 'h', 3: 'w'}, 'shares': {2: 'h2', 3: 'w2'}})
    model = onnx.load(sys.argv[2])
    graph, casts = model.graph, []
    for one in list(graph.initializer):
        if one.data_type != TensorProto.FLOAT or len(one.dims) == 0:
            continue
        half = numpy_helper.from_array(numpy_helper.to_array(one).astype('float16'), one.name + '_half')
        graph.initializer.remove(one)
        graph.initializer.append(half)
        casts.append(helper.make_node('Cast', [half.name], [one.name], to=TensorProto.FLOAT))
    for k, node in enumerate(casts):
        graph.node.insert(k, node)
    onnx.checker.check_model(model)
    onnx.save(model, sys.argv[2])


main()
