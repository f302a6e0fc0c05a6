import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import type { SceneId } from '#contracts/scenes.ts'
import type { Raster } from '#kernels/raster.ts'
import { lookOfPlan } from '#kernels/render/look-of-plan.ts'
import { dressPicture, planPicture, preparePicture, seePicture } from '#kernels/render/render.ts'
import { segmenterOf } from '#kernels/segmentation/segment.ts'
import { compareStructure } from '#kernels/structure/compare.ts'
import { paramsOf } from '#ops/index.ts'
import { findRenderStyle } from '#ops/render/styles.ts'
import { openLibraryMaterials } from '#server/engines/local/material.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import { runNetwork } from '#server/engines/local/session.ts'

/**
 * One sheet of what renders make of the samples, as the product finds them by itself, with its usual settings.
 * `node studio/render-sheet.ts [FOLDER]`: with a folder, each picture goes there at full size as well.
 */

const ROOT = resolve(import.meta.dirname, '..')
const OUT = resolve(ROOT, 'docs/images/renders.webp')
/** Longer side of a render, px. */
const SIDE = 1024
/** A picture on the sheet and the line of words under it, px. */
const CELL = { width: 380, height: 254, words: 26, gap: 6 }
/** The styles most asked for of each scene. */
const STYLES: Readonly<Record<SceneId, readonly string[]>> = {
  house: ['modern', 'newchinese', 'industrial', 'timber', 'brick', 'mediterranean'],
  garden: ['modern', 'newchinese', 'japanese', 'zen', 'meadow', 'tropical'],
  living: ['modern', 'cream', 'newchinese', 'nordic', 'french', 'luxury'],
  shop: ['modern', 'cafe', 'retail', 'industrial', 'wabisabi', 'japanese'],
}
const SCENES: Readonly<Record<SceneId, string>> = {
  house: '住宅',
  garden: '庭院',
  living: '客厅',
  shop: '店铺',
}
const KINDS = { clay: '白模', line: '线稿', final: '彩图' } as const

const SEEING = { models: [modelPath(resolve(ROOT, 'models'), 'seeing')], threads: 2 }
const segment = segmenterOf((...run) => runNetwork(SEEING, ...run))

interface Cell {
  words: string
  picture: Raster
}

async function readSample(name: string): Promise<Raster> {
  const file = sharp(resolve(ROOT, `public/samples/${name}.webp`))
  const image = file.resize(SIDE, SIDE, { fit: 'inside' }).ensureAlpha()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

const shown = ({ width, height, data }: Raster) =>
  sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } }).removeAlpha()

/** A sample and what each style makes of it. */
async function renderRow(scene: SceneId, kind: keyof typeof KINDS, folder: string | undefined) {
  const image = await readSample(`${scene}-${kind}`)
  const cells: Cell[] = [{ words: `${SCENES[scene]} · ${KINDS[kind]}`, picture: image }]
  const seen = await seePicture({ image, segment }, paramsOf('render').parse({}), () => undefined)
  for (const style of STYLES[scene]) {
    const params = paramsOf('render').parse({ style })
    const { prepared, plan, materials } = planPicture(preparePicture(image, seen, params), params)
    const opened = await openLibraryMaterials(materials)
    const picture = dressPicture(prepared, lookOfPlan(plan, opened, null), params, opened)
    const kept = Math.floor(100 * compareStructure(image, picture).share)
    cells.push({ words: `${findRenderStyle(style)?.title} · 结构保持度 ${kept}%`, picture })
    if (folder)
      await shown(picture)
        .png()
        .toFile(resolve(folder, `${scene}-${kind}-${style}.png`))
    process.stdout.write(`${scene}-${kind} ${style}: ${kept}%\n`)
  }
  return cells
}

/** A picture with its words under it. */
async function layCell({ words, picture }: Cell, column: number, row: number): Promise<OverlayOptions[]> {
  const { width, height, words: line, gap } = CELL
  const [left, top] = [gap + column * (width + gap), gap + row * (height + line + gap)]
  const text = `<svg width="${width}" height="${line}"><text x="2" y="18" font-size="15" fill="#14171A"
    font-family="Noto Sans CJK SC, sans-serif">${words}</text></svg>`
  return [
    { input: await shown(picture).resize(width, height).png().toBuffer(), left, top },
    { input: Buffer.from(text), left, top: top + height },
  ]
}

const folder = process.argv[2]
if (folder) await mkdir(folder, { recursive: true })
const rows: Cell[][] = []
for (const scene of Object.keys(STYLES) as SceneId[])
  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[])
    rows.push(await renderRow(scene, kind, folder))
const laid = rows.flatMap((cells, row) => cells.map((cell, column) => layCell(cell, column, row)))
const { width, height, words, gap } = CELL
const sheet = await sharp({
  create: {
    width: gap + 7 * (width + gap),
    height: gap + rows.length * (height + words + gap),
    channels: 3,
    background: '#F7F5F0',
  },
})
  .composite((await Promise.all(laid)).flat())
  .webp({ quality: 80, effort: 6 })
  .toBuffer()
await writeFile(OUT, sheet)
process.stdout.write(`${OUT}: ${Math.round(sheet.length / 1024)} KB\n`)
