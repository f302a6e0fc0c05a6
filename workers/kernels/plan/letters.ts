import { canLetter, widthOfText } from './lettering.ts'
import type { Plan, Room } from './read-plan.ts'

/** The words of a room, in px of the picture that is painted. */
export interface Lettered {
  room: number
  lines: { text: string; x: number; y: number; size: number }[]
  /** Box of the drawing's own name that they stand for, px of the plan that was read; null for none. */
  replaces: { left: number; top: number; right: number; bottom: number } | null
}

/** Height of letters, mm on the plan, and of the smallest and the largest, in parts of the picture's longer side. */
const SIZE_MM = 290
const LEAST = 0.011
const MOST = 0.022

/** Area of a room, m². */
export function areaOfRoom(plan: Plan, { area }: Pick<Room, 'area'>): number {
  return (area * plan.measure.mmPerPx ** 2) / 1e6
}

/**
 * Sets the words of the rooms: names where the drawing has them, else in the widest place, and areas under them
 * where the scale is known.
 * @param scale px of the painted picture a px of the plan
 */
export function letterRooms(
  plan: Plan,
  rooms: readonly Room[],
  look: { showLabels: boolean; showAreas: boolean },
  scale: number,
): Lettered[] {
  const { mmPerPx, from } = plan.measure
  const longer = Math.max(plan.ink.width, plan.ink.height) * scale
  return rooms.map((room) => {
    const { name } = room
    const isKnown = canLetter(name)
    const area = `${areaOfRoom(plan, room).toFixed(1)} m²`
    const words = [
      ...(look.showLabels && name && isKnown ? [name] : []),
      ...(look.showAreas && from !== 'guess' ? [area] : []),
    ]
    const { label } = room
    const at = label
      ? ([(label.left + label.right) / 2, (label.top + label.bottom) / 2] as const)
      : room.middle
    const wanted = Math.max(LEAST * longer, Math.min(MOST * longer, (SIZE_MM / mmPerPx) * scale))
    const room_ = (room.box.right - room.box.left) * scale * 0.92
    const widest = Math.max(...words.map((text, k) => widthOfText(text, k === 0 ? 1 : 0.78)), 1)
    const size = Math.min(wanted, room_ / widest)
    // An area under a name that the drawing keeps stands clear of it.
    const top = label && !isKnown && words.length > 0 ? (label.bottom - label.top) * scale : 0
    let y = at[1] * scale + top - ((words.length - 1) * size * 1.15) / 2
    const lines = words.map((text) => {
      const line = { text, x: at[0] * scale, y, size: text === area && words.length > 1 ? size * 0.78 : size }
      y += size * 1.15
      return line
    })
    return { room: room.id, lines, replaces: label && isKnown ? label : null }
  })
}
