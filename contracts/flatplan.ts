import { z } from 'zod'

/** What a room or a part of a site is; the title is what a list of them shows. */
export const ROOM_KINDS = {
  living: '客厅',
  dining: '餐厅',
  bedroom: '卧室',
  study: '书房',
  kitchen: '厨房',
  bath: '卫生间',
  balcony: '阳台',
  entrance: '玄关',
  corridor: '走廊',
  closet: '衣帽间',
  storage: '储藏间',
  laundry: '洗衣房',
  office: '办公室',
  stairs: '楼梯间',
  garage: '车库',
  garden: '花园',
  other: '房间',
} as const
export type RoomKind = keyof typeof ROOM_KINDS

export const SITE_KINDS = {
  building: '建筑',
  road: '道路',
  paving: '铺装',
  parking: '停车场',
  lawn: '草坪',
  planting: '花境',
  water: '水面',
  court: '运动场地',
  deck: '木平台',
} as const
export type SiteKind = keyof typeof SITE_KINDS

export type PlaceKind = RoomKind | SiteKind
const KINDS = [...Object.keys(ROOM_KINDS), ...Object.keys(SITE_KINDS)] as [PlaceKind, ...PlaceKind[]]
export const zPlaceKind = z.enum(KINDS)

/** Name of a kind as a list shows it. */
export function titleOfKind(kind: PlaceKind): string {
  return kind in ROOM_KINDS ? ROOM_KINDS[kind as RoomKind] : SITE_KINDS[kind as SiteKind]
}

export const zPlanStyle = z.enum(['natural', 'cream', 'grey', 'walnut', 'plain'])
export type PlanStyle = z.infer<typeof zPlanStyle>

const share = z.number().min(0).max(1)

/** What the user said of the room at a place; x and y in parts of the picture's sides. */
export const zPlanChange = z.object({
  x: share,
  y: share,
  kind: zPlaceKind.optional(),
  /** Material of the library; '' for that of its kind. */
  material: z.string().max(64).optional(),
  /** Name given by the user; '' keeps the printed one. */
  name: z.string().trim().max(24).optional(),
  /** Whether its area is part of the whole. */
  counts: z.boolean().optional(),
})
export type PlanChange = z.infer<typeof zPlanChange>
/** Most rooms and parts of one plan that can be set by hand. */
export const MOST_PLAN_CHANGES = 500

const line = { x0: share, y0: share, x1: share, y1: share }

/** Parts that the user can draw along a wall by hand: wall, an opening in it, or nothing. */
export const MADE_PARTS = {
  wall: '墙',
  door: '门',
  sliding: '推拉门',
  window: '窗',
  passage: '洞口',
  open: '拆掉',
} as const
export type MadePart = keyof typeof MADE_PARTS
const PARTS = Object.keys(MADE_PARTS) as [MadePart, ...MadePart[]]

/** A correction that the user made to the reading of a plan; places in parts of the picture's sides. */
export const zPlanMend = z.discriminatedUnion('do', [
  /** Along a line there is this. */
  z.object({ do: z.literal('part'), be: z.enum(PARTS), ...line }),
  /** A wall or an opening at this place was recognised by mistake and goes. */
  z.object({ do: z.literal('unwall'), x: share, y: share }),
  /** The rooms at both ends are one. */
  z.object({ do: z.literal('join'), ...line }),
  /** There is a room within these corners. */
  z.object({ do: z.literal('room'), ...line }),
  /** Marks the room at this place as none. */
  z.object({ do: z.literal('drop'), x: share, y: share }),
])
export type PlanMend = z.infer<typeof zPlanMend>
/** Most mends of one plan. */
export const MOST_PLAN_MENDS = 300

/** A line of known length in the plan: its ends in parts of the picture's sides. */
export const zRuler = z.object({
  ...line,
  mm: z.number().min(10).max(10_000_000),
})
export type Ruler = z.infer<typeof zRuler>

/** Longer side of the picture in which a plan is read at most, px. */
export const PLAN_READ_SIDE = 2000

/** Size at which a plan is read, px, from that of its source. */
export function fitPlan({ width, height }: { width: number; height: number }): {
  width: number
  height: number
} {
  const scale = Math.min(1, PLAN_READ_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Longer sides that a coloured plan can have, px; 0 for the source's, but at least the smallest of them. */
export const PLAN_SIDES = [0, 2048, 3840] as const

/** Size of a coloured plan, px, from that of its source. */
export function planSize(
  source: { width: number; height: number },
  wanted: (typeof PLAN_SIDES)[number],
): { width: number; height: number } {
  const longer = Math.max(source.width, source.height)
  const side = wanted || Math.min(3840, Math.max(2048, longer))
  return {
    width: Math.max(1, Math.round((source.width * side) / longer)),
    height: Math.max(1, Math.round((source.height * side) / longer)),
  }
}

/** What a plan's drawing file said beyond its lines; it travels in the picture that was drawn of it. */
export const zDrawnPlan = z.object({
  /** Units of the drawing across the picture's width. */
  unitsAcross: z.number().positive(),
  /** Millimetres of a unit as the file has it; null where it names none. */
  unitMm: z.number().positive().nullable(),
  /** Its layers tell the walls: these are drawn black, and everything else lighter. */
  walled: z.boolean(),
  /** Names of files that it refers to and whose content it lacks. */
  lacks: z.array(z.string().max(60)).min(1).max(20).optional(),
  /** Its texts: boxes in parts of the sides, for those that do not stand level the ones about them. */
  texts: z
    .array(
      z.object({
        ...{ text: z.string().max(60), left: share, right: share, top: share, bottom: share },
        turned: z.literal(true).optional(),
      }),
    )
    .max(400),
})
export type DrawnPlan = z.infer<typeof zDrawnPlan>
