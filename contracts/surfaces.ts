import { z } from 'zod'

/** What a surface of a picture is; the index is its value in a label map. */
export const LABELS = [
  'other',
  'sky',
  'ground',
  'wall',
  'roof',
  'opening',
  'floor',
  'ceiling',
  'vegetation',
  'water',
  'furniture',
] as const
export const zLabel = z.enum(LABELS)
export type Label = (typeof LABELS)[number]

/** Labels as the user reads them. */
export const LABEL_TITLES: Record<Label, string> = {
  other: '其他',
  sky: '天空',
  ground: '地面',
  wall: '墙面',
  roof: '屋面',
  opening: '门窗',
  floor: '地板',
  ceiling: '天花',
  vegetation: '植物',
  water: '水面',
  furniture: '家具',
}

/** What kind of picture it is: a room, a building or garden seen from the ground, or one seen from the air. */
export type Setting = 'indoors' | 'outdoors' | 'above'

/**
 * What a surface may be made of: a material of the library by its id, a plain colour (#rrggbb), or a material whose
 * mean is moved to a colour (id@#rrggbb).
 */
export const zFinish = z.string().regex(/^([a-z]+(-[a-z]+)+(@#[0-9a-f]{6})?|#[0-9a-f]{6})$/)

/**
 * How much a change takes, from the region at its place: the part of it that lies there and is of one piece, all of its
 * name that touch each other, or all of its name and colour in the picture. The region itself when left out.
 */
const zExtent = z.enum(['part', 'joined', 'alike'])
export type Extent = z.infer<typeof zExtent>

/** Most points of a stroke: more than a hand draws that need be kept. */
export const MOST_STROKE_POINTS = 48
const part = () => z.number().min(0).max(1)
/** A line drawn over the picture: x and y of each point, parts of the sides. */
const zStroke = z
  .array(z.tuple([part(), part()]))
  .min(2)
  .max(MOST_STROKE_POINTS)
export type Stroke = z.infer<typeof zStroke>

/** A name or a finish that the user gave a single region, or all regions in a loop. */
const zRegionSet = z.object({
  /** A place inside of it, parts of the sides. */
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  label: zLabel.optional(),
  finish: zFinish.optional(),
  extent: zExtent.optional(),
  /** A line around what is meant in place of the region there; its ends are joined. */
  around: zStroke.optional(),
})
export type RegionSet = z.infer<typeof zRegionSet>

/**
 * What was done to a picture's regions by hand, one after another: one was set, those under a stroke became one, or one
 * was cut along a stroke, whose end is joined to its beginning when it is closed.
 */
export const zRegionChange = z.union([
  zRegionSet,
  z.object({ merge: zStroke }),
  z.object({ split: zStroke, closed: z.boolean() }),
])
export type RegionChange = z.infer<typeof zRegionChange>
/** Whether a change was drawn as a line. */
export const hasStroke = (change: RegionChange) => !('x' in change) || change.around !== undefined
/** Most changes of one picture's regions: more than pictures have regions; and most strokes among them. */
export const MOST_REGION_CHANGES = 500
export const MOST_STROKES = 150
/** All that was done to a picture's regions; it has to fit into one request. */
export const zRegionChanges = z
  .array(zRegionChange)
  .max(MOST_REGION_CHANGES)
  .refine((changes) => changes.filter(hasStroke).length <= MOST_STROKES)

// Corners may lie far out of the picture.
const zSpot = z.object({ x: z.number().min(-60).max(60), y: z.number().min(-60).max(60) })
/** A room as a box that was drawn by hand, parts of the picture's sides; see RoomBox. */
export const zRoom = z.object({
  /** Corners of the back wall: upper left, upper right, lower right, lower left. */
  back: z.tuple([zSpot, zSpot, zSpot, zSpot]),
  /** Where the edges that run away from the camera meet. */
  vanishing: zSpot,
})
export type Room = z.infer<typeof zRoom>
