import { median } from '#kernels/median.ts'
import type { Named } from './labels.ts'
import type { Facts } from './labels-facts.ts'
import { partAt } from './labels-room.ts'
import { type Tidy, withoutEmpty } from './labels-tidy.ts'
import type { Parts } from './regions.ts'
import type { Sight } from './regions-sight.ts'

/** How far lightness is taken together along folds, and how far apart it is compared across them, in parts of the width. */
const [ALONG, ACROSS] = [0.012, 0.003] as const

/**
 * A curtain: how much lightness bends across its folds, ΔE, at least and at most, for slats are harder, and by how much
 * more than along them; its height in the picture's, and part of its outline at panes.
 */
const FOLDS = { least: 1.2, most: 12, upright: 3.5, high: 0.3, beside: 0.2 } as const
/** Part of a picture that a scrap of a curtain covers at most, and of its outline at which it lies in that. */
const SCRAP = { part: 0.012, around: 0.35 } as const

/** How lightness bends in a part from side to side and up and down, ΔE: mean second differences. */
interface Bends {
  across: number
  along: number
}

/** Means of a plane over 2·radius + 1 pixels of each column, or of each row. */
function meansOver(plane: Float32Array, width: number, radius: number, isDown: boolean): Float32Array {
  const height = plane.length / width
  const [lines, length, next, step] = isDown ? [width, height, 1, width] : [height, width, width, 1]
  const out = new Float32Array(plane.length)
  for (let line = 0; line < lines; line++) {
    const first = line * next
    const last = first + (length - 1) * step
    const at = (n: number) => plane[Math.min(last, Math.max(first, first + n * step))]!
    let sum = 0
    for (let n = -radius; n <= radius; n++) sum += at(n)
    for (let n = 0; n < length; n++) {
      out[first + n * step] = sum / (2 * radius + 1)
      sum += at(n + radius + 1) - at(n - radius)
    }
  }
  return out
}

/**
 * Reads upright folds: where lightness is taken together from top to bottom, it still bends from side to side, and not
 * the other way round.
 * @param l lightness of the picture, 0..100
 * @returns for each part; 0 for those that are too narrow to tell
 */
function bendsIn({ map, count }: Parts, l: Float32Array, width: number): Bends[] {
  const height = l.length / width
  const radius = Math.max(2, Math.round(ALONG * width))
  const apart = Math.max(2, Math.round(ACROSS * width))
  const [down, over] = [meansOver(l, width, radius, true), meansOver(l, width, radius, false)]
  const bends = Array.from({ length: count }, () => ({ across: 0, along: 0 }))
  const pixels = new Float64Array(count)
  for (let y = radius; y < height - radius; y++)
    for (let x = radius, i = y * width + x; x < width - radius; x++, i++) {
      const id = map[i]!
      if (map[i - apart] !== id || map[i + apart] !== id) continue
      if (map[i - radius * width] !== id || map[i + radius * width] !== id) continue
      const bend = bends[id]!
      bend.across += Math.abs(2 * down[i]! - down[i - apart]! - down[i + apart]!)
      bend.along += Math.abs(2 * over[i]! - over[i - apart * width]! - over[i + apart * width]!)
      pixels[id]!++
    }
  return bends.map(({ across, along }, id) => {
    const n = Math.max(1, pixels[id]!)
    return { across: across / n, along: along / n }
  })
}

/**
 * Walls of a photographed room that are curtains: what hangs in soft upright folds beside a pane, and scraps of it.
 * @param names of all parts, as `facts`
 * @param l lightness of the picture, 0..100
 */
export function curtainsIn(
  names: readonly Named[],
  facts: readonly Facts[],
  parts: Parts,
  l: Float32Array,
  width: number,
): ReadonlySet<number> {
  const bends = bendsIn(parts, l, width)
  const isPane = (k: number) => names[k]!.label === 'opening'
  const walls = [...names.keys()].filter((k) => names[k]!.label === 'wall')
  const hung = walls.filter((k) => {
    const { across, along } = bends[k]!
    const isFolded = across > FOLDS.least && across < FOLDS.most && across > FOLDS.upright * along
    const { top, bottom } = facts[k]!
    return isFolded && bottom - top > FOLDS.high && partAt(facts[k]!, isPane) > FOLDS.beside
  })
  const isHung = new Set(hung)
  const isScrap = (k: number) =>
    facts[k]!.part < SCRAP.part && partAt(facts[k]!, (other) => isHung.has(other)) > SCRAP.around
  return new Set([...hung, ...walls.filter((k) => !isHung.has(k) && isScrap(k))])
}

/** Step, ΔE, up to which something goes on in another region, within so many px of 1024 of the border. */
const [SOFT, BESIDE] = [5.5, 5] as const
/** Part of the picture's width over which it has to, and of its height, at least and at most. */
const [WIDE, HIGH] = [0.035, [0.015, 0.2]] as const
/** Columns, in parts of the width, over which upper ends are taken together. */
const EVEN = 0.008

/** Spans of columns that are asked for, from and to which one, with no gap wider than so many. */
function spansOf(is: readonly boolean[], gap: number): [from: number, to: number][] {
  const spans: [number, number][] = []
  for (const [x, one] of is.entries()) {
    if (!one) continue
    const last = spans.at(-1)
    if (last && x - last[1] <= gap) last[1] = x
    else spans.push([x, x])
  }
  return spans
}

/**
 * Gives what hangs before a window of a photographed room, or the window itself, the piece of wall over it that nothing
 * parts from it: cloth has the colour of the wall where no light shines through it. It ends where an edge shows.
 */
export function raiseHangings(tidy: Tidy, { edge, width }: Pick<Sight, 'edge' | 'width'>): Tidy {
  const { parts, names } = tidy
  const { map } = parts
  const height = map.length / width
  const beside = Math.max(2, Math.round((BESIDE * Math.max(width, height)) / 1024))
  const even = Math.max(1, Math.round(EVEN * width))
  const isWall = (i: number) => names[map[i]!]!.label === 'wall' && !names[map[i]!]!.own
  const isSoft = (x: number, y: number) => edge[y * width + x]! < SOFT
  const next = map.slice()
  for (const [id, { label, own }] of names.entries()) {
    if (label !== 'opening' && !(label === 'furniture' && own)) continue
    // The topmost row of each column over which there is wall.
    const at = new Int32Array(width).fill(-1)
    for (let i = width; i < map.length; i++)
      if (map[i] === id && at[i % width]! < 0 && isWall(i - width)) at[i % width] = Math.floor(i / width)
    const goesOn = Array.from(at, (y, x) => {
      if (y < beside || y + beside >= height) return false
      for (let row = y - beside; row <= y + beside; row++) if (!isSoft(x, row)) return false
      return true
    })
    for (const [from, to] of spansOf(goesOn, beside)) {
      if (to - from < WIDE * width) continue
      const tops = Array.from(at.subarray(from, to + 1), (y, k) => {
        let top = y
        while (top > 0 && isSoft(from + k, top - 1) && isWall((top - 1) * width + from + k)) top--
        return top
      })
      const rise = median(tops.map((top, k) => at[from + k]! - top))
      if (rise < HIGH[0] * height || rise > HIGH[1] * height) continue
      for (let k = 0; k < tops.length; k++) {
        const around = tops.slice(Math.max(0, k - even), k + even + 1).filter((top) => top >= 0)
        const top = median(around)
        for (let y = at[from + k]! - 1; y >= top; y--)
          if (isWall(y * width + from + k)) next[y * width + from + k] = id
      }
    }
  }
  return withoutEmpty({ parts: { ...parts, map: next }, names })
}
