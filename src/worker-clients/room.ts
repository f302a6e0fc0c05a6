// Plain arithmetic, quick enough for every move of a pointer.
export { keyPoints } from '#kernels/lineart/shape-strokes.ts'
export { dragCorner, roomInPixels, settleRoom } from '#kernels/seeing/room-box.ts'
export type { RoomBox, Spot, View as Camera } from '#kernels/seeing/scene.ts'
