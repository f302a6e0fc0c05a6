import { describe, expect, it } from 'vitest'
import { project } from '#kernels/lines/homography.ts'
import type { Raster } from '#kernels/raster.ts'
import { planeOf } from '#kernels/retexture/plane.ts'
import type { Place } from '#kernels/retexture/retexture.ts'
import { placesInScene } from '#kernels/retexture/scene-places.ts'
import { backPlace, boxOfExtent } from '#kernels/seeing/room-box.ts'
import type { Label, Region, Seen } from '#kernels/seeing/scene.ts'
import { usualView } from '#kernels/seeing/view.ts'

/** Size of what was seen, px; the photograph is twice as large. */
const SEEN = { width: 320, height: 240 }
const PHOTO: Raster = { width: 640, height: 480, data: new Uint8ClampedArray(640 * 480 * 4) }
const LABELS: readonly Label[] = ['wall', 'floor', 'ceiling', 'furniture', 'ground']

const regionOf = (label: Label, id: number): Region => ({
  ...{ id, label, sure: 1, plane: null, pixels: 1, at: { x: 0, y: 0 } },
})

/** A scene with names at its places; a room 2.8 m high and 2 m wide whose back wall is 3 m away, where it is one. */
function seenWith(labelAt: (x: number, y: number) => Label, isRoom: boolean): Seen {
  const setting = isRoom ? 'indoors' : 'outdoors'
  const view = { ...usualView(SEEN.width, SEEN.height, setting), sure: 1 }
  const extent = { left: -1 / 3, right: 1 / 3, top: -1.3 / 3, bottom: 1.5 / 3 }
  const map = Uint16Array.from({ length: SEEN.width * SEEN.height }, (_, i) => {
    const at = backPlace(view, (i % SEEN.width) + 0.5, Math.floor(i / SEEN.width) + 0.5)!
    return LABELS.indexOf(labelAt(at.x, at.y))
  })
  const room = isRoom ? boxOfExtent(view, extent, 1) : null
  return { ...SEEN, kind: 'photo', setting, view, room, map, regions: LABELS.map(regionOf) }
}

/** Names of the room's sides; x and y on the plane at distance 1. */
function labelInRoom(x: number, y: number): Label {
  const beyond = Math.max(1, 3 * Math.abs(x))
  if (y > (1.5 / 3) * beyond) return 'floor'
  return y < (-1.3 / 3) * beyond ? 'ceiling' : 'wall'
}

/** What of the photograph is seen as this. */
function maskOf({ map }: Seen, label: Label): Uint8Array {
  return Uint8Array.from({ length: PHOTO.width * PHOTO.height }, (_, i) => {
    const [x, y] = [(i % PHOTO.width) >> 1, Math.floor(i / PHOTO.width) >> 1]
    return LABELS[map[y * SEEN.width + x]!] === label ? 255 : 0
  })
}

/** Place of a pattern at a spot of the photograph, mm. */
function patternAt({ corners, widthMm, heightMm, origin }: Place, x: number, y: number) {
  const at = project(planeOf(corners, widthMm, heightMm), x, y)
  return { x: at.x - origin!.x, y: at.y - origin!.y }
}

describe('placesInScene', () => {
  const focal = usualView(PHOTO.width, PHOTO.height, 'indoors').focal
  /** A point of the room, m from the eye, in the photograph, px. */
  const spot = (x: number, y: number, z: number) =>
    [PHOTO.width / 2 + (focal * x) / z, PHOTO.height / 2 + (focal * y) / z] as const

  it('gives each wall its own plane, and the pattern goes on around their corners', () => {
    const seen = seenWith(labelInRoom, true)
    const mask = maskOf(seen, 'wall')
    const places = placesInScene(PHOTO, mask, seen)!
    expect(places).toHaveLength(3)
    const within = (x: number, y: number) =>
      places.find((one) => one.mask![Math.floor(y) * PHOTO.width + Math.floor(x)]! > 0)!
    const [back, left, right] = [within(320, 240), within(30, 240), within(610, 240)]
    expect(new Set([back, left, right]).size).toBe(3)
    for (const [wall, x] of [
      [left, -1],
      [right, 1],
    ] as const) {
      const corner = spot(x, 0, 3)
      const [here, there] = [patternAt(back, ...corner), patternAt(wall, ...corner)]
      expect(there.x).toBeCloseTo(here.x, 0)
      expect(there.y).toBeCloseTo(here.y, 0)
      // A metre towards the eye along the side wall, and half a metre up.
      const near = patternAt(wall, ...spot(x, -0.5, 2))
      expect(Math.abs(near.x - there.x)).toBeCloseTo(1000, -1)
      expect(near.y - there.y).toBeCloseTo(-500, -1)
    }
    // All of the surface is laid, and nothing twice.
    expect(mask.map((_, i) => places.reduce((sum, one) => sum + one.mask![i]!, 0))).toEqual(mask)
  })

  it('lays a floor level, at its true size', () => {
    const seen = seenWith(labelInRoom, true)
    const [floor, ...others] = placesInScene(PHOTO, maskOf(seen, 'floor'), seen)!
    expect(others).toEqual([])
    const [a, b] = [patternAt(floor!, ...spot(0, 1.5, 2.5)), patternAt(floor!, ...spot(0.5, 1.5, 2))]
    expect(b.x - a.x).toBeCloseTo(500, -1)
    expect(b.y - a.y).toBeCloseTo(500, -1)
  })

  it('lays the ground level out of doors', () => {
    const seen = seenWith((_, y) => (y > 0.15 ? 'ground' : 'furniture'), false)
    const [ground] = placesInScene(PHOTO, maskOf(seen, 'ground'), seen)!
    const wide = usualView(PHOTO.width, PHOTO.height, 'outdoors').focal
    const at = (x: number, z: number) =>
      patternAt(ground!, PHOTO.width / 2 + (wide * x) / z, PHOTO.height / 2 + (wide * 1.6) / z)
    const [here, there] = [at(0, 6), at(1, 4)]
    expect(there.x - here.x).toBeCloseTo(1000, -1)
    expect(there.y - here.y).toBeCloseTo(2000, -1)
  })

  it('leaves to others what is no side of the scene, and scenes whose camera is not sure', () => {
    const seen = seenWith((x, y) => (Math.hypot(x, y) < 0.3 ? 'furniture' : 'wall'), true)
    expect(placesInScene(PHOTO, maskOf(seen, 'furniture'), seen)).toBeNull()
    const unsure = { ...seen, room: null, view: { ...seen.view, sure: 0.1 } }
    expect(placesInScene(PHOTO, maskOf(unsure, 'wall'), unsure)).toBeNull()
  })
})
