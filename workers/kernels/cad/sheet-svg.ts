import type { Sheet } from './sheet.ts'

const escaped = (text: string): string =>
  // What XML cannot hold is left out.
  [...text]
    .filter((one) => one >= ' ' && one !== '\ufffe' && one !== '\uffff')
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')

/** A sheet as an SVG document on white, for what draws those. */
export function sheetSvg({ width, height, paths, words }: Sheet): string {
  const drawn = paths.map(({ d, width: pen, colour }) =>
    pen > 0
      ? `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${pen}"/>`
      : `<path d="${d}" fill="${colour}" fill-rule="evenodd"/>`,
  )
  const texts = words.map(
    ({ text, x, y, size, turn, colour }) =>
      `<text transform="translate(${x} ${y}) rotate(${turn})" y="${0.35 * size}" font-size="${size}" fill="${colour}">${escaped(text)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="#fff"/>
<g stroke-linecap="round" stroke-linejoin="round">${drawn.join('\n')}</g>
<g font-family="Noto Sans CJK SC, Microsoft YaHei, PingFang SC, sans-serif" text-anchor="middle">${texts.join('\n')}</g>
</svg>
`
}
