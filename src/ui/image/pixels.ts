/** 1024 × 683, or nothing where the size is not known. */
export function formatPixels(width: number, height: number): string {
  return width > 0 && height > 0 ? `${width} × ${height}` : ''
}
