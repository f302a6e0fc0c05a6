/**
 * Rendering without a GPU against its limits, on scenes that it was not tuned on and on the samples: every figure is
 * printed beside its limit, as one line of JSON. Names of parts as arguments measure these alone.
 */
import type { Figures } from './engine/figure.ts'
import { dressing } from './render/dressing.ts'
import { plans } from './render/plans.ts'
import { redress } from './render/redress.ts'
import { rooms } from './render/rooms.ts'
import { seeing } from './render/seeing.ts'

const PARTS: Readonly<Record<string, () => Figures | Promise<Figures>>> = {
  seeing,
  rooms,
  plans,
  dressing,
  redress,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in PARTS))
if (unknown.length > 0)
  throw new Error(`no part named ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`)

const results: Record<string, Figures> = {}
for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  results[name] = await measure()
  console.error(`${name}: ${JSON.stringify(results[name])}`)
}
console.log(JSON.stringify(results))
