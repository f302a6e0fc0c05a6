"""The network that reads plans: what each place is, and what is drawn over it."""
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional as F

STRUCTURE, OVER = 6, 12


def conv(a, b, k=3, stride=1):
    return nn.Sequential(nn.Conv2d(a, b, k, stride, k // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU(True))


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.a = conv(c, c)
        self.b = nn.Sequential(nn.Conv2d(c, c, 3, 1, 1, bias=False), nn.BatchNorm2d(c))

    def forward(self, x):
        return F.relu(x + self.b(self.a(x)))


class Reader(nn.Module):
    """Takes (n, 3, h, w) of 0 .. 1, sides of multiples of 64; gives logits (n, 18, h/2, w/2)."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 5, 2))
        self.d4 = nn.Sequential(conv(16, 32, 3, 2), Block(32))
        self.d8 = nn.Sequential(conv(32, 64, 3, 2), Block(64))
        self.d16 = nn.Sequential(conv(64, 96, 3, 2), Block(96), Block(96))
        self.d32 = nn.Sequential(conv(96, 128, 3, 2), Block(128), conv(128, 128), conv(128, 128))
        # What the whole sheet looks like tells what its lines are.
        self.sheet = nn.Linear(128, 128)
        self.l32, self.l16, self.l8 = conv(128, 96, 1), conv(96, 64, 1), conv(64, 32, 1)
        self.u16, self.u8, self.u4 = conv(96, 96), conv(64, 64), conv(32, 32)
        self.fine = conv(32 + 16, 32, 1)
        self.head = nn.Conv2d(32, 4 * (STRUCTURE + OVER), 1)

    def forward(self, x):
        s2 = self.stem(x * 2 - 1)
        s4 = self.d4(s2)
        s8 = self.d8(s4)
        s16 = self.d16(s8)
        y = self.d32(s16)
        y = y + self.sheet(y.mean((2, 3)))[:, :, None, None]
        up = lambda t: F.interpolate(t, scale_factor=2, mode='nearest')
        y = self.u16(up(self.l32(y)) + s16)
        y = self.u8(up(self.l16(y)) + s8)
        y = self.u4(up(self.l8(y)) + s4)
        y = self.fine(torch.cat([y, F.max_pool2d(s2, 2)], 1))
        return F.pixel_shuffle(self.head(y), 2)


def from_shipped(path, pictures):
    """
    The network of a file that export.py wrote. Its normalisations went into its convolutions; they are set anew so that
    they change nothing: each takes the mean and deviation that its input has over the pictures (n, 3, h, w), and gives
    them back.
    """
    graph = onnx.load(path).graph
    values = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    for node in graph.node:
        if node.op_type == 'Cast' and node.input[0] in values:
            values[node.output[0]] = values[node.input[0]]
    told = [[torch.from_numpy(values[name].astype('float32')) for name in node.input[1:]] for node in graph.node if node.op_type in ('Conv', 'Gemm')]
    net = Reader().eval()
    waiting, bias = iter(told), None

    def before(module, inputs):
        nonlocal bias
        if isinstance(module, nn.BatchNorm2d):
            var, mean = torch.var_mean(inputs[0], (0, 2, 3), correction=0)
            module.running_mean.copy_(mean)
            module.running_var.copy_(var)
            module.weight.copy_((var + module.eps).sqrt())
            module.bias.copy_(bias + mean)
        else:
            weight, bias = next(waiting)
            module.weight.copy_(weight)
            if module.bias is not None:
                module.bias.copy_(bias)

    layers = [one for one in net.modules() if isinstance(one, (nn.Conv2d, nn.Linear, nn.BatchNorm2d))]
    hooks = [one.register_forward_pre_hook(before) for one in layers]
    with torch.no_grad():
        net(pictures)
    for hook in hooks:
        hook.remove()
    return net.train()
