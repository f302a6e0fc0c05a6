import type { Camera } from './camera.ts'
import type { Field } from './light.ts'
import { emptyHit, type Finish } from './solids.ts'
import { cast, type World } from './world.ts'

/** What all pixels of a picture show. */
export interface Traced extends Field {
  finishes: readonly (Finish | null)[]
  /** Distance along the ray over its forward part, m. */
  depth: Float32Array
}

const hit = emptyHit()

/** Meets the first solid at a place of the picture, px. */
export function castAt(world: World, camera: Camera, x: number, y: number): typeof hit {
  const { width, height, focal, right, down, forward, eye } = camera
  const [a, b] = [(x - width / 2) / focal, (y - height / 2) / focal]
  cast(
    world,
    eye,
    forward[0] + a * right[0] + b * down[0],
    forward[1] + a * right[1] + b * down[1],
    forward[2] + a * right[2] + b * down[2],
    hit,
  )
  return hit
}

/** Casts a ray through the centre of each pixel. */
export function trace(world: World, camera: Camera): Traced {
  const { width, height, focal, right, down, forward, eye } = camera
  const count = width * height
  const surface = new Int32Array(count)
  const at = new Float32Array(3 * count)
  const normal = new Float32Array(3 * count)
  const depth = new Float32Array(count)
  const finishes: (Finish | null)[] = []
  for (let i = 0; i < count; i++) {
    const x = (i % width) + 0.5
    const y = Math.floor(i / width) + 0.5
    const found = castAt(world, camera, x, y)
    surface[i] = found.surface
    finishes.push(found.finish)
    depth[i] = found.t
    if (!found.finish) continue
    const [a, b] = [(x - width / 2) / focal, (y - height / 2) / focal]
    for (let c = 0; c < 3; c++)
      at[3 * i + c] = eye[c]! + found.t * (forward[c]! + a * right[c]! + b * down[c]!)
    normal[3 * i] = found.nx
    normal[3 * i + 1] = found.ny
    normal[3 * i + 2] = found.nz
  }
  return { width, height, surface, at, normal, finishes, depth }
}

/** 1 at pixels beside another surface. */
export function edgesOf({ width, height, surface }: Field): Uint8Array {
  const edges = new Uint8Array(surface.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const own = surface[i]
      if (x + 1 < width && surface[i + 1] !== own) edges[i] = edges[i + 1] = 1
      if (y + 1 < height && surface[i + width] !== own) edges[i] = edges[i + width] = 1
    }
  }
  return edges
}

const SUB = 4

/** Surfaces inside of the pixels at edges: 4 × 4 places each. */
export interface Fine {
  pixels: Int32Array
  surface: Int32Array
  finish: (Finish | null)[]
}

/** Looks closer at the pixels at edges. */
export function refineEdges(world: World, camera: Camera, edges: Uint8Array): Fine {
  const pixels = Int32Array.from(edges.keys().filter((i) => edges[i] === 1))
  const surface = new Int32Array(SUB * SUB * pixels.length)
  const finish: (Finish | null)[] = []
  for (let k = 0; k < pixels.length; k++) {
    const px = pixels[k]! % camera.width
    const py = Math.floor(pixels[k]! / camera.width)
    for (let s = 0; s < SUB * SUB; s++) {
      const found = castAt(
        world,
        camera,
        px + ((s % SUB) + 0.5) / SUB,
        py + (Math.floor(s / SUB) + 0.5) / SUB,
      )
      surface[SUB * SUB * k + s] = found.surface
      finish.push(found.finish)
    }
  }
  return { pixels, surface, finish }
}

/**
 * How much of each pixel a line along the edges covers, 0..1.
 * @param wide px
 */
export function inkOf({ pixels, surface }: Fine, { width, height }: Field, wide: number): Float32Array {
  const ink = new Float32Array(width * height)
  const dot = (x: number, y: number): void => {
    const [i, j] = [Math.floor(x - 0.5), Math.floor(y - 0.5)]
    const [u, v] = [x - 0.5 - i, y - 0.5 - j]
    for (const [dx, dy, part] of [
      [0, 0, (1 - u) * (1 - v)],
      [1, 0, u * (1 - v)],
      [0, 1, (1 - u) * v],
      [1, 1, u * v],
    ] as const) {
      if (i + dx < 0 || j + dy < 0 || i + dx >= width || j + dy >= height) continue
      const p = (j + dy) * width + i + dx
      ink[p] = Math.min(1, ink[p]! + (wide * part) / SUB)
    }
  }
  for (let k = 0; k < pixels.length; k++) {
    const px = pixels[k]! % width
    const py = Math.floor(pixels[k]! / width)
    for (let s = 0; s < SUB * SUB; s++) {
      const own = surface[SUB * SUB * k + s]
      const [sx, sy] = [s % SUB, Math.floor(s / SUB)]
      if (sx + 1 < SUB && surface[SUB * SUB * k + s + 1] !== own)
        dot(px + (sx + 1) / SUB, py + (sy + 0.5) / SUB)
      if (sy + 1 < SUB && surface[SUB * SUB * k + s + SUB] !== own)
        dot(px + (sx + 0.5) / SUB, py + (sy + 1) / SUB)
    }
  }
  // Edges that fall between two pixels.
  const first = new Map(Array.from(pixels, (p, k) => [p, k]))
  for (let k = 0; k < pixels.length; k++) {
    const p = pixels[k]!
    const beside = (p + 1) % width === 0 ? undefined : first.get(p + 1)
    const below = first.get(p + width)
    for (let s = 0; s < SUB; s++) {
      if (beside !== undefined && surface[16 * k + 4 * s + 3] !== surface[16 * beside + 4 * s])
        dot((p % width) + 1, Math.floor(p / width) + (s + 0.5) / SUB)
      if (below !== undefined && surface[16 * k + 12 + s] !== surface[16 * below + s])
        dot((p % width) + (s + 0.5) / SUB, Math.floor(p / width) + 1)
    }
  }
  return ink
}
