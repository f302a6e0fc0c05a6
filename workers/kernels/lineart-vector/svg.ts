import type { VectorDrawing, VectorLine } from '#contracts/vector-drawing.ts'

/** Two decimals and no trailing zeros. */
const number = (v: number): string => String(Math.round(v * 100) / 100)

function pathOf(points: readonly number[], closed: boolean): string {
  const parts: string[] = []
  for (let k = 0; k < points.length; k += 2) {
    parts.push(`${k === 0 ? 'M' : 'L'}${number(points[k]!)} ${number(points[k + 1]!)}`)
  }
  return parts.join('') + (closed ? 'Z' : '')
}

/** Lines by their width in steps of a quarter of a pixel, finest first. */
function byWidth(lines: readonly VectorLine[]): [number, VectorLine[]][] {
  const groups = new Map<number, VectorLine[]>()
  for (const line of lines) {
    const width = Math.max(0.5, Math.round(line.width * 4) / 4)
    const group = groups.get(width) ?? []
    group.push(line)
    groups.set(width, group)
  }
  return [...groups].sort(([a], [b]) => a - b)
}

/**
 * A vector drawing as an SVG 1.1 document: one path a line, in groups of one stroke width, round-ended black on a
 * transparent ground, and one path for what is filled.
 */
export function toSvg({ width, height, lines, solids }: VectorDrawing): string {
  const groups = byWidth(lines).map(([pen, group]) => {
    const paths = group.map(({ points, closed }) => `<path d="${pathOf(points, closed)}"/>`)
    return `<g stroke-width="${number(pen)}">\n${paths.join('\n')}\n</g>`
  })
  const fill =
    solids.length > 0
      ? `<path fill="#000" fill-rule="evenodd" d="${solids.map((points) => pathOf(points, true)).join('')}"/>\n`
      : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${fill}<g fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="round">
${groups.join('\n')}
</g>
</svg>
`
}
