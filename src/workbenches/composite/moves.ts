import type { Placing } from '#contracts/scenes.ts'
import { arrowSteps } from '#src/ui/image/arrow-keys.ts'
import type { Point, Size } from '#src/ui/image/zoom.ts'

/** What hands and keys do to a placing, as pure steps. Points are in pixels of the whole frame. */

/** How far its foot's middle may be out of the frame, as a share of the side. */
const OUT = { left: -0.4, right: 1.4, top: -0.2, bottom: 1.8 }
const SMALLEST = 0.03
const LARGEST = 2

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** Angle within −180..180. */
const wrapped = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180

function limited({ x, y, size, turn, flip }: Placing): Placing {
  return {
    x: clamp(x, OUT.left, OUT.right),
    y: clamp(y, OUT.top, OUT.bottom),
    size: clamp(size, SMALLEST, LARGEST),
    turn: wrapped(turn),
    flip,
  }
}

/** Size of the subject in the frame before it is turned, px. @param aspect its width over its height */
export function sizeOf({ size }: Placing, aspect: number, frame: Size): Size {
  const root = size * Math.sqrt(frame.width * frame.height)
  return { width: root * Math.sqrt(aspect), height: root / Math.sqrt(aspect) }
}

/** Middle of the subject, about which it turns. */
export function middleOf(placing: Placing, aspect: number, frame: Size): Point {
  return {
    x: placing.x * frame.width,
    y: placing.y * frame.height - sizeOf(placing, aspect, frame).height / 2,
  }
}

/** Moves it by pixels of the frame. */
export function moveBy(placing: Placing, dx: number, dy: number, frame: Size): Placing {
  return limited({ ...placing, x: placing.x + dx / frame.width, y: placing.y + dy / frame.height })
}

/** Makes it larger or smaller; it goes on standing where it stands. */
export function scaleBy(placing: Placing, factor: number): Placing {
  return limited({ ...placing, size: placing.size * factor })
}

/** Turns it about its middle, degrees clockwise. */
export function turnBy(placing: Placing, degrees: number): Placing {
  return limited({ ...placing, turn: placing.turn + degrees })
}

/** Exchanges left and right. */
export function flipped(placing: Placing): Placing {
  return { ...placing, flip: !placing.flip }
}

/** What follows when a corner is pulled from one point to another. */
export function pullCorner(placing: Placing, from: Point, to: Point, aspect: number, frame: Size): Placing {
  const middle = middleOf(placing, aspect, frame)
  const before = Math.hypot(from.x - middle.x, from.y - middle.y)
  return before < 1 ? placing : scaleBy(placing, Math.hypot(to.x - middle.x, to.y - middle.y) / before)
}

/** Angles near the upright that a turn by hand falls into, degrees. */
const UPRIGHT = 2

/** What follows when the handle over it is pulled to a point. */
export function pullTurn(placing: Placing, to: Point, aspect: number, frame: Size): Placing {
  const middle = middleOf(placing, aspect, frame)
  const angle = (Math.atan2(to.x - middle.x, middle.y - to.y) * 180) / Math.PI
  return limited({ ...placing, turn: Math.abs(angle) < UPRIGHT ? 0 : Math.round(angle) })
}

/** Two fingers before and after: moved, scaled and turned with them. */
export function pinchBy(
  placing: Placing,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
  frame: Size,
): Placing {
  const spread = ([a, b]: readonly [Point, Point]) => Math.hypot(b.x - a.x, b.y - a.y)
  const angle = ([a, b]: readonly [Point, Point]) => (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI
  const middle = ([a, b]: readonly [Point, Point]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const factor = spread(before) > 1 ? spread(after) / spread(before) : 1
  const shift = { x: middle(after).x - middle(before).x, y: middle(after).y - middle(before).y }
  const moved = moveBy(placing, shift.x, shift.y, frame)
  return turnBy(scaleBy(moved, factor), wrapped(angle(after) - angle(before)))
}

/** What an arrow key moves it by, share of the frame's longer side. */
const STEP = 0.002

/** What a key does to it; null for a key that means nothing here. */
export function pressKey(placing: Placing, key: string, shift: boolean, frame: Size): Placing | null {
  const steps = arrowSteps({ key, shiftKey: shift })
  if (steps) {
    const step = STEP * Math.max(frame.width, frame.height)
    return moveBy(placing, steps.x * step, steps.y * step, frame)
  }
  if (key === '+' || key === '=') return scaleBy(placing, 1.05)
  if (key === '-' || key === '_') return scaleBy(placing, 1 / 1.05)
  if (key === '[' || key === '{') return turnBy(placing, shift ? -15 : -1)
  if (key === ']' || key === '}') return turnBy(placing, shift ? 15 : 1)
  if (key === 'f' || key === 'F') return flipped(placing)
  return null
}
