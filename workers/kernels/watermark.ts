import type { Watermark } from '#contracts/watermark.ts'

interface Size {
  width: number
  height: number
}

/** Centre of a mark, px. */
export interface Place {
  x: number
  y: number
}

/** Room that a mark in a corner keeps from the edges, in its own heights. */
const MARGIN = 0.7

function cornerPlace(picture: Size, mark: Size, corner: Watermark['corner']): Place {
  const margin = Math.min(MARGIN * mark.height, picture.width / 10, picture.height / 10)
  const [dx, dy] = [margin + mark.width / 2, margin + mark.height / 2]
  return {
    x: corner.endsWith('Left') ? dx : picture.width - dx,
    y: corner.startsWith('top') ? dy : picture.height - dy,
  }
}

/** Rows of marks along the angle, every other row moved by half a step, about the picture's centre. */
function tilePlaces(picture: Size, mark: Size, { angle, gap }: Watermark): Place[] {
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const stepX = mark.width * (1 + gap)
  const stepY = mark.height * (1 + 2 * gap)
  const reach = Math.hypot(picture.width, picture.height) / 2 + Math.hypot(mark.width, mark.height) / 2
  const [columns, rows] = [Math.ceil(reach / stepX) + 1, Math.ceil(reach / stepY)]
  const box = {
    x: (mark.width * Math.abs(cos) + mark.height * Math.abs(sin)) / 2,
    y: (mark.width * Math.abs(sin) + mark.height * Math.abs(cos)) / 2,
  }
  const places: Place[] = []
  for (let row = -rows; row <= rows; row++) {
    for (let column = -columns; column <= columns; column++) {
      const u = (column + (row % 2 === 0 ? 0 : 0.5)) * stepX
      const v = row * stepY
      const x = picture.width / 2 + u * cos - v * sin
      const y = picture.height / 2 + u * sin + v * cos
      const isInside = x > -box.x && x < picture.width + box.x && y > -box.y && y < picture.height + box.y
      if (isInside) places.push({ x, y })
    }
  }
  return places
}

/**
 * Where the marks of a watermark stand: one in a corner, or tiles over the whole picture.
 * @param mark size of the mark before it is turned, px
 * @returns centres of all marks of which some part lies in the picture
 */
export function placeMarks(picture: Size, mark: Size, settings: Watermark): Place[] {
  if (settings.layout === 'corner') return [cornerPlace(picture, mark, settings.corner)]
  return tilePlaces(picture, mark, settings)
}

/**
 * Lays pixels over others (Porter and Duff's "over" on straight alpha), in place. What the cover does not
 * touch stays as it is to the bit.
 * @param base 8-bit RGBA
 * @param cover 8-bit RGBA of the same length
 */
export function layOver(base: Uint8ClampedArray, cover: Uint8ClampedArray): void {
  for (let i = 0; i < base.length; i += 4) {
    const top = (cover[i + 3] ?? 0) / 255
    if (top === 0) continue
    const below = ((base[i + 3] ?? 0) / 255) * (1 - top)
    const alpha = top + below
    for (let c = i; c < i + 3; c++) base[c] = ((cover[c] ?? 0) * top + (base[c] ?? 0) * below) / alpha
    base[i + 3] = 255 * alpha
  }
}

/** Relative luminance of a colour, 0..1 (WCAG 2.2). @param rgb 0..255 each */
export function luminance(rgb: readonly [number, number, number]): number {
  const [r, g, b] = rgb.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

/** A dark line around what is light and a light one around what is dark, so that it is read on either. */
export const outlineOf = (light: number): string => (light > 0.35 ? '#000000' : '#ffffff')

/** Luminance of a colour, #rrggbb. */
export function luminanceOf(colour: string): number {
  const value = Number.parseInt(colour.slice(1), 16)
  return luminance([value >> 16, (value >> 8) & 255, value & 255])
}

/** Mean luminance of those RGBA pixels that are not transparent. */
export function meanLuminance(data: Uint8ClampedArray): number {
  let [sum, weight] = [0, 0]
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] ?? 0
    sum += alpha * luminance([data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0])
    weight += alpha
  }
  return weight ? sum / weight : 0
}
