// Runs the WebAssembly ray kernel over a hierarchy, one caster a thread.
import { type Bvh, MAX_THREADS } from './bvh.ts'
import { kernelBytes, SCRATCH_BYTES } from './ray-kernel.ts'

type Run = (
  base: number,
  mode: number,
  nodes: number,
  leaves: number,
  see: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  tMax: number,
) => number

/** Casts rays at a Bvh. After `closest`, `t`, `u`, `v` describe the hit. One for each thread. */
export class RayCaster {
  t = 0
  u = 0
  v = 0
  private readonly run: Run
  private readonly bvh: Bvh
  private readonly base: number
  private readonly result: Float32Array

  constructor(bvh: Bvh, thread: number) {
    if (thread >= MAX_THREADS) throw new Error(`at most ${MAX_THREADS} threads`)
    const module = new WebAssembly.Module(kernelBytes(bvh.maxPages))
    const { exports } = new WebAssembly.Instance(module, { env: { memory: bvh.memory } })
    this.run = exports.run as Run
    this.bvh = bvh
    this.base = thread * SCRATCH_BYTES
    this.result = new Float32Array(bvh.memory.buffer, this.base + 48, 4)
  }

  /** Nearest slot hit before tMax, or -1. */
  closest(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, tMax: number): number {
    const { nodesAt, leavesAt, seeAt } = this.bvh
    const hit = this.run(this.base, 0, nodesAt, leavesAt, seeAt, ox, oy, oz, dx, dy, dz, tMax)
    this.t = this.result[0]!
    this.u = this.result[1]!
    this.v = this.result[2]!
    return hit
  }

  /** Share of light, 0..1, that passes from the origin to tMax along the direction. */
  visible(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, tMax: number): number {
    const { nodesAt, leavesAt, seeAt } = this.bvh
    this.result[3] = 1
    this.run(this.base, 1, nodesAt, leavesAt, seeAt, ox, oy, oz, dx, dy, dz, tMax)
    return this.result[3]!
  }
}
