import { z } from 'zod'
import { storedSignal } from '#src/state/stored-signal.ts'

/** Colours that a mask may be shown in: one of them stands out from any picture. */
export const MASK_COLOURS = [
  { value: '#d9482b', title: '朱红' },
  { value: '#12a5c2', title: '青蓝' },
  { value: '#e3b008', title: '明黄' },
  { value: '#3fa34d', title: '草绿' },
  { value: '#c23fa8', title: '品红' },
] as const

const zSettings = z.object({
  /** Diameter on a picture that is 1024 px long. */
  brush: z.number().min(1).max(400),
  /** Part of the brush that is fully covered, 0..1. */
  hardness: z.number().min(0).max(1),
  /** Of the wand, 0..255. */
  tolerance: z.number().min(0).max(255),
  contiguous: z.boolean(),
  /** By how much an edge is moved or softened, px of the picture. */
  radius: z.number().min(1).max(200),
  colour: z.string().regex(/^#[0-9a-f]{6}$/),
  opacity: z.number().min(0.1).max(1),
})
export type EditorSettings = z.infer<typeof zSettings>

/** How this user likes to mask; the same in all tools. */
export const editorSettings = storedSignal<EditorSettings>({
  name: 'maskEditor',
  version: 1,
  schema: zSettings,
  initial: {
    brush: 25,
    hardness: 0.9,
    tolerance: 24,
    contiguous: true,
    radius: 8,
    colour: MASK_COLOURS[0].value,
    opacity: 0.45,
  },
})

export function changeEditor(patch: Partial<EditorSettings>): void {
  editorSettings.value = { ...editorSettings.peek(), ...patch }
}
