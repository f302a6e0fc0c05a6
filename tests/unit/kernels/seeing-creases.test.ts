import { describe, expect, it } from 'vitest'
import type { Named } from '#kernels/seeing/labels.ts'
import { straightenCreases } from '#kernels/seeing/labels-creases.ts'
import { roomSides } from '#kernels/seeing/regions-room.ts'
import type { Sight } from '#kernels/seeing/regions-sight.ts'
import type { Label } from '#kernels/seeing/scene.ts'
import { straightRoom } from '#tests/support/room-box.ts'

const [WIDTH, HEIGHT] = [640, 480]
const [CEILING, WALL, THING] = [0, 1, 2] as const

/** A back wall whose upper edge was found a little too high. */
const ROOM = straightRoom([40, 76, 600, 900], { x: 320, y: 240 })
const SIDES = roomSides(WIDTH, HEIGHT, ROOM)

/** Row at which the wall truly begins. */
const CREASE = 80

interface Drawn {
  /** px that the border found at a column lies too low. */
  ragged: (x: number) => number
  /** Whether something stands before the wall. */
  isThing?: (x: number, y: number) => boolean
  lightness?: (x: number, y: number) => number
  names?: readonly Label[]
}

/** Ids of a room's regions after its creases are straight, by place. */
function straight({ ragged, isThing = () => false, lightness, names }: Drawn) {
  const [map, l] = [new Uint16Array(WIDTH * HEIGHT), new Float32Array(WIDTH * HEIGHT)]
  for (let i = 0; i < map.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    map[i] = isThing(x, y) ? THING : y < CREASE + ragged(x) ? CEILING : WALL
    l[i] = lightness?.(x, y) ?? (y < CREASE ? 81 : 80)
  }
  const labels = names ?? (['ceiling', 'wall', 'furniture'] as const)
  const tidy = {
    parts: { map, count: labels.length },
    names: labels.map((label): Named => ({ label, sure: 1 })),
  }
  const { parts } = straightenCreases(tidy, { width: WIDTH, height: HEIGHT, l } as Sight, ROOM, SIDES)
  return (x: number, y: number) => parts.map[y * WIDTH + x]
}

describe('the crease of a ceiling and a wall', () => {
  /** Bites of the ceiling in the wall, and of the wall in the ceiling, in two of five parts of the wall. */
  const ragged = (x: number) => (x % 50 < 10 ? 4 : x % 50 > 40 ? -4 : 0)

  it('is straight where hardly anything is seen of it', () => {
    const at = straight({ ragged })
    for (let x = 40; x < 560; x++) {
      expect(at(x, CREASE - 2)).toBe(CEILING)
      expect(at(x, CREASE + 1)).toBe(WALL)
    }
  })

  it('stays where something else meets the ceiling', () => {
    const isThing = (x: number, y: number) => x >= 100 && x < 130 && y > CREASE - 3
    const at = straight({ ragged, isThing })
    expect(at(115, CREASE - 2)).toBe(THING)
    expect(at(202, CREASE + 2)).toBe(WALL)
  })

  it('stays where a plain edge shows that the ceiling comes lower', () => {
    // A beam: its lower edge is plain, the crease above it is none.
    const isBeam = (x: number) => x >= 200 && x < 260
    const at = straight({
      ragged: (x) => (isBeam(x) ? 4 : 0),
      lightness: (x, y) => (y < CREASE + (isBeam(x) ? 4 : 0) ? 90 : 70),
    })
    expect(at(230, CREASE + 2)).toBe(CEILING)
  })

  it('stays where its borders lie on no line', () => {
    const wave = (x: number) => Math.round(6 * Math.sin(x / 12))
    const at = straight({ ragged: wave })
    const changed = Array.from({ length: 500 }, (_, k) => k + 60).filter((x) => {
      const border = CREASE + wave(x)
      return at(x, border - 1) !== CEILING || at(x, border) !== WALL
    })
    expect(changed).toEqual([])
  })

  it('is none where no wall is named', () => {
    const at = straight({ ragged, names: ['ceiling', 'furniture', 'furniture'] })
    expect(at(5, CREASE + 2)).toBe(CEILING)
    expect(at(52, CREASE + 2)).toBe(CEILING)
  })
})

describe('the corner of two walls', () => {
  /** Column at which the walls truly meet, a little beside the corner that was found. */
  const CORNER = 44

  it('is straight where one bulges into the other', () => {
    const [left, back] = [1, 2]
    const [map, l] = [new Uint16Array(WIDTH * HEIGHT), new Float32Array(WIDTH * HEIGHT)]
    for (let i = 0; i < map.length; i++) {
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
      const bulges = y > 200 && y < 240 ? 6 : 0
      map[i] = y < CREASE ? CEILING : x < CORNER + bulges ? left : back
      l[i] = y < CREASE ? 90 : x < CORNER ? 70 : 80
    }
    const names = (['ceiling', 'wall', 'wall'] as const).map((label): Named => ({ label, sure: 1 }))
    const sight = { width: WIDTH, height: HEIGHT, l } as Sight
    const { parts } = straightenCreases({ parts: { map, count: 3 }, names }, sight, ROOM, SIDES)
    const at = (x: number, y: number) => parts.map[y * WIDTH + x]
    for (let y = CREASE + 20; y < HEIGHT - 20; y++) {
      expect(at(CORNER - 2, y)).toBe(left)
      expect(at(CORNER + 2, y)).toBe(back)
    }
  })
})
