import { z } from 'zod'
import { zOp } from './ops.ts'

/** Most bytes of a workflow. */
export const WORKFLOW_BYTES = 1024 * 1024
/** Most nodes of one. */
const MOST_NODES = 500

/** A node, and the name of one of its inputs. */
export const zInputAt = z.tuple([z.string().min(1).max(200), z.string().min(1).max(200)])
export type InputAt = z.infer<typeof zInputAt>

/** Where a value goes: as it is, after other words, from 0..1 onto a range, or by a table. */
export const zBinding = z.object({
  at: zInputAt,
  after: z.string().max(10_000).optional(),
  range: z.tuple([z.number(), z.number()]).optional(),
  values: z.record(z.string(), z.number()).optional(),
})
export type Binding = z.infer<typeof zBinding>

/** A node of a graph in ComfyUI's API format; an input is a value, or a link `[node, output]`. */
export const zWorkflowNode = z.object({
  class_type: z.string().min(1).max(200),
  inputs: z.record(z.string(), z.unknown()),
  _meta: z.object({ title: z.string().max(200).catch('') }).optional(),
})
export type WorkflowNode = z.infer<typeof zWorkflowNode>

export const zWorkflowPrompt = z.record(z.string().min(1).max(200), zWorkflowNode).refine((prompt) => {
  const count = Object.keys(prompt).length
  return count > 0 && count <= MOST_NODES
})
export type WorkflowPrompt = z.infer<typeof zWorkflowPrompt>

/** A workflow of the operator's own, and what of it stands for what a tool gives. */
export const zWorkflowForm = z.object({
  title: z.string().trim().min(1).max(40),
  op: zOp,
  prompt: zWorkflowPrompt,
  /** Node that holds the results. */
  output: z.string(),
  /** By the names of the op's pictures and parameters. */
  bind: z.record(z.string().max(40), z.array(zBinding).min(1).max(20)),
  /** Pictures that it can do without: the node that loads one is left out then. */
  may: z.array(z.string()).max(10),
  /** Words that always go along. */
  words: z.string().max(2000),
  /** Language that its models read. */
  language: z.enum(['zh', 'en']),
  /** About how many pixels it makes, in millions. */
  megapixels: z.number().min(0.05).max(8),
  /** Taken before all others where nobody asks for one. */
  isFirst: z.boolean(),
})
export type WorkflowForm = z.infer<typeof zWorkflowForm>

export const zWorkflowId = z.string().regex(/^own-[0-9a-f]{12}$/)

/** A stored workflow. */
export const zWorkflowEntry = z.object({
  id: zWorkflowId,
  /** Goes up with each change. */
  version: z.number().int(),
  form: zWorkflowForm,
})
export type WorkflowEntry = z.infer<typeof zWorkflowEntry>
