"""The segmentation network: inverted residuals (Sandler et al. 2018) and a decoder like a U-Net's, normalisation folded in."""
import torch
from torch import nn
from torch.nn import functional as F

from names import NAMES


class DepthwiseStep(torch.autograd.Function):
    """One kernel for each channel, back in float32: in bfloat16 that takes three times as long."""

    @staticmethod
    def forward(ctx, x, weight, bias, stride, pad):
        ctx.save_for_backward(x, weight)
        ctx.stride, ctx.pad = stride, pad
        return F.conv2d(x, weight.to(x.dtype), bias.to(x.dtype), stride, pad, 1, len(weight))

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        one = [1, 1]
        x_grad, w_grad, b_grad = torch.ops.aten.convolution_backward(
            grad.float(), x.float(), weight, [len(weight)], ctx.stride, ctx.pad, one, False, [0, 0], len(weight), list(ctx.needs_input_grad[:3]))
        return None if x_grad is None else x_grad.to(grad.dtype), w_grad, b_grad, None, None


class Depthwise(nn.Conv2d):
    def forward(self, x):
        return DepthwiseStep.apply(x, self.weight, self.bias, self.stride, self.padding)


class Up(torch.autograd.Function):
    """Twice as large, bilinear; back by one convolution, which only at the rim is not exact, in a third of the time."""

    @staticmethod
    def forward(ctx, x):
        return F.interpolate(x, scale_factor=2, mode='bilinear', align_corners=False)

    @staticmethod
    def backward(ctx, grad):
        side = torch.tensor([0.25, 0.75, 0.75, 0.25], dtype=grad.dtype)
        kernel = (side[:, None] * side).expand(grad.shape[1], 1, 4, 4).contiguous()
        return F.conv2d(grad, kernel, None, 2, 1, 1, grad.shape[1])


up = Up.apply


def conv(i, o, k=1, s=1, g=1, act=True):
    kind = Depthwise if g > 1 else nn.Conv2d
    # Activations are steps of their own, so that weights keep the names that they have in the file.
    layers = [kind(i, o, k, s, k // 2, groups=g), nn.Identity()]
    return nn.Sequential(*layers, nn.ReLU()) if act else nn.Sequential(*layers)


class Block(nn.Module):
    def __init__(self, i, o, s=1, e=4, k=3):
        super().__init__()
        m = i * e
        self.body = nn.Sequential(*([conv(i, m)] if e > 1 else []), conv(m, m, k, s, m), conv(m, o, act=False))
        self.keeps = i == o and s == 1

    def forward(self, x):
        return x + self.body(x) if self.keeps else self.body(x)


def level(i, o, n, s, e, k):
    return nn.Sequential(Block(i, o, s, e, k), *[Block(o, o, 1, e, k) for _ in range(n - 1)])


def apart(i, o):
    return nn.Sequential(conv(i, i, 3, 1, i), conv(i, o))


class Network(nn.Module):
    """Takes (n, 3, h, w) of 0 .. 1, sides multiples of 32; gives logits of names (n, names, h/4, w/4)."""

    def __init__(self, widths=(32, 16, 32, 56, 96, 136, 208)):
        super().__init__()
        a, b, c, d, e, f, g = widths
        self.stem = nn.Sequential(conv(3, a, 3, 2), Block(a, b, 1, 1))
        self.c4 = level(b, c, 2, 2, 4, 3)
        self.c8 = level(c, d, 3, 2, 4, 5)
        self.c16 = nn.Sequential(level(d, e, 4, 2, 4, 3), level(e, f, 3, 1, 4, 5))
        self.c32 = level(f, g, 4, 2, 4, 5)
        self.top = conv(g, 160)
        self.whole = nn.Sequential(nn.Conv2d(g, 160, 1), nn.ReLU())
        self.s16, self.s8, self.s4 = conv(f, 80), conv(d, 56), conv(c, 40)
        self.u16, self.u8, self.u4 = apart(240, 144), apart(200, 112), apart(152, 96)
        self.last = apart(96, 96)
        # The last plane is that of borders, which is not taught here.
        self.head = nn.Conv2d(96, len(NAMES) + 1, 1)
        self.setting = nn.Linear(g, 3)

    def forward(self, x):
        with torch.no_grad():
            c4 = self.c4(self.stem((x - 0.45) / 0.25))
            c8 = self.c8(c4)
        c16 = self.c16(c8)
        c32 = self.c32(c16)
        t = self.top(c32) + self.whole(c32.mean((2, 3), keepdim=True))
        y = self.u16(torch.cat([up(t), self.s16(c16)], 1))
        y = self.u8(torch.cat([up(y), self.s8(c8)], 1))
        y = self.u4(torch.cat([up(y), self.s4(c4)], 1))
        return self.head(self.last(y))[:, :-1]
