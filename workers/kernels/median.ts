/** Middle one of some numbers, the upper one of two; `otherwise` when there are none. */
export function median(values: readonly number[], otherwise = 0): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? otherwise
}
