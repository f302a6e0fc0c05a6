import { hash } from '#kernels/relight/noise.ts'
import { CONTEXT_FEATURES, contextOf } from './labels-context.ts'
import { hangCurtains } from './labels-curtains.ts'
import type { Facts } from './labels-facts.ts'
import { type Circumstances, featuresOf, OWN_FEATURES } from './labels-features.ts'
import { heedKnown } from './labels-known.ts'
import { type Net, runNet, unpackWeights } from './labels-net.ts'
import { boundPanes } from './labels-panes.ts'
import { followTiles } from './labels-pattern.ts'
import { doubtCreepers, doubtLeaves, drawPlants, followPlants, seatAmongLeaves } from './labels-plants.ts'
import { joinBands } from './labels-roofs.ts'
import { settleNames } from './labels-room.ts'
import { liftDrawnSeats, liftSeats } from './labels-seats.ts'
import { openness, outlookOf, wholeOf } from './labels-setting.ts'
import { layBoulders } from './labels-stones.ts'
import { voteTogether } from './labels-vote.ts'
import { CONTEXT_HIDDEN, NAMING, OWN_HIDDEN, type Packed, WHOLE, WHOLE_HIDDEN } from './labels-weights.ts'
import type { Parts } from './regions.ts'
import type { PictureKind, Sight } from './regions-sight.ts'
import { LABELS, type Label, type Setting } from './scene.ts'

/** A region's name, and how far it is ahead of the second, 0..1. */
export interface Named {
  label: Label
  sure: number
  /** Whether its material is none of its name's, see Region. */
  own?: true
}

/** The order of the outputs of the network that judges whole pictures. */
const SETTING_ORDER = ['indoors', 'outdoors', 'above'] as const satisfies readonly Setting[]

function netOf({ text, reach }: Packed, inputs: number, hidden: number, outputs: number): Net {
  return { inputs, hidden, outputs, weights: unpackWeights(text, reach) }
}

const ready = new Map<Setting, { own: Net; context: Net }>()

function netsFor(setting: Setting): { own: Net; context: Net } {
  const known = ready.get(setting)
  if (known) return known
  const { own, context } = NAMING[setting]
  const nets = {
    own: netOf(own, OWN_FEATURES, OWN_HIDDEN, LABELS.length),
    context: netOf(context, OWN_FEATURES + CONTEXT_FEATURES, CONTEXT_HIDDEN, LABELS.length),
  }
  ready.set(setting, nets)
  return nets
}

/** Horizon, in parts of the height from the top, under which no picture from above has it. */
const HIGH = 0.3

/**
 * Whether a model or a drawing shows a room, a building or a quarter from the air: what is learnt from rendered scenes
 * of regions and of pixels beside what tells sky from ceiling.
 */
export function judgeSetting(
  parts: Parts,
  sight: Sight,
  facts: readonly Facts[],
  circumstances: Circumstances,
): Setting {
  const net = netOf(WHOLE, OWN_FEATURES, WHOLE_HIDDEN, SETTING_ORDER.length)
  const shares = runNet(net, wholeOf(facts, circumstances))
  const [indoors, outdoors, above] = shares as unknown as [number, number, number]
  const [much, most] = sight.kind === 'model' ? [0.5, 3] : [0.35, 2]
  const learnt = Math.max(-most, Math.min(most, much * Math.log((outdoors + 1e-6) / (indoors + 1e-6))))
  const outlook = sight.pixels ? outlookOf(sight.pixels) : 0
  if (above > 0.5 && circumstances.horizon < HIGH) return 'above'
  return openness(parts, sight, facts) + learnt + outlook > 0 ? 'outdoors' : 'indoors'
}

/** How often the names are settled with those around. */
const ROUNDS = 2

/**
 * A region is also looked at as it may be measured in another picture of the same, and without what is known of the
 * room: how often, and how far its features are off then. What changes the name makes it less sure.
 */
const DOUBTS = 5
const OFF = 0.15
/** Sureness that was measured against what was right, in scenes nothing was learnt from and in pictures of others. */
const honest = (ahead: number) => 0.97 * ahead ** 1.4

/** Features of regions, a little off. */
function disturbed(features: readonly Float32Array[], doubt: number): Float32Array[] {
  return features.map((values, k) =>
    values.map((value, c) => value + 2.45 * OFF * (hash(k, c, doubt) + hash(k, c, -doubt) - 1)),
  )
}

/** Shares of the names for each region by its features. */
function sharesOf(
  features: readonly Float32Array[],
  facts: readonly Facts[],
  setting: Setting,
  circumstances: Circumstances,
): Float32Array[] {
  const { own, context } = netsFor(setting)
  const known = (list: Float32Array[]) => {
    for (const [k, share] of list.entries()) heedKnown(share, facts[k]!, setting, circumstances, k)
    return list
  }
  let shares = known(features.map((values) => runNet(own, values)))
  const input = new Float32Array(OWN_FEATURES + CONTEXT_FEATURES)
  for (let round = 0; round < ROUNDS; round++) {
    const around = contextOf(facts, shares)
    shares = known(
      features.map((values, k) => {
        input.set(values)
        input.set(around[k]!, OWN_FEATURES)
        return runNet(context, input)
      }),
    )
  }
  return shares
}

/** What stands for the names that a setting does not have. */
const INSTEAD: Readonly<Record<'inside' | 'outside', Partial<Record<Label, Label>>>> = {
  inside: { ground: 'floor', roof: 'ceiling', sky: 'opening' },
  outside: { floor: 'ground', ceiling: 'roof' },
}
/** How much the pixels' names weigh beside those of the regions, as a power, and the least share of either. */
const PIXELS: Readonly<Record<PictureKind, number>> = { model: 2, drawing: 1, photo: 1 }
const LEAST = 0.02

/**
 * Weighs the names of regions once more with those of their pixels: models of others look unlike the scenes that the
 * networks of regions learnt from, and their outlines more so than their pixels.
 */
function heedPixels(
  shares: readonly Float32Array[],
  setting: Setting,
  { pixels, kind }: Circumstances,
): void {
  if (!pixels) return
  const instead = INSTEAD[setting === 'indoors' ? 'inside' : 'outside']
  const into = LABELS.map((label) => LABELS.indexOf(instead[label] ?? label))
  for (const [k, share] of shares.entries()) {
    const seen = new Float32Array(share.length)
    for (const [c, value] of pixels[k]!.entries()) seen[into[c]!] = seen[into[c]!]! + value
    let sum = 0
    for (let c = 0; c < share.length; c++)
      sum += share[c] = (share[c]! + LEAST / 2) * (seen[c]! + LEAST) ** PIXELS[kind]
    for (let c = 0; c < share.length; c++) share[c] = share[c]! / sum
  }
}

/**
 * Names regions by what is learnt of their pixels, by place, light, unrest and straight edges, then by what is likely
 * around them: two small networks, learnt on self-rendered scenes, the second fed with what the first says of the
 * neighbours (auto-context: Tu & Bai 2010). Said again of features a little off, so that what hangs by a hair is not sure.
 */
export function nameRegions(
  facts: readonly Facts[],
  setting: Setting,
  circumstances: Circumstances,
): Named[] {
  const features = featuresOf(facts, circumstances)
  const shares = sharesOf(features, facts, setting, circumstances)
  for (const share of shares) for (let c = 0; c < share.length; c++) share[c] = 2 * share[c]!
  for (let doubt = 1; doubt <= DOUBTS; doubt++) {
    const isRoomless = circumstances.room && doubt % 2 === 0
    const around = isRoomless ? { ...circumstances, room: null } : circumstances
    const off = disturbed(isRoomless ? featuresOf(facts, around) : features, doubt)
    for (const [k, share] of sharesOf(off, facts, setting, around).entries())
      for (let c = 0; c < share.length; c++) shares[k]![c] = shares[k]![c]! + share[c]!
  }
  for (const share of shares) for (let c = 0; c < share.length; c++) share[c] = share[c]! / (DOUBTS + 2)
  // Of quarters from the air the network of pixels saw too few.
  if (setting !== 'above') heedPixels(shares, setting, circumstances)
  const voted = voteTogether(facts, shares, circumstances.kind)
  const { kind } = circumstances
  if (setting === 'indoors') {
    hangCurtains(facts, voted)
    settleNames(facts, voted, kind)
    if (kind === 'model' && circumstances.pixels) liftSeats(facts, voted, circumstances.pixels)
    if (kind === 'drawing') followTiles(facts, voted)
    if (kind === 'drawing' && circumstances.pixels) liftDrawnSeats(facts, voted, circumstances.pixels)
  }
  if (setting === 'outdoors') {
    if (kind === 'drawing') drawPlants(facts, voted, circumstances.pixels)
    if (kind === 'model') seatAmongLeaves(facts, voted)
    if (kind === 'model' && circumstances.pixels) {
      doubtLeaves(facts, voted, circumstances.pixels)
      followPlants(facts, voted, circumstances.pixels)
      layBoulders(facts, voted, circumstances.pixels)
    }
    if (kind === 'model') {
      doubtCreepers(facts, voted)
      joinBands(facts, voted)
    }
    boundPanes(facts, voted, kind)
  }
  return voted.map((share) => {
    const [first, second] = [...share.keys()].sort((p, q) => share[q]! - share[p]!) as [number, number]
    return { label: LABELS[first]!, sure: honest(share[first]! - share[second]!) }
  })
}
