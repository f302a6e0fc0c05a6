import { traceOutlines } from '#kernels/lineart-vector/solids.ts'
import type { Plan, Room } from './read-plan.ts'

/**
 * Outlines of a room, holes among them.
 * @returns closed polylines, x and y in parts of the picture's sides
 */
export function outlineOfRoom({ map, ink }: Pick<Plan, 'map' | 'ink'>, { id, box }: Room): number[][] {
  const [left, top] = [box.left - 1, box.top - 1]
  const [w, h] = [box.right - box.left + 2, box.bottom - box.top + 2]
  const mask = new Uint8Array(w * h)
  for (let y = 1; y < h - 1; y++)
    for (let x = 1; x < w - 1; x++) if (map[(top + y) * ink.width + left + x] === id) mask[y * w + x] = 1
  return traceOutlines(mask, w, h, 12).map((ring) =>
    ring.map((v, k) => (k % 2 === 0 ? (v + left + 0.5) / ink.width : (v + top + 0.5) / ink.height)),
  )
}
