import type { Raster } from '#kernels/raster.ts'
import { addNoise, type Colour } from './line-pictures.ts'

/** What a white building stands under and in. */
export interface WhiteScene {
  /** Colour of the sky high up and at the horizon. */
  sky: readonly [Colour, Colour]
  /** Colour of the front and of the side: in sun or shade. */
  front: Colour
  side: Colour
  /** Height of the building, m; the higher it is, the more of the upper border it fills. */
  height: number
}

/** A picture with what is glass in it, pixel by pixel. */
export interface KnownBuilding {
  picture: Raster
  glass: Uint8Array
}

type Part = { kind: 'sky' | 'wall' | 'glass'; colour: Colour }

const GLASS: Colour = [74, 92, 108]
const FRAME: Colour = [62, 64, 66]
const GROUND: Colour = [142, 140, 136]
const EYE = 1.6
const FOCAL = 0.9

const mix = (a: Colour, b: Colour, t: number): Colour => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]
const dim = (colour: Colour, by: number): Colour => [colour[0] * by, colour[1] * by, colour[2] * by]
const fraction = (v: number) => v - Math.floor(v)

/** A place on a wall: metres along it and above the ground. */
function wallAt(along: number, up: number, colour: Colour): Part {
  const [bay, floor] = [fraction(along / 3.2) * 3.2, fraction(up / 3.3) * 3.3]
  const isOpening = bay > 0.8 && bay < 2.4 && floor > 0.9 && floor < 2.7
  if (!isOpening) return { kind: 'wall', colour }
  const isFrame = bay < 0.88 || bay > 2.32 || Math.abs(bay - 1.6) < 0.04 || floor < 0.98 || floor > 2.62
  return {
    kind: 'glass',
    colour: isFrame ? FRAME : mix(GLASS, [150, 170, 190], 0.25 * fraction(along / 3.2)),
  }
}

/** What a ray from the eye meets; its direction to the right, up and ahead. */
function partAt(scene: WhiteScene, right: number, up: number): Part {
  // The building's corner is 14 m ahead; its walls run away to both sides.
  const walls = [
    { dx: -Math.cos(0.5), dz: Math.sin(0.5), colour: scene.front, length: 26 },
    { dx: Math.cos(0.9), dz: Math.sin(0.9), colour: scene.side, length: 16 },
  ]
  for (const { dx, dz, colour, length } of walls) {
    // Corner (1.5, 14) + along · (dx, dz) = distance · (right, 1).
    const along = (14 * right - 1.5) / (dx - dz * right)
    const far = 14 + along * dz
    const high = EYE + far * up
    if (along < 0 || along > length || far < 1 || high < 0 || high > scene.height) continue
    return wallAt(along, high, colour)
  }
  if (up < 0) return { kind: 'wall', colour: dim(GROUND, 0.8 + 0.2 * fraction(40 * up)) }
  return { kind: 'sky', colour: mix(scene.sky[1], scene.sky[0], Math.min(1, up / 0.55)) }
}

/** Takes a picture of a white building with its corner towards the camera, as noisy as a photograph. */
export function whiteBuilding(scene: WhiteScene, width: number, height: number): KnownBuilding {
  const data = new Uint8ClampedArray(4 * width * height)
  const glass = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const sum = [0, 0, 0]
      // 2 × 2 samples a pixel, so that edges are as soft as a photograph's.
      for (let s = 0; s < 4; s++) {
        const right = (x + (s & 1) / 2 + 0.25 - width / 2) / (FOCAL * width)
        const up = (0.66 * height - y - (s >> 1) / 2 - 0.25) / (FOCAL * width)
        const { kind, colour } = partAt(scene, right, up)
        for (let c = 0; c < 3; c++) sum[c] = sum[c]! + colour[c]! / 4
        if (kind === 'glass') glass[i] = glass[i]! + 63.75
      }
      data.set([...sum, 255], 4 * i)
    }
  return { picture: addNoise({ width, height, data }, 2, 5), glass }
}
