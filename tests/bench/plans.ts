/**
 * How plans of others are read, against what is true of them: `npm run bench -- plans [FOLDER]`. Beside each file lies
 * NAME.truth.json: whether it is a plan, its rooms, doors and windows by a point in each, places that are no walls, and
 * units a metre. LOOK=FOLDER also writes a picture of each reading. The last line is JSON.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PlaceKind } from '#contracts/flatplan.ts'
import type { Opening } from '#kernels/plan/openings.ts'
import type { Plan } from '#kernels/plan/read-plan.ts'
import { median } from '#tests/bench/harness.ts'
import { rounded } from './engine/figure.ts'
import { drawReading } from './plans/look.ts'
import { type OpenPlan, openPlan, readOpenPlan } from './plans/open.ts'
import { folderOf } from './seeing/reference.ts'

interface Spot {
  x: number
  y: number
  optional?: boolean
}

interface Truth {
  plan: boolean
  content?: 'home' | 'office' | 'site'
  unitsPerMetre?: number | null
  rooms?: (Spot & { name: string; kind: string })[]
  doors?: Spot[]
  windows?: Spot[]
  notWalls?: Spot[]
}

/** A share of things that were found. */
class Share {
  hits = 0
  of = 0
  add(hit: boolean): void {
    this.of++
    if (hit) this.hits++
  }
  get value(): number {
    return this.of > 0 ? rounded(this.hits / this.of) : 0
  }
}

/** Kinds that count as one: the word in the reference, and the group that it stands for. */
const GROUPS: Record<string, string> = {
  ...{ toilet: 'bath', dining: 'living', 'living+dining': 'living', entry: 'corridor', entrance: 'corridor' },
  ...{ closet: 'storage', laundry: 'storage', utility: 'storage', meeting: 'office', garden: 'lawn' },
}
const groupOf = (kind: PlaceKind | string): string => GROUPS[kind] ?? kind

/** An opening counts as found within this, m; where the scale is not known, in parts of the drawing's width. */
const NEAR = 0.4
const NEAR_SHARE = 0.02
/** A scale is right within this. */
const RIGHT_SCALE = 0.05

const wanted = <T extends Spot>(spots: readonly T[] = []): T[] => spots.filter(({ optional }) => !optional)

const middleOf = ({ corners }: Opening): readonly [number, number] => [
  corners.reduce((sum, [x]) => sum + x, 0) / 4,
  corners.reduce((sum, [, y]) => sum + y, 0) / 4,
]

const all = {
  ...{ rooms: new Share(), doors: new Share(), windows: new Share(), falseWalls: new Share() },
  ...{ kinds: new Share(), scale: new Share(), asked: new Share() },
}
let [plans, refusedWrongly, acceptedWrongly] = [0, 0, 0]
const times: number[] = []

function scoreOpenings(
  open: OpenPlan,
  near: number,
  spots: readonly Spot[],
  found: readonly Opening[],
): Share {
  const share = new Share()
  const middles = found.map(middleOf)
  for (const spot of spots) {
    const [x, y] = open.place(spot.x, spot.y)
    share.add(middles.some(([mx, my]) => Math.hypot(mx - x, my - y) <= near))
  }
  return share
}

function scoreRooms(open: OpenPlan, truth: Truth, plan: Plan, into: typeof all): void {
  const { width, height } = plan.ink
  const at = (spot: Spot): number => {
    const [x, y] = open.place(spot.x, spot.y).map(Math.round) as [number, number]
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
  }
  const idOf = (spot: Spot): number => (at(spot) < 0 ? 0 : plan.map[at(spot)]!)
  const rooms = truth.rooms ?? []
  for (const room of wanted(rooms)) {
    const id = idOf(room)
    const isAlone = rooms.every((other) => other === room || other.optional || idOf(other) !== id)
    const isFound = id > 0 && isAlone
    into.rooms.add(isFound)
    if (!isFound || room.kind === 'other') continue
    const kind = plan.rooms.find((one) => one.id === id)?.kind ?? 'other'
    into.kinds.add(groupOf(kind) === groupOf(room.kind))
  }
  for (const spot of wanted(truth.notWalls)) into.falseWalls.add(at(spot) >= 0 && plan.walls[at(spot)] === 1)
}

const folder = folderOf('plans')
const only = process.argv[3]
for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.truth.json') || (only && !file.includes(only))) continue
  const truth = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Truth
  const name = basename(file, '.truth.json')
  const source = readdirSync(folder).find((other) => other.startsWith(`${name}.`) && other !== file)
  if (!source) continue
  plans++
  let said = ''
  try {
    const open = await openPlan(join(folder, source))
    const content = truth.content === 'site' ? 'site' : 'home'
    const { plan, ms } = await readOpenPlan(open, content)
    times.push(ms)
    if (process.env.LOOK) await drawReading(plan, join(process.env.LOOK, `${name}.png`))
    if (!truth.plan) {
      if (plan.rooms.length > 0) acceptedWrongly++
      said = plan.rooms.length > 0 ? 'accepted, but is no plan' : 'refused, as it is no plan'
    } else if (plan.rooms.length === 0) {
      refusedWrongly++
      said = 'refused: no rooms'
    }
    if (truth.plan) {
      const units = truth.unitsPerMetre ?? null
      const perMetre = units === null ? null : units * open.pxPerUnit
      const near = perMetre === null ? NEAR_SHARE * plan.ink.width : NEAR * perMetre
      const mine = { ...all, rooms: new Share(), falseWalls: new Share(), kinds: new Share() }
      scoreRooms(open, truth, plan, mine)
      const doors = scoreOpenings(open, near, wanted(truth.doors), plan.doors)
      const windows = scoreOpenings(open, near, wanted(truth.windows), plan.windows)
      for (const [share, part] of [
        ...([
          [all.rooms, mine.rooms],
          [all.falseWalls, mine.falseWalls],
          [all.kinds, mine.kinds],
        ] as const),
        ...(truth.content === 'site'
          ? []
          : ([
              [all.doors, doors],
              [all.windows, windows],
            ] as const)),
      ]) {
        share.hits += part.hits
        share.of += part.of
      }
      const asks = plan.measure.from === 'guess'
      let scale = ''
      if (perMetre !== null) {
        const off = 1000 / plan.measure.mmPerPx / perMetre
        all.scale.add(asks || Math.abs(off - 1) <= RIGHT_SCALE)
        all.asked.add(asks)
        scale = ` scale ${rounded(off)} ${plan.measure.from}`
      }
      const part = (label: string, { hits, of }: Share) => `${label} ${hits}/${of}`
      said += ` ${part('rooms', mine.rooms)} ${part('doors', doors)} of ${plan.doors.length} ${part('windows', windows)} of ${plan.windows.length} ${part('false walls', mine.falseWalls)} ${part('kinds', mine.kinds)}${scale} ${Math.round(ms)} ms`
    }
  } catch (error) {
    if (truth.plan) {
      refusedWrongly++
      all.rooms.of += wanted(truth.rooms).length
      if (truth.content !== 'site') {
        all.doors.of += wanted(truth.doors).length
        all.windows.of += wanted(truth.windows).length
      }
      if (truth.unitsPerMetre) all.scale.add(false)
    }
    said = `refused: ${error instanceof Error ? error.message : String(error)}`
  }
  console.error(`${name}: ${said.trim()}`)
}
console.log(
  JSON.stringify({
    plans,
    ...Object.fromEntries(Object.entries(all).map(([key, share]) => [key, share.value])),
    refusedWrongly,
    acceptedWrongly,
    medianMs: Math.round(median(times)),
  }),
)
