import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import sharp from 'sharp'
import type { SceneId } from '#contracts/scenes.ts'
import type { Raster } from '#kernels/raster.ts'
import { type LibraryMaterial, lookOfPlan } from '#kernels/render/look-of-plan.ts'
import { dressPicture, planPicture, preparePicture, seePicture } from '#kernels/render/render.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import { segmenterOf } from '#kernels/segmentation/segment.ts'
import { paramsOf } from '#ops/index.ts'
import { STYLE_PICTURE, scenesOf } from '#ops/render/style-pictures.ts'
import { RENDER_STYLES, type RenderStyle } from '#ops/render/styles.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import { runNetwork } from '#server/engines/local/session.ts'

/** Pictures for the cards of styles: what each makes of a sample's clay model. `node studio/style-pictures.ts [STYLE…]` */

const PUBLIC = resolve(import.meta.dirname, '../public')
const OUT = resolve(PUBLIC, 'samples/styles')
/** Rendered larger than shown, so that fine grain is averaged and not left out. */
const SIDE = 1024
const SEEING = { models: [modelPath(resolve(PUBLIC, '../models'), 'seeing')], threads: 2 }
const segment = segmenterOf((...run) => runNetwork(SEEING, ...run))
const INDOORS: readonly SceneId[] = ['living', 'shop']

async function readRaster(path: string, width?: number): Promise<Raster> {
  const image = sharp(path)
    .resize(width ? { width } : {})
    .ensureAlpha()
    .raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

const opened = new Map<string, LibraryMaterial>()

async function openMaterials(ids: readonly string[]): Promise<typeof opened> {
  for (const id of ids) {
    const material = MATERIALS.find((one) => one.id === id)
    if (!material || opened.has(id)) continue
    const picture = await readRaster(resolve(PUBLIC, `materials/${id}.webp`), 512)
    const { repeatMm, colour, gloss } = material
    opened.set(id, { picture: { picture, repeatMm, repeats: true }, colour, gloss })
  }
  return opened
}

async function renderStyle({ id }: RenderStyle, scene: SceneId, image: Raster, seen: Seen): Promise<void> {
  const setting = INDOORS.includes(scene) ? 'indoors' : 'outdoors'
  const params = paramsOf('render').parse({ style: id, setting, strength: 0.9 })
  const { prepared, plan, materials } = planPicture(preparePicture(image, seen, params), params)
  const look = lookOfPlan(plan, await openMaterials(materials), null)
  const { width, height, data } = dressPicture(prepared, look, params, opened)
  await sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize(STYLE_PICTURE.width, STYLE_PICTURE.height, { fit: 'cover' })
    .webp({ quality: 76, effort: 6 })
    .toFile(resolve(OUT, `${id}-${scene}.webp`))
}

const wanted = process.argv.slice(2)
await mkdir(OUT, { recursive: true })
const styles = RENDER_STYLES.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
for (const scene of new Set(styles.flatMap(scenesOf))) {
  const image = await readRaster(resolve(PUBLIC, `samples/${scene}-clay.webp`), SIDE)
  const setting = INDOORS.includes(scene) ? 'indoors' : 'outdoors'
  const seen = await seePicture({ image, segment }, paramsOf('render').parse({ setting }), () => undefined)
  for (const style of styles)
    if (scenesOf(style).includes(scene)) await renderStyle(style, scene, image, seen)
  process.stdout.write(`${scene}: ${styles.filter((style) => scenesOf(style).includes(scene)).length}\n`)
}
