import { z } from 'zod'
import type { Area } from '#kernels/mask/area.ts'

const zSize = z.object({ width: z.number().int().positive(), height: z.number().int().positive() })
const zBox = zSize.extend({ left: z.number().int(), top: z.number().int() })
type Box = z.infer<typeof zBox>

/** Pixels that are added on each side of a picture. */
export const zMargins = z.object({
  left: z.number().int().nonnegative(),
  right: z.number().int().nonnegative(),
  top: z.number().int().nonnegative(),
  bottom: z.number().int().nonnegative(),
})
export type Margins = z.infer<typeof zMargins>

/** Sizes that a model makes: some, or any of about so many pixels whose sides are multiples of a step. */
export const zMadeSizes = z.union([
  z.object({ sizes: z.array(z.tuple([z.number(), z.number()])).min(1) }),
  z.object({ pixels: z.number(), step: z.number() }),
])
export type MadeSizes = z.infer<typeof zMadeSizes>

/** How a picture was cut and scaled to the size that a model makes, so that what comes back can be put in its place. */
export const zFrame = z.object({
  /** The picture with its margins, and where it lies in them; px. */
  canvas: zBox,
  /** The part of the canvas that is sent. */
  window: zBox,
  /** Size of what is sent. */
  sent: zSize,
  /** Where the window lies in what is sent; around it stands filling. */
  inner: zBox,
})
export type Frame = z.infer<typeof zFrame>

/** Sides below which a window is not cut: a model sees what surrounds what it changes. */
const LEAST_SIDE = 1024
/** A window that leaves out less of the canvas than this is not worth cutting. */
const WORTH = 0.75

/** Of the sizes that a model makes the one whose ratio is nearest, px. */
export function nearestSize(made: MadeSizes, ratio: number): readonly [width: number, height: number] {
  if ('pixels' in made) {
    const round = (side: number) => Math.max(made.step, Math.round(side / made.step) * made.step)
    return [round(Math.sqrt(made.pixels * ratio)), round(Math.sqrt(made.pixels / ratio))]
  }
  const distance = ([width, height]: readonly [number, number]) => Math.abs(Math.log(width / height / ratio))
  return made.sizes.reduce((best, size) => (distance(size) < distance(best) ? size : best))
}

/** A stretch of at least `least` px around one, within 0..whole. */
function widen(from: number, to: number, least: number, whole: number): [from: number, size: number] {
  const size = Math.min(whole, Math.max(to - from, Math.round(least)))
  const start = Math.round((from + to - size) / 2)
  return [Math.min(Math.max(0, start), whole - size), size]
}

function around(
  area: Area,
  canvas: { width: number; height: number },
  least: readonly [number, number],
): Box {
  const [left, width] = widen(area.left, area.right, least[0], canvas.width)
  const [top, height] = widen(area.top, area.bottom, least[1], canvas.height)
  return { left, top, width, height }
}

/** The part of a canvas to send so that an area is seen with what surrounds it, of about the ratio of a made size. */
function windowOf(area: Area, canvas: { width: number; height: number }, made: MadeSizes): Box {
  const whole = { left: 0, top: 0, width: canvas.width, height: canvas.height }
  const [wide, high] = [area.right - area.left, area.bottom - area.top]
  const least = Math.max(LEAST_SIDE, 2 * Math.max(wide, high))
  const rough = around(area, canvas, [least, least])
  const [width, height] = nearestSize(made, rough.width / rough.height)
  // A side that the canvas cuts short lets the other one be longer.
  const scale = Math.max(rough.width / width, rough.height / height)
  const box = around(area, canvas, [width * scale, height * scale])
  return box.width * box.height < WORTH * canvas.width * canvas.height ? box : whole
}

/**
 * Plans how a picture is cut and scaled for a model.
 * @param area what is to be changed of the canvas; null for all of it
 */
export function planFrame(
  source: { width: number; height: number },
  { margins, area, made }: { margins: Margins | null; area: Area | null; made: MadeSizes },
): Frame {
  const { left, right, top, bottom } = margins ?? { left: 0, right: 0, top: 0, bottom: 0 }
  const canvas = { left, top, width: source.width + left + right, height: source.height + top + bottom }
  const window = area
    ? windowOf(area, canvas, made)
    : { left: 0, top: 0, width: canvas.width, height: canvas.height }
  const [width, height] = nearestSize(made, window.width / window.height)
  const scale = Math.min(width / window.width, height / window.height)
  const inner = {
    width: Math.min(width, Math.max(1, Math.round(window.width * scale))),
    height: Math.min(height, Math.max(1, Math.round(window.height * scale))),
  }
  return {
    canvas,
    window,
    sent: { width, height },
    inner: {
      ...inner,
      left: Math.floor((width - inner.width) / 2),
      top: Math.floor((height - inner.height) / 2),
    },
  }
}
