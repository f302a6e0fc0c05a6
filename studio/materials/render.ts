/**
 * Draws the material library into public/materials: ID.webp at 1024 px and ID-256.webp for lists.
 * `node studio/materials/render.ts` draws all, `node studio/materials/render.ts ID …` some.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { MATERIALS } from '#server/catalog/materials.ts'
import { drawMaterial } from './draw.ts'

const SIDE = 1024
const THUMB = 256
/** Most bytes of a full picture at a quality: what is smooth is kept nearly exact, so that its edges meet. */
const STEPS = [
  { quality: 96, most: 120_000 },
  { quality: 92, most: 120_000 },
  { quality: 88, most: 130_000 },
  ...[82, 76, 70, 64, 58, 52, 46, 40].map((quality) => ({ quality, most: 170_000 })),
]
const FOLDER = resolve(import.meta.dirname, '../../public/materials')

async function encode(pixels: Uint8Array): Promise<Buffer> {
  let best: Buffer | undefined
  for (const { quality, most } of STEPS) {
    const raw = sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    best = await raw.webp({ quality, effort: 5, smartSubsample: true }).toBuffer()
    if (best.length <= most) break
  }
  return best!
}

const only = new Set(process.argv.slice(2))
mkdirSync(FOLDER, { recursive: true })
let total = 0
for (const material of MATERIALS) {
  if (only.size > 0 && !only.has(material.id)) continue
  const started = performance.now()
  const pixels = drawMaterial(material, SIDE)
  const full = await encode(pixels)
  writeFileSync(resolve(FOLDER, `${material.id}.webp`), full)
  const thumb = await sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .resize(THUMB, THUMB)
    .webp({ quality: 74, effort: 5 })
    .toFile(resolve(FOLDER, `${material.id}-256.webp`))
  total += full.length + thumb.size
  console.log(
    `${material.id}  ${Math.round(full.length / 1000)} kB  ${Math.round(performance.now() - started)} ms`,
  )
}
console.log(`${(total / 1e6).toFixed(1)} MB`)
