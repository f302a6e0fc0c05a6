import type { Size } from '#src/ui/image/zoom.ts'

/**
 * Columns of a grid of equal pictures in which they are shown largest; of equally large ones the squarest grid.
 * @param count pictures, 1 or more
 * @param room of the grid, px
 * @param aspect width over height of one picture
 */
export function columnsFor(count: number, room: Size, aspect: number): number {
  let best = { columns: 1, scale: 0, empty: 0 }
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns)
    const scale = Math.min(room.width / columns / aspect, room.height / rows)
    const empty = columns * rows - count
    if (scale > best.scale || (scale === best.scale && empty < best.empty)) best = { columns, scale, empty }
  }
  return best.columns
}
