import { AppError } from '#contracts/errors.ts'
import type { DrawnPlan, PlaceKind, Ruler } from '#contracts/flatplan.ts'
import { fitInside } from '#kernels/fit-inside.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { checkPlan } from '#kernels/plan/check-plan.ts'
import { dressPlan, fieldsOfDressed, paintDressed, readContent } from '#kernels/plan/colour-plan.ts'
import { darkenSheet } from '#kernels/plan/drawn-plan.ts'
import { noteOfPlan, scaleQuestion } from '#kernels/plan/dress-rooms.ts'
import type { Fields } from '#kernels/plan/fields.ts'
import { readInk, readSheet } from '#kernels/plan/ink.ts'
import { areaOfRoom } from '#kernels/plan/letters.ts'
import { mendPlan } from '#kernels/plan/mend-plan.ts'
import type { Opening } from '#kernels/plan/openings.ts'
import { outlineOfRoom } from '#kernels/plan/outlines.ts'
import type { Plan } from '#kernels/plan/read-plan.ts'
import type { Point } from '#kernels/plan/turned.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Preview } from '../preview.ts'
import { coloursOf, openFloors } from './materials.ts'
import { seePaper } from './see.ts'
import { drawnOf, readPaper } from './texts.ts'

/** A room of a plan, or a part of a site. */
export interface PlanRoom {
  id: number
  /** As the drawing names it; '' where it does not. */
  name: string
  kind: PlaceKind
  /** Id of its floor's material in the library; '' for an even colour. */
  material: string
  /** m²; null where the scale is not known. */
  area: number | null
  /** Whether that is part of the whole. */
  counts: boolean
  /** A place in it, parts of the sides. */
  x: number
  y: number
  /** Closed outlines, holes among them: x and y each in parts of the sides. */
  outline: number[][]
}

/** A door, a window or a passage: the line along its wall, parts of the sides. */
export interface PlanOpening {
  kind: Opening['kind']
  x0: number
  y0: number
  x1: number
  y1: number
}

/** What a coloured plan looks like at a small size. */
interface Facts {
  width: number
  height: number
  /** Made in haste: a sharp one is to follow. */
  rough: boolean
  rooms: PlanRoom[]
  openings: PlanOpening[]
  /** Why no rooms were found, though they can be drawn by hand; null where there are some. */
  lacks: { message: string; remedy: string } | null
  /** How its scale is known; by a guess no areas are told. */
  measured: 'user' | 'drawing' | 'dimensions' | 'guess'
  /** Why the network that sees walls saw nothing, in Chinese, so that lines alone were read; null where it did. */
  unseen: string | null
  /** The question where the scale is a guess, and the ruler that a yes stores. */
  asks: { words: string; ruler: Ruler } | null
  /** One Chinese line for the user. */
  note: string
}

const halved = ({ width, height }: Raster) => ({ width: width >> 1, height: height >> 1 })

function lineOfOpening({ kind, corners: [a, b, c, d] }: Opening, width: number, height: number): PlanOpening {
  const at = (one: Point, other: Point) =>
    [((one[0] + other[0]) / 2 + 0.5) / width, ((one[1] + other[1]) / 2 + 0.5) / height] as const
  const [[x0, y0], [x1, y1]] = [at(a, d), at(b, c)]
  return { kind, x0, y0, x1, y1 }
}

/**
 * Why a plan has no rooms; null where it has some.
 * @throws AppError for what is no plan at all
 */
function lackOf(plan: Plan, texts: readonly ReadText[], drawn: DrawnPlan | null): Facts['lacks'] {
  try {
    checkPlan(plan, texts, drawn)
    return null
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.errorName !== 'NO_ROOMS') throw thrown
    return { message: thrown.message, remedy: thrown.remedy }
  }
}

/**
 * A coloured plan at a small size, and its rooms; what was read of the last one is kept.
 * @throws AppError CANCELLED, and what checkPlan and decoding throw
 */
export const preview: Preview<'flatplan', Facts> = async ({ io, params, side, quick, kept, known }) => {
  // The page has read them before.
  const texts = known as readonly ReadText[]
  const readKey = `${io.keyOf('image')} ${side} ${params.content}`
  const { paper, ink, drawing, sheet, drawn } = await kept.get('read', readKey, async () => {
    const { raster: paper } = await readPaper(io)
    const whole = await io.scale(paper, fitInside(paper, side))
    const found: DrawnPlan | null = await drawnOf(io)
    const drawing = found ? darkenSheet(whole) : whole
    return { paper, ink: readInk(paper, params.content), drawing, sheet: readSheet(drawing), drawn: found }
  })
  const key = JSON.stringify([readKey, texts.length, params.ruler])
  const { seen, failure } = await kept.get('seen', readKey, () => seePaper(io, paper, params))
  const read = await kept.get('plan', key, () => readContent(ink, texts, params, drawn, seen))
  const mendedKey = JSON.stringify([key, params.mends])
  const plan = await kept.get('mended', mendedKey, () => mendPlan(read, params.mends, texts))
  const lacks = lackOf(plan, texts, drawn)
  const dressed = dressPlan(plan, params, await coloursOf(io, params))
  const materials = await openFloors(io, dressed.materials)
  const kinds = JSON.stringify([mendedKey, dressed.rooms.map((room) => room.kind)])
  // While things change, shadows may be those of before, and the picture half as sharp.
  const last = await kept.get('last', readKey, (): { fields: Fields | null } => ({ fields: null }))
  const isRough = quick && last.fields !== null && !kept.has('fields', kinds)
  const fields = isRough
    ? fieldsOfDressed(dressed, texts, last.fields)
    : await kept.get('fields', kinds, () => fieldsOfDressed(dressed, texts))
  if (!isRough) last.fields = fields
  const painted = isRough
    ? await kept.get('half', readKey, async () => readSheet(await io.scale(drawing, halved(drawing))))
    : sheet
  const { picture } = paintDressed(dressed, fields, materials, painted, texts, params)
  const { width, height } = plan.ink
  const rooms = dressed.rooms.map((room) => ({
    id: room.id,
    name: room.name,
    counts: room.counts,
    kind: room.kind,
    material: dressed.floors.get(room.id)?.material ?? '',
    area: plan.measure.from === 'guess' ? null : areaOfRoom(plan, room),
    x: (room.middle[0] + 0.5) / width,
    y: (room.middle[1] + 0.5) / height,
    outline: outlineOfRoom(plan, room),
  }))
  const openings = [...plan.doors, ...plan.windows].map((opening) => lineOfOpening(opening, width, height))
  const facts = { width: drawing.width, height: drawing.height, measured: plan.measure.from, rough: isRough }
  const words = { asks: scaleQuestion(plan, dressed.rooms), note: noteOfPlan(plan, dressed.rooms) }
  return { picture, ...facts, rooms, openings, lacks, unseen: failure?.message ?? null, ...words }
}
