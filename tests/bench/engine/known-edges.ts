import { frameOf, rayDirection } from '#studio/scenes/camera.ts'
import { clayScene, packScene } from '#studio/scenes/packed-scene.ts'
import { RayCaster } from '#studio/scenes/ray-caster.ts'
import { SCENES } from '#studio/scenes/scenes.ts'
import { Surface } from '#studio/scenes/surface.ts'

/** What each pixel of a scene shows, along the ray through its centre. */
interface Buffers {
  /** Distance from the camera, m; NOTHING where the ray leaves the scene. */
  depth: Float32Array
  point: Float32Array
  normal: Float32Array
  /** 1 for leaves and what is seen through windows: not looked at. */
  ignored: Uint8Array
}
const NOTHING = 1e6
const PANES = 50

/** When neighbouring pixels are parted by an edge. */
interface Edge {
  /** Least distance of the points from each other's tangent planes, m, and its growth with the distance. */
  readonly gap: readonly [least: number, perMetre: number]
  /** Cosine of the turn between their normals that makes a crease. */
  readonly crease: number
  /** How far apart the two pixels are whose normals are compared, px. */
  readonly over: number
}
/** An edge that a drawing must show: a step of more than a centimetre or two, a crease of more than 30°. */
const CLEAR: Edge = { gap: [0.012, 0.0025], crease: 0.86, over: 1 }
/** The slightest edge that a drawing may show: a reveal of some millimetres, a crease of 25°, a rounded one also. */
const SLIGHT: Edge = { gap: [0.003, 0.0008], crease: 0.906, over: 3 }

function cast(name: keyof typeof SCENES, width: number, height: number): Buffers {
  const made = SCENES[name].make()
  const clay = clayScene(packScene(made), made)
  const scene = { ...clay, materials: clay.materials.map((material) => ({ ...material, bump: 0 })) }
  const caster = new RayCaster(scene.bvh, 0)
  const surface = new Surface(scene)
  const frame = frameOf(scene.camera, width / height)
  const count = width * height
  const out: Buffers = {
    depth: new Float32Array(count).fill(NOTHING),
    point: new Float32Array(3 * count),
    normal: new Float32Array(3 * count),
    ignored: new Uint8Array(count),
  }
  const dir = new Float64Array(3)
  for (let i = 0; i < count; i++) {
    const x = i % width
    rayDirection(frame, ((x + 0.5) / width) * 2 - 1, 1 - (((i - x) / width + 0.5) / height) * 2, dir)
    look(out, i, scene.camera.eye, dir, caster, surface)
  }
  return out
}

/** Follows one ray through glass to the first surface. */
function look(
  out: Buffers,
  i: number,
  eye: readonly number[],
  dir: Float64Array,
  caster: RayCaster,
  surface: Surface,
): void {
  let [ox, oy, oz] = [eye[0]!, eye[1]!, eye[2]!]
  const [dx, dy, dz] = [dir[0]!, dir[1]!, dir[2]!]
  let travelled = 0
  for (let pane = 0; pane < PANES; pane++) {
    const triangle = caster.closest(ox, oy, oz, dx, dy, dz, 1e9)
    if (triangle < 0) return
    travelled += caster.t
    surface.load(triangle, caster, dx, dy, dz, true)
    const { px, py, pz, nx, ny, nz, material } = surface
    if (material.kind === 'glass') {
      ;[ox, oy, oz] = [px, py, pz]
      continue
    }
    out.depth[i] = travelled
    out.point.set([px, py, pz], 3 * i)
    out.normal.set([nx, ny, nz], 3 * i)
    if (material.line === 'foliage' || material.kind === 'leaf') out.ignored[i] = 1
    return
  }
}

/** Whether there is a step between two pixels: each lies off the other's surface. */
function isStep({ depth, point, normal }: Buffers, p: number, q: number, { gap }: Edge): boolean {
  const near = Math.min(depth[p]!, depth[q]!)
  if (depth[p] === NOTHING || depth[q] === NOTHING) return near !== NOTHING
  let [fromP, fromQ] = [0, 0]
  for (let c = 0; c < 3; c++) {
    const way = point[3 * q + c]! - point[3 * p + c]!
    fromP += way * normal[3 * p + c]!
    fromQ += way * normal[3 * q + c]!
  }
  return Math.min(Math.abs(fromP), Math.abs(fromQ)) > gap[0] + gap[1] * near
}

/** Whether the surface turns between two pixels. */
function isCrease({ depth, normal }: Buffers, p: number, q: number, { crease }: Edge): boolean {
  if (depth[p] === NOTHING || depth[q] === NOTHING) return false
  let cosine = 0
  for (let c = 0; c < 3; c++) cosine += normal[3 * p + c]! * normal[3 * q + c]!
  return cosine < crease
}

function mark(buffers: Buffers, width: number, height: number, edge: Edge): Uint8Array {
  const marks = new Uint8Array(width * height)
  const { over } = edge
  const middle = over >> 1
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const p = y * width + x
      if (x + 1 < width && isStep(buffers, p, p + 1, edge)) marks[p] = 1
      if (y + 1 < height && isStep(buffers, p, p + width, edge)) marks[p] = 1
      if (x + over < width && isCrease(buffers, p, p + over, edge)) marks[p + middle] = 1
      if (y + over < height && isCrease(buffers, p, p + over * width, edge)) marks[p + middle * width] = 1
    }
  return marks
}

/** The edges of a scene's geometry as its camera sees them, one value a pixel. */
export interface KnownEdges {
  /** 1 at an edge that a drawing must show. */
  clear: Uint8Array
  /** 1 at an edge that it may show, the clear ones among them. */
  slight: Uint8Array
  /** 1 at leaves, whose thousand edges nobody draws one by one. */
  ignored: Uint8Array
}

/**
 * Steps and creases of a sample scene's geometry, found by rays through the pixels' centres: what its clay render of
 * the same size shows if the light does. Shadows are no edges.
 */
export function knownEdges(name: keyof typeof SCENES, width: number, height: number): KnownEdges {
  const buffers = cast(name, width, height)
  return {
    clear: mark(buffers, width, height, CLEAR),
    slight: mark(buffers, width, height, SLIGHT),
    ignored: buffers.ignored,
  }
}
