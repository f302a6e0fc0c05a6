import { dress } from '#kernels/dress/dress.ts'
import type { DressOptions, Finish, Look } from '#kernels/dress/look.ts'
import { prepareDress } from '#kernels/dress/prepare.ts'
import type { MaterialPicture } from '#kernels/materials/material-picture.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Label, PictureKind, Region, Seen, Setting, Spot } from '#kernels/seeing/scene.ts'
import { groundOf, usualView } from '#kernels/seeing/view.ts'
import { NOON } from './looks.ts'

/** Size of what is dressed here, px. */
export const [WIDTH, HEIGHT] = [300, 200]
const OPTIONS: DressOptions = { strength: 1, lock: false, seed: 4, finishes: new Map() }

/** A material of one colour. */
function plainMaterial(bytes: readonly [number, number, number]): MaterialPicture {
  const data = Uint8ClampedArray.from({ length: 4 * 64 }, (_, i) => [...bytes, 255][i % 4]!)
  return { picture: { width: 8, height: 8, data }, repeatMm: 500, repeats: true }
}

export const finish = (bytes: readonly [number, number, number], own: Partial<Finish> = {}): Finish => ({
  ...{ material: plainMaterial(bytes), colour: [0.5, 0.5, 0.5], tint: 0, gloss: 0 },
  ...own,
})
export const GREEN_CLOTH = finish([40, 170, 60], { soft: true })
export const BLUE_CLOTH = finish([50, 70, 190], { soft: true })
export const RED_WOOD = finish([180, 40, 30])

export const LOOK: Look = {
  finishes: {
    wall: [finish([200, 200, 200])],
    floor: [finish([150, 150, 150])],
    furniture: [RED_WOOD, GREEN_CLOTH, BLUE_CLOTH],
  },
  ...NOON,
  planting: 0.8,
}

export interface Thing {
  label: Label
  sure?: number
  /** 0 outside, 1 within. */
  is: (x: number, y: number) => boolean
  /** Grey level in the source. */
  level?: (x: number, y: number) => number
  /** Its colour, bytes, instead: a picture with coloured things is a photograph unless told otherwise. */
  colour?: readonly [number, number, number]
  /** Whether its outline is too faint to see. */
  faint?: boolean
  /** Whether it is made of something else than the surface that it was taken for. */
  own?: Region['own']
}

export const inBox = (left: number, top: number, right: number, bottom: number) => (x: number, y: number) =>
  x >= left && x < right && y >= top && y < bottom

export const disc = (cx: number, cy: number, radius: number) => (x: number, y: number) =>
  Math.hypot(x - cx, y - cy) <= radius

/** A setting with these things, the last one in front, and what is seen of it. */
export function sceneOf(
  setting: Setting,
  things: readonly Thing[],
  kind: PictureKind = things.some(({ colour }) => colour) ? 'photo' : 'model',
): { image: Raster; seen: Seen } {
  const view = usualView(WIDTH, HEIGHT, setting)
  const map = new Uint16Array(WIDTH * HEIGHT)
  const data = new Uint8ClampedArray(4 * map.length)
  const places: Spot[] = things.map(() => ({ x: 0, y: 0 }))
  const pixels = things.map(() => 0)
  for (let y = 0, i = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, i++) {
      const id = things.findLastIndex(({ is }) => is(x, y))
      map[i] = id
      pixels[id]!++
      places[id] = { x: x + 0.5, y: y + 0.5 }
      const meets = (other: number) => other !== id && !things[id]!.faint && !things[other]!.faint
      const isEdge = x > 0 && meets(map[i - 1]!)
      const isUnder = y > 0 && meets(map[i - WIDTH]!)
      const level = isEdge || isUnder ? 70 : (things[id]!.level?.(x, y) ?? 175)
      data.set([...(things[id]!.colour ?? [level, level, level]), 255], 4 * i)
    }
  const plane = { floor: groundOf(view, setting), ground: groundOf(view, setting) }
  const regions = things.map(
    ({ label, sure = 0.9, own }, id): Region => ({
      ...{ id, label, sure, pixels: pixels[id]!, at: places[id]! },
      ...(own && { own }),
      plane: plane[label as keyof typeof plane] ?? null,
    }),
  )
  const seen: Seen = { width: WIDTH, height: HEIGHT, kind, setting, view, room: null, map, regions }
  return { image: { width: WIDTH, height: HEIGHT, data }, seen }
}

/** What a setting with these things is dressed in: its colour there, bytes. */
export function dressed(setting: Setting, things: readonly Thing[], look: Look, kind?: PictureKind) {
  const { image, seen } = sceneOf(setting, things, kind)
  const out = dress(prepareDress(image, seen), look, OPTIONS)
  return (x: number, y: number) => {
    const [r, g, b] = out.data.subarray(4 * (y * WIDTH + x))
    return { r: r!, g: g!, b: b! }
  }
}

export const isRed = ({ r, g, b }: { r: number; g: number; b: number }) => r > 1.5 * g && r > 1.5 * b
export const isGreen = ({ r, g, b }: { r: number; g: number; b: number }) => g > 1.25 * r && g > 1.25 * b
export const isBlue = ({ r, g, b }: { r: number; g: number; b: number }) => b > 1.3 * r && b > 1.3 * g
export const isGrey = ({ r, g, b }: { r: number; g: number; b: number }) =>
  Math.max(r, g, b) < 1.25 * Math.min(r, g, b)
