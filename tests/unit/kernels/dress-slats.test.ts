import { describe, expect, it } from 'vitest'
import { withSlats } from '#kernels/dress/room-pieces.ts'
import type { Label, Region, Seen } from '#kernels/seeing/scene.ts'

const [PANEL, OTHER] = [0, 1] as const

interface Piece {
  label?: Label
  sure?: number
  compact?: boolean
  /** The piece that it is a part of. */
  of?: number
  /** Lengths of its borders with others. */
  beside: Record<number, number>
}

/** Which pieces, from the third on, are of the panel; the first is that itself, the second a ceiling. */
function inPanel(pieces: readonly Piece[]): boolean[] {
  const all: Piece[] = [{ label: 'wall', sure: 0.7, beside: {} }, { label: 'ceiling', beside: {} }, ...pieces]
  const regions = all.map(
    ({ label = 'furniture', sure = 0.3 }, id) => ({ id, label, sure }) as Partial<Region> as Region,
  )
  const beside = all.map(() => new Map<number, number>())
  for (const [id, piece] of all.entries())
    for (const [other, length] of Object.entries(piece.beside)) {
      beside[id]!.set(Number(other), length)
      beside[Number(other)]!.set(id, length)
    }
  const made = withSlats(
    all.map((_, id) => id === PANEL),
    { regions } as Partial<Seen> as Seen,
    all.map(({ of }, id) => of ?? id),
    beside,
    all.map(({ compact }) => compact ?? false),
  )
  expect(made[OTHER]).toBe(false)
  return made.slice(2)
}

const within = { [PANEL]: 40, [OTHER]: 8 }

describe('slats in the light of a lamp', () => {
  it('are of the panel in which they lie, also by way of one another', () => {
    expect(inPanel([{ beside: within }])).toEqual([true])
    expect(inPanel([{ beside: within }, { beside: { 2: 30, [OTHER]: 10 } }])).toEqual([true, true])
    expect(
      inPanel([
        { of: 2, beside: { 3: 60, ...within } },
        { of: 2, beside: { 2: 60 } },
      ]),
    ).toEqual([true, true])
  })

  it('are none where they are surely something else, no strip, or lie at something else for the most part', () => {
    expect(inPanel([{ sure: 0.8, beside: within }])).toEqual([false])
    expect(inPanel([{ compact: true, beside: within }])).toEqual([false])
    expect(inPanel([{ label: 'opening', beside: within }])).toEqual([false])
    expect(inPanel([{ beside: { [PANEL]: 10, [OTHER]: 30 } }])).toEqual([false])
  })
})
