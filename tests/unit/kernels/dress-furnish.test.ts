import { describe, expect, it } from 'vitest'
import { dress } from '#kernels/dress/dress.ts'
import type { DressOptions, Finish, Look } from '#kernels/dress/look.ts'
import { prepareDress } from '#kernels/dress/prepare.ts'
import { boxesOf, boxiness } from '#kernels/dress/shapes.ts'
import type { Raster } from '#kernels/raster.ts'
import type { MaterialPicture } from '#kernels/retexture/apply.ts'
import type { Label, Region, Seen, Setting, Spot } from '#kernels/seeing/scene.ts'
import { groundOf, usualView } from '#kernels/seeing/view.ts'
import { NOON } from '#tests/support/looks.ts'

const [WIDTH, HEIGHT] = [300, 200]
const OPTIONS: DressOptions = { strength: 1, lock: false, seed: 4, finishes: new Map() }

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
  return { width: WIDTH, height: HEIGHT, setting: 'indoors', view, room: null, map, regions }
}

/** A material of one colour. */
function plainMaterial(bytes: readonly [number, number, number]): MaterialPicture {
  const data = Uint8ClampedArray.from({ length: 4 * 64 }, (_, i) => [...bytes, 255][i % 4]!)
  return { picture: { width: 8, height: 8, data }, repeatMm: 500, repeats: true }
}

const finish = (bytes: readonly [number, number, number], own: Partial<Finish> = {}): Finish => ({
  ...{ material: plainMaterial(bytes), colour: [0.5, 0.5, 0.5], tint: 0, gloss: 0 },
  ...own,
})
const GREEN_CLOTH = finish([40, 170, 60], { soft: true })
const BLUE_CLOTH = finish([50, 70, 190], { soft: true })
const RED_WOOD = finish([180, 40, 30])

const STRIPES = Uint8ClampedArray.from({ length: 4 * 64 }, (_, i) =>
  i % 4 === 3 ? 255 : i % 8 < 4 ? 60 : 220,
)
const STRIPED = finish([0, 0, 0], {
  material: { picture: { width: 8, height: 8, data: STRIPES }, repeatMm: 3000, repeats: true },
})

const LOOK: Look = {
  finishes: {
    wall: [finish([200, 200, 200])],
    floor: [finish([150, 150, 150])],
    furniture: [RED_WOOD, GREEN_CLOTH, BLUE_CLOTH],
  },
  ...NOON,
  planting: 0.8,
}

interface Thing {
  label: Label
  sure?: number
  /** 0 outside, 1 within. */
  is: (x: number, y: number) => boolean
  /** Grey level in the source. */
  level?: (x: number, y: number) => number
  /** Whether its outline is too faint to see. */
  faint?: boolean
}

const inBox = (left: number, top: number, right: number, bottom: number) => (x: number, y: number) =>
  x >= left && x < right && y >= top && y < bottom

/** A box with corners that are rounded off. */
const rounded = (left: number, top: number, right: number, bottom: number, radius: number) => {
  const isIn = inBox(left, top, right, bottom)
  return (x: number, y: number) => {
    const dx = Math.max(0, left + radius - x, x - (right - 1 - radius))
    const dy = Math.max(0, top + radius - y, y - (bottom - 1 - radius))
    return isIn(x, y) && Math.hypot(dx, dy) <= radius
  }
}

const disc = (cx: number, cy: number, radius: number) => (x: number, y: number) =>
  Math.hypot(x - cx, y - cy) <= radius

/** The same without what something round before it hides. */
const bitten = (is: Thing['is'], cx: number, cy: number) => (x: number, y: number) =>
  is(x, y) && Math.hypot(x - cx, y - cy) > 8

/** A square that leans, by half of its side. */
const tilted = (cx: number, cy: number, half: number) => (x: number, y: number) => {
  const [u, v] = [0.94 * (x - cx) + 0.34 * (y - cy), 0.94 * (y - cy) - 0.34 * (x - cx)]
  return Math.max(Math.abs(u), Math.abs(v)) <= half
}

/** What a setting with these things, the last one in front, is dressed in: its colour there, bytes. */
function dressed(setting: Setting, things: readonly Thing[], look: Look) {
  const view = usualView(WIDTH, HEIGHT, setting)
  const map = new Uint16Array(WIDTH * HEIGHT)
  const data = new Uint8ClampedArray(4 * map.length)
  const places: Spot[] = things.map(() => ({ x: 0, y: 0 }))
  const pixels = things.map(() => 0)
  for (let y = 0, i = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, i++) {
      const id = things.findLastIndex(({ is }) => is(x, y))
      map[i] = id
      pixels[id]!++
      places[id] = { x: x + 0.5, y: y + 0.5 }
      const meets = (other: number) => other !== id && !things[id]!.faint && !things[other]!.faint
      const isEdge = x > 0 && meets(map[i - 1]!)
      const isUnder = y > 0 && meets(map[i - WIDTH]!)
      const level = isEdge || isUnder ? 70 : (things[id]!.level?.(x, y) ?? 175)
      data.set([level, level, level, 255], 4 * i)
    }
  const plane = { floor: groundOf(view, setting), ground: groundOf(view, setting) }
  const regions = things.map(
    ({ label, sure = 0.9 }, id): Region => ({
      ...{ id, label, sure, pixels: pixels[id]!, at: places[id]! },
      plane: plane[label as keyof typeof plane] ?? null,
    }),
  )
  const seen: Seen = { width: WIDTH, height: HEIGHT, setting, view, room: null, map, regions }
  const image: Raster = { width: WIDTH, height: HEIGHT, data }
  const out = dress(prepareDress(image, seen), look, OPTIONS)
  return (x: number, y: number) => {
    const [r, g, b] = out.data.subarray(4 * (y * WIDTH + x))
    return { r: r!, g: g!, b: b! }
  }
}

const isRed = ({ r, g, b }: { r: number; g: number; b: number }) => r > 1.5 * g && r > 1.5 * b
const isGreen = ({ r, g, b }: { r: number; g: number; b: number }) => g > 1.25 * r && g > 1.25 * b
const isBlue = ({ r, g, b }: { r: number; g: number; b: number }) => b > 1.3 * r && b > 1.3 * g
const isGrey = ({ r, g, b }: { r: number; g: number; b: number }) =>
  Math.max(r, g, b) < 1.25 * Math.min(r, g, b)

const ROOM: readonly Thing[] = [
  { label: 'wall', is: () => true },
  { label: 'floor', is: (_, y) => y >= 150 },
]
const furniture = (is: Thing['is']): Thing => ({ label: 'furniture', is })

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

describe('a boulder in a garden', () => {
  const [gravel, slate, pale] = [finish([90, 90, 90]), finish([50, 60, 70]), finish([250, 120, 110])]
  const look = { ...LOOK, finishes: { ground: [{ ...gravel, loose: true }, slate, pale] } }
  const boulder = (own: Partial<Thing> = {}): Thing => ({
    ...{ label: 'other', sure: 0.7, is: (x, y) => (x - 150) ** 2 + 2 * (y - 150) ** 2 < 900, faint: true },
    ...own,
  })
  const court: readonly Thing[] = [
    { label: 'wall', is: () => true },
    { label: 'ground', is: (_, y) => y > 100 },
  ]

  it('is of the palest stone, however faint its outline, and its ground where it may be that', () => {
    expect(isRed(dressed('outdoors', [...court, boulder()], look)(150, 150))).toBe(true)
    expect(isRed(dressed('outdoors', [...court, boulder({ sure: 0.3 })], look)(150, 150))).toBe(false)
  })
})

describe('slabs in a lawn', () => {
  const lawn = finish([60, 150, 50], { loose: true })
  const meadow: readonly Thing[] = [
    { label: 'sky', is: () => true },
    { label: 'ground', is: inBox(0, 90, WIDTH, HEIGHT) },
    { label: 'vegetation', is: inBox(0, 20, WIDTH, 90) },
  ]
  const slab = (left: number, top: number, right: number, bottom: number): Thing => ({
    ...{ label: 'ground' as const, is: inBox(left, top, right, bottom) },
    level: () => 252,
  })
  const look = { ...LOOK, finishes: { ground: [STRIPED, lawn], vegetation: [lawn] } }
  const dressing = (slabs: readonly Thing[]) => {
    const drawn = [...meadow, ...slabs].map((thing) => ({ ...thing, level: () => 252 }))
    return dressed('outdoors', drawn, look)
  }

  it('are stones of one piece, one that the picture cuts off as well', () => {
    const at = dressing([slab(140, 120, 180, 130), slab(130, 145, 190, 158), slab(135, 186, 185, HEIGHT)])
    const row = (y: number) => Array.from({ length: 30 }, (_, k) => at(145 + k, y).g)
    for (const y of [125, 151, 194]) {
      expect(isGrey(at(160, y))).toBe(true)
      expect(Math.max(...row(y)) - Math.min(...row(y))).toBeLessThan(30)
    }
    expect(isGreen(at(40, 150))).toBe(true)
  })
})

describe('the open ground of a model', () => {
  const gravel = finish([60, 70, 190], { loose: true })
  const look = { ...LOOK, finishes: { ground: [RED_WOOD, gravel], vegetation: [finish([60, 150, 50])] } }
  const beside = (faint: boolean) =>
    dressed(
      'outdoors',
      [
        { label: 'sky', is: () => true },
        { label: 'vegetation', is: inBox(0, 20, WIDTH, 90) },
        { label: 'ground', is: inBox(0, 90, WIDTH, HEIGHT), faint },
        { label: 'ground', is: inBox(220, 158, WIDTH, HEIGHT), faint },
      ],
      look,
    )(262, 182)

  it('goes on where hardly a line parts it, and ends where one does', () => {
    expect(isBlue(beside(true))).toBe(true)
    expect(isRed(beside(false))).toBe(true)
  })
})

describe('a rug', () => {
  const look = { ...LOOK, finishes: { ...LOOK.finishes, floor: [RED_WOOD] } }
  /** Whether the floor is red in each of these pieces of it, in a drawing or a model. */
  const reds = (level: number, pieces: readonly (readonly [number, number, number, number])[]) => {
    const floors = pieces.map((box): Thing => ({ label: 'floor', is: inBox(...box) }))
    const things = [...ROOM, ...floors].map((thing) => ({ ...thing, level: () => level }))
    const at = dressed('indoors', things, look)
    return pieces.map(([left, top]) => isRed(at(left + 20, top + 10)))
  }

  it('is wool where a drawn floor has one large piece that lies whole in it', () => {
    expect(reds(252, [[90, 160, 220, 192]])).toEqual([false])
    expect(reds(252, [[90, 160, 220, 200]])).toEqual([true])
  })

  it('is none among slabs of one size, nor where only light parts a model’s floor', () => {
    const slabs = [
      [20, 160, 140, 192],
      [150, 160, 270, 192],
    ] as const
    expect(reds(252, slabs)).toEqual([true, true])
    expect(reds(175, [[90, 160, 220, 192]])).toEqual([true])
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

describe('the open ground of a garden', () => {
  const garden: readonly Thing[] = [
    { label: 'sky', is: () => true },
    { label: 'ground', is: (_, y) => y >= 120 },
    { label: 'vegetation', is: (x, y) => x < 150 && y < 120 },
  ]
  const gravel = finish([130, 130, 125], { loose: true })
  const deck = finish([170, 60, 40])

  it('is what was asked for in words, and unpaved where nobody asked', () => {
    const look = { ...LOOK, finishes: { ground: [deck, gravel] } }
    expect(isGrey(dressed('outdoors', garden, look)(150, 180))).toBe(true)
    expect(isRed(dressed('outdoors', garden, { ...look, asked: ['ground'] })(150, 180))).toBe(true)
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
      const seen: Seen = { width, height, setting: 'indoors', view, room: null, map, regions }
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
