/**
 * Renders pictures of known labels that networks are taught with, from seeds that nothing else uses, into one
 * file: for each picture a byte (look and setting), its colours, its labels and
 * its edges. Takes about two seconds a picture on one core.
 *
 *     node tests/bench/learn-pixels.ts FILE [COUNT] [FIRST]
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import type { Setting } from '#kernels/seeing/scene.ts'
import { random } from '#tests/support/line-pictures.ts'
import { type Look, renderScene } from '#tests/support/scenes/render-scene.ts'

const [file, count = '2300', first = '10000'] = process.argv.slice(2)
if (!file) throw new Error('node tests/bench/learn-pixels.ts FILE [COUNT] [FIRST]')

const SIZE = { width: 480, height: 320 } as const
const LOOKS = ['clay', 'line', 'edged', 'photo'] as const satisfies readonly Look[]
const SETTINGS = ['indoors', 'outdoors', 'above'] as const satisfies readonly Setting[]
/** How many of the pictures have each look and setting, summed up. */
const [LOOK_PARTS, SETTING_PARTS] = [
  [0.55, 0.78, 0.9, 1],
  [0.46, 0.93, 1],
] as const

const out = openSync(file, 'w')
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const dice = random(seed)
  const [a, b] = [dice(), dice()]
  const look = LOOK_PARTS.findIndex((part) => a < part)
  const kind = SETTING_PARTS.findIndex((part) => b < part)
  // One in eight is bare, and every second of the others has more in it than the scenes that are judged.
  const lived = dice() > 0.125
  const scene = renderScene(seed, SETTINGS[kind]!, LOOKS[look]!, {
    ...{ ...SIZE, lived },
    rich: lived && dice() < 0.5,
  })
  const pixels = SIZE.width * SIZE.height
  const record = Buffer.alloc(1 + 5 * pixels)
  record[0] = 4 * look + kind
  for (let i = 0; i < pixels; i++) {
    record.set(scene.image.data.subarray(4 * i, 4 * i + 3), 1 + 3 * i)
    record[1 + 3 * pixels + i] = scene.labels[i]!
    record[1 + 4 * pixels + i] = scene.edges[i]!
  }
  writeSync(out, record)
}
closeSync(out)
