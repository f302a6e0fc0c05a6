import { z } from 'zod'
import { zPointing } from '#contracts/mask.ts'
import { zInputRole, zOp } from '#contracts/ops.ts'
import { zTrim } from '#contracts/task.ts'
import { zFrame, zMadeSizes, zMargins } from '../pictures/frame.ts'

/** What the server asks of a child process. */
export const zWork = z.discriminatedUnion('kind', [
  /** Decodes a file wholly and says what it is; what engines do not read (DXF, SVG, HEIC, …) becomes a picture in `out`. */
  z.object({
    kind: z.literal('inspect'),
    path: z.string(),
    size: z.number(),
    name: z.string(),
    out: z.string(),
  }),
  /** Writes a copy, upright and without metadata: scaled down to a longer side, marked, as asked. */
  z.object({
    kind: z.literal('scale'),
    path: z.string(),
    out: z.string(),
    side: z.number().int().nullable(),
    format: z.enum(['webp', 'jpg', 'png']),
    watermark: z.boolean(),
  }),
  /** Writes a picture in its own format with the mark of what was generated in a corner. */
  z.object({ kind: z.literal('mark'), path: z.string(), out: z.string() }),
  /** Writes the mask of what is pointed at. */
  z.object({ kind: z.literal('select'), path: z.string(), out: z.string(), pointing: zPointing }),
  /** Writes a picture, and its mask where there is one, in a size that a model makes. */
  z.object({
    kind: z.literal('frame'),
    path: z.string(),
    mask: z.string().nullable(),
    margins: zMargins.nullable(),
    made: zMadeSizes,
    out: z.string(),
    maskOut: z.string(),
    maskAs: z.enum(['alpha', 'grey']),
  }),
  /** Puts what a model made of a framed picture in its place. */
  z.object({
    kind: z.literal('unframe'),
    path: z.string(),
    mask: z.string().nullable(),
    margins: zMargins.nullable(),
    frame: zFrame,
    result: z.string(),
    out: z.string(),
  }),
  /** Carries out an operation on a user's pictures. */
  z.object({
    kind: z.literal('run'),
    op: zOp,
    inputs: z.array(z.object({ role: zInputRole, path: z.string() })),
    params: z.record(z.string(), z.unknown()),
    out: z.string(),
    threads: z.number().int(),
    /** Files of the networks that it may run, by their ids. */
    models: z.record(z.string(), z.string()),
  }),
])
export type Work = z.infer<typeof zWork>
/** The work that carries out an operation. */
export type RunWork = Extract<Work, { kind: 'run' }>

/** A request to a child process. */
export const zRequest = z.object({ id: z.number().int(), work: zWork })

/** What a piece of work gave: a picture's type and size after orientation. */
export const zWorkResult = z.object({
  type: z.string(),
  width: z.number(),
  height: z.number(),
  /** One Chinese line for the user, where there is something to say about the result. */
  note: z.string().optional(),
  /** What was inspected is nothing that engines read: its picture lies in `out`. */
  drawn: z.boolean().optional(),
  /** Where it lies in its source, if it was cropped. */
  trim: zTrim.optional(),
  /** How a picture was framed, and whether a mask was written with it. */
  frame: zFrame.optional(),
  masked: z.boolean().optional(),
  /** What it is called among several, in Chinese. */
  title: z.string().optional(),
  /** Further pictures, in files of their own. */
  more: z
    .array(
      z.object({
        path: z.string(),
        title: z.string(),
        type: z.string(),
        width: z.number(),
        height: z.number(),
      }),
    )
    .optional(),
})
export type WorkResult = z.infer<typeof zWorkResult>

/** What a child process answers. */
export const zReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), id: z.number(), value: z.number(), step: z.string() }),
  z.object({ kind: z.literal('done'), id: z.number(), result: zWorkResult }),
  z.object({
    kind: z.literal('failed'),
    id: z.number(),
    /** Entry of the error catalogue; empty for a fault that nobody foresaw. */
    errorName: z.string(),
    message: z.string(),
  }),
])
export type Reply = z.infer<typeof zReply>
