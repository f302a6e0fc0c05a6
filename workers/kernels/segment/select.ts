import { enlargeMask } from '#kernels/raster/enlarge-mask.ts'
import type { Raster } from '#kernels/raster.ts'
import { enlargeLabel, shrink } from './copies.ts'
import { GridCut, NEIGHBOURS } from './max-flow.ts'
import { reachesFrom } from './merge-heights.ts'
import { fitMixture, type Mixture } from './mixture.ts'
import { GROUND, type Hints, seedsOf, THING } from './seeds.ts'

/** Longer side of the picture in which the thing is found, and of the one in which its edge is, px. */
const COARSE = 288
const FINE = 1024
const ROUNDS = 4
/** Part of the pixels that may still change sides when a round is the last one. */
const SETTLED = 0.002
/** Most colours that a model is learnt from. */
const SAMPLES = 6000
/** Cost of an edge between equal colours (γ of GrabCut). */
const SMOOTH = 40
/** Cost that no cut pays. */
const FIXED = 1e5
/** Most that nearness to a click counts, in units of the colour cost. */
const NEARNESS = 6
/** Farther than this many natural reaches nothing belongs to the thing. */
const BEYOND = 2.5
/** Part of what stands out around the clicks that must stay in the thing. */
const COLLAPSED = 0.3

/** Colours of the pixels that are wanted; of many, evenly spread ones are enough to learn from. */
function colours(picture: Raster, wanted: (pixel: number) => boolean): Float32Array {
  const count = picture.width * picture.height
  let total = 0
  for (let i = 0; i < count; i++) if (wanted(i)) total++
  const every = Math.max(1, Math.ceil(total / SAMPLES))
  const found = new Float32Array(3 * Math.ceil(total / every))
  let seen = 0
  for (let i = 0; i < count; i++) {
    if (!wanted(i) || seen++ % every !== 0) continue
    const at = 3 * Math.floor((seen - 1) / every)
    for (let c = 0; c < 3; c++) found[at + c] = picture.data[4 * i + c] as number
  }
  return found
}

function difference(data: Uint8ClampedArray, i: number, j: number): number {
  let sum = 0
  for (let c = 0; c < 3; c++) sum += ((data[4 * i + c] as number) - (data[4 * j + c] as number)) ** 2
  return sum
}

/** β of GrabCut: how fast the cost of an edge falls with the difference of colours. */
function contrastOf({ width, height, data }: Raster): number {
  let sum = 0
  let count = 0
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const i = y * width + x
      sum += difference(data, i, i + 1) + difference(data, i, i + width)
      count += 2
    }
  }
  return count === 0 || sum === 0 ? 0 : count / (2 * sum)
}

/** Joins every pixel in `open` to its neighbours; a neighbour that is closed pulls with its own label. */
function addLinks(cut: GridCut, picture: Raster, beta: number, open?: Uint8Array, label?: Uint8Array): void {
  const { width, height, data } = picture
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (open && !open[i]) continue
      for (let direction = 0; direction < 8; direction++) {
        const [dx, dy] = NEIGHBOURS[direction] as readonly [number, number]
        if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue
        const j = i + dy * width + dx
        const isOpen = !open || open[j] === 1
        if (isOpen && direction % 2 === 1) continue
        const cost = (SMOOTH * Math.exp(-beta * difference(data, i, j))) / Math.hypot(dx, dy)
        if (isOpen) cut.setLink(i, direction, cost)
        else cut.addTerminal(i, label?.[j] ? cost : 0, label?.[j] ? 0 : cost)
      }
    }
  }
}

interface Models {
  thing: Mixture
  ground: Mixture
}

function addColourCosts(
  cut: GridCut,
  picture: Raster,
  seeds: Uint8Array,
  models: Models,
  extra: (pixel: number) => number,
  open?: Uint8Array,
): void {
  const { data } = picture
  for (let i = 0; i < seeds.length; i++) {
    if (open && !open[i]) continue
    if (seeds[i] === THING) cut.addTerminal(i, FIXED, 0)
    else if (seeds[i] === GROUND) cut.addTerminal(i, 0, FIXED)
    else {
      const [r, g, b] = [data[4 * i], data[4 * i + 1], data[4 * i + 2]] as [number, number, number]
      const asGround = models.ground.cost(r, g, b)
      const asThing = models.thing.cost(r, g, b) + extra(i)
      const least = Math.min(asGround, asThing)
      cut.addTerminal(i, asGround - least, asThing - least)
    }
  }
}

interface Found {
  seeds: Uint8Array
  reach: Float32Array
  natural: number
  hasBox: boolean
}

/** First guess of the thing: what stands out around the clicks, or the box. */
function firstLabels({ seeds, reach, natural, hasBox }: Found): Uint8Array {
  if (hasBox) return seeds.map((seed) => (seed === GROUND ? 0 : 1))
  // 2 is neither: it teaches no model.
  return Uint8Array.from(reach, (d, i) => {
    if (seeds[i] === GROUND) return 0
    if (seeds[i] === THING || d <= natural) return 1
    return d > 1.5 * natural ? 0 : 2
  })
}

/** Only what hangs together with what the user pointed at. */
function connected(label: Uint8Array, seeds: Uint8Array, width: number): Uint8Array {
  const out = new Uint8Array(label.length)
  const stack: number[] = []
  seeds.forEach((seed, i) => {
    if (seed === THING && label[i]) stack.push(i)
  })
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    if (out[i] || !label[i]) continue
    out[i] = 1
    if (i % width > 0) stack.push(i - 1)
    if (i % width < width - 1) stack.push(i + 1)
    if (i >= width) stack.push(i - width)
    if (i + width < label.length) stack.push(i + width)
  }
  return out
}

/** Half the way to the nearest place that was said not to belong: the thing may well reach that far. */
function halfWayTo(seeds: Uint8Array, reach: Float32Array): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 0; i < seeds.length; i++) {
    if (seeds[i] === GROUND && (reach[i] as number) < nearest) nearest = reach[i] as number
  }
  return Number.isFinite(nearest) ? nearest / 2 : 0
}

/** What being the thing costs a pixel besides its colour. */
function costOf({ reach, natural, hasBox }: Found): (pixel: number) => number {
  if (hasBox) return () => 0
  return (i) => {
    const reaches = (reach[i] as number) / natural
    // Something of the same colour elsewhere is another thing.
    if (reaches > BEYOND) return FIXED
    return Math.max(-NEARNESS, Math.min(NEARNESS, NEARNESS * (reaches - 1)))
  }
}

function findThing(
  whole: Raster,
  picture: Raster,
  seeds: Uint8Array,
  hasBox: boolean,
): { label: Uint8Array; models: Models } {
  const { width, height } = picture
  const isPointed = seeds.includes(THING)
  const { heights: reach, reaches } = reachesFrom(whole, picture, seeds)
  const natural = Math.max(reaches[0], hasBox ? 0 : halfWayTo(seeds, reach))
  const beta = contrastOf(picture)
  const found = { seeds, reach, natural, hasBox }
  const first = firstLabels(found)
  const extra = costOf(found)
  let label = first
  let models: Models | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const things = colours(picture, (i) => label[i] === 1)
    const grounds = colours(picture, (i) => label[i] === 0)
    if (things.length === 0 || grounds.length === 0) break
    models = { thing: fitMixture(things), ground: fitMixture(grounds) }
    const cut = new GridCut(width, height)
    addLinks(cut, picture, beta)
    addColourCosts(cut, picture, seeds, models, extra)
    const solved = cut.solve()
    // Colours that are all around as well say nothing: what stands out is then the thing.
    const kept = first.reduce((sum, one, i) => sum + (one === 1 && solved[i] ? 1 : 0), 0)
    if (!hasBox && kept < COLLAPSED * first.reduce((sum, one) => sum + (one === 1 ? 1 : 0), 0)) {
      label = first.map((one) => (one === 1 ? 1 : 0))
      break
    }
    let moved = 0
    for (let i = 0; i < solved.length; i++) if (solved[i] !== label[i]) moved++
    label = solved
    if (moved < SETTLED * solved.length) break
  }
  if (!models) {
    const all = fitMixture(colours(picture, () => true))
    models = { thing: all, ground: all }
  }
  // Inside a box everything counts; without one, what is pointed at has to hang together.
  return { label: isPointed && !hasBox ? connected(label, seeds, width) : label, models }
}

/** 1 where a label changes within `radius` px along rows or columns. */
function bandAround(label: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const band = new Uint8Array(label.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const isEdge =
        (x + 1 < width && label[i] !== label[i + 1]) || (y + 1 < height && label[i] !== label[i + width])
      if (!isEdge) continue
      for (let by = Math.max(0, y - radius); by <= Math.min(height - 1, y + radius + 1); by++) {
        band.fill(1, by * width + Math.max(0, x - radius), by * width + Math.min(width, x + radius + 2))
      }
    }
  }
  return band
}

/** Moves the edge of a label to where the colours change, within a band around it. */
function refine(
  picture: Raster,
  label: Uint8Array,
  seeds: Uint8Array,
  models: Models,
  radius: number,
): Uint8Array {
  const { width, height } = picture
  const open = bandAround(label, width, height, radius)
  const cut = new GridCut(width, height)
  addLinks(cut, picture, contrastOf(picture), open, label)
  addColourCosts(cut, picture, seeds, models, () => 0, open)
  const moved = cut.solve()
  return label.map((value, i) => (open[i] ? (moved[i] as number) : value))
}

/**
 * Finds the thing that the user points at: iterated graph cuts with colour models (Rother, Kolmogorov, Blake:
 * GrabCut, SIGGRAPH 2004), started for clicks from the part of the picture that stands out there; found in a small
 * copy, its edge then found again in a band of a larger one.
 * @param picture alpha is not looked at
 * @returns width·height values, 255 on the thing and 0 elsewhere, with a ramp of one px where the picture is larger than the
 *   copies
 */
export function selectThing(picture: Raster, hints: Hints): Uint8Array {
  const small = shrink(picture, COARSE)
  const hasBox = hints.box !== undefined
  const { label, models } = findThing(picture, small, seedsOf(hints, picture, small), hasBox)
  const large = shrink(picture, FINE)
  const radius = Math.ceil((1.5 * large.width) / small.width)
  const seeds = seedsOf(hints, picture, large)
  const fine = refine(large, enlargeLabel(label, small, large), seeds, models, radius)
  const mask = fine.map((value) => 255 * value)
  return enlargeMask(mask, large.width, large.height, picture.width, picture.height)
}
