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

/** A place, parts of the picture's sides. */
export const zBox = z.object({ x: part(), y: part(), width: part(), height: part() })
export type Box = z.infer<typeof zBox>

/** A change of the structure; `weight` is what it takes off the share of what is kept. */
export const zStructureChange = z.object({ kind: zChangeKind, box: zBox, weight: part() })
export type StructureChange = z.infer<typeof zStructureChange>

/** How much of a source's structure a result keeps, 0..1, and where it differs, what weighs most first. */
export const zStructureReport = z.object({ share: part(), changes: z.array(zStructureChange) })
export type StructureReport = z.infer<typeof zStructureReport>
