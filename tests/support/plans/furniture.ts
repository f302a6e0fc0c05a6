import type { Box, TrueOpening, TrueRoom } from './layout.ts'

const rect = (x: number, y: number, w: number, h: number, r = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}"/>`
const line = (x0: number, y0: number, x1: number, y1: number) => `<path d="M${x0} ${y0}L${x1} ${y1}"/>`
const circle = (x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}"/>`

interface Piece {
  width: number
  depth: number
  /** Drawn with its back along y = 0, from x = 0 to its width. */
  draw: string
}

function bed(width: number): Piece {
  const half = width / 2
  const draw = [
    rect(0, 0, width, 2000, 40),
    rect(80, 80, half - 140, 380, 60),
    rect(half + 60, 80, half - 140, 380, 60),
    line(0, 620, width, 620),
    `<path d="M0 1000Q${half} 1180 ${width} 900"/>`,
    rect(-500, 0, 450, 400),
    circle(-275, 200, 120),
  ]
  return { width, depth: 2000, draw: draw.join('') }
}

function wardrobe(width: number): Piece {
  const hangers = Array.from({ length: Math.floor(width / 180) }, (_, i) =>
    line(120 + i * 180, 140, 160 + i * 180, 480),
  )
  return {
    width,
    depth: 600,
    draw: [rect(0, 0, width, 600), line(0, 300, width, 300), ...hangers].join(''),
  }
}

const SOFA: Piece = {
  width: 2400,
  depth: 900,
  draw: [
    rect(0, 0, 2400, 900, 60),
    rect(0, 0, 2400, 200),
    rect(0, 200, 200, 700),
    rect(2200, 200, 200, 700),
    line(867, 200, 867, 900),
    line(1533, 200, 1533, 900),
    rect(600, 1250, 1200, 600),
  ].join(''),
}

const DINING: Piece = {
  width: 1500,
  depth: 2000,
  draw: [
    rect(0, 600, 1500, 800),
    ...[100, 850].flatMap((x) => [rect(x, 100, 500, 450, 60), rect(x, 1450, 500, 450, 60)]),
  ].join(''),
}

function counter(width: number): Piece {
  const draw = [
    rect(0, 0, width, 600),
    rect(200, 100, 700, 400, 40),
    circle(width - 650, 300, 110),
    circle(width - 300, 300, 110),
    rect(width - 850, 80, 750, 440),
  ]
  return { width, depth: 600, draw: draw.join('') }
}

const BATH: Piece = {
  width: 1500,
  depth: 900,
  draw: [
    rect(0, 0, 420, 180),
    `<ellipse cx="210" cy="430" rx="180" ry="250"/>`,
    rect(620, 0, 800, 550),
    `<ellipse cx="1020" cy="290" rx="260" ry="190"/>`,
  ].join(''),
}

const DESK: Piece = {
  width: 1400,
  depth: 1100,
  draw: [rect(0, 0, 1400, 600), rect(450, 650, 500, 450, 80), rect(500, 100, 400, 60)].join(''),
}

function pieceFor({ name, box }: TrueRoom): Piece | null {
  const [w, h] = [box.x1 - box.x0, box.y1 - box.y0]
  const longer = Math.max(w, h)
  if (name.includes('卧')) return Math.min(w, h) > 2700 ? bed(1800) : bed(1200)
  if (name === '儿童房') return bed(1200)
  if (name === '客厅') return SOFA
  if (name === '餐厅') return DINING
  if (name === '厨房') return counter(Math.min(2400, longer - 200))
  if (name === '卫生间') return BATH
  if (name === '衣帽间' || name === '储藏室') return wardrobe(Math.min(2400, longer - 300))
  if (name === '书房') return DESK
  return null
}

const overlaps = (a: Box, b: Box) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1

/** Where a door sweeps, on both sides of its wall. */
function swept({ box, along }: TrueOpening): Box {
  const reach = along === 'x' ? box.x1 - box.x0 : box.y1 - box.y0
  return along === 'x'
    ? { ...box, y0: box.y0 - reach, y1: box.y1 + reach }
    : { ...box, x0: box.x0 - reach, x1: box.x1 + reach }
}

/** Furniture of a room as SVG in mm, set against a wall where no door is in its way; '' where none fits. */
export function furnish(room: TrueRoom, openings: readonly TrueOpening[]): string {
  const piece = pieceFor(room)
  if (!piece) return ''
  const { x0, y0, x1, y1 } = room.box
  const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2]
  const { width: w, depth: d } = piece
  const places = [
    { box: { x0: mx - w / 2, x1: mx + w / 2, y0, y1: y0 + d }, turn: `translate(${mx - w / 2} ${y0})` },
    {
      box: { x0: mx - w / 2, x1: mx + w / 2, y0: y1 - d, y1 },
      turn: `translate(${mx + w / 2} ${y1}) rotate(180)`,
    },
    {
      box: { x0, x1: x0 + d, y0: my - w / 2, y1: my + w / 2 },
      turn: `translate(${x0} ${my + w / 2}) rotate(-90)`,
    },
    {
      box: { x0: x1 - d, x1, y0: my - w / 2, y1: my + w / 2 },
      turn: `translate(${x1} ${my - w / 2}) rotate(90)`,
    },
  ]
  const doors = openings.filter(({ kind }) => kind !== 'window').map(swept)
  const place = places.find(
    ({ box }) =>
      box.x0 >= x0 &&
      box.x1 <= x1 &&
      box.y0 >= y0 &&
      box.y1 <= y1 &&
      !doors.some((door) => overlaps(door, box)),
  )
  return place ? `<g transform="${place.turn}">${piece.draw}</g>` : ''
}
