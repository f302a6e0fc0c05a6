import { transfer } from 'comlink'
import { analyse, type GradeAnalysis } from '#kernels/grade/analyse.ts'
import { applyGrade } from '#kernels/grade/apply.ts'
import type { Cube } from '#kernels/grade/cube.ts'
import { uprightSize } from '#kernels/lines/upright.ts'
import type { Raster } from '#kernels/raster.ts'
import type { ParamsOf } from '#ops/index.ts'
import { asSeen } from '#ops/transparency.ts'
import { decode } from './decode.ts'
import { toCanvas } from './encode.ts'
import { readTable } from './grade.ts'
import { fitInside, scale } from './scale.ts'
import type { GradePreview, KeyedFile } from './types.ts'

/** A picture that was measured whole and is kept small. */
interface Measured {
  analysis: GradeAnalysis
  largest: Raster
  /** Copies by the longer side that was asked for, px. */
  copies: Map<number, Raster>
}

/** Longer side of the largest copy, px: as much as a screen shows. */
const LARGEST = 2048

/** What the last preview needed; the next one is most often of the same picture. */
let source: { key: string; measured: Promise<Measured> } | null = null
let table: { key: string; cube: Promise<Cube> } | null = null

function shrink(raster: Raster, side: number): Promise<Raster> {
  const { width, height } = fitInside(raster.width, raster.height, side)
  return scale(raster, width, height)
}

async function measure(file: Blob): Promise<Measured> {
  const raster = asSeen('grade', 'image', (await decode(file)).raster)
  return { analysis: analyse(raster), largest: await shrink(raster, LARGEST), copies: new Map() }
}

async function copyOf({ largest, copies }: Measured, side: number): Promise<Raster> {
  const copy = copies.get(side) ?? (await shrink(largest, side))
  copies.set(side, copy)
  return copy
}

/**
 * The one-click work on a small copy, as it is shown while a slider moves.
 * @param side longer side of the copy at most, px
 * @throws AppError LUT_INVALID and what decoding throws
 */
export async function previewGrade(
  { key, file }: KeyedFile,
  { lutStrength: strength, ...settings }: ParamsOf<'grade'>,
  lut: KeyedFile | null,
  side: number,
): Promise<GradePreview> {
  if (source?.key !== key) source = { key, measured: measure(file) }
  if (lut && table?.key !== lut.key) table = { key: lut.key, cube: readTable(lut.file) }
  const measured = await source.measured
  const colours = lut && table ? { cube: await table.cube, strength } : null
  const made = applyGrade(await copyOf(measured, side), measured.analysis, settings, colours)
  const bitmap = toCanvas(made).transferToImageBitmap()
  const { upright, width, height } = measured.analysis
  const size =
    upright.kind === 'turn' && settings.straighten ? uprightSize(upright, width, height) : { width, height }
  const verticals = upright.kind === 'turn' ? 'turned' : upright.reason
  return transfer({ bitmap, ...size, verticals }, [bitmap])
}
