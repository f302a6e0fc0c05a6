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
import { facts as images2video } from './images2video/facts.ts'
import { facts as inpaint } from './inpaint/facts.ts'
import { facts as lineart } from './lineart/facts.ts'
import { facts as live } from './live/facts.ts'
import { facts as matting } from './matting/facts.ts'
import type { OpFacts, PackFacts, PricedRun } from './op-facts.ts'
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

/** Tickets of one run on a server, or as it is told; null when it costs nothing. */
export function costOf(op: OpId, run: Partial<PricedRun> = {}): Cost | null {
  return OPS[op].cost({ place: 'local', params: {}, width: 0, height: 0, count: 1, ...run })
}

/** Whether this version does the op's work itself at a place. */
export function isBuiltIn(op: OpId, place: 'device' | 'local'): boolean {
  return OPS[op].builtIn.includes(place)
}
