import { dress } from '#kernels/dress/dress.ts'
import type { Finish, Look } from '#kernels/dress/look.ts'
import { prepareDress } from '#kernels/dress/prepare.ts'
import { fillHoles } from '#kernels/inpaint/fill.ts'
import { widened } from '#kernels/mask/widen.ts'
import type { Raster } from '#kernels/raster.ts'
import { finishOf, type Materials } from '#kernels/render/look-of-plan.ts'
import { planesOfBox } from '#kernels/seeing/room-box.ts'
import type { Label, Region, Seen, Surface3, View } from '#kernels/seeing/scene.ts'
import { seeScene } from '#kernels/seeing/see.ts'
import { scaledView } from '#kernels/seeing/view.ts'
import type { Segmenter } from '#kernels/segmentation/segment.ts'
import { bareSides, clearRoom } from './clear-room.ts'
import { clearable } from './clearable.ts'
import { drawOpenings, type Opening, openingsOf } from './openings.ts'
import { NO_SIDE, sidesOf } from './sides.ts'
import { smoothSides } from './smooth-sides.ts'

/** Nothing was painted, and nothing was recognised that could be taken away. */
export class NothingToClearError extends Error {}

/** What may be carried out of a room. */
const THINGS: readonly Label[] = ['furniture', 'vegetation', 'other']
/** What is recognised ends a little inside of the thing; it grows by this part of the longer side. */
const LOOSE = 0.008
/** Gaps up to twice this wide within a thing are part of it: between legs, slats and leaves. */
const GAPS = 0.016
/** A box that is less sure, or that agrees with the names of fewer pixels, is not believed. */
const LEAST_SURE = 0.5
const LEAST_AGREEING = 0.9
/** Finishes of a shell: screed, cement render. */
const SHELL: Partial<Record<Label, string>> = {
  floor: 'concrete-microcement@#a09d97',
  wall: 'concrete-microcement@#b8b5ae',
  ceiling: 'concrete-microcement@#c6c4be',
}
/** Materials that a shell is made of. */
export const SHELL_MATERIALS = ['concrete-microcement'] as const
/** Labels of a room's sides, in the order of roomSides. */
const SIDE_LABELS: readonly Label[] = ['floor', 'ceiling', 'wall', 'wall', 'wall']

/** 255 or 0 for each pixel of a picture, from a smaller map's regions. */
function spreadOut(
  seen: Seen,
  wanted: (region: Region) => boolean,
  width: number,
  height: number,
): Uint8Array {
  const out = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(seen.height - 1, Math.floor((y * seen.height) / height)) * seen.width
    for (let x = 0; x < width; x++, i++) {
      const region =
        seen.regions[seen.map[row + Math.min(seen.width - 1, Math.floor((x * seen.width) / width))]!]
      if (region && wanted(region)) out[i] = 255
    }
  }
  return out
}

/** Part of the pixels that are named floor, ceiling or wall which lie on such a side of the box, 0..1. */
function agreement({ map, regions }: Seen, sides: Uint8Array): number {
  let named = 0
  let right = 0
  for (let i = 0; i < sides.length; i++) {
    const label = regions[map[i]!]!.label
    if (!SIDE_LABELS.includes(label)) continue
    named++
    if (SIDE_LABELS[sides[i]!] === label) right++
  }
  return named > 0 ? right / named : 0
}

/** The mask with its gaps closed, and a rim. */
function closed(mask: Uint8Array, width: number, height: number): Uint8Array {
  const side = Math.max(width, height)
  const wide = Math.round((LOOSE + GAPS) * side)
  const rest = widened(mask, width, height, wide).map((value) => 255 - value)
  return widened(rest, width, height, Math.round(GAPS * side)).map((value) => 255 - value)
}

/** The room's sides, where box and regions tell the same story; null otherwise. */
function roomSides(seen: Seen): Surface3[] | null {
  if (!seen.room || seen.room.sure < LEAST_SURE) return null
  const planes = planesOfBox(seen.view, seen.room)
  if (!planes) return null
  const sides = [planes.floor, planes.ceiling, planes.back, planes.left, planes.right]
  return agreement(seen, sidesOf(seen.view, sides)) < LEAST_AGREEING ? null : sides
}

/** The empty room as it is seen: its sides, and its openings as they lie on them. */
function seenEmpty(seen: Seen, planes: readonly Surface3[], openings: readonly Opening[]): Seen {
  const sides = sidesOf(seen.view, planes)
  const opening = drawOpenings(seen.view, planes, openings, sides)
  const map = Uint16Array.from(sides, (side, i) => {
    if (opening[i]! > 0) return planes.length + opening[i]! - 1
    return side === NO_SIDE ? 0 : side
  })
  const labels: Label[] = [...SIDE_LABELS, ...openings.map(() => 'opening' as const)]
  const pixels = new Uint32Array(labels.length)
  for (const id of map) pixels[id] = pixels[id]! + 1
  const regions = labels.map((label, id): Region => {
    const i = Math.max(0, map.indexOf(id))
    const at = { x: (i % seen.width) + 0.5, y: Math.floor(i / seen.width) + 0.5 }
    const plane = planes[id] ?? planes[openings[id - planes.length]!.side]!
    return { id, label, sure: 1, plane, pixels: pixels[id]!, at }
  })
  return { ...seen, map, regions }
}

/** Gives the sides of an empty room the look of a shell; windows, doors and light stay. */
function asShell(picture: Raster, seen: Seen, materials: Materials): Raster {
  const finishes: Partial<Record<Label, readonly Finish[]>> = {}
  for (const [label, finish] of Object.entries(SHELL) as [Label, string][]) {
    const made = finishOf(finish, materials)
    if (made) finishes[label] = [made]
  }
  const look: Look = {
    finishes,
    time: 'keep',
    weather: 'keep',
    season: 'keep',
    sun: null,
    lamps: 0,
    palette: null,
    planting: 0,
  }
  return dress(prepareDress(picture, seen), look, { strength: 1, lock: false, seed: 1, finishes: new Map() })
}

/** A room's sides as a shell; of what was there only windows and doors stay, and of these none that is painted over. */
function shellOf(
  picture: Raster,
  seen: Seen,
  planes: readonly Surface3[],
  { mask, materials, report }: EmptyOptions,
): { picture: Raster; note: string } {
  const { width, height } = picture
  const view: View = scaledView(seen.view, width, height)
  const sides = sidesOf(view, planes)
  const foreign = ownOf(seen, sides, width, height).map((value) => 1 - value)
  const found = openingsOf(seen, planes)
  const drawn = drawOpenings(view, planes, found, sides)
  const painted = new Set(drawn.filter((_, i) => mask && mask[i]! > 127))
  const openings = found.filter((_, n) => !painted.has(n + 1))
  const stays = drawn.map((opening) => (painted.has(opening) ? 0 : opening))
  const bare = bareSides(picture, { view, planes, foreign, openings: stays }, (part) =>
    report(0.26 + 0.5 * part, '清空房间'),
  )
  report(0.78, '换成毛坯')
  const shell = asShell(smoothSides(bare, sides, stays), seenEmpty(seen, planes, openings), materials)
  for (let i = 0; i < stays.length; i++)
    if (stays[i] || sides[i] === NO_SIDE) shell.data.set(picture.data.subarray(4 * i, 4 * i + 3), 4 * i)
  const { length } = openings
  const kept = length > 0 ? `，认出的 ${length} 处门窗原样保留；认错的涂出来再做一次` : '，没有认出门窗'
  return { picture: shell, note: `整间清空，墙、地、顶换成水泥毛坯${kept}` }
}

/** Also what lies on a floor or hangs on a wall: rugs and pictures. Curtains stay with their windows. */
const isThing = ({ label, own }: Region) => own === 'rug' || own === 'picture' || THINGS.includes(label)

/**
 * What is recognised as furniture and goes.
 * @returns 255 or 0 for each pixel of a picture of this size
 */
export function thingsIn(seen: Seen, width: number, height: number): Uint8Array {
  return closed(spreadOut(seen, isThing, width, height), width, height)
}

/** 1 where a picture of this size shows a side of the room itself. */
function ownOf(seen: Seen, sides: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height)
  for (const label of new Set(SIDE_LABELS)) {
    const named = spreadOut(seen, (region) => region.label === label && !region.own, width, height)
    for (let i = 0; i < out.length; i++) if (named[i] && SIDE_LABELS[sides[i]!] === label) out[i] = 1
  }
  return out
}

/** Part of the picture from which what could not be filled cleanly is told. */
const TOLD = 0.002

/** Says what could not be filled cleanly, and what helps; '' where there is nothing to say. */
function leftWords(left: Uint8Array): string {
  const part = left.reduce((sum, value) => sum + Number(value > 127), 0) / left.length
  if (part < TOLD) return ''
  return `；未能清空画面的 ${Math.max(1, Math.round(100 * part))}%：那里看得见的墙或地不够照着补；可关掉“保留原有饰面”整间做成毛坯，或涂出要清走的再清一次`
}

/** How a room is emptied. */
export interface EmptyOptions {
  /** width·height values, above 127 what goes; null takes what is recognised as furniture. A shell keeps no opening under it. */
  mask: Uint8Array | null
  /** Keeps floor, walls and ceiling as they are; false makes a shell of them. */
  keepFinish: boolean
  materials: Materials
  /** Asked for photographs alone. */
  segment: Segmenter
  /** Told 0..1, and what is being done. */
  report: (part: number, step: string) => void
}

/**
 * Empties a room: takes furniture away, by mask or by itself, and rebuilds what was behind it, side by side of the
 * room's box; or makes a shell of all of it. Where no box fits, the picture is completed as any other.
 * @returns a picture of the same size and a Chinese note
 * @throws NothingToClearError when there is no mask and furniture was not recognised for sure; NothingToCopyError when the mask
 *   leaves nothing to copy from
 */
export async function emptyRoom(
  picture: Raster,
  options: EmptyOptions,
): Promise<{ picture: Raster; note: string }> {
  const { mask: painted, keepFinish, segment, report } = options
  const { width, height } = picture
  const seen = await seeScene(picture, {
    segment,
    setting: 'indoors',
    progress: (part) => report(0.04 + 0.2 * part, '识别房间'),
  })
  const planes = roomSides(seen)
  if (planes && !keepFinish) return shellOf(picture, seen, planes, options)
  const wanted = painted ?? thingsIn(seen, width, height)
  // Where the room is not understood, neither is its furniture.
  if (!wanted.some((value) => value > 127) || (!painted && !planes))
    throw new NothingToClearError('no furniture was recognised')
  const found = painted ? '清走了涂抹的部分' : '清走了认出的家具与陈设'
  const fill = (part: number) => report(0.26 + 0.66 * part, '还原墙面与地面')
  if (!planes) {
    const note = `${found}；没有认出房间的墙、地、顶，已按画面补全${keepFinish ? '' : '，饰面保持原样'}`
    return { picture: fillHoles(picture, wanted, fill), note }
  }
  const view: View = scaledView(seen.view, width, height)
  const sides = sidesOf(view, planes)
  const own = ownOf(seen, sides, width, height)
  const mask = painted ?? clearable(wanted, own, { sides, count: planes.length, width })
  if (!mask.includes(255)) throw new NothingToClearError('nothing can be cleared cleanly')
  const openings = spreadOut(seen, ({ label }) => label === 'opening', width, height).map(Math.sign)
  const room = { view, planes, foreign: own.map((value) => 1 - value), openings }
  const { picture: cleared, left } = clearRoom(picture, mask, room, fill)
  for (let i = 0; i < left.length; i++) if (wanted[i]! > 127 && mask[i]! <= 127) left[i] = 255
  return { picture: cleared, note: `${found}，墙、地、顶按各自的材质还原${leftWords(left)}` }
}
