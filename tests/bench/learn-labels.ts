/**
 * Learns the networks that name regions on rendered scenes of the seeds that are for tuning (1–48), writes them to
 * workers/kernels/seeing/labels-weights.ts, and prints how much of the pictures kept back (a tenth of the seeds) they
 * name rightly as one line of JSON. Takes ten minutes on one core.
 */
import { writeFileSync } from 'node:fs'
import { type Net, packWeights } from '#kernels/seeing/labels-net.ts'
import type { Setting } from '#kernels/seeing/scene.ts'
import { learnNaming, rightWith } from './learn/naming.ts'
import { picturesOf } from './learn/pictures.ts'
import { type Example, normal, trainNet } from './learn/train.ts'

const SETTINGS = ['indoors', 'outdoors', 'above'] as const satisfies readonly Setting[]
/** The last seed that is used, and where to write, for a trial run. */
const LAST = Number(process.argv[2] ?? 48)
const OUT = process.argv[3] ?? 'workers/kernels/seeing/labels-weights.ts'
const HIDDEN = { own: 36, context: 28, whole: 8 } as const
const EPOCHS = 16

const packed = ({ weights }: Net, indent: string): string => {
  const reach = Math.ceil(1000 * weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)) / 1000
  return `{\n${indent}  reach: ${reach},\n${indent}  text: '${packWeights(weights, reach)}',\n${indent}}`
}

const rates: Record<string, number> = {}
const naming: string[] = []
const wholes: Example[] = []
for (const [at, setting] of SETTINGS.entries()) {
  const all = picturesOf(setting, 1, setting === 'above' ? Math.ceil(LAST / 2) : LAST)
  const target = Float32Array.from(SETTINGS, (_, k) => (k === at ? 1 : 0))
  for (const { whole } of all) wholes.push({ input: whole, target, weight: 1 })
  const keptBack = 0.9 * Math.max(...all.map(({ seed }) => seed))
  const nets = learnNaming(
    all.filter(({ seed }) => seed <= keptBack),
    { ...HIDDEN, epochs: EPOCHS },
  )
  const kept = all.filter(({ seed }) => seed > keptBack)
  rates[setting] = kept.reduce((sum, known) => sum + rightWith(known, nets), 0) / kept.length
  naming.push(
    `  ${setting}: {\n    own: ${packed(nets.own, '    ')},\n    context: ${packed(nets.context, '    ')},\n  },`,
  )
  console.error(`${setting}: ${rates[setting]}`)
}
const whole = trainNet(wholes, {
  hidden: HIDDEN.whole,
  outputs: SETTINGS.length,
  epochs: 200,
  disturb: (input, _, dice) => {
    for (let c = 0; c < input.length; c++) input[c] = input[c]! + 0.06 * normal(dice)
  },
})
writeFileSync(
  OUT,
  `import type { Setting } from './scene.ts'

/** Weights of a network as labels-net.ts packs them. */
export interface Packed {
  reach: number
  text: string
}

/** Sizes of the hidden layers. */
export const OWN_HIDDEN = ${HIDDEN.own}
export const CONTEXT_HIDDEN = ${HIDDEN.context}
export const WHOLE_HIDDEN = ${HIDDEN.whole}

// Learnt by tests/bench/learn-labels.ts on self-rendered scenes of the seeds that are for tuning.

/** What a picture is as a whole. */
export const WHOLE: Packed = ${packed(whole, '')}

/** Names of regions: by themselves, then by what is around them. */
export const NAMING: Readonly<Record<Setting, { own: Packed; context: Packed }>> = {
${naming.join('\n')}
}
`,
)
console.log(JSON.stringify(rates))
