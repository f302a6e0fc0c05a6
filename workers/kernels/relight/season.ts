import { greenness } from './copy.ts'
import type { Season } from './looks.ts'
import { cloudNoise } from './noise.ts'
import type { Light } from './skies.ts'

type Colour = [number, number, number]

/** Colours of leaves in linear light, each of luma 1, from the kind of tree that turns first to the last. */
const AUTUMN: readonly Light[] = [
  [2.35, 0.66, 0.11],
  [2.05, 0.75, 0.08],
  [1.62, 0.91, 0.08],
  [1.4, 0.97, 0.12],
  [0.98, 1.07, 0.3],
]
const FRESH: Light = [1.0, 1.09, 0.22]
const DEEP: Light = [0.6, 1.18, 0.3]
const BLOSSOM: Light = [1.5, 0.82, 1.05]
const BARE: Light = [1.2, 0.96, 0.75]
const STRAW: Light = [1.3, 0.99, 0.4]
const PALE_STRAW: Light = [1.22, 0.98, 0.58]

function along(colours: readonly Light[], at: number): Colour {
  const place = Math.max(0, Math.min(colours.length - 1.001, at * (colours.length - 1)))
  const i = Math.floor(place)
  const [a, b] = [colours[i]!, colours[i + 1]!]
  const t = place - i
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

/** Spreads noise, which gathers around its middle, over 0..1. */
const spread = (noise: number) => Math.max(0, Math.min(1, 0.5 + 2.1 * (noise - 0.5)))

/** Where a pixel of vegetation stands. */
export interface Place {
  x: number
  y: number
  /** Size of a tree's crown, px. */
  unit: number
  /** 1 for lawns on the ground, 0 for leaves above it. */
  ground: number
}

function leafColour(season: Season, { x, y, unit }: Place): { colour: Light; share: number } {
  const tree = spread(cloudNoise(x / (2.6 * unit), y / (4 * unit), 5, 2))
  const fine = cloudNoise((6 * x) / unit, (6 * y) / unit, 8, 2) - 0.5
  switch (season) {
    case 'spring':
      return tree > 0.72 ? { colour: BLOSSOM, share: 0.75 } : { colour: FRESH, share: 0.55 }
    case 'summer':
      return { colour: DEEP, share: 0.4 }
    case 'autumn':
      return { colour: along(AUTUMN, tree + 0.35 * fine), share: 0.92 }
    default:
      return { colour: BARE, share: 0.8 }
  }
}

function lawnColour(season: Season, { x, y, unit }: Place): { colour: Light; share: number } {
  const patch = spread(cloudNoise(x / (3 * unit), y / unit, 15, 3))
  switch (season) {
    case 'spring':
      return { colour: FRESH, share: 0.4 }
    case 'summer':
      return { colour: DEEP, share: 0.25 }
    case 'autumn':
      return { colour: STRAW, share: 0.1 + 0.3 * patch }
    default:
      return { colour: PALE_STRAW, share: 0.55 + 0.3 * patch }
  }
}

/**
 * Gives a pixel of vegetation the colours of a season; others stay.
 * @param light linear light, changed in place
 */
export function turnSeason(light: Colour, season: Season, strength: number, place: Place): void {
  const green = greenness(light[0], light[1], light[2])
  if (green <= 0 || season === 'keep') return
  const leaf = leafColour(season, place)
  const lawn = lawnColour(season, place)
  const luma = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
  const share = strength * green * (leaf.share + (lawn.share - leaf.share) * place.ground)
  for (let c = 0; c < 3; c++) {
    const to = (leaf.colour[c]! + (lawn.colour[c]! - leaf.colour[c]!) * place.ground) * luma
    light[c] = light[c]! + (to - light[c]!) * share
  }
}
