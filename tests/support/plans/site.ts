import sharp from 'sharp'
import type { Raster } from '#kernels/raster.ts'
import { randomOf } from './layout.ts'

/** A drawn site plan with what is true of it, px. */
export interface DrawnSite {
  image: Raster
  /** A place in each part, with the name that stands there or ''. */
  parts: { kind: 'building' | 'road' | 'lawn' | 'water'; name: string; x: number; y: number }[]
  trees: { x: number; y: number; radius: number }[]
}

const WIDTH = 1500
const HEIGHT = 1100
const ROAD = { left: 80, right: 1420, top: 80, bottom: 1020, wide: 70, cross: 700 }

/** Draws a housing estate as CAD prints it: a ring road with a street across, houses, a pond, trees in rows. */
export async function drawSite(seed: number): Promise<DrawnSite> {
  const random = randomOf(seed)
  const { left, right, top, bottom, wide, cross } = ROAD
  const parts: DrawnSite['parts'] = [{ kind: 'road', name: '', x: left + 400, y: top + wide / 2 }]
  const shapes = [
    `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" rx="40"/>`,
    `<rect x="${left + wide}" y="${top + wide}" width="${cross - left - wide}" height="${bottom - top - 2 * wide}"/>`,
    `<rect x="${cross + wide}" y="${top + wide}" width="${right - cross - 2 * wide}" height="${bottom - top - 2 * wide}"/>`,
  ]
  const names: string[] = []
  for (let n = 0; n < 3; n++) {
    const y = top + 170 + n * 260
    const [x, w, h] = [left + 160 + random() * 60, 300 + random() * 60, 90 + random() * 30]
    shapes.push(`<rect x="${x}" y="${y}" width="${w}" height="${h}" stroke-width="4"/>`)
    names.push(`<text x="${x + w / 2}" y="${y + h / 2 + 10}">${n + 1}号楼</text>`)
    parts.push({ kind: 'building', name: `${n + 1}号楼`, x: x + 20, y: y + 14 })
  }
  const pond = { x: 1060 + random() * 60, y: 600, rx: 170, ry: 110 }
  shapes.push(`<ellipse cx="${pond.x}" cy="${pond.y}" rx="${pond.rx}" ry="${pond.ry}"/>`)
  names.push(`<text x="${pond.x}" y="${pond.y + 10}">水池</text>`)
  parts.push({ kind: 'water', name: '水池', x: pond.x - 100, y: pond.y - 20 })
  parts.push({ kind: 'lawn', name: '', x: cross + wide + 30, y: bottom - wide - 30 })
  const trees = Array.from({ length: 14 }, (_, n) => ({
    x: n < 7 ? cross + wide + 70 + n * 78 : left + wide + 50,
    y: n < 7 ? top + wide + 70 : top + 200 + (n - 7) * 92,
    radius: 22 + random() * 6,
  }))
  const crowns = trees.map(
    ({ x, y, radius }) => `<circle cx="${x}" cy="${y}" r="${radius}"/><circle cx="${x}" cy="${y}" r="1.5"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>
<g fill="none" stroke="#111" stroke-width="2">${shapes.join('')}</g><g fill="none" stroke="#222" stroke-width="1.3">${crowns.join('')}</g>
<g font-family="Noto Sans CJK SC" font-size="30" text-anchor="middle" fill="#222">${names.join('')}</g></svg>`
  const data = new Uint8ClampedArray(await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer())
  return { image: { width: WIDTH, height: HEIGHT, data }, parts, trees }
}
