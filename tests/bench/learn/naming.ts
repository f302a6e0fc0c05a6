import { contextOf } from '#kernels/seeing/labels-context.ts'
import {
  type Circumstances,
  featuresOf,
  OWN_FEATURES,
  PIXEL_FEATURES,
} from '#kernels/seeing/labels-features.ts'
import { type Net, runNet } from '#kernels/seeing/labels-net.ts'
import { LABELS } from '#kernels/seeing/scene.ts'
import type { Known } from './pictures.ts'
import { type Example, normal, trainNet } from './train.ts'

/** The two networks that name regions of one setting. */
interface Naming {
  own: Net
  context: Net
}

interface Sizes {
  own: number
  context: number
  epochs: number
}

/** Features that only a photograph has, and those of unrest, by their places in featuresOf. */
const PHOTO = 53
const GREEN = 25
const RESTLESS = [
  [29, 0.9],
  [30, 0.7],
  [31, 0.8],
  [32, 0.2],
] as const
/** Part of the examples of a label that are made restless. */
const RESTLESS_PART: Partial<Record<string, number>> = { ground: 0.3, wall: 0.12, floor: 0.2, furniture: 0.1 }

const labelOf = ({ target }: Example) => LABELS[target.indexOf(Math.max(...target))]!

/** Part of the examples whose pixels are said to be something else than they are, as other renderers make them look. */
const MISSEEN = 0.45

/** Takes some of what was seen of the pixels for another name. */
function missee(input: Float32Array, dice: () => number): void {
  const shares = input.subarray(PIXEL_FEATURES, PIXEL_FEATURES + LABELS.length)
  if (shares.every((share) => share === 0) || dice() > MISSEEN) return
  const much = dice()
  for (let c = 0; c < shares.length; c++) shares[c] = (1 - much) * shares[c]!
  const wrong = Math.floor(dice() * shares.length)
  shares[wrong] = shares[wrong]! + much
}

/** Grass, gravel and cloth are restless too, lawns are green, and leaves have any colour. */
function disturb(input: Float32Array, example: Example, dice: () => number): void {
  for (let c = 0; c < input.length; c++)
    input[c] = input[c]! + (c < OWN_FEATURES ? 0.06 : 0.03) * normal(dice)
  missee(input, dice)
  const label = labelOf(example)
  if (dice() < (RESTLESS_PART[label] ?? 0)) {
    const much = dice()
    for (const [c, by] of RESTLESS) input[c] = input[c]! + by * much
  }
  if (input[PHOTO]! < 0.5 || dice() > 0.3) return
  if (label === 'ground')
    input.set([input[GREEN]! - 0.8 * dice(), input[GREEN + 1]! + 0.8 * dice(), dice()], GREEN)
  if (label === 'vegetation') input.set([1.2 * dice(), dice(), 0], GREEN)
}

function joined(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length + b.length)
  out.set(a)
  out.set(b, a.length)
  return out
}

function examplesOf(known: Known, inputs: readonly Float32Array[]): Example[] {
  return inputs.map((input, k) => ({
    input,
    target: known.right[k]!,
    weight: 6 * Math.sqrt(known.facts[k]!.part) + 0.05,
  }))
}

/** Inputs of the second network: a region's own features and what the first says around it. */
function withContext(known: Known, circumstances: Circumstances, own: Net): Float32Array[] {
  const features = featuresOf(known.facts, circumstances)
  const around = contextOf(
    known.facts,
    features.map((input) => runNet(own, input)),
  )
  return features.map((input, k) => joined(input, around[k]!))
}

/** Learns to name the regions of pictures, as they are and in other circumstances. */
export function learnNaming(pictures: readonly Known[], { own, context, epochs }: Sizes): Naming {
  const base = { outputs: LABELS.length, disturb, epochs }
  const all = (inputs: (known: Known, one: Circumstances) => Float32Array[]) =>
    pictures.flatMap((known) => known.circumstances.flatMap((one) => examplesOf(known, inputs(known, one))))
  const first = trainNet(
    all((known, one) => featuresOf(known.facts, one)),
    { ...base, hidden: own },
  )
  const second = trainNet(
    all((known, one) => withContext(known, one, first)),
    { ...base, hidden: context },
  )
  return { own: first, context: second }
}

/** Part of a picture that is named rightly. */
export function rightWith(known: Known, { own, context }: Naming): number {
  return withContext(known, known.circumstances[0]!, own).reduce((sum, input, k) => {
    const shares = runNet(context, input)
    return sum + known.facts[k]!.part * known.right[k]![shares.indexOf(Math.max(...shares))]!
  }, 0)
}
