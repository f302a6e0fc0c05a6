// Collects three.js geometry into one triangle soup with a material, tint and line group for each object.
// Texture coordinates are box projections in each object's own frame, in metres, so grain follows the piece.
import { type BufferGeometry, Euler, Matrix3, Matrix4, Quaternion, Vector3 } from 'three'
import { randomFrom } from '#contracts/random.ts'
import { type Material, type MaterialInput, material } from './materials.ts'
import { hash01 } from './sampler.ts'
import type { Rgb, SkyOptions } from './sky.ts'

export type Vec3 = [number, number, number]

export interface Placement {
  at?: Vec3
  /** Euler angles in degrees, applied in the order Y, X, Z. */
  rot?: Vec3
  scale?: number | Vec3
}

export interface AddOptions extends Placement {
  tint?: Rgb
  /** Axis of the piece along which grain runs. */
  grain?: 'x' | 'y' | 'z'
  /** Texture in world coordinates, without the random shift of each piece. */
  world?: boolean
  /** Texture in the object's own frame, without shift. */
  fixed?: boolean
}

export interface Light {
  kind: 'rect' | 'sphere'
  /** Corner (rect) or centre (sphere). */
  p: Vec3
  a: Vec3
  b: Vec3
  radius: number
  emit: Rgb
}

export interface Camera {
  eye: Vec3
  /** Only its heading is used unless `free`: the view stays level and shifts, so verticals stay vertical. */
  target: Vec3
  /** Focal length for a sensor 36 mm wide. */
  lens: number
  /** Vertical shift of the frame, as a share of its height; positive looks up. */
  shift: number
  free?: boolean
}

export interface Scene {
  camera: Camera
  sky: SkyOptions
  claySky: SkyOptions
  exposure: number
  clayExposure: number
  /** Kelvin-like warmth: > 0 warms the picture. */
  warmth?: number
  maxBounces: number
  /** Openings through which daylight is sampled: p + a·s + b·t. */
  portals: Light[]
  build: SceneBuilder
}

class Floats {
  data = new Float32Array(1 << 16)
  length = 0
  push3(x: number, y: number, z: number): void {
    if (this.length + 3 > this.data.length) {
      const next = new Float32Array(this.data.length * 2)
      next.set(this.data)
      this.data = next
    }
    this.data[this.length++] = x
    this.data[this.length++] = y
    this.data[this.length++] = z
  }
}

export interface SceneObject {
  material: number
  tint: Rgb
  group: number
  light: number
}

const RAD = Math.PI / 180

/** Matrix of a placement. */
export function matrixOf(p: Placement): Matrix4 {
  const [x, y, z] = p.at ?? [0, 0, 0]
  const [rx, ry, rz] = p.rot ?? [0, 0, 0]
  const s = typeof p.scale === 'number' ? [p.scale, p.scale, p.scale] : (p.scale ?? [1, 1, 1])
  const q = new Quaternion().setFromEuler(new Euler(rx * RAD, ry * RAD, rz * RAD, 'YXZ'))
  return new Matrix4().compose(new Vector3(x, y, z), q, new Vector3(s[0], s[1], s[2]))
}

export class SceneBuilder {
  readonly materials: Material[] = []
  readonly objects: SceneObject[] = []
  readonly lights: Light[] = []
  readonly positions = new Floats()
  readonly normals = new Floats()
  /** u, v and object index for each corner. */
  readonly coords = new Floats()
  readonly random = randomFrom(20240607)
  private readonly names = new Map<string, number>()
  private readonly stack: Matrix4[] = [new Matrix4()]
  private groupId = 0
  private inGroup = 0

  /** Names a material; later calls to `add` use the name. */
  mat(name: string, input: MaterialInput): string {
    this.names.set(name, this.materials.length)
    this.materials.push(material(input))
    return name
  }

  /** Runs `body` in the frame of `placement`. */
  place(placement: Placement, body: () => void): void {
    this.stack.push(this.stack[this.stack.length - 1]!.clone().multiply(matrixOf(placement)))
    body()
    this.stack.pop()
  }

  /** Runs `body` with all its objects in one line group: no lines are drawn between them. */
  group(body: () => void): void {
    const before = this.inGroup
    this.inGroup = ++this.groupId
    body()
    this.inGroup = before
  }

  /** Uniform random number in [lo, hi). */
  range(lo: number, hi: number): number {
    return lo + (hi - lo) * this.random()
  }

  /** Adds a geometry (with normals) as one object and returns its index. */
  add(geometry: BufferGeometry, name: string, options: AddOptions = {}): number {
    const index = this.names.get(name)
    if (index === undefined) throw new Error(`material ${name} is not defined`)
    const id = this.objects.length
    const vary = this.materials[index]!.vary
    const k = 1 + (this.random() - 0.5) * vary
    const tint = options.tint ?? [1, 1, 1]
    this.objects.push({
      material: index,
      tint: [tint[0] * k, tint[1] * k, tint[2] * k],
      group: this.inGroup || ++this.groupId,
      light: -1,
    })
    this.soup(geometry, this.stack[this.stack.length - 1]!.clone().multiply(matrixOf(options)), id, options)
    return id
  }

  private soup(geometry: BufferGeometry, m: Matrix4, id: number, options: AddOptions): void {
    const flat = geometry.index ? geometry.toNonIndexed() : geometry
    const position = flat.getAttribute('position')
    const normal = flat.getAttribute('normal')
    const normalMatrix = new Matrix3().getNormalMatrix(m)
    const s =
      typeof options.scale === 'number' ? [options.scale, options.scale, options.scale] : options.scale
    const shiftU = options.world || options.fixed ? 0 : hash01(id, 1, 3) * 7
    const shiftV = options.world || options.fixed ? 0 : hash01(id, 2, 3) * 7
    const corners = [new Vector3(), new Vector3(), new Vector3()]
    const face = new Vector3()
    const edge = new Vector3()
    const n = new Vector3()
    const p = new Vector3()
    for (let t = 0; t < position.count; t += 3) {
      for (let c = 0; c < 3; c++) {
        corners[c]!.fromBufferAttribute(position, t + c)
        if (options.world) corners[c]!.applyMatrix4(m)
        else if (s) corners[c]!.set(corners[c]!.x * s[0]!, corners[c]!.y * s[1]!, corners[c]!.z * s[2]!)
      }
      face.subVectors(corners[1]!, corners[0]!).cross(edge.subVectors(corners[2]!, corners[0]!))
      const axis = dominant(face)
      for (let c = 0; c < 3; c++) {
        p.fromBufferAttribute(position, t + c).applyMatrix4(m)
        n.fromBufferAttribute(normal, t + c)
          .applyMatrix3(normalMatrix)
          .normalize()
        this.positions.push3(p.x, p.y, p.z)
        this.normals.push3(n.x, n.y, n.z)
        const [u, v] = project(corners[c]!, axis, options.grain ?? 'x')
        this.coords.push3(u + shiftU, v + shiftV, id)
      }
    }
  }

  /** Adds a light that the tracer samples; its geometry must have been added as `object`. */
  light(object: number, light: Light): void {
    this.objects[object]!.light = this.lights.length
    this.lights.push(light)
  }

  /** World position of a point in the current frame. */
  world(p: Vec3): Vec3 {
    const v = new Vector3(...p).applyMatrix4(this.stack[this.stack.length - 1]!)
    return [v.x, v.y, v.z]
  }
}

function dominant(v: Vector3): 0 | 1 | 2 {
  const x = Math.abs(v.x)
  const y = Math.abs(v.y)
  const z = Math.abs(v.z)
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2
}

function project(p: Vector3, axis: 0 | 1 | 2, grain: 'x' | 'y' | 'z'): [number, number] {
  if (axis === 0) return grain === 'y' ? [p.y, p.z] : [p.z, p.y]
  if (axis === 1) return grain === 'z' ? [p.z, p.x] : [p.x, p.z]
  return grain === 'y' ? [p.y, p.x] : [p.x, p.y]
}
