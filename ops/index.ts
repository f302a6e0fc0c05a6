import { z } from 'zod'
import type { Cost } from '#contracts/tickets.ts'
import { facts as chat } from './chat/facts.ts'
import { facts as chatEdit } from './chatEdit/facts.ts'
import { facts as clearroom } from './clearroom/facts.ts'
import { facts as composite } from './composite/facts.ts'
import { facts as compress } from './compress/facts.ts'
import { facts as describe } from './describe/facts.ts'
import { facts as edit } from './edit/facts.ts'
import { facts as expand } from './expand/facts.ts'
import { facts as flatplan } from './flatplan/facts.ts'
import { facts as grade } from './grade/facts.ts'
import { facts as image2video } from './image2video/facts.ts'
import { facts as image3d } from './image3d/facts.ts'
import { facts as images2video } from './images2video/facts.ts'
import { facts as inpaint } from './inpaint/facts.ts'
import { facts as lineart } from './lineart/facts.ts'
import { facts as live } from './live/facts.ts'
import { facts as matting } from './matting/facts.ts'
import { type OpFacts, type PackFacts, type PricedRun, usualSeconds } from './op-facts.ts'
import { facts as outpaint } from './outpaint/facts.ts'
import { facts as panorama } from './panorama/facts.ts'
import { facts as relight } from './relight/facts.ts'
import { facts as render } from './render/facts.ts'
import { facts as render3d } from './render3d/facts.ts'
import { facts as restore } from './restore/facts.ts'
import { facts as retexture } from './retexture/facts.ts'
import { facts as stylize } from './stylize/facts.ts'
import { facts as text2image } from './text2image/facts.ts'
import { facts as text2video } from './text2video/facts.ts'
import { facts as upscale } from './upscale/facts.ts'
import { facts as views } from './views/facts.ts'

/** Every operation that an engine can carry out. What belongs to one stands in its folder. */
const LIST = {
  render,
  views,
  composite,
  render3d,
  flatplan,
  clearroom,
  edit,
  stylize,
  retexture,
  relight,
  grade,
  matting,
  inpaint,
  outpaint,
  upscale,
  compress,
  restore,
  lineart,
  panorama,
  text2image,
  text2video,
  image2video,
  images2video,
  image3d,
  describe,
  expand,
  chatEdit,
  chat,
  live,
} satisfies Record<string, OpFacts>

/** Name of an operation. */
export type OpId = keyof typeof LIST
export const OPS: Readonly<Record<OpId, OpFacts>> = LIST
export const OP_IDS = Object.keys(LIST) as OpId[]
export const zOpId = z.enum(OP_IDS as [OpId, ...OpId[]])
/** Name of an operation's sign. */
export type OpIcon = (typeof LIST)[OpId]['icon']
/** Signs of the operations, by their names. */
export const OP_ICONS = Object.fromEntries(OP_IDS.map((op) => [op, LIST[op].icon])) as Record<OpId, OpIcon>

type PacksOf<Facts> = Facts extends { networks: { packs: infer Packs } } ? keyof Packs & string : never
/** Name of a pack of networks. */
export type PackId = { [Op in OpId]: PacksOf<(typeof LIST)[Op]> }[OpId]
/** What can be downloaded ahead so that operations run on a device without a connection. */
export const PACKS = Object.assign({}, ...OP_IDS.map((op) => OPS[op].networks?.packs)) as Readonly<
  Record<PackId, PackFacts>
>

type Schemas = { [Op in OpId]: ReturnType<(typeof LIST)[Op]['params']> }

const made: Partial<Record<OpId, z.ZodObject>> = {}

/**
 * Schema of an op's parameters; `{}` parses to its defaults. Made when it is first asked for, since a page needs
 * one or two of them.
 */
export function paramsOf<Op extends OpId>(op: Op): Schemas[Op] {
  made[op] ??= LIST[op].params()
  return made[op] as Schemas[Op]
}

/** Parsed parameters of an op. */
export type ParamsOf<Op extends OpId> = z.output<Schemas[Op]>

/** Seconds of work that a ticket more is taken for, on the embedded engine. */
const SECONDS_A_TICKET = 120
/** Seconds of work from which a run counts as a long one: others must not wait behind it. */
export const LONG_SECONDS = 60

/** Seconds that the embedded engine works on a run, on two quiet cores. */
export function secondsOf(op: OpId, run: Partial<Pick<PricedRun, 'params' | 'width' | 'height'>>): number {
  const { params = {}, width = 0, height = 0 } = run
  const { seconds } = OPS[op]
  const megapixels = (width * height) / 1e6
  return seconds ? seconds(params, megapixels) : usualSeconds(megapixels)
}

/**
 * Tickets of one run on a server, or as it is told; null when it costs nothing. What keeps the embedded engine busy for
 * long costs more.
 */
export function costOf(op: OpId, run: Partial<PricedRun> = {}): Cost | null {
  const priced = { place: 'local', params: {}, width: 0, height: 0, count: 1, ...run } as const
  const cost = OPS[op].cost(priced)
  if (!cost || priced.place !== 'local') return cost
  const more = Math.floor(secondsOf(op, priced) / SECONDS_A_TICKET)
  return { ...cost, amount: cost.amount + more * priced.count }
}

/** Whether this version does the op's work itself at a place. */
export function isBuiltIn(op: OpId, place: 'device' | 'local'): boolean {
  return OPS[op].builtIn.includes(place)
}
