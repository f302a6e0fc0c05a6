import { type Facts, factsOf } from '#kernels/seeing/labels-facts.ts'
import type { Circumstances } from '#kernels/seeing/labels-features.ts'
import { wholeOf } from '#kernels/seeing/labels-setting.ts'
import { findParts, type Parts, regionsOf } from '#kernels/seeing/regions.ts'
import { sightOf } from '#kernels/seeing/regions-sight.ts'
import { LABELS, type RoomBox, type Setting } from '#kernels/seeing/scene.ts'
import { circumstancesOf, segmentsOf } from '#kernels/seeing/see.ts'
import { usualView } from '#kernels/seeing/view.ts'
import { viewOfSegments } from '#kernels/seeing/view-find.ts'
import { random } from '#tests/support/line-pictures.ts'
import { type Look, renderScene } from '#tests/support/scenes/render-scene.ts'
import { normal } from './train.ts'

/** A rendered picture as the naming sees it, with what is right. */
export interface Known {
  seed: number
  setting: Setting
  facts: readonly Facts[]
  /** As they are, and as they would be with a camera and a room seen less well. */
  circumstances: Circumstances[]
  /** Shares of the names in each region. */
  right: Float32Array[]
  /** What the picture is as a whole. */
  whole: Float32Array
}

function sharesOf(parts: Parts, labels: Uint8Array): Float32Array[] {
  const shares = Array.from({ length: parts.count }, () => new Float32Array(LABELS.length))
  const size = new Float64Array(parts.count)
  for (let i = 0; i < labels.length; i++) {
    const k = parts.map[i]!
    shares[k]![labels[i]!]!++
    size[k]!++
  }
  return shares.map((share, k) => share.map((value) => value / size[k]!))
}

/** A room whose corners are a little off, as one that was found may be. */
function blurred(room: RoomBox, dice: () => number, size: number): RoomBox {
  const much = dice() < 0.5 ? 0.004 : 0.03
  const [left, right, top, foot] = [0, 0, 0, 0].map(() => much * size * normal(dice)) as [
    number,
    number,
    number,
    number,
  ]
  const [a, b, c, d] = room.back
  return {
    ...room,
    back: [
      { x: a.x + left, y: a.y + top },
      { x: b.x + right, y: b.y + top },
      { x: c.x + right, y: c.y + foot },
      { x: d.x + left, y: d.y + foot },
    ],
  }
}

/** How a scene is shown: its look, and whether people live in it. */
interface Shown {
  look: Look
  lived: boolean
  width: number
  height: number
}

/** Looks at a rendered scene the way seeScene does, with its room as it may be found. */
function lookAt(seed: number, setting: Setting, { look, lived, width, height }: Shown): Known {
  const scene = renderScene(seed, setting, look, { width, height, lived })
  const sight = sightOf(scene.image)
  const segments = segmentsOf(sight)
  const found = findParts(sight)
  const first: Parts = { map: Uint16Array.from(found.map), count: found.count }
  const seen = viewOfSegments(segments, sight.width, sight.height)
  const whole = wholeOf(factsOf(first, sight, seen, segments), circumstancesOf(first, sight, seen, null))
  const view = seen.sure >= 0.3 ? seen : usualView(sight.width, sight.height, setting)
  const dice = random(seed + 1)
  const box = scene.room && blurred(scene.room, dice, width)
  const parts = regionsOf(found, sight, view, box, setting === 'indoors')
  const own = circumstancesOf(parts, sight, view, box)
  const other = scene.room && circumstancesOf(parts, sight, view, blurred(scene.room, dice, width))
  return {
    seed,
    setting,
    facts: factsOf(parts, sight, view, segments),
    circumstances: [
      own,
      other ? { ...other, horizon: own.horizon + 0.02 } : { ...own, horizon: own.horizon + 0.02 },
      ...(seed % 3 ? [] : [{ ...own, room: null }]),
    ],
    right: sharesOf(parts, scene.labels),
    whole,
  }
}

/** The looks that a seed is shown in, in turn: white models and drawings are what is learnt most. */
const LOOKS = [
  ['clay', 'line'],
  ['edged', 'clay'],
  ['line', 'clay'],
] as const satisfies readonly (readonly Look[])[]

/**
 * Pictures of a setting: of the sizes and shapes that pictures have, most of them lived in; smaller ones from the air.
 * @param first, last the seeds that are used
 */
export function picturesOf(setting: Setting, first: number, last: number): Known[] {
  return Array.from({ length: last - first + 1 }, (_, k) => first + k).flatMap((seed) =>
    LOOKS[seed % 3]!.map((look, k) => {
      const width = setting === 'above' ? 512 : 576 + 64 * (seed % 5)
      const height = Math.round(seed % 2 ? (2 * width) / 3 : (3 * width) / 4)
      return lookAt(seed, setting, { look, lived: k === 0 || seed % 4 === 0, width, height })
    }),
  )
}
