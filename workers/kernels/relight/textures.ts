import type { Plane } from '#kernels/raster.ts'
import { type Copy, planeOf } from './copy.ts'
import type { Look } from './looks.ts'
import { cloudNoise } from './noise.ts'

/** Irregularities of nature as planes of the copy's size, 0..1; null where they are not needed. */
export interface Textures {
  /** Which trees turn, and their leaves among each other. */
  tree: Plane | null
  /** Drier and fresher parts of a lawn. */
  lawn: Plane | null
  /** How snow lies. */
  patch: Plane | null
  /** Where water stands. */
  puddle: Plane | null
  /** Banks of haze. */
  drift: Plane | null
}

/** Spreads noise, which gathers around its middle, over 0..1. */
const spread = (noise: number) => Math.max(0, Math.min(1, 0.5 + 2.1 * (noise - 0.5)))

function fill(copy: Copy, value: (x: number, y: number) => number): Plane {
  const plane = planeOf(copy)
  // A unit is about as wide as a tree's crown.
  const unit = 0.06 * Math.max(copy.width, copy.height)
  for (let i = 0; i < plane.data.length; i++)
    plane.data[i] = value((i % copy.width) / unit, Math.floor(i / copy.width) / unit)
  return plane
}

/** The textures that a look needs, the same for the same size. */
export function texturesFor(copy: Copy, { season, fall, haze }: Look): Textures {
  const turns = season !== 'keep'
  return {
    tree: turns
      ? fill(copy, (x, y) => {
          const leaf = 0.35 * (cloudNoise(6 * x, 6 * y, 8, 2) - 0.5)
          return Math.max(0, Math.min(1, spread(cloudNoise(x / 2.6, y / 4, 5, 2)) + leaf))
        })
      : null,
    lawn: turns ? fill(copy, (x, y) => spread(cloudNoise(x / 3, y, 15, 3))) : null,
    patch: fall === 'snow' ? fill(copy, (x, y) => cloudNoise(2.4 * x, 5 * y, 9, 4)) : null,
    puddle: fall === 'rain' ? fill(copy, (x, y) => cloudNoise(x / 3, 2.5 * y, 27, 3)) : null,
    drift: fall === 'none' && haze > 0.2 ? fill(copy, (x, y) => cloudNoise(x / 5, y / 1.6, 21, 2)) : null,
  }
}
