import { z } from 'zod'

/**
 * Kind of a change from source to result: an opening is gone, something else with an outline is gone from a wall, a wall
 * is parted by an edge that it did not have, or edges are lost or have moved.
 */
export const zChangeKind = z.enum(['opening', 'thing', 'split', 'edge'])
export type ChangeKind = z.infer<typeof zChangeKind>

/** Kinds as the user reads them. */
export const CHANGE_TITLES: Record<ChangeKind, string> = {
  opening: '窗少了',
  thing: '墙上少了构件',
  split: '多出分缝',
  edge: '边线移位',
}

const part = () => z.number().min(0).max(1)

/** Share of the structure under which a result is not to be trusted in its geometry. */
export const LEAST_KEPT = 0.9

/** A place, parts of the picture's sides. */
export const zBox = z.object({ x: part(), y: part(), width: part(), height: part() })
export type Box = z.infer<typeof zBox>

/** How far around a change's box is worked on, part of the box's shorter side, and at least, of the picture's longer. */
const AROUND = { box: 0.15, picture: 0.008 } as const

/** The part of a picture that is worked on for a change, px: its box and `around` it as much as passes into the rest. */
export function partOf({ width, height }: { width: number; height: number }, box: Box) {
  const [wide, high] = [box.width * width, box.height * height]
  const around = Math.max(AROUND.box * Math.min(wide, high), AROUND.picture * Math.max(width, height), 2)
  const left = Math.max(0, Math.floor(box.x * width - around))
  const top = Math.max(0, Math.floor(box.y * height - around))
  const right = Math.min(width, Math.ceil(box.x * width + wide + around))
  const bottom = Math.min(height, Math.ceil(box.y * height + high + around))
  return { left, top, width: right - left, height: bottom - top, around }
}

/** A change of the structure; `weight` is what it takes off the share of what is kept. */
export const zStructureChange = z.object({ kind: zChangeKind, box: zBox, weight: part() })
export type StructureChange = z.infer<typeof zStructureChange>

/** How much of a source's structure a result keeps, 0..1, and where it differs, what weighs most first. */
export const zStructureReport = z.object({ share: part(), changes: z.array(zStructureChange) })
export type StructureReport = z.infer<typeof zStructureReport>
