import sharp from 'sharp'
import { PHOTOS } from './photos.ts'
import { dice, grasses, head, lawn, sky, tree, wall } from './thin-objects.ts'

/** An object whose share of each pixel is known, and the photo that it was laid into. */
export interface KnownObject {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Interleaved RGB. */
  readonly rgb: Buffer
  /** 0..255. */
  readonly alpha: Buffer
  /** The object's own colours, interleaved RGB; black where there is none of it. */
  readonly colours: Buffer
  /** The photo behind the object, interleaved RGB. */
  readonly ground: Buffer
}

/** Size that the objects are drawn for, px. */
const SIDE = 1400

const chair = `<g transform="translate(120 80) scale(1.5)">
  <rect x="210" y="210" width="348" height="300" rx="70" fill="#b5452f"/>
  <rect x="150" y="360" width="90" height="230" rx="40" fill="#93331f"/><rect x="528" y="360" width="90" height="230" rx="40" fill="#93331f"/>
  <rect x="225" y="430" width="318" height="120" rx="36" fill="#c8573e"/><rect x="200" y="540" width="368" height="70" rx="20" fill="#7c2818"/>
  <path d="M230 605 L205 760 M540 605 L565 760" stroke="#3a2a1e" stroke-width="12"/></g>`

function plant(): string {
  const next = dice(7)
  const leaves = Array.from({ length: 46 }, (_, i) => {
    const angle = -Math.PI / 2 + (next() - 0.5) * 2.6
    const length = 260 + 380 * next()
    const [x, y] = [700 + Math.cos(angle) * length, 900 + Math.sin(angle) * length]
    const [nx, ny] = [-Math.sin(angle) * (22 + 26 * next()), Math.cos(angle) * 30]
    const green = `hsl(${95 + 40 * next()} ${35 + 20 * next()}% ${18 + 22 * next()}%)`
    const [mx, my] = [700 + Math.cos(angle) * length * 0.72, 900 + Math.sin(angle) * length * 0.72]
    return `<path d="M700 900 L${mx} ${my}" stroke="${green}" stroke-width="4"/>
      <path d="M${700 + Math.cos(angle) * length * 0.5} ${900 + Math.sin(angle) * length * 0.5} Q${mx + nx} ${my + ny} ${x} ${y} Q${mx - nx} ${my - ny} ${700 + Math.cos(angle) * length * 0.5} ${900 + Math.sin(angle) * length * 0.5}" fill="${green}" data-i="${i}"/>`
  })
  return `${leaves.join('')}<path d="M560 880 H840 L800 1240 H600 Z" fill="#b9785a"/>`
}

function rug(): string {
  const next = dice(3)
  const hairs = Array.from({ length: 1500 }, () => {
    const angle = next() * 2 * Math.PI
    const inner = 300 * Math.sqrt(next())
    const outer = 330 + 90 * next()
    const bend = angle + (next() - 0.5) * 0.25
    const shade = 20 + 26 * next()
    return `<path d="M${700 + Math.cos(angle) * inner} ${700 + Math.sin(angle) * inner} Q${700 + Math.cos(angle) * (inner + outer) * 0.5} ${700 + Math.sin(angle) * (inner + outer) * 0.5} ${700 + Math.cos(bend) * outer} ${700 + Math.sin(bend) * outer}" stroke="hsl(28 45% ${shade}%)" stroke-width="2.2" fill="none"/>`
  })
  return `<circle cx="700" cy="700" r="310" fill="hsl(28 42% 30%)"/>${hairs.join('')}
    <circle cx="600" cy="640" r="34" fill="#111"/><circle cx="800" cy="640" r="34" fill="#111"/><ellipse cx="700" cy="760" rx="46" ry="30" fill="#221"/>`
}

function wheel(): string {
  const spokes = Array.from({ length: 28 }, (_, i) => {
    const a = (i / 28) * 2 * Math.PI
    return `<path d="M700 700 L${700 + Math.cos(a) * 420} ${700 + Math.sin(a) * 420}" stroke="#2b2f36" stroke-width="5"/>`
  })
  return `<circle cx="700" cy="700" r="430" fill="none" stroke="#1d2126" stroke-width="46"/>${spokes.join('')}<circle cx="700" cy="700" r="60" fill="#8f1f1f"/>`
}

const lamp = `<path d="M700 420 V1180" stroke="#24262a" stroke-width="10"/><ellipse cx="700" cy="1190" rx="180" ry="26" fill="#2c2e33"/>
  <path d="M560 180 H840 L930 470 H470 Z" fill="#d9a441"/><path d="M470 470 H930" stroke="#8a6420" stroke-width="8"/>`

const frame = (svg: string, side: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${SIDE} ${SIDE}">${svg}</svg>`,
  )

/** What an object is laid into: a photo that is put out of focus, or a drawing. */
type Ground = { photo: string } | { drawn: string }

interface Drawing {
  name: string
  object: string
  ground: Ground
}

const drawings: readonly Drawing[] = [
  { name: 'chair', object: chair, ground: { photo: PHOTOS.room } },
  { name: 'plant', object: plant(), ground: { photo: PHOTOS.room } },
  { name: 'fur', object: rug(), ground: { photo: PHOTOS.house } },
  { name: 'wheel', object: wheel(), ground: { photo: PHOTOS.house } },
  { name: 'lamp', object: lamp, ground: { photo: PHOTOS.room } },
]

/** Hair, leaves and blades of grass before grounds of one strong colour; another seed draws others of the kind. */
function strongDrawings(seed: number): readonly Drawing[] {
  return [
    { name: 'hairOnSky', object: head(seed), ground: { drawn: sky(seed + 1) } },
    { name: 'hairOnLawn', object: head(seed + 2), ground: { drawn: lawn(seed + 3) } },
    { name: 'treeOnSky', object: tree(seed + 4, 105), ground: { drawn: sky(seed + 5) } },
    { name: 'autumnOnLawn', object: tree(seed + 6, 28), ground: { drawn: lawn(seed + 7) } },
    { name: 'grassOnWall', object: grasses(seed + 8), ground: { drawn: wall(seed + 9) } },
  ]
}

async function lay({ name, object, ground: behind }: Drawing, side: number): Promise<KnownObject> {
  const cut = await sharp(frame(object, side)).ensureAlpha().png().toBuffer()
  const alpha = await sharp(cut).extractChannel(3).raw().toBuffer()
  const colours = await sharp(cut).removeAlpha().raw().toBuffer()
  const picture =
    'drawn' in behind
      ? sharp(frame(behind.drawn, side))
      : sharp(behind.photo).resize(side, side, { fit: 'cover' }).blur(6)
  const under = await picture.removeAlpha().png().toBuffer()
  const ground = await sharp(under).raw().toBuffer()
  const rgb = await sharp(under)
    .composite([{ input: cut }])
    .removeAlpha()
    .raw()
    .toBuffer()
  return { name, width: side, height: side, rgb, alpha, colours, ground }
}

/**
 * Objects with hair, leaves, spokes and plain outlines, laid into photos that are a little out of focus.
 * @param names the wanted ones; all by default
 * @param side px
 */
export function knownObjects(names?: readonly string[], side = SIDE): Promise<KnownObject[]> {
  const wanted = drawings.filter(({ name }) => !names || names.includes(name))
  return Promise.all(wanted.map((one) => lay(one, side)))
}

/**
 * Hair, leaves and blades of grass, laid before a blue sky, a green lawn and a red wall.
 * @param seed other seeds draw other objects and grounds of the same kinds
 * @param names the wanted ones; all by default
 * @param side px
 */
export function objectsOnStrongGrounds(
  seed: number,
  names?: readonly string[],
  side = SIDE,
): Promise<KnownObject[]> {
  const wanted = strongDrawings(seed).filter(({ name }) => !names || names.includes(name))
  return Promise.all(wanted.map((one) => lay(one, side)))
}
