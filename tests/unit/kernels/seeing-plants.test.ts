import { describe, expect, it } from 'vitest'
import type { Facts, Neighbour } from '#kernels/seeing/labels-facts.ts'
import { boundPanes } from '#kernels/seeing/labels-panes.ts'
import {
  doubtCreepers,
  doubtLeaves,
  drawPlants,
  followPlants,
  seatAmongLeaves,
} from '#kernels/seeing/labels-plants.ts'
import { joinBands } from '#kernels/seeing/labels-roofs.ts'
import { layBoulders } from '#kernels/seeing/labels-stones.ts'
import { LABELS, type Label } from '#kernels/seeing/scene.ts'

const PLAIN: Facts = {
  ...{ pixels: 2000, part: 0.004, x: 0.5, y: 0.8, left: 0, right: 1, top: 0, bottom: 1, above: 0, fall: 0.3 },
  ...{ atTop: 0, atBottom: 0, atLeft: 0, atRight: 0, l: 80, a: 0, b: 0, texture: 0, spread: 1, edge: 2 },
  ...{ slope: [0, 0], straight: 0.5, lines: [0, 0, 0, 0, 0, 0], solid: 0.6, convex: 0.9, round: 0.4 },
  ...{ at: { x: 1, y: 1 }, around: new Map<number, Neighbour>() },
}

/** A region with the part and the step of its border with each other one, by id. */
function region(own: Partial<Facts>, around: Record<number, [part: number, step: number]> = {}): Facts {
  const met = Object.entries(around).map(([q, [part, step]]): [number, Neighbour] => [
    Number(q),
    { part, step, apart: 0, below: 0 },
  ])
  return { ...PLAIN, ...own, around: new Map(met) }
}

const shareOf = (label: Label, share: number, rest: Label = 'other') =>
  Float32Array.from(LABELS, (one) => (one === label ? share : one === rest ? 1 - share : 0))
const nameOf = (share: Float32Array) => LABELS[share.indexOf(Math.max(...share))]

describe('plants of a drawing', () => {
  const crown = region({ part: 0.1, texture: 5 })
  const lawn = region({ part: 0.2 })
  const wall = region({ part: 0.1, lines: [2, 2, 3, 0, 0, 0] })

  /** What a region between crown, lawn and wall is named, that was a ground. */
  function named(one: Facts, was = 0.7): string | undefined {
    const shares = [
      shareOf('vegetation', 1),
      shareOf('ground', 1),
      shareOf('wall', 1),
      shareOf('ground', was),
    ]
    drawPlants([crown, lawn, wall, one], shares, null)
    expect(shares.slice(0, 3).map(nameOf)).toEqual(['vegetation', 'ground', 'wall'])
    expect(shares[3]!.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5)
    return nameOf(shares[3]!)
  }

  it('go on behind their trunks, over thin strokes, up to a bold outline', () => {
    expect(named(region({}, { 0: [0.8, 18], 2: [0.2, 42] }), 0.95)).toBe('vegetation')
    expect(named(region({}, { 0: [0.8, 42], 2: [0.2, 42] }))).toBe('ground')
    expect(named(region({}, { 0: [0.6, 18], 2: [0.4, 18] }))).toBe('ground')
  })

  it('are tufts of thin strokes in a lawn, but no joints of a paving, no slats and no stones', () => {
    const tuft = region({ texture: 3, edge: 17 }, { 1: [1, 26] })
    expect(named(tuft)).toBe('vegetation')
    expect(named({ ...tuft, lines: [4, 4, 0, 3, 3, 0] })).toBe('ground')
    expect(named({ ...tuft, around: new Map([[1, { part: 1, step: 42, apart: 0, below: 0 }]]) })).toBe(
      'ground',
    )
    expect(named({ ...tuft, texture: 0.5 })).toBe('ground')
  })

  it('have blades around them', () => {
    const tuft = region({ texture: 3, edge: 17 }, { 0: [1, 26] })
    const blades = region({ edge: 8 }, { 0: [0.5, 24], 1: [0.5, 22] })
    const shares = [shareOf('ground', 0.7), shareOf('ground', 1), shareOf('ground', 0.7)]
    drawPlants([tuft, lawn, blades], shares, null)
    expect(shares.map(nameOf)).toEqual(['vegetation', 'ground', 'vegetation'])
  })

  it('are tangles with posts in them where their pixels say so', () => {
    const tangled = (texture: number, lead: number) => {
      const one = region({ texture, lines: [4, 4, 10, 0, 0, 0] }, { 1: [1, 36] })
      const shares = [shareOf('ground', 1), shareOf('wall', 0.55)]
      const pixels = [shareOf('ground', 1), shareOf('vegetation', 0.5 + lead / 2, 'wall')]
      drawPlants([lawn, one], shares, pixels)
      return nameOf(shares[1]!)
    }
    expect(tangled(9, 0.2)).toBe('vegetation')
    expect(tangled(9, 0.1)).toBe('wall')
    expect(tangled(3, 0.2)).toBe('wall')
  })
})

describe('chairs among the leaves of a model', () => {
  const named = (own: Partial<Facts>, step: number) => {
    const shares = [shareOf('opening', 1), shareOf('vegetation', 0.7, 'furniture')]
    seatAmongLeaves(
      [region({ part: 0.1 }), region({ part: 0.002, straight: 0.8, ...own }, { 0: [1, step] })],
      shares,
    )
    return nameOf(shares[1]!)
  }

  it('have straight outlines and stand out, which leaves and hedges do not', () => {
    expect(named({}, 60)).toBe('furniture')
    expect(named({}, 20)).toBe('vegetation')
    expect(named({ straight: 0.4 }, 60)).toBe('vegetation')
    expect(named({ part: 0.02 }, 60)).toBe('vegetation')
    expect(named({ above: 0.5 }, 60)).toBe('vegetation')
  })
})

describe('a terrace among the leaves of a model', () => {
  const named = (texture: number, ground: number, straight = 0.4) => {
    const shares = [shareOf('vegetation', 0.7, 'ground')]
    doubtLeaves([region({ texture, straight })], shares, [shareOf('ground', ground, 'vegetation')])
    return nameOf(shares[0]!)
  }

  it('is calm and has the pixels of a ground', () => {
    expect(named(2, 0.65)).toBe('ground')
    expect(named(2, 0.55)).toBe('vegetation')
    expect(named(6, 0.65)).toBe('vegetation')
    expect(named(2, 0.65, 0.1)).toBe('vegetation')
  })

  it('is calmer than leaves are in any light, and a little sooner a ground', () => {
    expect(named(1, 0.56)).toBe('ground')
    expect(named(1, 0.54)).toBe('vegetation')
  })
})

describe('a piece of a wall between plants of a model', () => {
  const plants = region({ texture: 5 })
  const named = (part: number, step: number, green = 0.5) => {
    const shares = [shareOf('vegetation', 1), shareOf('wall', 0.9, 'vegetation')]
    const pixels = shareOf('vegetation', green, 'wall')
    followPlants([plants, region({}, { 0: [part, step] })], shares, [pixels, pixels])
    return nameOf(shares[1]!)
  }

  it('is plants where hardly a step parts it from them and its pixels are as soon plants', () => {
    expect(named(0.6, 6)).toBe('vegetation')
    expect(named(0.6, 12)).toBe('wall')
    expect(named(0.4, 6)).toBe('wall')
    expect(named(0.6, 6, 0.4)).toBe('wall')
  })
})

describe('a boulder in the ground of a model', () => {
  const laid = (own: Partial<Facts>, stone: number, as = shareOf('ground', 0.9), under = 'sky' as Label) => {
    const shares = [as, shareOf(under, 1)]
    const pixels = [
      Float32Array.from(
        LABELS,
        (label) => ({ other: stone, ground: 0.4, vegetation: 0.4 })[label as string] ?? 0,
      ),
      shareOf(under, 1),
    ]
    const one = region({ straight: 0.1, ...own }, { 1: [0.5, 20] })
    one.around.get(1)!.below = 0.5
    layBoulders([one, region({ part: 0.2 })], shares, pixels)
    return shares[0]!
  }
  const named = (own: Partial<Facts>, stone: number) => nameOf(laid(own, stone))

  it('is ragged, and its pixels are as soon stone as ground', () => {
    expect(named({}, 0.35)).toBe('other')
    expect(named({}, 0.2)).toBe('ground')
    expect(named({ straight: 0.5 }, 0.35)).toBe('ground')
    expect(named({ part: 0.1 }, 0.35)).toBe('ground')
  })

  it('is smooth and rounded with ground under it, and its pixels are hardly that', () => {
    const rounded = { texture: 0.8, convex: 0.9, straight: 0.35 }
    const namedOn = (under: Label, own: Partial<Facts> = {}, as: Label = 'ground') =>
      nameOf(laid({ ...rounded, ...own }, 0.05, shareOf(as, 0.9), under))
    expect(namedOn('ground')).toBe('other')
    expect(namedOn('ground', {}, 'vegetation')).toBe('other')
    expect(namedOn('ground', {}, 'wall')).toBe('wall')
    expect(namedOn('vegetation')).toBe('ground')
    expect(namedOn('ground', { texture: 2 })).toBe('ground')
    expect(namedOn('ground', { convex: 0.7 })).toBe('ground')
  })

  it('is surer where it was taken for a stone already', () => {
    const stone = LABELS.indexOf('other')
    expect(laid({}, 0.35, shareOf('other', 0.6, 'ground'))[stone]).toBeCloseTo(1, 5)
    expect(laid({ straight: 0.5 }, 0.35, shareOf('other', 0.6, 'ground'))[stone]).toBeCloseTo(0.6, 5)
  })
})

describe('a piece of roof of a model', () => {
  const named = (around: Record<number, [number, number]>, own: Partial<Facts> = {}) => {
    const shares = [shareOf('wall', 1), shareOf('roof', 0.9), shareOf('sky', 1), shareOf('roof', 1)]
    joinBands([region({}), region({ part: 0.002, ...own }, around), region({}), region({})], shares)
    return nameOf(shares[1]!)
  }

  it('is the band of a wall that goes on beside it in one light', () => {
    expect(named({ 0: [0.2, 6], 2: [0.4, 15] })).toBe('wall')
    expect(named({ 0: [0.2, 16], 2: [0.4, 15] })).toBe('roof')
    expect(named({ 0: [0.05, 6], 2: [0.4, 15] })).toBe('roof')
    expect(named({ 0: [0.2, 6], 3: [0.4, 15] })).toBe('roof')
    expect(named({ 0: [0.2, 6], 2: [0.4, 15] }, { part: 0.02 })).toBe('roof')
  })
})

describe('panes', () => {
  const crown = region({ part: 0.1, texture: 5 })
  const shares = (sure: number) => [
    shareOf('vegetation', 1),
    shareOf('opening', sure),
    shareOf('opening', 0.7),
  ]
  const end = region({}, { 0: [0.5, 28], 2: [0.4, 30] })
  const beyond = region({ part: 0.006, convex: 0.3 }, { 1: [0.5, 30] })

  it('have a jamb: what meets leaves is the end of a wall, and what it goes on in', () => {
    const named = shares(0.7)
    boundPanes([crown, end, beyond], named, 'drawing')
    expect(named.map(nameOf)).toEqual(['vegetation', 'wall', 'wall'])
  })

  it('stay where they are sure, or where what they meet is a frame', () => {
    const sure = shares(0.95)
    boundPanes([crown, end, beyond], sure, 'drawing')
    expect(sure.map(nameOf)).toEqual(['vegetation', 'opening', 'opening'])
    const framed = shares(0.7)
    boundPanes([{ ...crown, texture: 0 }, end, beyond], framed, 'drawing')
    expect(framed.map(nameOf)).toEqual(['vegetation', 'opening', 'opening'])
  })
})

describe('small leaves within a building of a model', () => {
  const wall = region({ part: 0.1, above: 1 })
  const crown = region({ part: 0.2, above: 1 })

  /** What a small piece above the horizon is named, that was leaves sooner than wall. */
  function named(
    around: Record<number, [part: number, step: number]>,
    green: number,
    own: Partial<Facts> = {},
  ) {
    const piece = region({ part: 0.001, above: 1, ...own }, around)
    const shares = [shareOf('wall', 1), shareOf('vegetation', 1), shareOf('vegetation', green, 'wall')]
    doubtCreepers([wall, crown, piece], shares)
    expect(shares.slice(0, 2).map(nameOf)).toEqual(['wall', 'vegetation'])
    return nameOf(shares[2]!)
  }

  it('are its wall where nobody is sure, and leaves where they surely are or are a crown', () => {
    expect(named({ 0: [1, 10] }, 0.7)).toBe('wall')
    expect(named({ 0: [1, 10] }, 0.95)).toBe('vegetation')
    expect(named({ 0: [0.5, 10], 1: [0.5, 10] }, 0.7)).toBe('vegetation')
    expect(named({ 0: [1, 10] }, 0.7, { part: 0.02 })).toBe('vegetation')
    expect(named({ 0: [1, 10] }, 0.7, { above: 0 })).toBe('vegetation')
  })
})
