import { describe, expect, it } from 'vitest'
import { sliversOf } from '#kernels/dress/furnish.ts'
import { prepareDress } from '#kernels/dress/prepare.ts'
import { boxesOf, boxiness } from '#kernels/dress/shapes.ts'
import type { Label, Region, Seen } from '#kernels/seeing/scene.ts'
import { usualView } from '#kernels/seeing/view.ts'
import {
  BLUE_CLOTH,
  bitten,
  disc,
  dressed,
  finish,
  furniture,
  GREEN_CLOTH,
  HEIGHT,
  inBox,
  isBlue,
  isGreen,
  isGrey,
  isRed,
  LOOK,
  RED_WOOD,
  ROOM,
  rounded,
  STRIPED,
  type Thing,
  tilted,
  WIDTH,
} from '#tests/support/dressed.ts'

/** A scene of one thing in a room. */
function sceneOf(is: Thing['is']): Seen {
  const map = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    is(i % WIDTH, Math.floor(i / WIDTH)) ? 1 : 0,
  )
  const regions = ['wall', 'furniture'].map(
    (label, id): Region => ({
      ...{ id, label: label as Label, sure: 1, plane: null, at: { x: 0, y: 0 } },
      pixels: map.filter((one) => one === id).length,
    }),
  )
  const view = usualView(WIDTH, HEIGHT, 'indoors')
  return { width: WIDTH, height: HEIGHT, kind: 'model', setting: 'indoors', view, room: null, map, regions }
}

describe('the outline of a thing', () => {
  const boxinessOf = (is: Thing['is']) => {
    const seen = sceneOf(is)
    return boxiness(seen, 1, boxesOf(seen)[1]!)
  }

  it('runs to the vanishing points around a box, also where another hides a corner of it', () => {
    const box = inBox(60, 90, 150, 160)
    const hides = inBox(60, 90, 85, 115)
    expect(boxinessOf(box)).toBeGreaterThan(0.85)
    expect(boxinessOf((x, y) => box(x, y) && !hides(x, y))).toBeGreaterThan(0.75)
  })

  it('does so less around what is rounded or leans', () => {
    expect(boxinessOf(rounded(60, 90, 150, 160, 25))).toBeLessThan(0.65)
    expect(boxinessOf(tilted(120, 120, 30))).toBeLessThan(0.4)
    expect(boxinessOf(disc(120, 120, 30))).toBeLessThan(0.4)
  })
})

describe('a sliver on a wall', () => {
  /** Whether the second thing of a room is one. @param is where it is @param floor from which row on there is floor */
  const isSliver = (is: Thing['is'], floor: number) => {
    const seen = sceneOf(is)
    const map = seen.map.map((id, i) => (id === 0 && i / WIDTH >= floor ? 2 : id))
    const ground: Region = { ...seen.regions[0]!, id: 2, label: 'floor' }
    const room: Seen = { ...seen, map, regions: [...seen.regions, ground] }
    const outline = is(110, 118) ? 220 : 168
    const beside = [new Map([[1, outline]]), new Map([[0, outline]]), new Map<number, number>()]
    const labels = room.regions.map(({ label }) => label)
    const compact = [true, false, true]
    return sliversOf(room, { boxes: boxesOf(room), beside, labels, compact })[1]
  }

  it('hangs there by itself; a pole stands on the floor', () => {
    const pole = inBox(100, 40, 103, 120)
    expect(isSliver(pole, 150)).toBe(true)
    expect(isSliver(pole, 120)).toBe(false)
    const lamp = disc(101, 112, 14)
    expect(isSliver((x, y) => pole(x, y) || lamp(x, y), 150)).toBe(false)
  })
})

describe('furniture of a room', () => {
  it('has seats of one cloth, loose cushions of another, and another seat beside it', () => {
    const at = dressed(
      'indoors',
      [
        ...ROOM,
        furniture(rounded(60, 108, 140, 138, 9)),
        furniture(rounded(58, 137, 101, 158, 8)),
        furniture(rounded(101, 137, 144, 158, 8)),
        furniture(tilted(82, 126, 9)),
        furniture(rounded(220, 108, 262, 140, 9)),
        furniture(rounded(218, 140, 266, 162, 9)),
      ],
      LOOK,
    )
    expect(isGreen(at(110, 116))).toBe(true)
    expect(isGreen(at(125, 125))).toBe(true)
    expect(isGreen(at(90, 148))).toBe(true)
    expect(isGreen(at(120, 148))).toBe(true)
    expect(isBlue(at(82, 126))).toBe(true)
    expect(isBlue(at(240, 122))).toBe(true)
    expect(isBlue(at(240, 150))).toBe(true)
  })

  it('has rails of wood, but no strip of it within a seat', () => {
    const strip: Thing['is'] = (x, y) => x >= 115 && x < 165 && Math.abs(y - 164 - Math.sin(x / 4)) < 2
    const seat = furniture(tilted(140, 140, 55))
    const redness = (things: readonly Thing[]) => {
      const { r, g } = dressed('indoors', [...ROOM, ...things, furniture(strip)], LOOK)(140, 165)
      return r / g
    }
    expect(redness([])).toBeGreaterThan(2)
    expect(redness([seat])).toBeLessThan(1.6)
  })

  it('has a pale lamp that was taken for the wall behind it, where nobody is sure of that', () => {
    const lamp = { ...furniture(disc(150, 70, 8)), label: 'wall' } as const
    const red = { ...LOOK, finishes: { ...LOOK.finishes, wall: [RED_WOOD] } }
    const isPale = (sure: number) => !isRed(dressed('indoors', [...ROOM, { ...lamp, sure }], red)(150, 70))
    expect(isPale(0.05)).toBe(true)
    expect(isPale(0.9)).toBe(false)
  })

  it('has pale lamps on their cords', () => {
    const cord = inBox(149, 44, 152, 60)
    const lamp = disc(150, 70, 13)
    const at = dressed('indoors', [...ROOM, furniture((x, y) => cord(x, y) || lamp(x, y))], LOOK)
    expect(isGrey(at(150, 70))).toBe(true)
  })

  it('is a sofa with its cushions though something hides a part of each piece', () => {
    const at = dressed(
      'indoors',
      [
        ...ROOM,
        furniture(rounded(60, 108, 140, 138, 9)),
        furniture(bitten(rounded(58, 137, 101, 158, 8), 79, 158)),
        furniture(bitten(rounded(101, 137, 144, 158, 8), 122, 158)),
        furniture(rounded(46, 124, 60, 158, 6)),
        furniture(rounded(142, 124, 156, 158, 6)),
        furniture(tilted(82, 126, 9)),
      ],
      LOOK,
    )
    expect(isGreen(at(110, 116))).toBe(true)
    expect(isGreen(at(70, 146))).toBe(true)
    expect(isBlue(at(82, 126))).toBe(true)
  })

  it('is of the seat where it lies between its pieces, whatever its outline', () => {
    const wavy: Thing['is'] = (x, y) =>
      x >= 110 && x < 138 && y < 141 && y >= 133 + 6 * Math.abs(Math.sin(x / 3))
    const back = furniture(rounded(60, 108, 140, 138, 9))
    const seat = furniture(rounded(58, 137, 144, 158, 8))
    expect(isGreen(dressed('indoors', [...ROOM, back, seat, furniture(wavy)], LOOK)(124, 139))).toBe(true)
    expect(isGreen(dressed('indoors', [...ROOM, furniture(wavy)], LOOK)(124, 139))).toBe(false)
  })

  it('is of the seat where only a seam parts it from that, and not where a board does', () => {
    /** Whether a cushion has the cloth of a sofa behind something narrow that bends so far, px. */
    const isOfSofa = (bends: number) => {
      const edge = (x: number) => 138 - bends * Math.abs(Math.sin(x / 4))
      const sofa = rounded(60, 108, 140, 138, 9)
      const cushion = rounded(74, 126, 99, 164, 5)
      const things: Thing['is'][] = [
        (x, y) => sofa(x, y) || (cushion(x, y) && y < edge(x)),
        rounded(99, 136, 144, 158, 8),
        (x, y) => cushion(x, y) && y >= edge(x) && y < edge(x) + 2,
        (x, y) => cushion(x, y) && y >= edge(x) + 2,
      ]
      return isGreen(dressed('indoors', [...ROOM, ...things.map(furniture)], LOOK)(86, 154))
    }
    expect(isOfSofa(3)).toBe(true)
    expect(isOfSofa(0)).toBe(false)
  })

  it('is wood where its outline is straight, whatever cloth there is', () => {
    const at = dressed('indoors', [...ROOM, furniture(inBox(190, 122, 230, 154))], LOOK)
    expect(isRed(at(210, 138))).toBe(true)
  })

  it('is pale where it is round as a lamp, turned as a vase, or the field of a picture', () => {
    const at = dressed(
      'indoors',
      [
        ...ROOM,
        furniture(disc(200, 40, 9)),
        furniture(inBox(40, 20, 100, 64)),
        furniture(inBox(48, 28, 92, 56)),
        furniture((x, y) => y >= 122 && y < 146 && Math.abs(x - 170) < 5 + 3 * Math.sin((y - 118) / 5)),
      ],
      LOOK,
    )
    expect(isGrey(at(200, 40))).toBe(true)
    expect(isGrey(at(70, 42))).toBe(true)
    expect(isRed(at(44, 42))).toBe(true)
    expect(isGrey(at(170, 130))).toBe(true)
  })

  it('is pale as the field of a picture that a plant hides a corner of', () => {
    const frame = furniture(inBox(40, 20, 100, 64))
    const field = furniture(inBox(48, 28, 92, 56))
    const plant: Thing = { label: 'vegetation', is: inBox(30, 40, 60, 120) }
    expect(isGrey(dressed('indoors', [...ROOM, frame, field, plant], LOOK)(80, 36))).toBe(true)
    // A door in a cabinet that stands on the floor stays wood.
    const cabinet = furniture(inBox(40, 100, 100, 190))
    const door = furniture(inBox(48, 108, 92, 182))
    expect(isGrey(dressed('indoors', [...ROOM, cabinet, door, plant], LOOK)(80, 150))).toBe(false)
  })

  it('is pale as a picture on a wall whose outline a shadow frays, and not where it stands on the floor', () => {
    const frayed =
      (left: number, top: number): Thing['is'] =>
      (x, y) =>
        x >= left && x < left + 40 && y < top + 40 && y >= top + 7 * Math.abs(Math.sin((x - left) / 5))
    expect(isGrey(dressed('indoors', [...ROOM, furniture(frayed(40, 30))], LOOK)(60, 55))).toBe(true)
    expect(isGrey(dressed('indoors', [...ROOM, furniture(frayed(40, 145))], LOOK)(60, 170))).toBe(false)
  })

  it('takes the finish that it was given, cushions as well', () => {
    const told = { ...LOOK, finishes: { ...LOOK.finishes, furniture: [BLUE_CLOTH] } }
    const at = dressed('indoors', [...ROOM, furniture(inBox(190, 122, 230, 154))], told)
    expect(isBlue(at(210, 138))).toBe(true)
  })
})

describe('slabs of a floor', () => {
  /** How many greys the floor has where the slab is. */
  const greys = (sure: number) => {
    const slab: Thing = { label: 'floor', sure, is: inBox(100, 165, 200, 190) }
    const look = { ...LOOK, finishes: { ...LOOK.finishes, floor: [STRIPED] } }
    const at = dressed('indoors', [...ROOM, slab], look)
    return new Set(Array.from({ length: 60 }, (_, k) => at(120 + k, 178).g)).size
  }

  it('are as sure as the floor, unless they may be something on it', () => {
    expect(greys(0.35)).toBeGreaterThan(3 * greys(0.1))
  })
})

describe('slats on the wall of a room', () => {
  const slats: Thing = {
    label: 'wall',
    is: inBox(180, 20, 260, 140),
    level: (x) => (x % 6 < 3 ? 190 : 110),
  }

  it('are wood, and the plain wall beside them is not', () => {
    const at = dressed('indoors', [...ROOM, slats], LOOK)
    expect(isRed(at(220, 80))).toBe(true)
    expect(isGrey(at(100, 80))).toBe(true)
  })

  it('are wood on the front of a counter as well', () => {
    const counter: Thing = { ...slats, label: 'furniture', is: inBox(180, 80, 260, 150) }
    expect(isRed(dressed('indoors', [...ROOM, counter], LOOK)(220, 110))).toBe(true)
    // With a bowl before it, so that its outline tells nothing.
    const low: Thing = {
      ...counter,
      is: (x, y) => inBox(160, 120, 280, 145)(x, y) && Math.hypot(x - 220, y - 128) > 12,
    }
    expect(isRed(dressed('indoors', [...ROOM, low], LOOK)(250, 130))).toBe(true)
  })

  it('are what was asked for where walls were', () => {
    expect(isGrey(dressed('indoors', [...ROOM, slats], { ...LOOK, asked: ['wall'] })(220, 80))).toBe(true)
  })

  it('stay a wall where there is no wood, and where they hang beside a window', () => {
    const cloth = { ...LOOK, finishes: { ...LOOK.finishes, furniture: [GREEN_CLOTH] } }
    expect(isGrey(dressed('indoors', [...ROOM, slats], cloth)(220, 80))).toBe(true)
    const pane: Thing = { label: 'opening', is: inBox(260, 20, 300, 140) }
    expect(isRed(dressed('indoors', [...ROOM, slats, pane], LOOK)(220, 80))).toBe(false)
  })
})

describe('what is beside a window of a room', () => {
  const look = { ...LOOK, finishes: { ...LOOK.finishes, wall: [finish([180, 40, 30])] } }
  const pane: Thing = { label: 'opening', is: inBox(260, 20, 300, 140) }
  const beside = (level: NonNullable<Thing['level']>): Thing => ({
    label: 'wall',
    is: inBox(200, 20, 260, 140),
    level,
  })

  it('is linen where it has folds, and a wall where only the light fades', () => {
    const folds = { ...beside((x) => (x % 8 < 4 ? 185 : 165)), faint: true }
    expect(isRed(dressed('indoors', [...ROOM, pane, folds], look)(230, 80))).toBe(false)
    const fading = { ...beside((x) => 120 + (x - 200) / 2), faint: true }
    expect(isRed(dressed('indoors', [...ROOM, pane, fading], look)(230, 80))).toBe(true)
  })

  it('is linen as well where trees outside hide most of the pane', () => {
    const folds = beside((x) => (x % 8 < 4 ? 185 : 165))
    const trees: Thing = { label: 'vegetation', is: inBox(260, 40, 290, 140) }
    expect(isRed(dressed('indoors', [...ROOM, pane, trees, folds], look)(230, 80))).toBe(false)
  })
})

describe('plants of a room', () => {
  const leaves = (sure: number): Thing => ({
    label: 'vegetation',
    sure,
    is: disc(150, 90, 26),
    level: (x, y) => 130 + 40 * Math.sin((x + y) / 4),
  })

  it('are a calm green that keeps the shading of the source', () => {
    const at = dressed('indoors', [...ROOM, leaves(0.9)], LOOK)
    let [green, most, least] = [0, 0, 255]
    for (let y = 75; y < 105; y++)
      for (let x = 135; x < 165; x++) {
        const value = at(x, y)
        if (value.g > value.r && value.g > value.b) green++
        most = Math.max(most, value.g)
        least = Math.min(least, value.g)
      }
    expect(green).toBeGreaterThan(450)
    expect(most).toBeLessThan(170)
    expect(most - least).toBeGreaterThan(30)
  })

  it('are none of the wall behind them, as faint as their outline may be', () => {
    const faint = { ...leaves(0.9), faint: true }
    const { r, g, b } = dressed('indoors', [...ROOM, faint], LOOK)(150, 90)
    expect(g).toBeGreaterThan(1.05 * Math.max(r, b))
  })

  it('are pale where they grow outside of its window', () => {
    const pane: Thing = { label: 'opening', is: inBox(0, 20, 60, 140) }
    const tree: Thing = { ...leaves(0.9), is: inBox(0, 70, 60, 140) }
    const at = dressed('indoors', [...ROOM, pane, tree, leaves(0.9)], LOOK)
    const [outside, inside] = [at(30, 100), at(150, 90)]
    expect(outside.g).toBeGreaterThan(1.5 * inside.g)
    expect(outside.g).toBeGreaterThan(outside.b)
  })

  it('are none where a smooth thing was taken for one', () => {
    const at = dressed(
      'indoors',
      [...ROOM, { label: 'vegetation', sure: 0.4, is: rounded(130, 100, 170, 140, 8) }],
      LOOK,
    )
    expect(isGreen(at(150, 120)) && !isGrey(at(150, 120))).toBe(false)
  })
})

describe('a picture larger than what is judged', () => {
  it('is dressed as a smaller one of the same', () => {
    const panelled = (width: number, height: number) => {
      const map = Uint16Array.from({ length: width * height }, (_, i) => {
        const [x, y] = [(i % width) / width, Math.floor(i / width) / height]
        return y > 0.8 ? 2 : x > 0.5 ? 1 : 0
      })
      const regions = (['wall', 'wall', 'floor'] as const).map(
        (label, id): Region => ({
          ...{ id, label, sure: 0.9, plane: null, at: { x: 0, y: 0 } },
          pixels: map.filter((one) => one === id).length,
        }),
      )
      const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, k) => {
        const i = k >> 2
        const wave = map[i] === 1 ? 8 * Math.sin((2 * Math.PI * 70 * (i % width)) / width) : 0
        return k % 4 === 3 ? 255 : 150 + wave
      })
      const view = usualView(width, height, 'indoors')
      const seen: Seen = { width, height, kind: 'model', setting: 'indoors', view, room: null, map, regions }
      return prepareDress({ width, height, data }, seen).outlines.map(({ panel, form, as }) => ({
        panel,
        form,
        as,
      }))
    }
    const small = panelled(1024, 512)
    expect(small.map(({ panel }) => panel)).toEqual([false, true, false])
    expect(panelled(2048, 1024)).toEqual(small)
  })
})
