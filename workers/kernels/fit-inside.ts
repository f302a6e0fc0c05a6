/** Size with the longer side at `side` px at most, its ratio kept; never under 1 px. */
export function fitInside(
  { width, height }: { readonly width: number; readonly height: number },
  side: number,
): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  const shrink = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: shrink(width), height: shrink(height) }
}
