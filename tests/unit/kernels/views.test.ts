import { describe, expect, test } from 'vitest'
import { moveOf, moveWords, type ViewRange } from '#contracts/views.ts'
import type { Raster } from '#kernels/raster.ts'
import { LABELS, type Region, type Seen, type Setting, type Vector3 } from '#kernels/seeing/scene.ts'
import { EYE_HEIGHT, horizonAt, usualView } from '#kernels/seeing/view.ts'
import type { Crop, Pose } from '#kernels/views/poses.ts'
import { type Relief, reliefOf } from '#kernels/views/relief.ts'
import { cameraOf, rangeOf, viewFrom } from '#kernels/views/views.ts'
import type { Camera } from '#tests/support/scenes/camera.ts'
import { type KnownScene, renderScene } from '#tests/support/scenes/render-scene.ts'

const SIZE = { width: 320, height: 240 }

/** A scene's own camera after a move, which is told in heights of the eye. */
function moved(camera: Camera, { at, axes }: Pose, setting: Setting): Camera {
  const { eye, right, down, forward } = camera
  const inWorld = ([x, y, z]: Vector3): Vector3 => [
    x * right[0] + y * down[0] + z * forward[0],
    x * right[1] + y * down[1] + z * forward[1],
    x * right[2] + y * down[2] + z * forward[2],
  ]
  const scale = eye[2] / EYE_HEIGHT[setting]
  const [x, y, z] = inWorld(at)
  return {
    ...camera,
    eye: [eye[0] + scale * x, eye[1] + scale * y, eye[2] + scale * z],
    right: inWorld(axes[0]),
    down: inWorld(axes[1]),
    forward: inWorld(axes[2]),
  }
}

/** Side of the squares whose mean colours are compared, px, and how far they may be off. */
const SQUARE = 3
const CLOSE = 8

function meanAt({ width, height, data }: Raster, x: number, y: number, c: number): number {
  let sum = 0
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const px = Math.min(width - 1, Math.max(0, Math.floor(x) + dx))
      const py = Math.min(height - 1, Math.max(0, Math.floor(y) + dy))
      sum += (data[4 * (py * width + px) + c] ?? 0) / SQUARE ** 2
    }
  }
  return sum
}

/** Part of a picture that is not as the truth shows it, of which a crop was taken. */
function wrong(made: Raster, truth: Raster, crop: Crop, relief: Relief): number {
  const scale = made.width / relief.view.width
  let off = 0
  let count = 0
  for (let y = 1.5; y < made.height; y += SQUARE) {
    for (let x = 1.5; x < made.width; x += SQUARE) {
      const tx = made.width / 2 + crop.x * scale + (x - made.width / 2) / crop.zoom
      const ty = made.height / 2 + crop.y * scale + (y - made.height / 2) / crop.zoom
      const far = Math.max(
        ...[0, 1, 2].map((c) => Math.abs(meanAt(made, x, y, c) - meanAt(truth, tx, ty, c))),
      )
      if (far > CLOSE) off++
      count++
    }
  }
  return off / count
}

/** What is known of a scene as it would be seen: one region a side. */
function seenOf({ image: { width, height }, ...scene }: KnownScene): Seen {
  const ids = new Map<number, number>()
  const regions: Region[] = []
  const map = Uint16Array.from(scene.surfaces, (surface, i) => {
    const known = ids.get(surface)
    if (known !== undefined) return known
    const at = { x: (i % width) + 0.5, y: Math.floor(i / width) + 0.5 }
    ids.set(surface, regions.length)
    const label = LABELS[scene.labels[i] ?? 0] ?? 'other'
    regions.push({ id: regions.length, label, sure: 1, plane: null, pixels: 1, at })
    return regions.length - 1
  })
  const { setting, view, room } = scene
  return { width, height, kind: 'model', setting, view, room, map, regions }
}

/** What grows and lies level. */
function lawnOf({ normals, view }: KnownScene, { map, regions }: Seen): Uint8Array {
  const [x, y, z] = view.axes[1]
  return Uint8Array.from(map, (id, i) => {
    const down = x * normals[3 * i]! + y * normals[3 * i + 1]! + z * normals[3 * i + 2]!
    return regions[id]!.label === 'vegetation' && down < -0.9 ? 1 : 0
  })
}

/** The wrong part of the widest view to a side of a scene, and of its source in its place. */
function measured(seed: number, setting: Setting) {
  const scene = renderScene(seed, setting, 'clay', SIZE)
  const seen = seenOf(scene)
  const relief = reliefOf(seen, [], lawnOf(scene, seen))
  if (!relief) throw new Error('the camera is known')
  const move = moveOf('left', rangeOf(relief), 1)
  if (!move) throw new Error('a known scene can be turned')
  const { pose, crop } = cameraOf(relief, move)
  const from = (camera: Camera) => moved(camera, pose, setting)
  const truth = renderScene(seed, setting, 'clay', { ...SIZE, from }).image
  return {
    move,
    made: wrong(viewFrom(scene.image, relief, move), truth, crop, relief),
    source: wrong(scene.image, truth, crop, relief),
  }
}

describe('views', { timeout: 60_000 }, () => {
  test.each([
    [107, 'indoors'],
    [103, 'outdoors'],
  ] as const)('scene %i %s from the left looks as it does there', (seed, setting) => {
    const { move, made, source } = measured(seed, setting)
    expect(Math.abs(move.turn)).toBeGreaterThan(1)
    expect(source, 'it looks otherwise from here').toBeGreaterThan(0.1)
    expect(made).toBeLessThan(source / 2)
  })

  test('what rises into the sky is as near there as what it rises from', () => {
    const [width, height] = [160, 120]
    const view = { ...usualView(width, height, 'outdoors'), sure: 1 }
    // A house from a third to two thirds of the width, its foot under the horizon, before a bare plain.
    const labels = ['sky', 'ground', 'wall'] as const
    const [left, right, top, foot] = [54, 107, 40, 80]
    const horizon = horizonAt(view, width / 2)
    const map = Uint16Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)]
      const isHouse = x >= left && x < right && y >= top && y < foot
      return isHouse ? 2 : y < horizon ? 0 : 1
    })
    const at = { x: 0.5, y: 0.5 }
    const regions = labels.map((label, id): Region => ({ id, label, sure: 1, plane: null, pixels: 1, at }))
    const scene: Seen = { width, height, kind: 'photo', setting: 'outdoors', view, room: null, map, regions }
    const { nearness } = reliefOf(scene, [], new Uint8Array(map.length))!
    const near = (x: number, y: number) => nearness[y * width + x]!
    expect(near(80, 20) / near(80, 60)).toBeCloseTo(1, 1)
  })

  test('an angle that the range leaves no room for is none', () => {
    const range: ViewRange = { left: 6, right: 0.5, up: 3, down: 0, near: 0.15 }
    expect(moveOf('left', range, 1)).toEqual({ turn: -6, rise: 0, near: 0 })
    expect(moveOf('halfLeft', range, 0.5)).toEqual({ turn: -1.5, rise: 0, near: 0 })
    expect(moveOf('right', range, 1)).toBeNull()
    expect(moveOf('down', range, 1)).toBeNull()
    expect(moveWords({ turn: -4.26, rise: 0, near: 0 })).toBe('左转 4.3°')
    expect(moveWords({ turn: 0, rise: 0, near: 0.15 })).toBe('走近 15%')
  })
})
