import { boxBlur } from '#kernels/lineart/smooth.ts'
import { planesOfBox } from '#kernels/seeing/room-box.ts'
import type { Label, Seen, Surface3 } from '#kernels/seeing/scene.ts'
import { dot, EYE_HEIGHT, groundOf, sightLine } from '#kernels/seeing/view.ts'
import { carryOn } from './carry-on.ts'
import { levelOf } from './sight.ts'
import { standsOf } from './standing.ts'
import type { Known } from './straighten.ts'

/** Labels of what lies on the ground, and of what stands on it: indoors walls are the room's own. */
const LYING: readonly Label[] = ['ground', 'floor', 'water']
const IN_ROOMS: readonly Label[] = ['furniture', 'vegetation', 'other']
const OUTSIDE: readonly Label[] = ['wall', 'opening', 'roof', 'furniture', 'other']
/** What is less nearer than its background than this part belongs to it. */
const APART = 0.06
/** The background of a building stands so many times further away than the building. */
const BACKDROP = 1.7
/** Way to the background where nothing stands, in heights of the eye. */
const EMPTY = 20
/** Steps between things that stand beside each other are rounded off over this part of the longer side. */
const ROUNDED = 0.02
/** What is recognised ends a little inside of the thing, parts of the longer side. */
const LOOSE = 0.004

/** Inverse of the way ahead (1/m) of a plane at a line of sight; 0 behind its horizon. */
function nearnessOf(
  { normal, distance }: Surface3,
  line: readonly [number, number, number],
  ahead: number,
): number {
  const towards = normal[0] * line[0] + normal[1] * line[1] + normal[2] * line[2]
  return towards < -1e-9 && ahead > 0 ? towards / distance / ahead : 0
}

/** The room's sides or the ground, as far as one sees: 1/m for each pixel. */
function shellOf(seen: Seen): { shell: Float32Array; ground: Float32Array; side: Float32Array } | null {
  const { width, height, view, setting, room } = seen
  const box = room && planesOfBox(view, room)
  if (setting === 'indoors' && !box) return null
  const floor = box ? box.floor : groundOf(view, setting)
  const others = box ? [box.ceiling, box.back, box.left, box.right] : []
  const level = levelOf(view)
  const count = width * height
  const [shell, ground, side] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const line = sightLine(view, x + 0.5, y + 0.5)
      const ahead = dot(line, level.ahead)
      side[i] = ahead > 0 ? dot(line, level.side) / ahead : 0
      ground[i] = nearnessOf(floor, line, ahead)
      let nearest = ground[i]!
      for (const plane of others) nearest = Math.max(nearest, nearnessOf(plane, line, ahead))
      shell[i] = nearest
    }
  }
  return { shell, ground, side }
}

/** Sets everything that has no place of its own before a backdrop behind all that stands. */
function addBackdrop(shell: Float32Array, own: Float32Array, eye: number): void {
  const values = own.filter((value) => !Number.isNaN(value)).sort()
  const furthest = values[Math.floor(0.1 * values.length)]
  const back = furthest === undefined ? 1 / (EMPTY * eye) : furthest / BACKDROP
  for (let i = 0; i < shell.length; i++) if (shell[i]! < back) shell[i] = back
}

/** Rounds steps between things off, within them. */
function roundOff(own: Float32Array, width: number, height: number): void {
  const radius = Math.round(ROUNDED * Math.max(width, height))
  const weight = Float32Array.from(own, (value) => (Number.isNaN(value) ? 0 : 1))
  const sum = Float32Array.from(own, (value) => (Number.isNaN(value) ? 0 : value))
  const spare = new Float32Array(own.length)
  boxBlur(weight, width, height, radius, spare)
  boxBlur(sum, width, height, radius, spare)
  for (let i = 0; i < own.length; i++) if (!Number.isNaN(own[i]!)) own[i] = sum[i]! / weight[i]!
}

/** Widens things by a few pixels, so that no rim of theirs stays behind. */
function widen(own: Float32Array, shell: Float32Array, width: number, height: number): Float32Array {
  const by = Math.max(1, Math.round(LOOSE * Math.max(width, height)))
  const pass = (from: Float32Array, step: number, along: (i: number) => number, most: number) => {
    const out = from.slice()
    for (let i = 0; i < from.length; i++) {
      const at = along(i)
      for (let d = -by; d <= by; d++) {
        if (at + d < 0 || at + d >= most) continue
        const value = from[i + d * step]!
        if (value > out[i]! || (Number.isNaN(out[i]!) && !Number.isNaN(value))) out[i] = value
      }
    }
    return out
  }
  const apart = own.map((value, i) => (value > (1 + APART) * shell[i]! ? value : Number.NaN))
  const rows = pass(apart, 1, (i) => i % width, width)
  return pass(rows, width, (i) => Math.floor(i / width), height)
}

/** How far a name is believed at least and at most, and what lies between. */
const BELIEVED = { least: 0.15, most: 1, carried: 0.05 }

/**
 * How near each pixel is: the room's sides, or the ground and a backdrop; what stands is upright on the line in which
 * it touches the ground. What is not understood lies between what is around it, and so do plants out of doors and the
 * sky, which shows no place of its own: trunks and poles stay whole where they rise above what is behind them.
 * @param isLawn 1 for each pixel of a lawn, which lies on the ground
 * @returns inverses of the way ahead along the camera's level direction, 1/m; null where there is no room and no ground
 *   to stand on
 */
export function nearnessIn(seen: Seen, isLawn: Uint8Array): Known | null {
  const { width, height, map, regions, setting } = seen
  const found = shellOf(seen)
  if (!found) return null
  const { shell, ground, side } = found
  const isIn = setting === 'indoors'
  const upright = isIn ? IN_ROOMS : OUTSIDE
  const stands = regions.map(({ label }) => upright.includes(label))
  const isLevel = regions.map(({ label }) => LYING.includes(label))
  const lies = Uint8Array.from(map, (id, i) => (isLevel[id] || isLawn[i] ? 1 : 0))
  const groundAt = (i: number) => ground[i]!
  const places = standsOf(seen, { stands, lies, groundAt, sideAt: (i) => side[i]! })
  const own = new Float32Array(map.length).fill(Number.NaN)
  for (let i = 0; i < map.length; i++) {
    const place = places[map[i]!]
    if (place) own[i] = Math.max(place.a + place.b * side[i]!, shell[i]!)
  }
  if (!isIn) addBackdrop(shell, own, EYE_HEIGHT[setting])
  roundOff(own, width, height)
  const things = widen(own, shell, width, height)
  const nearness = new Float32Array(map.length)
  const sure = new Float32Array(map.length)
  for (let i = 0; i < map.length; i++) {
    const region = regions[map[i]!]!
    const isPlant = !isIn && region.label === 'vegetation' && !isLawn[i]
    const isLost = isPlant || region.label === 'sky' || (stands[map[i]!]! && !places[map[i]!])
    sure[i] = isLost ? BELIEVED.carried : Math.min(BELIEVED.most, Math.max(BELIEVED.least, region.sure))
    if (!Number.isNaN(things[i]!)) nearness[i] = Math.max(things[i]!, shell[i]!)
    else nearness[i] = isLost && !isIn ? Number.NaN : shell[i]!
  }
  carryOn(nearness, width)
  const level = lies.map((lying, i) => (lying || regions[map[i]!]!.label === 'ceiling' ? 1 : 0))
  return { width, height, shell, nearness, sure, level }
}
