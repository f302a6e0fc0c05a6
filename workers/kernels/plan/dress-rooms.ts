import type { PlanChange, PlanStyle } from '#contracts/flatplan.ts'
import { type Floor, floorOf, floorOfMaterial } from './floors.ts'
import { areaOfRoom } from './letters.ts'
import type { Plan, Room } from './read-plan.ts'

/** The floor of each room, by the room's number. */
export type Floors = ReadonlyMap<number, Floor>

/** Rooms as the user has changed them. */
export function changeRooms(
  plan: Plan,
  changes: readonly PlanChange[],
): { rooms: Room[]; given: Map<number, string> } {
  const { width, height } = plan.ink
  const given = new Map<number, string>()
  const kinds = new Map<number, Room['kind']>()
  for (const { x, y, kind, material } of changes) {
    const [px, py] = [
      Math.min(width - 1, Math.floor(x * width)),
      Math.min(height - 1, Math.floor(y * height)),
    ]
    const id = plan.map[py * width + px]!
    if (id === 0) continue
    if (kind) kinds.set(id, kind)
    if (material) given.set(id, material)
    else if (material === '' || kind) given.delete(id)
  }
  return { rooms: plan.rooms.map((room) => ({ ...room, kind: kinds.get(room.id) ?? room.kind })), given }
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

/** One line about a coloured plan: what was found in it and how its size is known. */
export function noteOfPlan(plan: Plan): string {
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
  const whole = plan.rooms.reduce((sum, room) => sum + areaOfRoom(plan, room), 0)
  const size = {
    user: `按标定的长度，房间净面积合计 ${whole.toFixed(1)} m²`,
    drawing: `按图纸单位，房间净面积合计 ${whole.toFixed(1)} m²`,
    dimensions: `按图中尺寸，房间净面积合计 ${whole.toFixed(1)} m²`,
    guess: '没有比例，未标面积：可在图上画一段已知长度',
  }[plan.measure.from]
  return `认出 ${found.join('、')}；${size}`
}
