// Ray traversal of a four-wide hierarchy in WebAssembly SIMD: four boxes or four triangles at a time
// (H. Dammertz, J. Hanika, A. Keller, "Shallow Bounding Volume Hierarchies for Fast SIMD Ray Tracing", 2008).
// Memory at `base` (one region a thread): 0 T, 16 U, 32 V of four lanes; 48 t, 52 u, 56 v, 60 passed; 64… stack.
import {
  block,
  br,
  brIf,
  type Code,
  F32,
  f32,
  I32,
  i32,
  i64,
  Locals,
  loop,
  moduleOf,
  ret,
  V128,
  v128,
  when,
} from '../wasm-assembler.ts'

/** Bytes of one node: six bounds and the references of four children. */
export const NODE_BYTES = 128
/** Bytes of one group of four triangles: corner, two edges, by coordinate. */
export const GROUP_BYTES = 144
/** Bytes of scratch memory for one thread. */
export const SCRATCH_BYTES = 4096

type V = (name: string) => Code

function boxTest(l: Locals, g: V): Code {
  const near = (axis: string) =>
    v128.mul(v128.sub(v128.load(i32.add(g('p'), g(`n${axis}`))), g(`O${axis}`)), g(`I${axis}`))
  const far = (axis: string) =>
    v128.mul(
      v128.sub(v128.load(i32.add(g('p'), i32.xor(g(`n${axis}`), i32.const(16)))), g(`O${axis}`)),
      g(`I${axis}`),
    )
  return [
    ...l.set('T', v128.pmax(v128.pmax(near('x'), near('y')), v128.pmax(near('z'), v128.splat(f32.const(0))))),
    ...l.set(
      'mask',
      v128.bitmask(v128.le(g('T'), v128.pmin(v128.pmin(far('x'), far('y')), v128.pmin(far('z'), g('BEST'))))),
    ),
  ]
}

/** Inner node: test four boxes, keep the nearest, push the others so that the nearest comes off first. */
function visitNode(l: Locals, g: V): Code {
  const below = i32.sub(g('j'), i32.const(8))
  return [
    ...l.set('p', i32.add(g('nodes'), i32.shl(g('node'), i32.const(7)))),
    ...boxTest(l, g),
    ...brIf(i32.eqz(g('mask')), 1),
    ...when(i32.eqz(i32.and(g('mask'), i32.sub(g('mask'), i32.const(1)))), [
      ...l.set('node', i32.load(i32.add(g('p'), i32.shl(i32.ctz(g('mask')), i32.const(2))), 96)),
      ...br(3),
    ]),
    ...v128.store(g('base'), g('T')),
    ...l.set('start', g('sp')),
    ...loop(
      l.set('lane', i32.shl(i32.ctz(g('mask')), i32.const(2))),
      l.set('t', f32.load(i32.add(g('base'), g('lane')))),
      l.set('j', g('sp')),
      block(
        loop(
          brIf(i32.eq(g('j'), g('start')), 1),
          brIf(f32.ge(f32.load(below, 4), g('t')), 1),
          i64.store(g('j'), i64.load(below)),
          l.set('j', below),
          br(0),
        ),
      ),
      i32.store(g('j'), i32.load(i32.add(g('p'), g('lane')), 96)),
      f32.store(g('j'), g('t'), 4),
      l.set('sp', i32.add(g('sp'), i32.const(8))),
      l.set('mask', i32.and(g('mask'), i32.sub(g('mask'), i32.const(1)))),
      brIf(g('mask'), 0),
    ),
  ]
}

/** Möller-Trumbore for four triangles; leaves T, U, V and the mask of hits. */
function triangleTest(l: Locals, g: V): Code {
  const at = (k: number) => v128.load(g('p'), k * 16)
  const cross = (a: Code, b: Code, c: Code, d: Code) => v128.sub(v128.mul(a, b), v128.mul(c, d))
  const dot = (a: Code[], b: Code[]) =>
    v128.add(v128.add(v128.mul(a[0]!, b[0]!), v128.mul(a[1]!, b[1]!)), v128.mul(a[2]!, b[2]!))
  const e1 = [at(3), at(4), at(5)]
  const e2 = [at(6), at(7), at(8)]
  const p = [g('Px'), g('Py'), g('Pz')]
  const s = [g('Sx'), g('Sy'), g('Sz')]
  const q = [g('Qx'), g('Qy'), g('Qz')]
  const d = [g('Dx'), g('Dy'), g('Dz')]
  const zero = v128.splat(f32.const(0))
  return [
    ...l.set('Px', cross(d[1]!, e2[2]!, d[2]!, e2[1]!)),
    ...l.set('Py', cross(d[2]!, e2[0]!, d[0]!, e2[2]!)),
    ...l.set('Pz', cross(d[0]!, e2[1]!, d[1]!, e2[0]!)),
    ...l.set('INV', v128.div(v128.splat(f32.const(1)), dot(e1, p))),
    ...l.set('Sx', v128.sub(g('Ox'), at(0))),
    ...l.set('Sy', v128.sub(g('Oy'), at(1))),
    ...l.set('Sz', v128.sub(g('Oz'), at(2))),
    ...l.set('U', v128.mul(dot(s, p), g('INV'))),
    ...l.set('Qx', cross(s[1]!, e1[2]!, s[2]!, e1[1]!)),
    ...l.set('Qy', cross(s[2]!, e1[0]!, s[0]!, e1[2]!)),
    ...l.set('Qz', cross(s[0]!, e1[1]!, s[1]!, e1[0]!)),
    ...l.set('W', v128.mul(dot(d, q), g('INV'))),
    ...l.set('T', v128.mul(dot(e2, q), g('INV'))),
    ...l.set(
      'mask',
      v128.bitmask(
        v128.and(
          v128.and(v128.ge(g('U'), zero), v128.ge(g('W'), zero)),
          v128.and(
            v128.le(v128.add(g('U'), g('W')), v128.splat(f32.const(1))),
            v128.and(v128.gt(g('T'), v128.splat(f32.const(1e-4))), v128.lt(g('T'), g('BEST'))),
          ),
        ),
      ),
    ),
  ]
}

function visitLeaf(l: Locals, g: V): Code {
  const lane = (offset: number) => f32.load(i32.add(g('base'), i32.shl(g('lane'), i32.const(2))), offset)
  const keepNearest = when(f32.lt(l4(g), g('best')), [
    ...l.set('best', lane(0)),
    ...l.set('found', i32.add(g('start'), g('lane'))),
    ...f32.store(g('base'), lane(16), 52),
    ...f32.store(g('base'), lane(32), 56),
  ])
  const dim = [
    ...l.set('j', i32.load8u(i32.add(g('see'), i32.add(g('start'), g('lane'))))),
    ...when(i32.eqz(g('j')), [...f32.store(g('base'), f32.const(0), 60), ...ret(g('start'))]),
    ...f32.store(
      g('base'),
      f32.mul(f32.load(g('base'), 60), f32.div(f32.fromI32(g('j')), f32.const(255))),
      60,
    ),
  ]
  return [
    ...l.set('start', i32.sub(i32.const(-1), g('node'))),
    ...l.set('p', i32.add(g('leaves'), i32.mul(g('start'), i32.const(GROUP_BYTES)))),
    ...l.set('start', i32.shl(g('start'), i32.const(2))),
    ...triangleTest(l, g),
    ...brIf(i32.eqz(g('mask')), 1),
    ...v128.store(g('base'), g('T')),
    ...v128.store(g('base'), g('U'), 16),
    ...v128.store(g('base'), g('W'), 32),
    ...loop(
      l.set('lane', i32.ctz(g('mask'))),
      when(g('mode'), dim, keepNearest),
      l.set('mask', i32.and(g('mask'), i32.sub(g('mask'), i32.const(1)))),
      brIf(g('mask'), 0),
    ),
    ...l.set('BEST', v128.splat(g('best'))),
  ]
}

function l4(g: V): Code {
  return f32.load(i32.add(g('base'), i32.shl(g('lane'), i32.const(2))))
}

/**
 * The module's bytes. `run(base, mode, nodes, leaves, see, ox, oy, oz, dx, dy, dz, tMax)` returns the slot hit or -1;
 * mode 0 finds the nearest, mode 1 multiplies the light that passes (`see`: one byte a slot) into base + 60.
 */
export function kernelBytes(maxPages: number): Uint8Array<ArrayBuffer> {
  const l = new Locals()
  l.param(I32, 'base', 'mode', 'nodes', 'leaves', 'see')
  l.param(F32, 'ox', 'oy', 'oz', 'dx', 'dy', 'dz', 'best')
  l.declare(I32, 'node', 'sp', 'p', 'mask', 'lane', 'j', 'start', 'found', 'nx', 'ny', 'nz')
  l.declare(F32, 't')
  l.declare(V128, 'Ox', 'Oy', 'Oz', 'Ix', 'Iy', 'Iz', 'Dx', 'Dy', 'Dz', 'BEST', 'T', 'U', 'W', 'INV')
  l.declare(V128, 'Px', 'Py', 'Pz', 'Qx', 'Qy', 'Qz', 'Sx', 'Sy', 'Sz')
  const g: V = (name) => l.get(name)
  const setUp = ['x', 'y', 'z'].flatMap((axis, k) => [
    ...l.set(`O${axis}`, v128.splat(g(`o${axis}`))),
    ...l.set(`D${axis}`, v128.splat(g(`d${axis}`))),
    ...l.set(`I${axis}`, v128.splat(f32.div(f32.const(1), g(`d${axis}`)))),
    ...l.set(`n${axis}`, i32.const(k * 32)),
    ...when(f32.lt(g(`d${axis}`), f32.const(0)), l.set(`n${axis}`, i32.const(k * 32 + 16))),
  ])
  const stackBase = i32.add(g('base'), i32.const(64))
  const body = [
    ...setUp,
    ...l.set('BEST', v128.splat(g('best'))),
    ...l.set('found', i32.const(-1)),
    ...l.set('sp', stackBase),
    ...block(
      loop(
        block(when(i32.ge(g('node'), i32.const(0)), visitNode(l, g), visitLeaf(l, g))),
        loop(
          brIf(i32.eq(g('sp'), stackBase), 2),
          l.set('sp', i32.sub(g('sp'), i32.const(8))),
          l.set('node', i32.load(g('sp'))),
          brIf(f32.ge(f32.load(g('sp'), 4), g('best')), 0),
        ),
        br(0),
      ),
    ),
    ...f32.store(g('base'), g('best'), 48),
    ...g('found'),
  ]
  return moduleOf([{ name: 'run', locals: l, body, result: I32 }], maxPages)
}
