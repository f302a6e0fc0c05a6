import type { Segment } from '#kernels/lines/segments.ts'
import type { Vector3, View } from '#kernels/seeing/scene.ts'
import { crossed, sightLine, unit } from '#kernels/seeing/view.ts'

/** A camera's own level directions, in its coordinates: to its right, down, and ahead without its pitch. */
export interface Level {
  side: Vector3
  down: Vector3
  ahead: Vector3
}

/** Level directions of a camera; it never looks straight up or down. */
export function levelOf({ axes: [, down] }: View): Level {
  const along = down[2]
  const ahead = unit([-along * down[0], -along * down[1], 1 - along * down[2]])
  return { side: crossed(down, ahead), down, ahead }
}

/** How far an edge leans, radians, from a direction of the scene as it is seen at the edge. */
export function leanOf(
  { x1, y1, x2, y2 }: Pick<Segment, 'x1' | 'y1' | 'x2' | 'y2'>,
  view: View,
  direction: Vector3,
): number {
  const line = sightLine(view, (x1 + x2) / 2, (y1 + y2) / 2)
  const dx = direction[0] * view.focal - line[0] * direction[2]
  const dy = direction[1] * view.focal - line[1] * direction[2]
  const size = Math.hypot(dx, dy) * Math.hypot(x2 - x1, y2 - y1)
  return size > 0 ? Math.asin(Math.min(1, Math.abs(dx * (y2 - y1) - dy * (x2 - x1)) / size)) : 0
}
