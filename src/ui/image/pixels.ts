import type { Trim } from '#contracts/task.ts'

/** 1024 × 683, or nothing where the size is not known. */
export function formatPixels(width: number, height: number): string {
  return width > 0 && height > 0 ? `${width} × ${height}` : ''
}

/** Where a cropped result lies in its source. */
export function trimWords({ left, top, width, height }: Trim): string {
  return `裁边：左 ${left} px，上 ${top} px，原图 ${formatPixels(width, height)}`
}
