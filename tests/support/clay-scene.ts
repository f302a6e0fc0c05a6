import type { Raster } from '#kernels/raster.ts'
import { addNoise, grey, picture } from './line-pictures.ts'
import { box, finish } from './scenes/build.ts'
import { emptyHit, type Hit } from './scenes/solids.ts'
import { cast, makeWorld } from './scenes/world.ts'

type Point = readonly [number, number, number]
/** Lower and upper corner; z is up. */
type Box = readonly [Point, Point]

/** A house with a plinth, two wings, recessed windows, a canopy on posts and steps, and a round tower. */
const BOXES: readonly Box[] = [
  [
    [-7, 0, 0],
    [7, 8, 0.5],
  ],
  [
    [-6, 1, 0.5],
    [1.5, 7, 4],
  ],
  [
    [1.5, 2.2, 0.5],
    [6, 7, 6.5],
  ],
  [
    [-5.2, 0.86, 1.4],
    [-3.6, 1.2, 3.2],
  ],
  [
    [-2.8, 0.86, 1.4],
    [-1.2, 1.2, 3.2],
  ],
  [
    [2.2, 2.04, 3.6],
    [3.4, 2.4, 5.6],
  ],
  [
    [4.2, 2.04, 3.6],
    [5.4, 2.4, 5.6],
  ],
  [
    [1.4, -0.6, 3],
    [6.2, 2.2, 3.3],
  ],
  [
    [1.6, -0.4, 0.5],
    [1.85, -0.15, 3],
  ],
  [
    [5.7, -0.4, 0.5],
    [5.95, -0.15, 3],
  ],
  [
    [2.6, -1.2, 0],
    [5, 0, 0.25],
  ],
  [
    [-6.4, 0.7, 4],
    [1.9, 7.3, 4.35],
  ],
]
const TOWER = { x: -8.4, y: 2.5, radius: 1.3, top: 3.4 }

/** Difference in grey levels, 0..255, of two surfaces whose edge can be seen: under three times the noise. */
const LEAST_STEP = 3

const EYE: Point = [-9, -15, 6.5]

/** Ray through a point of the picture, 0..1, rows from the top; not of unit length. */
function rayAt(x: number, y: number, aspect: number): Point {
  const forward = [0.52, 0.83, -0.2] as const
  const right = [0.847, -0.531, 0] as const
  const up = [0.106, 0.169, 0.98] as const
  const a = (x - 0.5) * 1.25
  const b = ((0.5 - y) * 1.25) / aspect
  const along = (c: 0 | 1 | 2) => forward[c] + a * right[c] + b * up[c]
  return [along(0), along(1), along(2)]
}

const CLAY = finish('other', 1, [255, 255, 255])
const WORLD = makeWorld([
  // Ground up to the horizon that the camera shows.
  box([-200, -200, -1], [200, 200, 0], CLAY),
  ...BOXES.map(([low, high]) => box(low, high, CLAY)),
  {
    shape: 'post',
    low: [TOWER.x - TOWER.radius, TOWER.y - TOWER.radius, 0],
    high: [TOWER.x + TOWER.radius, TOWER.y + TOWER.radius, TOWER.top],
    finish: CLAY,
    topRadius: TOWER.radius,
    group: -2,
  },
])
/** Distance from which the ground is as bright as the sky. */
const FARTHEST = 60

const hit = emptyHit()

/** What a ray meets; null for the sky. */
function castTo(dir: Point): Hit | null {
  cast(WORLD, EYE, dir[0], dir[1], dir[2], hit)
  return hit.finish && hit.t < FARTHEST ? hit : null
}

/** Soft light from the upper right in front, a little darker towards the ground and in the distance; sky behind. */
function shade(dir: Point): number {
  const found = castTo(dir)
  if (!found) return 236
  const { t, nx, ny, nz } = found
  const height = EYE[2] + t * dir[2]
  const light = 0.6 + 0.26 * nz - 0.16 * ny + 0.14 * nx
  return 245 * light * (1 - 0.06 * Math.exp(-height)) * (1 - 0.006 * t)
}

/** A clay render with known edges. */
interface ClayRender {
  image: Raster
  /** 1 at pixels beside an edge of the scene that the light shows. */
  edges: Uint8Array
}

/** Renders the model at a size, with a little noise as a path tracer leaves. */
export function renderClay(width: number, height: number): ClayRender {
  const aspect = width / height
  const image = picture(width, height, (x, y) => grey(shade(rayAt(x, y, aspect))))
  const count = width * height
  const surfaces = new Int32Array(count)
  const tones = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    const x = i % width
    const dir = rayAt((x + 0.5) / width, ((i - x) / width + 0.5) / height, aspect)
    surfaces[i] = castTo(dir)?.surface ?? 0
    tones[i] = shade(dir)
  }
  const parts = (i: number, j: number): boolean =>
    surfaces[i] !== surfaces[j] && Math.abs(tones[i]! - tones[j]!) >= LEAST_STEP
  const edges = new Uint8Array(count)
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const i = y * width + x
      if (parts(i, i + 1) || parts(i, i + width)) edges[i] = 1
    }
  }
  return { image: addNoise(image, 1.2, 9), edges }
}

/** 1 within `reach` pixels of a marked one. */
export function widened(marks: Uint8Array, width: number, height: number, reach: number): Uint8Array {
  const out = new Uint8Array(marks.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (marks[y * width + x] === 0) continue
      for (let dy = -reach; dy <= reach; dy++) {
        for (let dx = -reach; dx <= reach; dx++) {
          const inside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height
          if (inside && dx * dx + dy * dy <= reach * reach) out[(y + dy) * width + x + dx] = 1
        }
      }
    }
  }
  return out
}

/** Shares of true edges that are drawn, and of what is drawn that is true, within `reach` px. */
export function compareEdges(
  drawn: Uint8Array,
  edges: Uint8Array,
  { width, height }: { width: number; height: number },
  reach: number,
): { recall: number; precision: number } {
  const share = (marks: Uint8Array, near: Uint8Array): number => {
    let [all, hit] = [0, 0]
    for (let i = 0; i < marks.length; i++) {
      if (marks[i] === 0) continue
      all++
      if (near[i] === 1) hit++
    }
    return all > 0 ? hit / all : 0
  }
  return {
    recall: share(edges, widened(drawn, width, height, reach)),
    precision: share(drawn, widened(edges, width, height, reach)),
  }
}
