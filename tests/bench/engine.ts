/**
 * The photo tools against their limits: every figure is printed beside the limit that it is to keep, as one line of
 * JSON keyed by op. Names of ops as arguments measure these alone.
 */
import { editor } from './engine/editor.ts'
import type { Figures } from './engine/figure.ts'
import { lineart } from './engine/lineart.ts'
import { matting } from './engine/matting.ts'
import { removal } from './engine/removal.ts'
import { restore } from './engine/restore.ts'
import { retexture } from './engine/retexture.ts'
import { straightening } from './engine/straightening.ts'
import { stylize } from './engine/stylize.ts'
import { upscale } from './engine/upscale.ts'

const OPS: Readonly<Record<string, () => Figures | Promise<Figures>>> = {
  inpaint: removal,
  upscale,
  matting,
  grade: straightening,
  retexture,
  stylize,
  restore,
  lineart,
  editor,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in OPS))
if (unknown.length > 0)
  throw new Error(`no op named ${unknown.join(', ')}; there are ${Object.keys(OPS).join(', ')}`)

const results: Record<string, Figures> = {}
for (const [name, measure] of Object.entries(OPS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  results[name] = await measure()
  console.error(`${name}: ${JSON.stringify(results[name])}`)
}
console.log(JSON.stringify(results))
