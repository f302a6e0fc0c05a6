import { fitInside } from '#kernels/fit-inside.ts'
import { analyse, type GradeAnalysis } from '#kernels/grade/analyse.ts'
import { applyGrade } from '#kernels/grade/apply.ts'
import type { LeftAlone } from '#kernels/lines/upright.ts'
import { uprightSize } from '#kernels/lines/upright.ts'
import type { Raster } from '#kernels/raster.ts'
import { readNeeded } from '../inputs.ts'
import type { Preview } from '../preview.ts'
import { readTable } from './table.ts'

/** Longer side of the largest copy, px: as much as a screen shows. */
const LARGEST = 2048

/** A picture that was measured whole and is kept small. */
interface Measured {
  analysis: GradeAnalysis
  largest: Raster
  /** Copies by the longer side that was asked for, px. */
  copies: Map<number, Raster>
}

/** What the one-click work looks like at a small size. */
interface Facts {
  /** Pixels of the whole result. */
  width: number
  height: number
  /** What became of the verticals: set upright, or why they were left. */
  verticals: 'turned' | LeftAlone
}

/**
 * The one-click work on a small copy, as it is shown while a slider moves.
 * @throws AppError LUT_INVALID and what decoding throws
 */
export const preview: Preview<'grade', Facts> = async ({ io, params, side, kept }) => {
  const { lutStrength: strength, ...settings } = params
  const measured = await kept.get('measured', io.keyOf('image'), async (): Promise<Measured> => {
    const { raster } = await readNeeded(io, 'image')
    const largest = await io.scale(raster, fitInside(raster, LARGEST))
    return { analysis: analyse(raster), largest, copies: new Map() }
  })
  const { analysis, largest, copies } = measured
  const cube = await kept.get('table', io.keyOf('lut'), () => readTable(io))
  const copy = copies.get(side) ?? (await io.scale(largest, fitInside(largest, side)))
  copies.set(side, copy)
  const picture = applyGrade(copy, analysis, settings, cube && { cube, strength })
  const { upright, width, height } = analysis
  const turns = upright.kind === 'turn'
  const size = turns && settings.straighten ? uprightSize(upright, width, height) : { width, height }
  return { picture, ...size, verticals: turns ? 'turned' : upright.reason }
}
