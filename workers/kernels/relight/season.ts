import type { Colour } from './colour.ts'
import { lumaOf, ramp } from './colour.ts'
import { greenness } from './copy.ts'
import type { Season } from './looks.ts'
import type { Light } from './skies.ts'

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

/** Where a pixel of vegetation stands. */
export interface Place {
  /** Which trees turn first, 0..1, and how dry the lawn is, 0..1. */
  tree: number
  lawn: number
  /** 1 for lawns on the ground, 0 for leaves above it. */
  ground: number
}

function leafColour(season: Season, { tree }: Place): { colour: Light; share: number } {
  switch (season) {
    case 'spring':
      return { colour: FRESH, share: 0.45 + 0.25 * tree }
    case 'summer':
      return { colour: DEEP, share: 0.4 }
    case 'autumn':
      return { colour: along(AUTUMN, tree), share: 0.92 }
    default:
      return { colour: BARE, share: 0.8 }
  }
}

function lawnColour(season: Season, { lawn }: Place): { colour: Light; share: number } {
  switch (season) {
    case 'spring':
      return { colour: FRESH, share: 0.4 }
    case 'summer':
      return { colour: DEEP, share: 0.25 }
    case 'autumn':
      return { colour: STRAW, share: 0.1 + 0.3 * lawn }
    default:
      return { colour: PALE_STRAW, share: 0.55 + 0.3 * lawn }
  }
}

/**
 * Gives a pixel of vegetation the colours of a season; others stay.
 * @param light linear light, changed in place
 */
export function turnSeason(light: Colour, season: Season, strength: number, place: Place): void {
  // A white wall beside a lawn is a little green too.
  const green = ramp(greenness(light[0], light[1], light[2]), 0.12, 0.5)
  if (green <= 0 || season === 'keep') return
  const leaf = leafColour(season, place)
  const lawn = lawnColour(season, place)
  const luma = lumaOf(light)
  const share = strength * green * (leaf.share + (lawn.share - leaf.share) * place.ground)
  for (let c = 0; c < 3; c++) {
    const to = (leaf.colour[c]! + (lawn.colour[c]! - leaf.colour[c]!) * place.ground) * luma
    light[c] = light[c]! + (to - light[c]!) * share
  }
}
