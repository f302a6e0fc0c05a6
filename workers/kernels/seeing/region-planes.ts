import type { Facts } from './region-facts.ts'
import { roomShares } from './regions-room.ts'
import { planesOfBox } from './room-box.ts'
import type { Named, RoomBox, Setting, Surface3, Vector3, View } from './scene.ts'
import type { Parts } from './superpixels.ts'
import { dot, EYE_HEIGHT, groundOf, pointAt, rayOf, surfaceThrough } from './view.ts'

/** Height of a ceiling over the floor that is assumed, metres. */
const CEILING = 2.7
/** A wall whose foot is not seen stands this far away, in heights of the eye. */
const USUAL_WAY = 6

const reversed = ([x, y, z]: Vector3): Vector3 => [-x, -y, -z]

/** Normal of an upright surface: faces along the axis that fewer of its straight edges run with. */
function wallNormal(facts: Facts, view: View): Vector3 {
  const [across, , away] = view.axes
  const { lines } = facts
  const faces = lines.away > 1.3 * lines.across ? across : away
  const ray = rayOf(view, facts.at.x, facts.at.y)
  return dot(faces, ray) > 0 ? reversed(faces) : faces
}

/** Lowest pixel of each region in each of some columns: where a wall may meet the ground, px. */
function feetOf(
  { map, count }: Parts,
  width: number,
  height: number,
): { x: number; y: number; under: number }[][] {
  const feet = Array.from({ length: count }, () => [] as { x: number; y: number; under: number }[])
  const step = Math.max(1, Math.round(width / 200))
  for (let x = 0; x < width; x += step) {
    for (let y = height - 2; y >= 0; y--) {
      const [own, under] = [map[y * width + x]!, map[(y + 1) * width + x]!]
      if (own !== under) feet[own]!.push({ x: x + 0.5, y: y + 1, under })
    }
  }
  return feet
}

function median(values: number[]): number {
  values.sort((p, q) => p - q)
  return values[values.length >> 1]!
}

/** Planes of a room's sides for what lies on them; null when the box has none. */
function planesInRoom(
  parts: Parts,
  names: readonly Named[],
  view: View,
  room: RoomBox,
): (Surface3 | null)[] | null {
  const box = planesOfBox(view, room)
  if (!box) return null
  const shares = roomShares(parts, view.width, room)
  return names.map(({ label }, k) => {
    if (label === 'floor' || label === 'ground' || label === 'water') return box.floor
    if (label === 'ceiling') return box.ceiling
    if (label !== 'wall' && label !== 'opening' && label !== 'other') return null
    const [, , back, left, right] = shares[k]!
    return back >= Math.max(left, right) ? box.back : left > right ? box.left : box.right
  })
}

/**
 * The plane of each region: ground, floor and ceiling lie level; a wall stands where its lower edge meets the ground,
 * or else in line with the wall that it hangs together with. Null for what is no plane.
 */
export function planesOf(
  parts: Parts,
  facts: readonly Facts[],
  names: readonly Named[],
  view: View,
  setting: Setting,
  room: RoomBox | null,
): (Surface3 | null)[] {
  const inRoom = room && planesInRoom(parts, names, view, room)
  if (inRoom) return inRoom
  const ground = groundOf(view, setting)
  const up = ground.normal
  const feet = feetOf(parts, view.width, view.height)
  const isLevel = (k: number) => ['ground', 'floor', 'water'].includes(names[k]!.label)
  const upright = new Set(['wall', 'opening', 'roof', 'other'])
  const planes: (Surface3 | null)[] = names.map(({ label }) => {
    if (label === 'ground' || label === 'floor' || label === 'water') return ground
    return label === 'ceiling' ? { normal: reversed(up), distance: EYE_HEIGHT[setting] - CEILING } : null
  })
  const stands = names.map(({ label }) => label === 'wall' || label === 'opening' || label === 'other')
  const normals = facts.map((one) => wallNormal(one, view))
  for (const [k, own] of feet.entries()) {
    if (!stands[k]) continue
    const ways: number[] = []
    for (const { x, y, under } of own) {
      if (!isLevel(under)) continue
      const point = pointAt(view, ground, x, y)
      if (point) ways.push(dot(normals[k]!, point))
    }
    if (ways.length >= 3) planes[k] = { normal: normals[k]!, distance: Math.min(-0.1, median(ways)) }
  }
  for (let round = 0; round < 4; round++) {
    for (const [k, { label }] of names.entries()) {
      if (planes[k] || !upright.has(label)) continue
      let [best, most] = [-1, 0.03]
      for (const [q, { part }] of facts[k]!.around)
        if (planes[q] && stands[q] && part > most) [best, most] = [q, part]
      if (best < 0) continue
      const next = planes[best]!
      if (label === 'opening' || Math.abs(dot(next.normal, normals[k]!)) > 0.9) planes[k] = next
      else {
        const meets = pointAt(view, next, facts[k]!.at.x, facts[k]!.at.y)
        if (meets) planes[k] = surfaceThrough(normals[k]!, meets)
      }
    }
  }
  for (const [k, { label }] of names.entries())
    if (!planes[k] && upright.has(label))
      planes[k] = { normal: normals[k]!, distance: USUAL_WAY * ground.distance }
  return planes
}
