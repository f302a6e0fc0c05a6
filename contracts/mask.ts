import { z } from 'zod'
import { zAssetId } from './asset.ts'

const zPlace = z.object({ x: z.number(), y: z.number() })
/** Most clicks, and most lines with most points each, of one request. */
const MOST_POINTS = 200
const MOST_LINES = 50
const MOST_LINE_POINTS = 1000

/** What the user has pointed at, in px of the upright picture. */
export const zPointing = z.object({
  /** Clicks: on the thing (`keep`), or on what does not belong to it. */
  points: z
    .array(zPlace.extend({ keep: z.boolean().default(true) }))
    .max(MOST_POINTS)
    .default([]),
  /** The thing lies inside; right and bottom are the first px outside. */
  box: z
    .object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() })
    .refine(({ left, top, right, bottom }) => right - left >= 2 && bottom - top >= 2)
    .optional(),
  /** Lines drawn over the thing, or over what does not belong to it. */
  lines: z
    .array(
      z.object({ keep: z.boolean().default(true), points: z.array(zPlace).min(1).max(MOST_LINE_POINTS) }),
    )
    .max(MOST_LINES)
    .default([]),
})

/** A thing that is pointed at. */
export type PointedThing = z.output<typeof zPointing>

/** Most things that are pointed at in one picture, each by itself. */
const MOST_THINGS = 8

/** Things that are pointed at, each by its own box, clicks or lines. */
export const zThings = z.array(zPointing).max(MOST_THINGS)

/** A thing that is pointed at in a picture of the user's. */
export const zClickMask = zPointing
  .extend({ assetId: zAssetId })
  .refine(({ points, box, lines }) => box || [...points, ...lines].some(({ keep }) => keep), {
    path: ['points'],
    message: 'something has to be pointed at',
  })

/** The mask of what was found: a PNG of the picture's size as a data URL, white on the thing. */
export const zFoundMask = z.object({
  mask: z.string().startsWith('data:image/png;base64,'),
  width: z.number().int(),
  height: z.number().int(),
})

/** Names by which the mask editor selects, in the order of its menu, each with the segmentation network's names for it. */
export const MASK_NAMES = {
  wall: { title: '墙', names: ['wall', 'building'] },
  window: { title: '窗', names: ['window'] },
  door: { title: '门', names: ['door'] },
  roof: { title: '屋面', names: ['roof'] },
  ceiling: { title: '天花', names: ['ceiling'] },
  floor: { title: '地面', names: ['floor', 'ground'] },
  sky: { title: '天空', names: ['sky'] },
  plant: { title: '植物', names: ['plant', 'grass'] },
  water: { title: '水面', names: ['water'] },
  furniture: { title: '家具', names: ['seat', 'furniture'] },
  rug: { title: '地毯', names: ['rug'] },
  curtain: { title: '窗帘', names: ['curtain'] },
  lamp: { title: '灯', names: ['lamp'] },
  picture: { title: '挂画', names: ['picture'] },
} as const satisfies Record<string, { title: string; names: readonly string[] }>
export type MaskName = keyof typeof MASK_NAMES
