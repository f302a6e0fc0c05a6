/** Adds a selection to a mask, or takes it out, in place; both of the same size. */
export function combine(mask: Uint8Array, selection: Uint8Array, subtract: boolean): void {
  for (let i = 0; i < mask.length; i++) {
    const part = selection[i] as number
    if (part === 0) continue
    const now = mask[i] as number
    mask[i] = subtract ? Math.min(now, 255 - part) : Math.max(now, part)
  }
}
