// A scene as worker threads take it: big arrays in shared memory, the rest plain data.
import type { Camera, Light, Scene, SceneObject } from './builder.ts'
import { type Bvh, buildBvh } from './bvh.ts'
import { asClay, type Material } from './materials.ts'
import type { SkyOptions } from './sky.ts'

export interface PackedScene {
  bvh: Bvh
  /** Corner normals, 9 numbers a triangle, by slot. */
  normals: Float32Array
  /** Corner texture coordinates, 6 numbers a triangle, by slot. */
  coords: Float32Array
  /** Object of each triangle, by slot. */
  objectOf: Uint32Array
  objects: SceneObject[]
  materials: Material[]
  lights: Light[]
  portals: Light[]
  camera: Camera
  sky: SkyOptions
  exposure: number
  maxBounces: number
  /** A clay model: features tell objects apart by number, as colour cannot. */
  clay: boolean
}

function shared(bytes: number): SharedArrayBuffer {
  return new SharedArrayBuffer(Math.max(8, bytes))
}

/** Builds the hierarchy and brings all arrays into its order. */
export function packScene(scene: Scene): PackedScene {
  const b = scene.build
  const bvh = buildBvh(b.positions.data.subarray(0, b.positions.length))
  const count = bvh.order.length
  const normals = new Float32Array(shared(count * 36))
  const coords = new Float32Array(shared(count * 24))
  const objectOf = new Uint32Array(shared(count * 4))
  const seeThrough = new Uint8Array(bvh.memory.buffer, bvh.seeAt, count)
  for (let i = 0; i < count; i++) {
    if (bvh.order[i]! < 0) continue
    const from = bvh.order[i]! * 9
    normals.set(b.normals.data.subarray(from, from + 9), i * 9)
    for (let c = 0; c < 3; c++) {
      coords[i * 6 + c * 2] = b.coords.data[from + c * 3]!
      coords[i * 6 + c * 2 + 1] = b.coords.data[from + c * 3 + 1]!
    }
    objectOf[i] = b.coords.data[from + 2]!
    const kind = b.materials[b.objects[objectOf[i]!]!.material]!.kind
    seeThrough[i] = kind === 'glass' ? 222 : kind === 'water' ? 200 : 0
  }
  return {
    bvh,
    normals,
    coords,
    objectOf,
    objects: b.objects,
    materials: b.materials,
    lights: b.lights,
    portals: scene.portals,
    camera: scene.camera,
    sky: scene.sky,
    exposure: scene.exposure,
    maxBounces: scene.maxBounces,
    clay: false,
  }
}

/** The same geometry as a clay model under its own sky. */
export function clayScene(packed: PackedScene, scene: Scene): PackedScene {
  return {
    ...packed,
    materials: packed.materials.map(asClay),
    objects: packed.objects.map((o) => ({ ...o, tint: [1, 1, 1] as [number, number, number], light: -1 })),
    lights: [],
    clay: true,
    sky: scene.claySky,
    exposure: scene.clayExposure,
  }
}
