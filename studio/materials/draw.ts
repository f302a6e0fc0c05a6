import { EVENED, FINE, LIBRARY } from './library.ts'
import { seedOf } from './noise.ts'
import { calibrate, evenOut, hex, newSheet, toBytes } from './sheet.ts'

/** What the drawing needs to know of a material. */
interface Wanted {
  id: string
  /** Mean colour, #rrggbb. */
  colour: string
  /** What one side stands for, mm. */
  repeatMm: number
}

/**
 * Draws a material; the same bytes for the same material and side.
 * @returns RGB, three bytes a pixel, side × side
 * @throws Error for a material that the library has no generator for
 */
export function drawMaterial({ id, colour, repeatMm }: Wanted, side: number): Uint8Array {
  const generate = LIBRARY[id]
  if (!generate) throw new Error(`no generator for ${id}`)
  const shrink = FINE.has(id) ? 2 : 1
  const sheet = newSheet(side * shrink, repeatMm, seedOf(id))
  generate(sheet)
  const share = EVENED[id]
  if (share) evenOut(sheet, share)
  calibrate(sheet, hex(colour))
  return toBytes(sheet, shrink)
}
