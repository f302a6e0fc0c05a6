import { AppError } from '#contracts/errors.ts'
import type { DrawnPlan } from '#contracts/flatplan.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import type { Ink } from './ink.ts'
import { roomKindOf } from './kinds.ts'
import type { Plan } from './read-plan.ts'

/** Paper is brighter than this; what is darker is drawn, faintly or not. */
const PAPER = 240
/** A picture with less drawn than this share of it is blank. */
const BLANK = 0.003
/** Steps of brightness that are edges. */
const EDGE = 40
/** Half the range of directions that count as one, degrees. */
const ALIKE = 4
/**
 * Shares of a drawing's edges that run in its main direction or across it. All around would be 0.1; plans have 0.58 and
 * more, perspectives 0.2 (sketches, photographs) to 0.6 (outlines of upright walls).
 */
const ALL_AROUND = 0.3
const OBLIQUE = 0.55
/** Hatches and turned wings run halfway between. */
const HALFWAY = 0.25

/** Shares of the edges along the main direction and across it, and halfway between. */
export function directionsOf({ grey, width, height }: Ink): { main: number; halfway: number } {
  const found = new Float64Array(90)
  let total = 0
  for (let y = 1; y < height - 1; y++)
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const [dx, dy] = [grey[i + 1]! - grey[i - 1]!, grey[i + width]! - grey[i - width]!]
      const step = Math.hypot(dx, dy)
      if (step < EDGE) continue
      const degrees = (Math.atan2(dy, dx) * 180) / Math.PI + 180
      found[Math.floor(degrees) % 90]! += step
      total += step
    }
  const share = (at: number) => {
    let sum = 0
    for (let k = -ALIKE; k <= ALIKE; k++) sum += found[(at + k + 90) % 90]!
    return sum / Math.max(1, total)
  }
  let best = 0
  for (let at = 1; at < 90; at++) if (share(at) > share(best)) best = at
  return { main: share(best), halfway: share((best + 45) % 90) }
}

function drawnShare({ grey }: Ink): number {
  let count = 0
  for (const value of grey) if (value < PAPER) count++
  return count / grey.length
}

const UPRIGHT =
  /立面|剖面|\belevations?\b|\bsections?\b|ansicht|schnitt|\bcoupe\b|\bfa[çc]ade\b|alzado|secci[óo]n|prospetto|sezione|fachada|corte/i
const LEVEL = /平面|户型|戶型|总图|總圖|\bplan|\bfloor|grundriss|planta|pianta|plattegrond/i

/** Whether titles say that the drawing stands upright, and nothing in it speaks for a plan. */
function isUpright(texts: readonly ReadText[]): boolean {
  const says = (wanted: (text: string) => boolean) => texts.some(({ text }) => wanted(text))
  return says((text) => UPRIGHT.test(text)) && !says((text) => LEVEL.test(text) || roomKindOf(text) !== null)
}

/**
 * Refuses what is no plan, with the reason that is true of it.
 * @param texts lines of text in it
 * @param drawn what its drawing file said; null for a picture
 * @throws AppError DRAWING_ELSEWHERE, PLAN_UPRIGHT, PLAN_BLANK, PLAN_IN_PERSPECTIVE, NO_ROOMS
 */
export function checkPlan(plan: Plan, texts: readonly ReadText[], drawn: DrawnPlan | null): void {
  const { rooms, doors, ink, content } = plan
  const isNamed = texts.some(({ text }) => roomKindOf(text) !== null)
  const isEmpty = rooms.length === 0
  const [lacked] = drawn?.lacks ?? []
  if (isEmpty && lacked)
    throw new AppError('DRAWING_ELSEWHERE', `图中的墙画在外部参照“${lacked}”里，DXF 没有带上它`)
  if (content === 'home' && (isEmpty || doors.length === 0) && isUpright(texts))
    throw new AppError('PLAN_UPRIGHT')
  // What the network takes for rooms where nothing at all is drawn is none.
  const share = drawnShare(ink)
  if (share === 0 || (isEmpty && share < BLANK)) throw new AppError('PLAN_BLANK')
  if (content === 'home' && drawn === null && !isNamed) {
    const { main, halfway } = directionsOf(ink)
    if (main < (isEmpty ? OBLIQUE : ALL_AROUND) && halfway < HALFWAY)
      throw new AppError('PLAN_IN_PERSPECTIVE')
  }
  if (isEmpty) throw new AppError('NO_ROOMS')
}
