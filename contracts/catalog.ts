import { z } from 'zod'

/** A node of the category tree: domain › type › style or a concrete kind. */
export interface Category {
  id: string
  name: string
  /** Words that a prompt gains from this choice. */
  prompt: string
  childrens: Category[]
}

export const zCategory: z.ZodType<Category> = z.lazy(() =>
  z.object({ id: z.string(), name: z.string(), prompt: z.string(), childrens: z.array(zCategory) }),
)

/** Answer of getAllClassify: the tree, and the flat lists that some forms pick from. */
export const zClassify = z.array(zCategory)

export const zMaterial = z.object({
  id: z.string(),
  name: z.string(),
  group: z.string(),
  /** Mean colour, #rrggbb, for the swatch. */
  colour: z.string(),
  /** Physical size of one repeat, mm. */
  repeatMm: z.number().positive(),
  /** 0 matt .. 1 mirror. */
  gloss: z.number().min(0).max(1),
  prompt: z.string(),
})
export type Material = z.infer<typeof zMaterial>
