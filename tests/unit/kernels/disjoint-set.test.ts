import { describe, expect, it } from 'vitest'
import { connected } from '#kernels/connected.ts'
import { relabelled, rootOf, unite } from '#kernels/disjoint-set.ts'

describe('disjoint sets', () => {
  it('have the lowest of their members as root, however they were united', () => {
    const parents = [0, 1, 2, 3, 4, 5]
    for (const [one, other] of [
      [4, 5],
      [2, 4],
      [5, 1],
    ] as const)
      unite(parents, one, other)
    expect(parents.map((_, k) => rootOf(parents, k))).toEqual([0, 1, 1, 3, 1, 1])
  })

  it('number a label map without gaps, in the order in which they appear', () => {
    const { map, count } = relabelled(Int32Array.of(3, 2, 0, 1), [0, 1, 1, 3])
    expect([...map]).toEqual([0, 1, 2, 1])
    expect(count).toBe(3)
  })
})

describe('connected components', () => {
  it('hang together over the sides of pixels, and meet around a corner', () => {
    // A U of ones that closes below, and a pixel that only touches it over a corner.
    const values = Int32Array.from([...[1, 0, 1, 0], ...[1, 0, 1, 0], ...[1, 1, 1, 0], ...[0, 0, 0, 1]])
    const { map, count } = connected(values, 4)
    expect([...map]).toEqual([0, 1, 0, 2, 0, 1, 0, 2, 0, 0, 0, 2, 3, 3, 3, 4])
    expect(count).toBe(5)
  })
})
