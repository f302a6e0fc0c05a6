import type { DrawnPlan } from '#contracts/flatplan.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import type { ParamsOf } from '#ops/index.ts'
import { changeRooms, type DressedRoom, type Floors, floorsOf } from './dress-rooms.ts'
import { type Fields, fieldsLike, fieldsOf } from './fields.ts'
import type { Ink, Sheet } from './ink.ts'
import type { LaidMaterial } from './lay-floor.ts'
import { type PaintedPlan, paintPlan } from './paint.ts'
import { type Plan, readInkedPlan } from './read-plan.ts'
import { readSite } from './read-site.ts'
import type { SeenPlan } from './see-plan.ts'
import { planSvg } from './svg.ts'

type Params = ParamsOf<'flatplan'>

/** A plan with what the user said of it, ready to be painted. */
export interface DressedPlan {
  plan: Plan
  rooms: readonly DressedRoom[]
  floors: Floors
  /** Materials of the library that its floors are laid with. */
  materials: string[]
}

/** Reads a plan's lines as the kind of plan that it is. @param drawn what its drawing file said @param seen what the network sees in it */
export function readContent(
  ink: Ink,
  texts: readonly ReadText[],
  { content, ruler }: Pick<Params, 'content' | 'ruler'>,
  drawn: DrawnPlan | null = null,
  seen: SeenPlan | null = null,
): Plan {
  return content === 'site'
    ? readSite(ink, texts, ruler, drawn)
    : readInkedPlan(ink, texts, ruler, drawn, seen)
}

/** Takes the user's changes and style to a plan. @param colourOf mean colour of a material, #rrggbb */
export function dressPlan(plan: Plan, params: Params, colourOf: (id: string) => string): DressedPlan {
  const { rooms, given } = changeRooms(plan, params.changes)
  const floors = floorsOf(rooms, given, params.style, colourOf)
  const materials = [...new Set([...floors.values()].map(({ material }) => material))].filter(Boolean)
  return { plan, rooms, floors, materials }
}

/**
 * What a dressed plan's shadows and furniture are: the same as long as no room's kind changes.
 * @param before fields of the same plan before it was mended, where those will do for a quick look
 */
export function fieldsOfDressed(
  { plan, rooms }: DressedPlan,
  texts: readonly ReadText[],
  before: Fields | null = null,
): Fields {
  return before ? fieldsLike(plan, before) : fieldsOf({ ...plan, rooms: [...rooms] }, texts)
}

/** Paints a dressed plan over its drawing; see paintPlan. */
export function paintDressed(
  { plan, rooms, floors }: DressedPlan,
  fields: Fields,
  materials: ReadonlyMap<string, LaidMaterial>,
  sheet: Sheet,
  texts: readonly ReadText[],
  params: Params,
  onProgress?: (done: number) => void,
): PaintedPlan & { svg: () => string } {
  const parts = { plan, fields, rooms, floors, materials, look: params }
  const painted = paintPlan(parts, sheet, texts, onProgress)
  return { ...painted, svg: () => planSvg(parts, painted.letters, texts, sheet.width / plan.ink.width) }
}
