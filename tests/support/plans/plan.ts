import sharp from 'sharp'
import type { Raster } from '#kernels/raster.ts'
import { furnish } from './furniture.ts'
import { type Box, type Layout, layOut, randomOf, type TrueOpening } from './layout.ts'

/** How a plan is drawn. */
export interface PlanLook {
  seed: number
  /** Two lines, filled black, or two lines with grey between. */
  walls: 'double' | 'solid' | 'grey'
  /** px a mm. */
  scale?: number
  /** Longest gap in a wall, px; 0 for none. */
  gap?: number
  /** Degrees. */
  turn?: number
  /** Standard deviation of the scan's noise, grey levels. */
  noise?: number
  names?: boolean
  furniture?: boolean
}

/** A drawn plan with what is true of it; boxes in px of the picture before it was turned. */
export interface DrawnPlan {
  image: Raster
  rooms: { name: string; box: Box; balcony: boolean }[]
  openings: TrueOpening[]
  scale: number
  /** A point of the unturned plan in the picture. */
  place: (x: number, y: number) => readonly [number, number]
}

const MARGIN = 1300
const PEN = { wall: 2.2, thin: 1.2 }

const rectOf = ({ x0, y0, x1, y1 }: Box) =>
  `<rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}"/>`

/** Walls as boxes in mm. */
export function wallsOf({ rooms, outer, inner }: Layout): Box[] {
  return rooms.flatMap(({ box, cell, balcony }) => {
    const t = balcony ? inner : outer
    const out = {
      x0: Math.min(box.x0 - inner / 2, cell.x0),
      x1: Math.max(box.x1 + inner / 2, cell.x1),
      y0: Math.min(box.y0 - inner / 2, cell.y0),
      y1: Math.max(box.y1 + inner / 2, cell.y1),
    }
    const sides = [
      { ...out, y1: box.y0 },
      { ...out, y0: box.y1 },
      { ...out, x1: box.x0 },
      { ...out, x0: box.x1 },
    ]
    return sides
      .filter((s) => s.x1 - s.x0 <= t + 1 || s.y1 - s.y0 <= t + 1)
      .filter((s) => s.x1 > s.x0 && s.y1 > s.y0)
  })
}

function doorSvg({ box, along, hinge, swing }: TrueOpening): string {
  const width = along === 'x' ? box.x1 - box.x0 : box.y1 - box.y0
  const face = along === 'x' ? (swing < 0 ? box.y0 : box.y1) : swing < 0 ? box.x0 : box.x1
  const at = along === 'x' ? (hinge ? box.x1 : box.x0) : hinge ? box.y1 : box.y0
  const end = along === 'x' ? (hinge ? box.x0 : box.x1) : hinge ? box.y0 : box.y1
  const tip = face + swing * width
  const p = (u: number, v: number) => (along === 'x' ? `${u} ${v}` : `${v} ${u}`)
  const isClockwise = (hinge === 1) === swing < 0 ? 1 : 0
  const sweep = along === 'x' ? 1 - isClockwise : isClockwise
  return `<path d="M${p(at, face)}L${p(at, tip)}A${width} ${width} 0 0 ${sweep} ${p(end, face)}"/>`
}

function windowSvg({ box, along }: TrueOpening): string {
  const shares = [0, 0.36, 0.64, 1]
  return shares
    .map((s) =>
      along === 'x'
        ? `<path d="M${box.x0} ${box.y0 + s * (box.y1 - box.y0)}H${box.x1}"/>`
        : `<path d="M${box.x0 + s * (box.x1 - box.x0)} ${box.y0}V${box.y1}"/>`,
    )
    .join('')
}

function slidingSvg({ box }: TrueOpening): string {
  const middle = (box.x0 + box.x1) / 2
  const y = (box.y0 + box.y1) / 2
  return `${rectOf({ x0: box.x0, x1: middle + 60, y0: y - 45, y1: y })}${rectOf({ x0: middle - 60, x1: box.x1, y0: y, y1: y + 45 })}`
}

function jambs({ box, along }: TrueOpening): string {
  return along === 'x'
    ? `<path d="M${box.x0} ${box.y0}V${box.y1}M${box.x1} ${box.y0}V${box.y1}"/>`
    : `<path d="M${box.x0} ${box.y0}H${box.x1}M${box.x0} ${box.y1}H${box.x1}"/>`
}

function dimensions({ width, rooms }: Layout): string {
  const xs = [
    ...new Set(rooms.flatMap(({ cell, balcony }) => (balcony || cell.y0 > 0 ? [] : [cell.x0, cell.x1]))),
  ].sort((a, b) => a - b)
  const ticks = xs.map((x) => `<path d="M${x} -300V-950M${x - 80} -720L${x + 80} -880"/>`).join('')
  const texts = xs
    .slice(1)
    .map(
      (x, i) =>
        `<text x="${(x + xs[i]!) / 2}" y="-850" font-size="230" text-anchor="middle" stroke="none" fill="#222" font-family="Noto Sans CJK SC">${x - xs[i]!}</text>`,
    )
    .join('')
  return `<path d="M0 -800H${width}"/>${ticks}${texts}`
}

/** White cuts across walls, in px of the picture. */
function cuts(walls: Box[], scale: number, gap: number, random: () => number): string {
  return walls
    .filter(() => random() < 0.5)
    .map((wall) => {
      const long = (2 + random() * (gap - 2)) / scale
      const isLevel = wall.x1 - wall.x0 > wall.y1 - wall.y0
      const [at, part] = [0.2 + 0.6 * random(), random()]
      const over = 40
      const cut = isLevel
        ? { x0: wall.x0 + at * (wall.x1 - wall.x0), y0: wall.y0 - over, y1: wall.y1 + over, x1: 0 }
        : { y0: wall.y0 + at * (wall.y1 - wall.y0), x0: wall.x0 - over, x1: wall.x1 + over, y1: 0 }
      if (isLevel) cut.x1 = cut.x0 + long
      else cut.y1 = cut.y0 + long
      // Some go through one face only.
      if (part < 0.4 && isLevel) cut.y1 = (wall.y0 + wall.y1) / 2
      else if (part < 0.4) cut.x1 = (wall.x0 + wall.x1) / 2
      return rectOf(cut)
    })
    .join('')
}

function drawing(plan: Layout, look: Required<PlanLook>): string {
  const { scale } = look
  const walls = wallsOf(plan)
  const boxes = walls.map(rectOf).join('')
  const pen = (px: number) => px / scale
  const fill = { double: '#fff', solid: '#111', grey: '#9a9a9a' }[look.walls]
  const names = plan.rooms
    .map(
      ({ name, box }) =>
        `<text x="${(box.x0 + box.x1) / 2}" y="${box.y0 + 0.62 * (box.y1 - box.y0)}" font-size="${box.x1 - box.x0 < 1500 ? 230 : 300}" text-anchor="middle" font-family="Noto Sans CJK SC">${name}</text>`,
    )
    .join('')
  const furniture = plan.rooms.map((room) => furnish(room, plan.openings)).join('')
  const of = (kind: TrueOpening['kind']) => plan.openings.filter((one) => one.kind === kind)
  const random = randomOf(look.seed + 99)
  return `<g stroke="#111" stroke-width="${pen(2 * PEN.wall)}">${boxes}</g><g fill="${fill}">${boxes}</g>
<g fill="#fff">${look.gap > 0 ? cuts(walls, scale, look.gap, random) : ''}</g>
<g fill="#fff" stroke="#fff" stroke-width="${pen(2 * PEN.wall + 0.6)}">${plan.openings.map(({ box }) => rectOf(box)).join('')}</g>
<g fill="none" stroke="#111" stroke-width="${pen(PEN.wall)}">${plan.openings.map(jambs).join('')}</g>
<g fill="none" stroke="#222" stroke-width="${pen(PEN.thin)}">
${of('door').map(doorSvg).join('')}${of('window').map(windowSvg).join('')}${of('sliding').map(slidingSvg).join('')}
${look.furniture ? furniture : ''}${dimensions(plan)}</g>
${look.names ? `<g fill="#222">${names}</g>` : ''}`
}

/** Draws a flat as CAD prints it, with what is true of it; the same for the same look. */
export async function drawPlan(wanted: PlanLook): Promise<DrawnPlan> {
  const look: Required<PlanLook> = {
    ...{ scale: 0.1, gap: 0, turn: 0, noise: 0, names: true, furniture: true },
    ...wanted,
  }
  const plan = layOut(look.seed)
  const [width, height] = [plan.width + 2 * MARGIN, plan.height + 2 * MARGIN].map((mm) =>
    Math.round(mm * look.scale),
  ) as [number, number]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>
<g transform="rotate(${look.turn} ${width / 2} ${height / 2}) scale(${look.scale}) translate(${MARGIN} ${MARGIN})">${drawing(plan, look)}</g></svg>`
  const data = new Uint8ClampedArray(await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer())
  const random = randomOf(look.seed + 5)
  if (look.noise > 0)
    for (let i = 0; i < data.length; i += 4) {
      const grain = look.noise * (random() + random() + random() - 1.5) * 2 - look.noise
      for (let c = 0; c < 3; c++) data[i + c] = data[i + c]! + grain
    }
  const toPx = (mm: number) => (mm + MARGIN) * look.scale
  const boxPx = ({ x0, y0, x1, y1 }: Box) => ({ x0: toPx(x0), y0: toPx(y0), x1: toPx(x1), y1: toPx(y1) })
  const [c, s] = [Math.cos((look.turn * Math.PI) / 180), Math.sin((look.turn * Math.PI) / 180)]
  return {
    image: { width, height, data },
    rooms: plan.rooms.map(({ name, box, balcony }) => ({ name, balcony, box: boxPx(box) })),
    openings: plan.openings.map((one) => ({ ...one, box: boxPx(one.box) })),
    scale: look.scale,
    place: (x, y) => {
      const [dx, dy] = [x - width / 2, y - height / 2]
      return [width / 2 + c * dx - s * dy, height / 2 + s * dx + c * dy]
    },
  }
}
