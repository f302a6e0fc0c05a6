import type { Raster } from '#kernels/raster.ts'
import { LABELS, type RoomBox, type Setting, type View } from '#kernels/seeing/scene.ts'
import { addNoise } from '#tests/support/line-pictures.ts'
import { type Dice, diceOf, type Model } from './build.ts'
import { type Camera, turned, viewOf } from './camera.ts'
import { makeAbove, makeExterior } from './exterior.ts'
import { makeInterior } from './interior.ts'
import { ambient, sunlight, windowLight } from './light.ts'
import { withLife } from './lived.ts'
import { withRiches } from './rich.ts'
import { type Finish, scramble } from './solids.ts'
import { type Sunlit, sunlit, whitened } from './sunlit.ts'
import { lawnAt, leavesAt, textureAt } from './texture.ts'
import { edgesOf, type Fine, inkOf, refineEdges, type Traced, trace } from './trace.ts'
import { makeWorld, type World } from './world.ts'

/**
 * White model with soft shadows; the same with its edges drawn; black lines on white; a coloured, textured and noisy
 * photograph.
 */
export type Look = 'clay' | 'edged' | 'line' | 'photo'

/** A picture of a scene whose geometry is known exactly. */
export interface KnownScene {
  image: Raster
  setting: Setting
  /** Index into LABELS of what each pixel shows. */
  labels: Uint8Array
  /** The same number for all pixels of one flat side, pane or tree. */
  surfaces: Int32Array
  /** Unit normals in the camera's coordinates, three a pixel; zero in the sky. */
  normals: Float32Array
  /** Distance from the camera along its axis, m; infinite in the sky. */
  depth: Float32Array
  /** 1 at pixels beside an edge of the scene. */
  edges: Uint8Array
  view: View
  room: RoomBox | null
}

/** Size of a picture, px. */
interface Size {
  width: number
  height: number
  /** Leaves a room's furniture out: the same room, camera and light without it. */
  bare?: boolean
  /** With what people add to rooms and gardens, in the light of a window or a grey day, as other renderers show it. */
  lived?: boolean
  /** With more of what shops, gardens and houses have; for learning only. */
  rich?: boolean
  /** A white model in the sun, with the light that surfaces give one another, as a path tracer shows it. */
  sunlit?: boolean
  /** Takes the same scene from another place. */
  from?: (camera: Camera) => Camera
}

/** How a seed's model is lit. */
interface Mood {
  ambient: number
  sun: number
  background: number
  lines: number
  /** A white model's lightness is raised to `gamma` and scaled; 0..1 of its light comes through a window. */
  gamma: number
  gain: number
  window: number
}

const clamp = (v: number) => (v < 0 ? 0 : v > 1 ? 1 : v)

/** Reflects light off the side that a flat shaded model shows, so that no two sides are alike. */
function fill(setting: Setting, nx: number, ny: number, nz: number): number {
  if (setting === 'indoors')
    return 0.86 - 0.06 * nx + 0.03 * ny - (nz < -0.5 ? 0.02 : 0) + (nz > 0.5 ? 0.05 : 0)
  return 0.74 + 0.14 * nz + 0.05 * nx - 0.05 * ny
}

interface Lit {
  traced: Traced
  camera: Camera
  model: Model
  setting: Setting
  mood: Mood
  open: Float32Array
  sun: Float32Array
  /** Light of a window, 0..1. */
  glow: Float32Array
  sunlit?: Sunlit | undefined
}

function skyAt({ model, camera, mood }: Lit, look: Look, i: number, out: Float64Array): void {
  const y = Math.floor(i / camera.width) / camera.height
  const t = clamp(1 - y * 1.5)
  for (let c = 0; c < 3; c++) {
    const clear = model.sky[1][c]! + (model.sky[0][c]! - model.sky[1][c]!) * t
    out[c] = look === 'photo' ? clear / 255 : mood.background - 0.03 * t
  }
}

/** Colour, 0..1, of a finish in the light of pixel `i`. */
function colourAt(lit: Lit, look: Look, i: number, of: Finish | null, out: Float64Array): void {
  const { traced, setting, mood } = lit
  if (!of) {
    skyAt(lit, look, i, out)
    return
  }
  const [nx, ny, nz] = [traced.normal[3 * i]!, traced.normal[3 * i + 1]!, traced.normal[3 * i + 2]!]
  const [x, y, z] = [traced.at[3 * i]!, traced.at[3 * i + 1]!, traced.at[3 * i + 2]!]
  const open = lit.open[i]!
  const diffuse = (1 - mood.window) * open + mood.window * lit.glow[i]!
  const light = mood.ambient * fill(setting, nx, ny, nz) * diffuse + mood.sun * lit.sun[i]!
  if (of.tint > 1) {
    for (let c = 0; c < 3; c++) out[c] = look === 'photo' ? of.colour[c]! / 255 : 0.97
    return
  }
  if (look !== 'photo') {
    const leaves = of.pattern === 'leaves' ? 0.8 + 0.2 * leavesAt(x, y, z) : 1
    const rough = of.pattern === 'lawn' ? 0.6 + 0.4 * lawnAt(x, y) : 1
    const grey = lit.sunlit
      ? lit.sunlit.tone(whitened(of.tint, lit.sunlit.own) * lit.sunlit.light[i]! * leaves * rough)
      : Math.min(0.985, mood.gain * (of.tint * light * leaves * rough) ** mood.gamma)
    out.fill(grey)
    // Water and glass of a white model are a little blue.
    if (of.label === 'water' || (of.label === 'opening' && of.tint < 0.8)) {
      out[0] = grey * 0.96
      out[2] = Math.min(1, grey * 1.03)
    }
    return
  }
  const texture = textureAt(of, { t: 0, nx, ny, nz, surface: 0, finish: of }, x, y, z)
  const warm = lit.sun[i]! * mood.sun
  const haze = setting === 'indoors' ? 0 : 1 - Math.exp(-traced.depth[i]! / 700)
  for (let c = 0; c < 3; c++) {
    const tinted = light * 0.95 + (1 - c) * 0.09 * warm
    const own = Math.min(1, (of.colour[c]! / 255) * texture * tinted * 1.12)
    out[c] = own + (lit.model.sky[1][c]! / 255 - own) * haze
  }
}

/** The pixel of the same surface nearest to a place inside of pixel `p`, for its light. */
function lender(traced: Traced, p: number, surface: number): number {
  const { width, height } = traced
  if (traced.surface[p] === surface) return p
  const [px, py] = [p % width, Math.floor(p / width)]
  for (let reach = 1; reach <= 2; reach++)
    for (let y = Math.max(0, py - reach); y <= Math.min(height - 1, py + reach); y++)
      for (let x = Math.max(0, px - reach); x <= Math.min(width - 1, px + reach); x++)
        if (traced.surface[y * width + x] === surface) return y * width + x
  return p
}

function paint(lit: Lit, look: Look, fine: Fine): Raster {
  const { width, height, finishes, surface } = lit.traced
  const data = new Uint8ClampedArray(4 * width * height)
  const rgb = new Float64Array(3)
  const put = (i: number) => {
    for (let c = 0; c < 3; c++) data[4 * i + c] = 255 * rgb[c]!
    data[4 * i + 3] = 255
  }
  for (let i = 0; i < surface.length; i++) {
    colourAt(lit, look, i, finishes[i] ?? null, rgb)
    put(i)
  }
  const sum = new Float64Array(3)
  for (let k = 0; k < fine.pixels.length; k++) {
    const p = fine.pixels[k]!
    sum.fill(0)
    for (let s = 16 * k; s < 16 * k + 16; s++) {
      colourAt(lit, look, lender(lit.traced, p, fine.surface[s]!), fine.finish[s] ?? null, rgb)
      for (let c = 0; c < 3; c++) sum[c] = sum[c]! + rgb[c]! / 16
    }
    rgb.set(sum)
    put(p)
  }
  return { width, height, data }
}

/** Draws lines of an ink, 0..255, into a picture. */
function draw(image: Raster, ink: Float32Array, dark: number): void {
  for (let i = 0; i < ink.length; i++) {
    for (let c = 4 * i; c < 4 * i + 3; c++) image.data[c] = image.data[c]! * (1 - ink[i]!) + dark * ink[i]!
  }
}

/** Draws leaves as light strokes of a pen instead of outlines. */
function stipple({ data }: Raster, { finishes, width }: Traced): void {
  for (let i = 0; i < finishes.length; i++) {
    if (finishes[i]?.pattern !== 'leaves') continue
    const stroke = scramble(Math.floor((i % width) / 2), Math.floor(i / width / 2), 11)
    data.fill(255 - (stroke > 0.6 ? 200 * (stroke - 0.5) : 0), 4 * i, 4 * i + 3)
  }
}

function makeModel(seed: number, setting: Setting, size: Size) {
  const kind = ['indoors', 'outdoors', 'above'].indexOf(setting)
  const dice = diceOf(seed * 3 + kind)
  // Dice of their own, so that what stands in a scene is the same with and without.
  const life = size.lived ? diceOf(7919 * seed + kind) : null
  const more = size.rich ? diceOf(104729 * seed + kind) : null
  const made =
    setting === 'indoors'
      ? makeInterior(dice, size)
      : { ...(setting === 'outdoors' ? makeExterior(dice, size) : makeAbove(dice, size)), room: null }
  const isBare = size.bare || (setting === 'indoors' && more?.chance(0.6))
  const bare = made.model.solids.filter(({ shape }) => !isBare || shape === 'room')
  // Room for large things, which find none between many small ones.
  const isEmpty = isBare && more?.chance(0.75)
  const solids = life && !isEmpty ? withLife(bare, life, setting, made.camera.eye) : bare
  const all = more ? withRiches(solids, more, setting, made.camera) : { solids, camera: made.camera }
  return { dice, life, ...made, camera: all.camera, model: { ...made.model, solids: all.solids } }
}

/** A mood of another renderer: greyer days, and rooms that a window lights. */
const livedMood = (mood: Mood, dice: Dice, indoors: boolean): Mood => ({
  ...mood,
  background: dice.between(0.55, 1),
  gamma: dice.between(0.75, 1.35),
  gain: dice.between(0.66, 1),
  window: indoors && dice.chance(0.7) ? dice.between(0.4, 1) : 0,
})

/** Light of a window in one of the side walls, or in the back of the camera. */
function glowOf(
  world: World,
  traced: Traced,
  { solids }: Model,
  open: Float32Array,
  dice: Dice,
): Float32Array {
  const [width, depth] = solids[0]!.high
  const y = dice.between(0.3, 0.6 * depth)
  const x = dice.pick([0.3, width - 0.3])
  return windowLight(world, traced, [x, y, 0.5], [x, y + dice.between(1, 2.5), 2.3], open)
}

function normalsOf(camera: Camera, { normal }: Traced): Float32Array {
  const out = new Float32Array(normal.length)
  for (let i = 0; i < out.length; i += 3) {
    const [x, y, z] = turned(camera, [normal[i]!, normal[i + 1]!, normal[i + 2]!])
    out[i] = x
    out[i + 1] = y
    out[i + 2] = z
  }
  return out
}

/**
 * Renders a random scene with everything about it known. The same seed, kind and look give the same picture.
 * @param seed 1–99 and those from 10000 on are for tuning; tests and the bench use 101 to 999, so that nothing is tuned to what judges it
 * @param setting a room, a building from the ground, or a quarter of a town from the air
 * @param size px, and whether a room is left empty
 */
export function renderScene(
  seed: number,
  setting: Setting,
  look: Look,
  size: Size = { width: 1024, height: 768 },
): KnownScene {
  const { dice, life, model, camera: usual, room } = makeModel(seed, setting, size)
  const camera = size.from?.(usual) ?? usual
  const world = makeWorld(model.solids)
  const traced = trace(world, camera)
  const edges = edgesOf(traced)
  const fine = refineEdges(world, camera, edges)
  const indoors = setting === 'indoors'
  const sunny = dice.chance(indoors ? 0.3 : 0.75)
  const plain: Mood = {
    ambient: indoors ? 1.06 : sunny ? dice.between(0.86, 0.98) : 1.12,
    sun: sunny || look === 'photo' ? dice.between(0.25, 0.4) : 0,
    background: dice.pick([1, 1, 0.96, 0.9]),
    lines: dice.pick([1, 1.5]),
    ...{ gamma: 1, gain: 1, window: 0 },
  }
  const mood = life ? livedMood(plain, life, indoors) : plain
  const flat = look === 'line'
  const inSun = size.sunlit && (look === 'clay' || look === 'edged')
  const open =
    flat || inSun
      ? new Float32Array(traced.surface.length)
      : ambient(world, traced, indoors ? 1.6 : setting === 'above' ? 14 : 4)
  const sun =
    flat || inSun || mood.sun === 0
      ? new Float32Array(traced.surface.length)
      : sunlight(world, traced, model.sun, sunny ? 0.04 : 0.3)
  const glow = life && mood.window > 0 && !flat && !inSun ? glowOf(world, traced, model, open, life) : open
  const lit: Lit = { traced, camera, model, setting, mood, open, sun, glow }
  if (inSun) lit.sunlit = sunlit(world, traced, model, setting, diceOf(15485863 * seed))
  const image = flat ? blank(size) : paint(lit, look, fine)
  if (look === 'line') draw(image, inkOf(fine, traced, mood.lines), dice.pick([0, 20, 50]))
  if (look === 'line' && life?.chance(0.6)) stipple(image, traced)
  if (look === 'edged') draw(image, inkOf(fine, traced, mood.lines * 0.9), dice.pick([30, 60, 90]))
  if (look === 'photo') addNoise(image, 4, seed)
  if (look === 'clay') addNoise(image, dice.pick([0, 0, 0.8]), seed)
  const labels = Uint8Array.from(traced.finishes, (of) => LABELS.indexOf(of?.label ?? 'sky'))
  return {
    image,
    setting,
    labels,
    surfaces: traced.surface,
    normals: normalsOf(camera, traced),
    depth: traced.depth,
    edges,
    view: viewOf(camera),
    room,
  }
}

function blank({ width, height }: { width: number; height: number }): Raster {
  return { width, height, data: new Uint8ClampedArray(4 * width * height).fill(255) }
}
