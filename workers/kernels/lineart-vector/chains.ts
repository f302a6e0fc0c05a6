import { neighbourSteps } from './thin.ts'

/** A line of pixels of a skeleton, by their indices, from end to end. */
export interface Chain {
  pixels: number[]
  /** It runs back to its first pixel. */
  closed: boolean
  /** Number of the fork at its start and its end; -1 for none. */
  forks: [number, number]
}

/** A place where three or more lines meet. */
export interface Fork {
  x: number
  y: number
}

/** Numbers the connected groups of fork pixels. */
function findForks(mask: Uint8Array, width: number): { forks: Fork[]; forkAt: Map<number, number> } {
  const steps = neighbourSteps(width)
  const forkAt = new Map<number, number>()
  for (let i = 0; i < mask.length; i++) {
    // A compact crossing has no pixel with three separate branches: three neighbours are enough, and what was no
    // fork is joined again.
    if (mask[i] === 1 && steps.reduce((sum, step) => sum + mask[i + step]!, 0) > 2) forkAt.set(i, -1)
  }
  // With what touches them: else the branches of a fork would touch each other at their corners.
  for (const i of [...forkAt.keys()])
    for (const step of steps) if (mask[i + step] === 1) forkAt.set(i + step, -1)
  const forks: Fork[] = []
  for (const [start, known] of forkAt) {
    if (known >= 0) continue
    const group = [start]
    forkAt.set(start, forks.length)
    for (const i of group) {
      for (const step of steps) {
        if (forkAt.get(i + step) !== -1) continue
        forkAt.set(i + step, forks.length)
        group.push(i + step)
      }
    }
    const sum = group.reduce((s, i) => ({ x: s.x + (i % width), y: s.y + Math.floor(i / width) }), {
      x: 0,
      y: 0,
    })
    forks.push({ x: sum.x / group.length, y: sum.y / group.length })
  }
  return { forks, forkAt }
}

/**
 * Cuts a skeleton at its forks into chains of pixels.
 * @param mask lines one pixel wide with an unmarked border; used up
 */
export function traceChains(mask: Uint8Array, width: number): { chains: Chain[]; forks: Fork[] } {
  const steps = neighbourSteps(width)
  // Straight neighbours first: a diagonal one may be the pixel after the next.
  const order = [0, 2, 4, 6, 1, 3, 5, 7].map((k) => steps[k]!)
  const { forks, forkAt } = findForks(mask, width)
  for (const i of forkAt.keys()) mask[i] = 0
  const next = (i: number): number => {
    for (const step of order) if (mask[i + step] === 1) return i + step
    return -1
  }
  const forkBeside = (i: number): number => {
    for (const step of order) {
      const found = forkAt.get(i + step)
      if (found !== undefined) return found
    }
    return -1
  }
  const follow = (start: number): number[] => {
    const pixels = [start]
    mask[start] = 0
    for (let i = next(start); i >= 0; i = next(i)) {
      mask[i] = 0
      pixels.push(i)
    }
    return pixels
  }
  const chains: Chain[] = []
  const collect = (start: number): void => {
    const pixels = follow(start)
    const [first, last] = [pixels[0]!, pixels.at(-1)!]
    const touch = pixels.length > 7 && steps.some((step) => first + step === last)
    const forkPair: [number, number] = [forkBeside(first), pixels.length > 1 ? forkBeside(last) : -1]
    const closed = touch && forkPair[0] < 0 && forkPair[1] < 0
    chains.push({ pixels, closed, forks: forkPair })
  }
  const neighbours = (i: number): number => steps.reduce((sum, step) => sum + mask[i + step]!, 0)
  // From the ends first; what is left then are rings.
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1 && neighbours(i) <= 1) collect(i)
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1) collect(i)
  return { chains, forks }
}
