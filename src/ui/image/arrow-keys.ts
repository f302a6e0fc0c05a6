const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** By how many steps an arrow key moves something, ten of them with Shift, y downwards; null for another key. */
export function arrowSteps({
  key,
  shiftKey,
}: {
  key: string
  shiftKey: boolean
}): { x: number; y: number } | null {
  const arrow = ARROWS[key]
  if (!arrow) return null
  const count = shiftKey ? 10 : 1
  return { x: arrow[0] * count, y: arrow[1] * count }
}
