import { type PlanChange, type PlanStyle, type Ruler, titleOfKind } from '#contracts/flatplan.ts'
import { type Floor, floorOf, floorOfMaterial } from './floors.ts'
import { areaOfRoom } from './letters.ts'
import { USUAL_DOOR, USUAL_WALL } from './measure.ts'
import type { Plan, Room } from './read-plan.ts'
import { USUAL_TREE } from './read-site.ts'

/** The floor of each room, by the room's number. */
export type Floors = ReadonlyMap<number, Floor>

/** A room as it is shown. */
export interface DressedRoom extends Room {
  /** Whether its area is part of the whole. */
  counts: boolean
}

/** How far off a room what was said of it may lie, against the thickness of walls: a wall may since run through there. */
const NEAR = 1.5

/** Number of the room at a place, or right beside it; 0 where there is none. */
function roomNear({ map, ink: { width, height }, thickness }: Plan, x: number, y: number): number {
  const most = Math.ceil(NEAR * thickness)
  for (let far = 0; far <= most; far++)
    for (const [u, v] of [
      [x - far, y],
      [x + far, y],
      [x, y - far],
      [x, y + far],
    ] as const) {
      const id = u >= 0 && v >= 0 && u < width && v < height ? map[v * width + u]! : 0
      if (id > 0) return id
    }
  return 0
}

/** Rooms as the user has changed them. */
export function changeRooms(
  plan: Plan,
  changes: readonly PlanChange[],
): { rooms: DressedRoom[]; given: Map<number, string> } {
  const { width, height } = plan.ink
  const given = new Map<number, string>()
  const said = new Map<number, Pick<PlanChange, 'kind' | 'name' | 'counts'>>()
  for (const { x, y, kind, material, name, counts } of changes) {
    const [px, py] = [
      Math.min(width - 1, Math.floor(x * width)),
      Math.min(height - 1, Math.floor(y * height)),
    ]
    const id = roomNear(plan, px, py)
    if (id === 0) continue
    const before = said.get(id)
    said.set(id, {
      kind: kind ?? before?.kind,
      name: name ?? before?.name,
      counts: counts ?? before?.counts,
    })
    if (material) given.set(id, material)
    else if (material === '' || kind) given.delete(id)
  }
  const rooms = plan.rooms.map((room) => {
    const { kind = room.kind, name, counts = true } = said.get(room.id) ?? {}
    // What it is and what it is called are two things; one that nobody named is called what it is.
    return { ...room, kind, counts, name: name || room.name || (kind === room.kind ? '' : titleOfKind(kind)) }
  })
  return { rooms, given }
}

/**
 * The floor of each room: the user's material, or that of its kind in the style.
 * @param colourOf mean colour of a material, #rrggbb
 */
export function floorsOf(
  rooms: readonly Room[],
  given: ReadonlyMap<number, string>,
  style: PlanStyle,
  colourOf: (material: string) => string,
): Floors {
  return new Map(
    rooms.map(({ id, kind }) => {
      const material = given.get(id)
      return [id, material ? floorOfMaterial(material, colourOf(material)) : floorOf(kind, style)]
    }),
  )
}

/** Area of the rooms that count, m². */
function wholeArea(plan: Plan, rooms: readonly DressedRoom[]): number {
  return rooms.reduce((sum, room) => sum + (room.counts ? areaOfRoom(plan, room) : 0), 0)
}

/** One line about a coloured plan: what was found in it and how its size is known. */
export function noteOfPlan(plan: Plan, rooms: readonly DressedRoom[]): string {
  const windows = plan.windows.length
  const trees = plan.trees.length
  const found =
    plan.content === 'site'
      ? [`${plan.rooms.length} 块地`, ...(trees > 0 ? [`${trees} 棵树`] : [])]
      : [
          `${plan.rooms.length} 个房间`,
          `${plan.doors.length} 处门洞`,
          ...(windows > 0 ? [`${windows} 扇窗`] : []),
        ]
  if (plan.content === 'site') return `认出 ${found.join('、')}；点选可改是道路、草坪还是水面`
  const whole = wholeArea(plan, rooms)
  const size = {
    user: `按标定的长度，房间净面积合计 ${whole.toFixed(1)} m²`,
    drawing: `按图纸单位，房间净面积合计 ${whole.toFixed(1)} m²`,
    dimensions: `按图中尺寸，房间净面积合计 ${whole.toFixed(1)} m²`,
    guess: '没有比例，未标面积：可在图上画一段已知长度',
  }[plan.measure.from]
  return `认出 ${found.join('、')}；${size}`
}

const metres = (mm: number): string => `${Number((mm / 1000).toFixed(2))} 米`

/**
 * What to ask of a plan whose scale is a guess, in one Chinese line, and the ruler that stands for a yes: across all
 * its rooms. null where the scale is known, or nothing was found.
 */
export function scaleQuestion(
  plan: Plan,
  rooms: readonly DressedRoom[],
): { words: string; ruler: Ruler } | null {
  const { ink, measure, content } = plan
  if (measure.from !== 'guess' || rooms.length === 0) return null
  const [x0, x1] = [
    Math.min(...rooms.map(({ box }) => box.left)),
    Math.max(...rooms.map(({ box }) => box.right)),
  ]
  const y = (rooms[0]!.middle[1] + 0.5) / ink.height
  const mm = (x1 - x0) * measure.mmPerPx
  const granted = {
    doors: `门宽按 ${metres(USUAL_DOOR)}`,
    walls: `墙厚按 ${metres(USUAL_WALL)}`,
    trees: `树冠按 ${metres(2 * USUAL_TREE)}`,
    width: `图形总宽按 ${metres(mm)}`,
  }[measure.by ?? 'width']
  const whole = wholeArea(plan, rooms)
  const all = content === 'site' ? `总宽 ${metres(mm)}` : `全屋 ${whole.toFixed(0)} m²`
  const words = measure.by === 'width' && content === 'site' ? `${granted}算？` : `${granted}算，${all}？`
  return { words, ruler: { x0: x0 / ink.width, y0: y, x1: x1 / ink.width, y1: y, mm: Math.round(mm) } }
}
