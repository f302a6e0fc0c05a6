import type { Raster } from '#kernels/raster.ts'
import { measurePlane } from '#kernels/retexture/find-plane.ts'
import type { Corners, Point } from '#kernels/retexture/plane.ts'
import { pyramidOf } from '#kernels/retexture/pyramid.ts'
import { layMaterial, prepareSurface } from '#kernels/retexture/retexture.ts'
import { correlation, crossing, luma } from '#tests/support/checker.ts'
import { addNoise, grey, picture } from '#tests/support/line-pictures.ts'
import { atLeast, atMost, type Figures, rounded } from './figure.ts'

const SIZE = { width: 1200, height: 900 }
/** The wall, and the window in it that stays, mm from its upper left corner. */
const WALL = { width: 4800, height: 2800 }
const WINDOW = { left: 1500, top: 700, right: 2700, bottom: 2000 }
const REPEAT_MM = 800
/** How far around the truth a crossing is looked for, px: what is farther away counts as this. */
const SEARCH = 8
/** Steps to a pixel of the search. */
const STEPS = 4

/** A camera at eye level in front of a wall that runs away from it, to one side or the other. */
interface View {
  readonly turn: number
  readonly nearest: number
  readonly shift: number
}
const VIEWS: readonly View[] = [
  { turn: 0.75, nearest: 2600, shift: -1700 },
  { turn: -0.6, nearest: 5600, shift: -2300 },
  { turn: 0.2, nearest: 3900, shift: -2400 },
]
const FOCAL = 0.85
const EYE_MM = 1500

/** Where a place of the wall is seen, px. */
function see({ turn, nearest, shift }: View, x: number, y: number): Point {
  const depth = nearest + x * Math.sin(turn)
  const focal = FOCAL * SIZE.width
  return {
    x: SIZE.width / 2 + (focal * (x * Math.cos(turn) + shift)) / depth,
    y: SIZE.height / 2 + (focal * (y - EYE_MM)) / depth,
  }
}

/** The place of the wall that a pixel shows, mm; the inverse of `see`. */
function onWall({ turn, nearest, shift }: View, px: number, py: number): Point {
  const focal = FOCAL * SIZE.width
  const across = (px - SIZE.width / 2) / focal
  const x = (across * nearest - shift) / (Math.cos(turn) - across * Math.sin(turn))
  return { x, y: EYE_MM + ((py - SIZE.height / 2) / focal) * (nearest + x * Math.sin(turn)) }
}

const isIn = ({ x, y }: Point, box: typeof WINDOW) =>
  x > box.left && x < box.right && y > box.top && y < box.bottom
const isWall = (at: Point) =>
  isIn(at, { left: 0, top: 0, right: WALL.width, bottom: WALL.height }) && !isIn(at, WINDOW)

/** Light on the wall, 0..1: it falls off from a window at the near end, and a slanting shadow lies on it. */
function light({ x, y }: Point): number {
  const fall = 0.45 + 0.55 * Math.exp(-x / 2600)
  const edge = (x + 0.6 * y - 3300) / 90
  return fall * (1 - 0.45 / (1 + Math.exp(-edge)))
}

/** A painted wall with faint brush marks in that light, a window in it, floor and ceiling around. */
function photograph(view: View): Raster {
  const image = picture(SIZE.width, SIZE.height, (u, v) => {
    const at = onWall(view, u * SIZE.width, v * SIZE.height)
    if (isIn(at, WINDOW)) return [64, 82, 104]
    if (at.y < 0) return grey(226)
    if (at.y > WALL.height) return [146, 118, 88]
    if (!isWall(at)) return grey(120)
    const marks = 1 + 0.02 * Math.sin(at.x / 17) * Math.sin(at.y / 23)
    return grey(228 * light(at) * marks)
  })
  return addNoise(image, 1.5, 11)
}

/** How far the material's crossings are from where they belong, px. */
function landings(view: View, laid: Raster): number[] {
  const half = REPEAT_MM / 2
  const far: number[] = []
  for (let x = half; x < WALL.width; x += half)
    for (let y = half; y < WALL.height; y += half) {
      const truth = see(view, x, y)
      const margin = SEARCH + 6
      const inPicture =
        truth.x > margin &&
        truth.y > margin &&
        truth.x < SIZE.width - margin &&
        truth.y < SIZE.height - margin
      // Beside the window only a part of the crossing is laid.
      const isWhole = [-90, 90].every((dx) => [-90, 90].every((dy) => isWall({ x: x + dx, y: y + dy })))
      if (!inPicture || !isWhole) continue
      let best = { score: 0, far: SEARCH }
      for (let dy = -SEARCH * STEPS; dy <= SEARCH * STEPS; dy++)
        for (let dx = -SEARCH * STEPS; dx <= SEARCH * STEPS; dx++) {
          const [ex, ey] = [dx / STEPS, dy / STEPS]
          const score = crossing(laid, truth.x - 0.5 + ex, truth.y - 0.5 + ey)
          if (score > best.score) best = { score, far: Math.hypot(ex, ey) }
        }
      far.push(best.far)
    }
  return far
}

interface Laid {
  far: number[]
  kept: number
  /** How far the proportions that are read off the picture alone are from the wall's, 0 for exact. */
  shapeError: number
}

function measure(view: View): Laid {
  const photo = photograph(view)
  const mask = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    isWall(onWall(view, (i % SIZE.width) + 0.5, Math.floor(i / SIZE.width) + 0.5)) ? 255 : 0,
  )
  const corners: Corners = [
    see(view, 0, 0),
    see(view, WALL.width, 0),
    see(view, WALL.width, WALL.height),
    see(view, 0, WALL.height),
  ]
  const surface = prepareSurface(photo, mask)
  const lay = (value: (x: number, y: number) => number) =>
    layMaterial(surface, pyramidOf(picture(128, 128, (u, v) => grey(value(128 * u, 128 * v)))), {
      places: [{ corners, widthMm: WALL.width, heightMm: WALL.height }],
      tileMm: REPEAT_MM,
      scale: 1,
      turn: 0,
      keepLight: 1,
    })
  const plain = lay((x, y) => 150 + 10 * Math.sin(x / 10) * Math.sin(y / 10))
  const inside = Array.from(mask.keys()).filter((i) => mask[i] === 255)
  const of = (one: Raster) => inside.map((i) => luma(one, i))
  const read = measurePlane(corners, SIZE.width, SIZE.height)
  return {
    far: landings(
      view,
      lay((x, y) => (x < 64 === y < 64 ? 225 : 60)),
    ),
    kept: correlation(of(photo), of(plain)),
    shapeError: Math.abs((read.widthMm * WALL.height) / (read.heightMm * WALL.width) - 1),
  }
}

/**
 * The material op on a wall of known geometry, seen from three places: where the crossings of a checker land, and how
 * well the light of the photograph is kept under a plain material.
 */
export function retexture(): Figures {
  const all = VIEWS.map(measure)
  const far = all.flatMap((one) => one.far)
  return {
    crossings: far.length,
    worstLandingPx: atMost(Math.max(...far), 2),
    meanLandingPx: rounded(far.reduce((sum, one) => sum + one, 0) / far.length),
    lightCorrelation: atLeast(Math.min(...all.map(({ kept }) => kept)), 0.9),
    shapeError: rounded(Math.max(...all.map(({ shapeError }) => shapeError))),
  }
}
