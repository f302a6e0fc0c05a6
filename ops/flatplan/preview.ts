import type { DrawnPlan, PlaceKind } from '#contracts/flatplan.ts'
import { fitInside } from '#kernels/fit-inside.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { checkPlan } from '#kernels/plan/check-plan.ts'
import { dressPlan, fieldsOfDressed, paintDressed, readContent } from '#kernels/plan/colour-plan.ts'
import { darkenSheet } from '#kernels/plan/drawn-plan.ts'
import { noteOfPlan } from '#kernels/plan/dress-rooms.ts'
import { readInk } from '#kernels/plan/ink.ts'
import { areaOfRoom, nameOfRoom } from '#kernels/plan/letters.ts'
import { outlineOfRoom } from '#kernels/plan/outlines.ts'
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
  /** A place in it, parts of the sides. */
  x: number
  y: number
  /** Closed outlines, holes among them: x and y each in parts of the sides. */
  outline: number[][]
}

/** What a coloured plan looks like at a small size. */
interface Facts {
  width: number
  height: number
  rooms: PlanRoom[]
  /** How its scale is known; by a guess no areas are told. */
  measured: 'user' | 'drawing' | 'dimensions' | 'guess'
  /** One Chinese line for the user. */
  note: string
}

/**
 * A coloured plan at a small size, and its rooms; what was read of the last one is kept.
 * @throws AppError what checkPlan and decoding throw
 */
export const preview: Preview<'flatplan', Facts> = async ({ io, params, side, kept, known }) => {
  // The page has read them before.
  const texts = known as readonly ReadText[]
  const readKey = `${io.keyOf('image')} ${side}`
  const { paper, ink, drawing, drawn } = await kept.get('read', readKey, async () => {
    const { raster: paper } = await readPaper(io)
    const whole = await io.scale(paper, fitInside(paper, side))
    const found: DrawnPlan | null = await drawnOf(io)
    return { paper, ink: readInk(paper), drawing: found ? darkenSheet(whole) : whole, drawn: found }
  })
  const key = JSON.stringify([readKey, texts.length, params.content, params.ruler])
  // Without a connection and the pack its lines alone are read.
  const seen = await kept.get('seen', JSON.stringify([readKey, params.content]), () =>
    seePaper(io, paper, params, drawn).catch(() => null),
  )
  const plan = await kept.get('plan', key, () => readContent(ink, texts, params, drawn, seen))
  checkPlan(plan, texts, drawn)
  const dressed = dressPlan(plan, params, await coloursOf(io, params))
  const materials = await openFloors(io, dressed.materials)
  const kinds = JSON.stringify([key, dressed.rooms.map((room) => room.kind)])
  const fields = await kept.get('fields', kinds, () => fieldsOfDressed(dressed, texts))
  const { picture } = paintDressed(dressed, fields, materials, drawing, texts, params)
  const { width, height } = plan.ink
  const rooms = dressed.rooms.map((room) => ({
    id: room.id,
    name: nameOfRoom(plan, room),
    kind: room.kind,
    material: dressed.floors.get(room.id)?.material ?? '',
    area: plan.measure.from === 'guess' ? null : areaOfRoom(plan, room),
    x: (room.middle[0] + 0.5) / width,
    y: (room.middle[1] + 0.5) / height,
    outline: outlineOfRoom(plan, room),
  }))
  const facts = { width: picture.width, height: picture.height, measured: plan.measure.from }
  return { picture, ...facts, rooms, note: noteOfPlan(plan) }
}
