import type { ParamsOf } from '../index.ts'

/** Pixels to add on each side. */
export interface Margins {
  left: number
  right: number
  top: number
  bottom: number
}

/** Where the picture lies in what was added, as the part of it that comes before. */
const BEFORE = { start: 0, middle: 0.5, end: 1 } as const

/**
 * The sides that a picture gets: those asked for, or for a ratio the fewest pixels that reach it, none cut off.
 * @param width px of the picture
 * @param height px of the picture
 */
export function marginsOf(params: ParamsOf<'outpaint'>, width: number, height: number): Margins {
  const { ratio, position, left, right, top, bottom } = params
  if (ratio === 'free') return { left, right, top, bottom }
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  const [more, taller] = [
    Math.max(0, Math.round((height * across) / down) - width),
    Math.max(0, Math.round((width * down) / across) - height),
  ]
  const [before, above] = [Math.round(more * BEFORE[position]), Math.round(taller * BEFORE[position])]
  return { left: before, right: more - before, top: above, bottom: taller - above }
}
