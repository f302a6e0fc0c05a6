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
  /** Mean colour of the picture, #rrggbb, for the swatch. */
  colour: z.string(),
  /** What one side of the picture stands for, mm. */
  repeatMm: z.number().positive(),
  /** 0 matt .. 1 mirror. */
  gloss: z.number().min(0).max(1),
  prompt: z.string(),
})
export type Material = z.infer<typeof zMaterial>

/** Goes up when the library's pictures are drawn anew: devices that hold the older ones then fetch them again. */
const PICTURES = 2

/** Address of a material's picture: 1024 px that repeat in both directions, or 256 px for lists. */
export function materialPicture(id: string, size: 'full' | 'thumb'): string {
  return `/materials/${id}${size === 'thumb' ? '-256' : ''}.webp?v=${PICTURES}`
}
