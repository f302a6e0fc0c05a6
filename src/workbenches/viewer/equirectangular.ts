/** Whether a picture covers the whole sphere: 2:1, with a little room for rounding. */
export function isEquirectangular({ width, height }: { width: number; height: number }): boolean {
  return height > 0 && Math.abs(width / height - 2) < 0.02
}
