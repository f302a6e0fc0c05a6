import { resolve } from 'node:path'
import type { Raster } from '#kernels/raster.ts'
import { type LibraryMaterial, lookOfPlan } from '#kernels/render/look-of-plan.ts'
import {
  dressPicture,
  planPicture,
  preparePicture,
  renderPicture,
  STYLE_SIDE,
  seePicture,
} from '#kernels/render/render.ts'
import { compareStructure } from '#kernels/structure/compare.ts'
import { type ParamsOf, paramsOf } from '#ops/index.ts'
import { openLibraryMaterial } from '#server/engines/local/material.ts'
import { atLeast, atMost, type Figures, rounded } from '#tests/bench/engine/figure.ts'
import { fallOf } from '#tests/bench/engine/stylize.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { segmentPicture } from '#tests/support/segment.ts'

const SAMPLES = resolve(import.meta.dirname, '../../../public/samples')
const NAMES = ['house', 'garden', 'living', 'shop'] as const
const KINDS = ['clay', 'line', 'final'] as const
/** Longer side of a render, px. */
const SIDE = 1024

const sample = (name: string, kind: string, side: number) =>
  readRaster(resolve(SAMPLES, `${name}-${kind}.webp`), side)

const library = new Map<string, LibraryMaterial>()

async function openMaterials(ids: readonly string[]): Promise<Map<string, LibraryMaterial>> {
  const some = new Map<string, LibraryMaterial>()
  for (const id of ids) {
    const material = library.get(id) ?? (await openLibraryMaterial(id))
    if (!material) continue
    library.set(id, material)
    some.set(id, material)
  }
  return some
}

/** A render with the seconds of processor time it took. */
async function renderTimed(image: Raster, style: Raster | null, params: Partial<ParamsOf<'render'>>) {
  const started = process.cpuUsage()
  const whole = paramsOf('render').parse(params)
  const { picture } = await renderPicture(
    { image, style, open: openMaterials, segment: segmentPicture },
    whole,
    () => undefined,
  )
  const { user, system } = process.cpuUsage(started)
  return { picture, seconds: (user + system) / 1e6 }
}

/** Seconds until a picture that was dressed shows another finish of one region. */
async function redressSeconds(image: Raster): Promise<number> {
  const params = paramsOf('render').parse({})
  const seen = await seePicture({ image, segment: segmentPicture }, params, () => undefined)
  const { prepared, plan, materials: ids } = planPicture(preparePicture(image, seen, params), params)
  const materials = await openMaterials(ids)
  const look = lookOfPlan(plan, materials, null)
  dressPicture(prepared, look, params, materials)
  const [largest] = [...seen.regions].sort((a, b) => b.pixels - a.pixels)
  const { x, y } = largest!.at
  const change = { x: x / seen.width, y: y / seen.height, finish: '#8a4b3a' }
  const started = process.cpuUsage()
  dressPicture(prepared, look, { ...params, regions: [change] }, materials)
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1e6
}

/** What is kept of the lines of all samples, how near colours come to a style picture's, and how long it takes. */
export async function dressing(): Promise<Figures> {
  const figures: Figures = {}
  const locked: number[] = []
  const free: number[] = []
  const falls: number[] = []
  const seconds: number[] = []
  const redress: number[] = []
  for (const [k, name] of NAMES.entries())
    for (const kind of KINDS) {
      const image = await sample(name, kind, SIDE)
      const style = await sample(NAMES[(k + 1) % NAMES.length]!, 'final', STYLE_SIDE)
      const shut = await renderTimed(image, null, { lock: 1 })
      const open = await renderTimed(image, null, { lock: 0, strength: 0.75 })
      const styled = await renderTimed(image, style, { ipaPlus: true })
      const kept = [shut, open].map(({ picture }) => compareStructure(image, picture).share)
      locked.push(kept[0]!)
      // Without lock a drawing's pen lines go where a surface is dressed, as they should.
      if (kind !== 'line') free.push(kept[1]!)
      const fall = fallOf(image, styled.picture, style)
      // The limit is that of models and drawings: a coloured sample may be near its style's colours from the start.
      if (kind !== 'final') falls.push(fall)
      seconds.push(shut.seconds)
      redress.push(await redressSeconds(image))
      figures[`${name}-${kind}`] = rounded(kept[0]!)
      figures[`${name}-${kind}-free`] = rounded(kept[1]!)
      figures[`${name}-${kind}-palette`] = rounded(fall)
    }
  return {
    ...figures,
    leastStructureLocked: atLeast(Math.min(...locked), 0.95),
    leastStructureFree: atLeast(Math.min(...free), 0.9),
    leastPaletteFall: atLeast(Math.min(...falls), 0.6),
    meanPaletteFall: atLeast(falls.reduce((sum, fall) => sum + fall, 0) / falls.length, 0.6),
    seconds1024: atMost(Math.max(...seconds), 10),
    redressSeconds: atMost(Math.max(...redress), 1),
  }
}
