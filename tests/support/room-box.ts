import type { RoomBox } from '#kernels/seeing/scene.ts'

/** A room whose back wall is seen straight between these edges, px. */
export function straightRoom(
  [left, top, right, bottom]: readonly [number, number, number, number],
  vanishing: RoomBox['vanishing'],
): RoomBox {
  const back = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ] as const
  return { back, vanishing, sure: 1 }
}
