import { traceOutlines } from '#kernels/lineart-vector/solids.ts'
import { vectorise } from '#kernels/lineart-vector/vectorise.ts'
import type { TextBox } from '#kernels/ocr/find-texts.ts'
import { levelTexts, type ReadText } from '#kernels/ocr/read-texts.ts'
import { findChunk, insertChunk } from '#kernels/png-chunks.ts'
import type { Floor } from './floors.ts'
import { type Ink, pictureOfInk } from './ink.ts'
import { canLetter, svgOfText, widthOfText } from './lettering.ts'
import type { Lettered } from './letters.ts'
import { ringsOfRoom } from './outlines.ts'
import { type PaintParts, swingLine } from './paint.ts'
import type { Room } from './read-plan.ts'

/** A line of text against its box, which stands off it. */
const TIGHT = 0.82

/** Two decimals at most. */
const number = (v: number): string => String(Math.round(v * 100) / 100)

function pathOf(rings: readonly (readonly number[])[]): string {
  return rings
    .map((ring) => {
      const points = Array.from(
        { length: ring.length / 2 },
        (_, k) => `${number(ring[2 * k]! + 0.5)} ${number(ring[2 * k + 1]! + 0.5)}`,
      )
      return `M${points.join('L')}Z`
    })
    .join('')
}

/** A pattern of joints in px, one board or tile and half of its neighbours. */
function patternOf(id: number, { joint, drawn, directed }: Floor, { box }: Room, mmPerPx: number): string {
  const laid = joint ?? drawn
  if (!laid) return ''
  const [long, wide] = [laid.long / mmPerPx, laid.wide / mmPerPx]
  const turned = directed === true && box.bottom - box.top > box.right - box.left
  const rows = laid.staggered ? 2 : 1
  const lines = laid.staggered
    ? `M0 0H${number(long)}M0 ${number(wide)}H${number(long)}M0 0V${number(wide)}M${number(long / 2)} ${number(wide)}V${number(2 * wide)}`
    : `M0 0H${number(long)}M0 0V${number(wide)}`
  const place = `translate(${box.left} ${box.top})${turned ? ' rotate(90) scale(1 -1)' : ''}`
  return `<pattern id="j${id}" patternUnits="userSpaceOnUse" width="${number(long)}" height="${number(rows * wide)}" patternTransform="${place}"><path d="${lines}" fill="none" stroke="#000" stroke-opacity=".22" stroke-width=".6"/></pattern>`
}

/** Figures and words of the drawing that can be lettered anew: letters that are traced come out ragged. */
function otherTexts(texts: readonly ReadText[], letters: readonly Lettered[]): ReadText[] {
  const isName = (text: ReadText) =>
    letters.some(
      ({ replaces }) =>
        replaces &&
        text.left >= replaces.left &&
        text.right <= replaces.right &&
        text.top >= replaces.top &&
        text.bottom <= replaces.bottom,
    )
  return levelTexts(texts).filter((text) => canLetter(text.text) && !isName(text))
}

/** Lines of the drawing outside walls and without what is lettered anew. */
function linesOf({ plan, fields }: PaintParts, boxes: readonly TextBox[]): string {
  const { width, height } = plan.ink
  const grey = plan.ink.grey.map((value, i) =>
    fields.outline[i] ? 0 : plan.walls[i] || fields.fill[i] ? 255 : value,
  )
  for (const replaces of boxes) {
    const [x0, x1] = [Math.max(0, Math.floor(replaces.left)), Math.min(width, Math.ceil(replaces.right))]
    for (let y = Math.max(0, Math.floor(replaces.top)); y < Math.min(height, replaces.bottom); y++)
      grey.fill(255, y * width + x0, y * width + x1)
  }
  const ink: Ink = { ...plan.ink, grey }
  const { lines, solids } = vectorise(pictureOfInk(ink), false, () => undefined)
  const strokes = lines.map(({ points, closed, width: pen }) => {
    const at = Array.from(
      { length: points.length / 2 },
      (_, k) => `${number(points[2 * k]!)} ${number(points[2 * k + 1]!)}`,
    )
    return `<path stroke-width="${number(Math.max(0.5, pen))}" d="M${at.join('L')}${closed ? 'Z' : ''}"/>`
  })
  for (const swing of plan.addedSwings ?? []) {
    const at = swingLine(swing).map(([x, y]) => `${number(x + 0.5)} ${number(y + 0.5)}`)
    strokes.push(
      `<path class="door" stroke-width="${number(Math.max(1, plan.ink.pen))}" d="M${at.join('L')}"/>`,
    )
  }
  const fills =
    solids.length > 0 ? `<path fill="#2b2a29" stroke="none" fill-rule="evenodd" d="${pathOf(solids)}"/>` : ''
  return `<g id="lines" fill="none" stroke="#2b2a29" stroke-linecap="round" stroke-linejoin="round">${fills}${strokes.join('\n')}</g>`
}

/**
 * A coloured plan in vectors, as an SVG 1.1 document in ASCII: rooms with their floors' joints, furniture, windows,
 * walls with a soft shadow, lines and lettering as outlines, each in a group of its own.
 * @param letters in px of a picture `scale` times as large as the plan that was read
 * @param texts lines of text in the plan that was read
 */
export function planSvg(
  parts: PaintParts,
  letters: readonly Lettered[],
  texts: readonly ReadText[],
  scale: number,
): string {
  const others = otherTexts(texts, letters)
  const boxes = [...others, ...letters.flatMap(({ replaces }) => replaces ?? [])]
  const { plan, fields, rooms, floors, look } = parts
  const { width, height } = plan.ink
  const { mmPerPx } = plan.measure
  const outlines = (mask: Uint8Array) => pathOf(traceOutlines(mask, width, height, 8))
  const patterns: string[] = []
  const areas = rooms.map((room) => {
    const floor = floors.get(room.id)
    // Floors go on under walls, by their thickness at most.
    const box = {
      left: Math.max(0, room.box.left - plan.thickness),
      top: Math.max(0, room.box.top - plan.thickness),
      right: Math.min(width, room.box.right + plan.thickness),
      bottom: Math.min(height, room.box.bottom + plan.thickness),
    }
    const d = pathOf(ringsOfRoom({ map: fields.map, width }, { id: room.id, box }, 8))
    if (!floor || !d) return ''
    const pattern = patternOf(room.id, floor, room, mmPerPx)
    patterns.push(pattern)
    const joints = pattern ? `<path fill="url(#j${room.id})" d="${d}"/>` : ''
    return `<g id="room-${room.id}" fill-rule="evenodd"><path fill="${floor.colour}" d="${d}"/>${joints}</g>`
  })
  const crowns = plan.trees.map(
    ({ x, y, radius }) =>
      `<circle cx="${number(x + 0.5)}" cy="${number(y + 0.5)}" r="${number(radius)}" fill="#7f9a5a"/>`,
  )
  const words = letters.flatMap(({ lines }) =>
    lines.map(({ text, x, y, size }) => svgOfText(text, x / scale, y / scale, size / scale)),
  )
  for (const { text, left, right, top, bottom } of others)
    words.push(
      svgOfText(
        text,
        (left + right) / 2,
        (top + bottom) / 2,
        ((right - left) / Math.max(1, widthOfText(text, 1))) * TIGHT,
      ),
    )
  const reach = number((plan.content === 'site' ? 4000 : 160) / mmPerPx)
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>${patterns.join('\n')}
<filter id="shadow" x="-5%" y="-5%" width="110%" height="110%"><feDropShadow dx="${reach}" dy="${reach}" stdDeviation="${reach}" flood-opacity="${number(0.6 * look.shadow)}"/></filter></defs>
<rect width="${width}" height="${height}" fill="#fff"/>
<g id="floors">${areas.join('\n')}</g>
<g id="furniture" fill="#f7f5f1" fill-rule="evenodd"><path d="${outlines(fields.things)}"/></g>
<g id="windows" fill="#cce4ee" fill-rule="evenodd"><path d="${outlines(plan.glass)}"/></g>
<g id="walls" fill="${look.poche}" fill-rule="evenodd" filter="url(#shadow)"><path d="${outlines(plan.walls)}"/></g>
<g id="trees" filter="url(#shadow)">${crowns.join('')}</g>
${linesOf(parts, boxes)}
<g id="names" fill="#1e1e1e">${words.map((d) => `<path d="${d}"/>`).join('\n')}</g>
</svg>
`
}

/** Keyword of the text chunk and the zero that ends it. */
const START = Uint8Array.from([...'zhuhui:plan\0'].map((letter) => letter.charCodeAt(0)))

/** Lays a plan's SVG document into its PNG file, as a text chunk: it goes wherever the file goes. */
export function addPlanSvg(png: Uint8Array, svg: string): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(START.length + svg.length)
  data.set(START)
  for (let i = 0; i < svg.length; i++) data[START.length + i] = svg.charCodeAt(i)
  return insertChunk(png, 'tEXt', data)
}

/** The SVG document in a coloured plan's PNG file, as bytes; null where there is none. */
export function findPlanSvg(png: Uint8Array): Uint8Array<ArrayBuffer> | null {
  return findChunk(png, 'tEXt', START)?.slice(START.length) ?? null
}
