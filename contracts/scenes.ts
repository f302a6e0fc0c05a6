import { z } from 'zod'

/** The project's own scenes that a cut-out can be set in. */
export const SCENE_IDS = ['living', 'shop', 'garden', 'house'] as const
export const zSceneId = z.enum(SCENE_IDS)
export type SceneId = z.infer<typeof zSceneId>

/** Address of a scene's picture, without its origin. */
export function scenePicture(id: SceneId): string {
  return `/samples/${id}-final.webp`
}

/**
 * Where a cut-out stands on its ground. Shares are of the frame's sides; the cut-out is taken without the empty room
 * around it.
 */
export const zPlacing = z.object({
  /** Middle of its foot before it is turned, share of the width. */
  x: z.number().min(-1).max(2),
  /** Its foot before it is turned, share of the height. */
  y: z.number().min(-1).max(3),
  /** Root of its area against the root of the frame's. */
  size: z.number().min(0.01).max(2),
  /** Turned about its middle, degrees clockwise. */
  turn: z.number().min(-180).max(180).default(0),
  /** Left and right exchanged. */
  flip: z.boolean().default(false),
})
export type Placing = z.infer<typeof zPlacing>
