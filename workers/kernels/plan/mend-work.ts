import type { Opening } from './openings.ts'
import type { Corners } from './quads.ts'
import type { Cell } from './rooms.ts'

export type Swing = NonNullable<Opening['swing']>

/** A plan that is being mended: everything in it may be changed. */
export interface Work {
  width: number
  height: number
  /** Of thick walls, px; at least 3. */
  thick: number
  /** The drawing's ink, its brightness, 0 black ink .. 255 paper, and the width of its pen, px. */
  dark: Uint8Array
  grey: Uint8Array
  pen: number
  walls: Uint8Array
  glass: Uint8Array
  gaps: Uint8Array
  map: Uint16Array
  cells: Cell[]
  doors: Opening[]
  windows: Opening[]
  erased: Corners[]
  /** Swings of doors that were added: the drawing shows none. */
  addedSwings: Swing[]
  /** 1 where a mend drew something. */
  fresh: Uint8Array
}

export const isBarrier = ({ walls, glass, gaps }: Work, i: number): boolean =>
  walls[i] === 1 || glass[i] === 1 || gaps[i] === 1

/** Whether a wall, or what interrupts one, is at a place, px. */
export function isAt(work: Work, x: number, y: number): boolean {
  const [px, py] = [Math.round(x), Math.round(y)]
  return px >= 0 && py >= 0 && px < work.width && py < work.height && isBarrier(work, py * work.width + px)
}
