/** A small repeatable source of random numbers 0..1 (mulberry32): the same seed gives the same numbers everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * Numbers 0..1, one a call, for a seed from 0. At the same call neighbouring seeds get numbers that lie far from each
 * other (Kronecker's sequence by the golden ratio), so that a few seeds in a row show what there is to choose from.
 */
export function alongSeeds(seed: number): () => number {
  const starts = randomFrom(0)
  return () => (starts() + seed * GOLDEN) % 1
}
