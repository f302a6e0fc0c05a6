import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contracts/errors.ts'
import type { DrawnPlan } from '#contracts/flatplan.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { checkPlan } from '#kernels/plan/check-plan.ts'
import { readInk } from '#kernels/plan/ink.ts'
import { readInkedPlan } from '#kernels/plan/read-plan.ts'
import type { Raster } from '#kernels/raster.ts'
import { drawPlan } from '#tests/support/plans/plan.ts'

async function drawnOf(body: string): Promise<Raster> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="1200" height="900" fill="#fff"/><g fill="none" stroke="#000" stroke-width="3">${body}</g></svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

function refusal(picture: Raster, texts: readonly ReadText[] = [], drawn: DrawnPlan | null = null): string {
  try {
    checkPlan(readInkedPlan(readInk(picture), texts, null, drawn), texts, drawn)
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.errorName : String(thrown)
  }
  return 'none'
}

const textAt = (text: string): ReadText => ({ text, sure: 1, left: 500, right: 700, top: 850, bottom: 880 })

/** A street of houses that run to one point, and hatches in their faces. */
const STREET = Array.from({ length: 14 }, (_, k) => {
  const y = 60 * k
  const [x0, x1] = [40 + 22 * k, 1160 - 25 * k]
  return `<path d="M0 ${y}L600 430M1200 ${y + 20}L600 430M${x0} ${y}Q${x0 + 90} ${y + 70} ${x0 + 30} ${y + 160}M${x1} ${y}L${x1 - 110} ${y + 190}"/>`
}).join('')

/** Windows in a front, level and upright, none of them a room. */
const FRONT = '<path d="M100 800H1100M100 800V300L600 120L1100 300V800"/>'

describe('what is no plan', () => {
  it.each<[what: string, body: string, texts: ReadText[], name: string]>([
    ['an empty page', '', [], 'PLAN_BLANK'],
    ['a page with a speck', '<path d="M600 450h30"/>', [], 'PLAN_BLANK'],
    ['a perspective', STREET, [], 'PLAN_IN_PERSPECTIVE'],
    ['an elevation by its title', FRONT, [textAt('南立面图 1:100')], 'PLAN_UPRIGHT'],
    ['a section by its title', FRONT, [textAt('SECTION A-A')], 'PLAN_UPRIGHT'],
    ['lines that close no room', '<path d="M100 100H1100M100 200H900M100 300V800"/>', [], 'NO_ROOMS'],
  ])('%s is refused as that', async (_what, body, texts, name) => {
    expect(refusal(await drawnOf(body), texts)).toBe(name)
  })

  it('a drawing without rooms whose walls are in another file says so', async () => {
    const drawn: DrawnPlan = { unitsAcross: 9000, unitMm: 1, walled: false, lacks: ['walls.dwg'], texts: [] }
    expect(refusal(await drawnOf('<path d="M100 100H1100"/>'), [], drawn)).toBe('DRAWING_ELSEWHERE')
  })

  it('a plan is taken, also one with the mark of a section in it', async () => {
    const { image } = await drawPlan({ seed: 4611, walls: 'double', scale: 0.07 })
    const plan = readInkedPlan(readInk(image), [], null)
    for (const texts of [[], [textAt('SECTION A-A')]])
      expect(() => checkPlan(plan, texts, null)).not.toThrow()
  })
})
