import { z } from 'zod'

const zPoints = z.array(z.number())

/** A line of a vector drawing. */
const zVectorLine = z.object({
  /** x0, y0, x1, y1, … in pixels from the upper left corner of the picture, y downwards. */
  points: zPoints,
  /** The last point is joined to the first. */
  closed: z.boolean(),
  /** Width of the pen, px. */
  width: z.number(),
})
export type VectorLine = z.infer<typeof zVectorLine>

/** A line drawing in vectors. */
export const zVectorDrawing = z.object({
  /** Size of the picture, px. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  lines: z.array(zVectorLine),
  /** Outlines of the areas filled with black, holes among them, as closed polylines. */
  solids: z.array(zPoints),
})
export type VectorDrawing = z.infer<typeof zVectorDrawing>
