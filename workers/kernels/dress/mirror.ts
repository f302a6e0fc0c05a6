import { cloudNoise } from '#kernels/relight/noise.ts'
import { rayOf } from '#kernels/seeing/view.ts'
import { readEnvironment } from './environment.ts'
import type { Scene } from './paint.ts'
import { spread } from './planes.ts'

/** Gloss from which a level surface mirrors what stands on it. */
const GLOSSY = 0.22
const STEPS = 36

/** How much a region mirrors: water, and polished ground; 0 for the rest. */
function glossOf({ prepared, finishes, air }: Scene): Float32Array {
  const { seen, geometry } = prepared
  return Float32Array.from(seen.regions, ({ id, label }) => {
    const plane = geometry.planes[id]
    if (label === 'water') return 1
    if (!plane || (label !== 'floor' && label !== 'ground')) return 0
    const gloss = (finishes[id]?.gloss ?? 0) + (air.fall === 'rain' ? 0.25 : 0)
    return gloss > GLOSSY ? Math.min(0.9, gloss) : 0
  })
}

/** Mirrors the picture in its own level surfaces, in place: rays are followed through what is seen. */
export function mirrorScene(scene: Scene, rgb: Float32Array): void {
  const { prepared, around } = scene
  const { geometry, map, seen } = prepared
  const { view, planes, depth } = geometry
  const { width, height, focal } = view
  const gloss = glossOf(scene)
  if (!gloss.some((value) => value > 0)) return
  const [w, h] = [width >> 1, height >> 1]
  const seenThere = new Float32Array(3 * w * h)
  const from = new Float32Array(3)
  const indoors = seen.setting === 'indoors'
  for (let hy = 0, o = 0; hy < h; hy++)
    for (let hx = 0; hx < w; hx++, o += 3) {
      const [x, y] = [2 * hx, 2 * hy]
      const i = y * width + x
      const id = map[i]!
      if (gloss[id] === 0) continue
      const plane = planes[id]!
      const z = depth[i]!
      const ray = rayOf(view, x, y)
      const scale = z / ray[2]
      let [nx, ny, nz] = plane.normal
      if (seen.regions[id]!.label === 'water') {
        const [u, v] = [ray[0] * scale, ray[2] * scale]
        nx += 0.012 * (cloudNoise(3 * u, 3 * v, 51, 2) - 0.5)
        nz += 0.03 * (cloudNoise(3 * u, 3 * v, 57, 2) - 0.5)
      }
      const towards = ray[0] * nx + ray[1] * ny + ray[2] * nz
      const [rx, ry, rz] = [ray[0] - 2 * towards * nx, ray[1] - 2 * towards * ny, ray[2] - 2 * towards * nz]
      let t = 0.04 * z
      let hit = -1
      for (let step = 0; step < STEPS; step++) {
        const qz = z + t * rz
        if (qz < 0.2) break
        const sx = (width / 2 + (focal * (ray[0] * scale + t * rx)) / qz) | 0
        const sy = (height / 2 + (focal * (ray[1] * scale + t * ry)) / qz) | 0
        if (sx < 0 || sy < 0 || sx >= width || sy >= height) break
        const k = sy * width + sx
        const behind = qz - depth[k]!
        if (behind > 0 && behind < 0.5 + 0.3 * t && map[k] !== id) {
          hit = k
          break
        }
        t *= 1.17
      }
      if (hit >= 0) for (let c = 0; c < 3; c++) from[c] = rgb[3 * hit + c]!
      else if (indoors) for (let c = 0; c < 3; c++) from[c] = 0.45 * scene.air.skyLight[c]!
      else readEnvironment(around, geometry, [rx, ry, rz], from)
      seenThere.set(from, o)
    }
  blend(scene, rgb, softened(seenThere, w, h), gloss)
}

/** What is mirrored is less sharp than what is there. */
function softened(small: Float32Array, w: number, h: number): Float32Array {
  const out = new Float32Array(small.length)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++)
      for (let c = 0; c < 3; c++) {
        let [sum, count] = [0, 0]
        for (let dy = -2; dy <= 2; dy++)
          for (let dx = -1; dx <= 1; dx++) {
            const k =
              3 * (Math.min(h - 1, Math.max(0, y + dy)) * w + Math.min(w - 1, Math.max(0, x + dx))) + c
            if (small[k] === 0) continue
            sum += small[k]!
            count++
          }
        out[3 * (y * w + x) + c] = count > 0 ? sum / count : 0
      }
  return out
}

function blend({ prepared }: Scene, rgb: Float32Array, small: Float32Array, gloss: Float32Array): void {
  const { geometry, map, seen } = prepared
  const { view, planes } = geometry
  const { width, height } = view
  const whole = spread(small, width >> 1, height >> 1, width, height)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const id = map[i]!
      const shine = gloss[id]!
      if (shine === 0) continue
      const { normal } = planes[id]!
      const ray = rayOf(view, x + 0.5, y + 0.5)
      const facing = Math.min(1, Math.max(0, -(ray[0] * normal[0] + ray[1] * normal[1] + ray[2] * normal[2])))
      const water = seen.regions[id]!.label === 'water'
      const share = water
        ? 0.1 + 0.85 * (1 - facing) ** 2.5
        : shine * shine * (0.05 + 0.7 * (1 - facing) ** 3)
      const keep = water ? 1 - share : 1 - 0.5 * share
      for (let c = 3 * i; c < 3 * i + 3; c++) rgb[c] = rgb[c]! * keep + share * whole[c]!
    }
}
