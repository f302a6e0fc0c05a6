import { AppError } from '#contracts/errors.ts'
import type { Placing } from '#contracts/scenes.ts'
import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import type { ParamsOf } from '#ops/index.ts'
import { dropCrumbs } from './crumbs.ts'
import { coverGround, plainGround, solidGround, studioGround } from './ground.ts'
import { type Layer, layOut } from './layer.ts'
import { type Ambience, brighterSide, type Grade, gradeBetween, readAmbience } from './light.ts'
import { dither, toCode } from './linear.ts'
import { type Box, boxOf, type Size, stand, stay } from './placing.ts'
import { type Light, SCENE_FACTS, type SceneFacts } from './scenes.ts'
import { type Shade, shadeOf } from './shadow.ts'
import { type EdgeLight, edgeLight } from './wrap.ts'

type Params = ParamsOf<'composite'>

/** A subject that is cut out, and what its own picture tells of it. */
export interface Subject {
  /** The whole picture with straight alpha, transparent around the subject. */
  cut: Raster
  box: Box
  ambience: Ambience
  /** The picture's lower border cuts it off: it stands on nothing that could be seen. */
  cropped: boolean
}

/** Longer side of the copy of a picture that its light is read from, px. */
export const AMBIENCE_SIDE = 512
/** Share of its width along which a subject touches the border when it counts as cut off there. */
const CUT_OFF = 0.2
/** How much of the ground's light an edge takes at most. */
const WRAP = 0.32
/** How much darker a thing is where it meets the ground, and how far up, as a share of its height. */
const FOOT = { dark: 0.3, high: 0.1 }
/** Colour of shade: what light is left comes from the sky, so blue loses a little less. */
const SHADE_TINT = [1, 0.985, 0.955] as const
/** What the slider's middle stands for: shade at full strength is darker than what is usual. */
const SHADE_GAIN = 1.45

/**
 * Reads a cut-out.
 * @param cut the picture with straight alpha; crumbs beside the subject are cleared in it
 * @param original the same picture before it was cut out; any size
 * @throws AppError NO_SUBJECT when nothing is left in it
 */
export function prepareSubject(cut: Raster, original: Raster): Subject {
  dropCrumbs(cut)
  const box = boxOf(cut)
  if (!box) throw new AppError('NO_SUBJECT')
  let touching = 0
  if (box.top + box.height >= cut.height - 1) {
    const row = (cut.height - 1) * cut.width
    for (let x = 0; x < cut.width; x++) if (cut.data[4 * (row + x) + 3]! > 127) touching++
  }
  return { cut, box, ambience: readAmbience(original), cropped: touching > CUT_OFF * box.width }
}

/** Size of the result: the picture's own, or the scene's where there is one and it is asked for. */
export function frameOf(
  { ground, frame }: Pick<Params, 'ground' | 'frame'>,
  picture: Size,
  scene: Size | null,
): Size {
  const { width, height } = ground === 'scene' && frame === 'scene' && scene ? scene : picture
  return { width, height }
}

/** What is known of the scene; null for one of the user's own and for plain grounds. */
export function factsOf(
  { ground, scene }: Pick<Params, 'ground' | 'scene'>,
  isOwn: boolean,
): SceneFacts | null {
  return ground === 'scene' && !isOwn ? SCENE_FACTS[scene] : null
}

/** Facts of a scene as they are in a frame that it fills, cut off at two sides alike. */
function factsInFrame(facts: SceneFacts, scene: Size, frame: Size): SceneFacts {
  const scale = Math.max(frame.width / scene.width, frame.height / scene.height)
  const across = (share: number, from: number, to: number) => ((share - 0.5) * from * scale) / to + 0.5
  return {
    ...facts,
    horizon: across(facts.horizon, scene.height, frame.height),
    foot: {
      x: Math.min(0.8, Math.max(0.2, across(facts.foot.x, scene.width, frame.width))),
      y: Math.min(0.95, across(facts.foot.y, scene.height, frame.height)),
    },
  }
}

/** The ground at the frame's size, opaque. @param scene picture to fill it with, for the ground `scene` */
export function makeGround(
  { ground, colour }: Pick<Params, 'ground' | 'colour'>,
  scene: Raster | null,
  frame: Size,
): Raster {
  if (ground === 'colour') return plainGround(colour, frame)
  if (ground === 'gradient' || !scene) return studioGround(colour, frame)
  return solidGround(coverGround(scene, frame))
}

/**
 * Where the subject stands: as it was placed, else where it was in its own picture when the frame is that picture's,
 * else on the ground.
 */
export function placingFor(
  params: Pick<Params, 'placing' | 'frame'>,
  subject: Pick<Subject, 'box' | 'cut' | 'cropped'>,
  frame: Size,
  facts: { of: SceneFacts; scene: Size } | null,
): Placing {
  if (params.placing) return params.placing
  if (params.frame === 'picture') return stay(subject.box, subject.cut)
  const placing = stand(subject.box, frame, facts && factsInFrame(facts.of, facts.scene, frame))
  // What its picture cuts off below is cut off by the frame: anywhere else it would hover.
  return subject.cropped ? { ...placing, y: 1 } : placing
}

const CHOSEN: Record<Exclude<Params['light'], 'auto'>, Light> = {
  left: { x: 0.75, y: 0.18, soft: 0.5 },
  right: { x: -0.75, y: 0.18, soft: 0.5 },
  above: { x: 0, y: 0.12, soft: 0.7 },
}
/** A studio's lamp: high, to the left, large. */
const STUDIO: Light = { x: 0.4, y: -0.14, soft: 0.9 }

/** Where the light comes from: as chosen, as the scene is known, or from the brighter side of an own picture. */
export function lightFor(
  params: Pick<Params, 'light' | 'ground'>,
  facts: SceneFacts | null,
  ground: Raster,
): Light {
  if (params.light !== 'auto') return CHOSEN[params.light]
  if (facts) return facts.light
  if (params.ground !== 'scene') return STUDIO
  return { x: -0.8 * brighterSide(ground), y: 0.16, soft: 0.6 }
}

/** Value of a shade at a place of the frame, between its pixels. */
function sampleShade({ left, top, scale, width, height, data }: Shade, x: number, y: number): number {
  const u = (x + 0.5 - left) * scale - 0.5
  const v = (y + 0.5 - top) * scale - 0.5
  if (u < 0 || v < 0 || u >= width - 1 || v >= height - 1) return 0
  const i = u | 0
  const j = v | 0
  const at = j * width + i
  const fx = u - i
  const upper = data[at]! + (data[at + 1]! - data[at]!) * fx
  const lower = data[at + width]! + (data[at + width + 1]! - data[at + width]!) * fx
  return upper + (lower - upper) * (v - j)
}

/** Darkens the ground where shade falls, in linear light. */
function layShade(ground: Raster, shade: Shade, strength: number): void {
  const { width, height, data } = ground
  const left = Math.max(0, Math.floor(shade.left))
  const top = Math.max(0, Math.floor(shade.top))
  const right = Math.min(width, Math.ceil(shade.left + shade.width / shade.scale))
  const bottom = Math.min(height, Math.ceil(shade.top + shade.height / shade.scale))
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const dark = strength * sampleShade(shade, x, y)
      if (dark < 0.002) continue
      const at = 4 * (y * width + x)
      const noise = dither(x, y)
      for (let c = 0; c < 3; c++) {
        const share = 1 - Math.min(0.94, dark) * SHADE_TINT[c]!
        data[at + c] = toCode(LINEAR_OF_BYTE[data[at + c]!]! * share) + noise
      }
    }
  }
}

interface Dressing {
  grade: Grade
  edges: EdgeLight | null
  /** How much light the ground's edge light adds, 0..1. */
  wrap: number
  /** How much darker the foot is, 0..1. */
  foot: number
}

/** What there is to say of a result, in a Chinese line; '' for nothing. */
export function noteOf(subject: Pick<Subject, 'cropped'>, { shadow }: Pick<Params, 'shadow'>): string {
  return subject.cropped && shadow > 0 ? '主体在原图底边被截断，没有加落地阴影' : ''
}

/** Lays the subject over the ground in the light of its new place. */
function layOver(ground: Raster, layer: Layer, { grade, edges, wrap, foot }: Dressing): void {
  const left = Math.max(0, layer.left)
  const right = Math.min(ground.width, layer.left + layer.width)
  const bottom = Math.min(ground.height, layer.top + layer.height)
  const light = [0, 0, 0]
  for (let y = Math.max(0, layer.top); y < bottom; y++) {
    const own = y - layer.top
    const up = (layer.height - own) / (FOOT.high * layer.height)
    const dim = 1 - foot * Math.exp(-up)
    for (let x = left; x < right; x++) {
      const from = 4 * (own * layer.width + x - layer.left)
      const alpha = layer.data[from + 3]! / 255
      if (alpha === 0) continue
      for (let c = 0; c < 3; c++) {
        const graded = LINEAR_OF_BYTE[layer.data[from + c]!]! * grade.gain[c]! * dim
        light[c] = grade.lift + (1 - grade.lift) * graded
      }
      if (edges) addEdgeLight(light, edges, wrap, x - layer.left, own)
      const at = 4 * (y * ground.width + x)
      for (let c = 0; c < 3; c++) {
        const code = toCode(shoulder(light[c]!))
        // Mixed as the eye's values are, the way cut-outs are made: mixed as light, soft edges would turn bright.
        ground.data[at + c] = ground.data[at + c]! + alpha * (code - ground.data[at + c]!)
      }
    }
  }
}

/** Bends light over 0.9 softly to white, so that a brighter place does not burn the subject out. */
function shoulder(light: number): number {
  return light <= 0.9 ? light : 1 - 0.1 * Math.exp(-(light - 0.9) / 0.1)
}

function addEdgeLight(light: number[], edges: EdgeLight, wrap: number, x: number, y: number): void {
  const u = Math.min(edges.width - 1, Math.floor(x * edges.scale))
  const v = Math.min(edges.height - 1, Math.floor(y * edges.scale))
  const i = v * edges.width + u
  const share = wrap * edges.near[i]!
  if (share < 0.004) return
  for (let c = 0; c < 3; c++) {
    const more = edges.light[c]![i]! - light[c]!
    if (more > 0) light[c] = light[c]! + share * more
  }
}

const SAME_LIGHT: Grade = { gain: [1, 1, 1], lift: 0 }

/**
 * Sets a subject on a ground: its shade first, then the subject in the ground's light.
 * @param ground opaque, at the frame's size; changed in place and returned
 */
export function compose(
  subject: Subject,
  ground: Raster,
  light: Light,
  placing: Placing,
  params: Pick<Params, 'ground' | 'shadow' | 'harmonise' | 'wrap'>,
): Raster {
  const layer = layOut(subject.cut, subject.box, placing, ground)
  // A studio's wall is paint, not light: products keep their colours before it.
  const grade =
    params.ground === 'scene' && params.harmonise > 0
      ? gradeBetween(subject.ambience, readAmbience(ground, layer), params.harmonise)
      : SAME_LIGHT
  const stands = params.shadow > 0 && !subject.cropped
  if (stands) layShade(ground, shadeOf(layer, light), Math.min(1, SHADE_GAIN * params.shadow))
  const edges = params.wrap > 0 ? edgeLight(layer, ground) : null
  const foot = stands ? FOOT.dark * params.shadow : 0
  layOver(ground, layer, { grade, edges, wrap: WRAP * params.wrap, foot })
  return ground
}

/**
 * Sets a subject on the ground that the parameters ask for, at full size.
 * @param scene picture for the ground `scene`, and whether it is the user's own; null for plain grounds
 */
export function composeOn(
  subject: Subject,
  scene: { picture: Raster; own: boolean } | null,
  params: Params,
): Raster {
  const picture = scene?.picture ?? null
  const facts = factsOf(params, scene?.own ?? false)
  const frame = frameOf(params, subject.cut, picture)
  const ground = makeGround(params, picture, frame)
  const placing = placingFor(params, subject, frame, facts && picture && { of: facts, scene: picture })
  return compose(subject, ground, lightFor(params, facts, ground), placing, params)
}
