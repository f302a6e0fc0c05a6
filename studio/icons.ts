/**
 * Renders the project's mark and its icons into public/. Run by hand after a change of the drawing:
 * `node studio/icons.ts`. The mark is a building's section: one slope of the roof drafted, with its wall,
 * the other painted with a brush, over a stroke of vermilion for the ground.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sharp from 'sharp'

const PUBLIC = resolve(import.meta.dirname, '../public')
const INK = '#14171A'
const PAPER = '#F7F5F0'
const VERMILION = '#D9482B'
/** Side of every drawing's box, and the mark's centre in it. */
const BOX = 512
const CENTRE = 262

const ROOF =
  'M226 60 L278 76 L480 264 V334 L402 262 V372 H350 V214 L270 140 C222 218 154 280 52 324 C42 328 36 318 44 312 C132 250 196 168 226 60 Z'
const GROUND =
  'M50 424 C150 384 290 374 468 398 C480 400 480 416 468 418 C320 424 190 434 78 460 C44 467 26 434 50 424 Z'

interface Tile {
  /** Part of the box that the drawing takes. */
  readonly scale: number
  /** Corner radius in the box of 512; 0 bleeds to the edge. */
  readonly radius: number
}

function tileOf(drawing: string, { scale, radius }: Tile): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX} ${BOX}">`,
    `<rect width="${BOX}" height="${BOX}" rx="${radius}" fill="${PAPER}"/>`,
    `<g transform="translate(${BOX / 2} ${BOX / 2}) scale(${scale}) translate(-${CENTRE} -${CENTRE})">`,
    drawing,
    '</g></svg>',
  ].join('')
}

const MARK = `<path fill="${INK}" d="${ROOF}"/><path fill="${VERMILION}" d="${GROUND}"/>`

/** The mark alone, without a tile, in the ink that the browser's theme asks for. */
const FAVICON = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="14 14 496 496">`,
  `<style>path{fill:${INK}}path+path{fill:${VERMILION}}`,
  `@media (prefers-color-scheme:dark){path{fill:${PAPER}}path+path{fill:#E8694E}}</style>`,
  `<path d="${ROOF}"/><path d="${GROUND}"/></svg>`,
  '',
].join('')

const line = (d: string, colour = INK) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="36" stroke-linecap="round" stroke-linejoin="round"/>`

/** Drawings of the launcher's shortcuts. */
const SHORTCUTS = {
  // A chair picked out of its picture.
  matting: [
    line('M100 170 V100 H170 M354 100 H424 V170 M424 354 V424 H354 M170 424 H100 V354', VERMILION),
    line('M206 164 V362 M206 278 H322 V362'),
  ].join(''),
  // A cube in outline.
  toline: [
    line('M262 92 L414 176 V340 L262 428 L110 340 V176 Z'),
    line('M110 176 L262 262 L414 176'),
    line('M262 262 V428', VERMILION),
  ].join(''),
  // A frame whose content is pressed together.
  compress: [
    line('M104 96 H420 M104 428 H420'),
    line('M262 140 V232 M214 190 L262 236 L310 190', VERMILION),
    line('M262 384 V292 M214 334 L262 288 L310 334', VERMILION),
  ].join(''),
  // A list whose first line is ticked.
  tasks: [
    line('M96 146 L134 184 L200 112', VERMILION),
    line('M262 150 H424 M262 262 H424 M262 374 H424 M104 262 H190 M104 374 H190'),
  ].join(''),
} as const

const png = (svg: string, side: number) =>
  sharp(Buffer.from(svg), { density: (72 * side * 4) / BOX })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true, colours: 128 })
    .toBuffer()

/** An .ico that holds PNGs, as every browser since 2007 reads. */
function icoOf(images: readonly { side: number; bytes: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [index, { side, bytes }] of images.entries()) {
    const at = 6 + 16 * index
    header.writeUInt8(side, at)
    header.writeUInt8(side, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(bytes.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += bytes.length
  }
  return Buffer.concat([header, ...images.map(({ bytes }) => bytes)])
}

async function main(): Promise<void> {
  const rounded = tileOf(MARK, { scale: 0.8, radius: 112 })
  const small = tileOf(MARK, { scale: 0.98, radius: 72 })
  // Launchers may cut a maskable icon down to a circle of 80 % of its width.
  const maskable = tileOf(MARK, { scale: 0.6, radius: 0 })
  const bleeding = tileOf(MARK, { scale: 0.76, radius: 0 })
  const icons: [name: string, svg: string, side: number][] = [
    ['icon-192', rounded, 192],
    ['icon-512', rounded, 512],
    ['maskable-192', maskable, 192],
    ['maskable-512', maskable, 512],
    ['apple-touch-icon', bleeding, 180],
    ...Object.entries(SHORTCUTS).map(([name, drawing]): [string, string, number] => [
      `shortcut-${name}`,
      tileOf(drawing, { scale: 0.72, radius: 112 }),
      96,
    ]),
  ]
  await mkdir(join(PUBLIC, 'icons'), { recursive: true })
  for (const [name, svg, side] of icons) {
    await writeFile(join(PUBLIC, `icons/${name}.png`), await png(svg, side))
  }
  const sides = [16, 32, 48]
  const images = await Promise.all(sides.map(async (side) => ({ side, bytes: await png(small, side) })))
  await writeFile(join(PUBLIC, 'favicon.ico'), icoOf(images))
  await writeFile(join(PUBLIC, 'favicon.svg'), FAVICON)
}

await main()
