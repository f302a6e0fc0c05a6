/** Drawings of thin things with gaps between them, and grounds of one strong colour, as SVG of 1400 × 1400. */

/** Numbers in 0..1 that are the same at every run. */
export function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 8) / 0x1000000
  }
}

/** The filter leaves an edge as soft as a lens does. */
const soft = (content: string) => `<filter id="soft" x="0" y="0" width="1400" height="1400"
    filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="0.7"/></filter>
  <g filter="url(#soft)">${content}</g>`

/** A head with loose hair: single strands stand away from it. */
export function head(seed: number): string {
  const next = dice(seed)
  const strands = Array.from({ length: 900 }, (_, i) => {
    const isLoose = i % 3 === 0
    const from = Math.PI * (0.92 + 1.16 * next())
    const to = from + (next() - 0.5) * (isLoose ? 1.1 : 0.4)
    const reach = isLoose ? 400 + 200 * next() : 350 + 90 * next()
    const fall = isLoose ? 260 * next() : 120
    const [x, y] = [700 + Math.cos(from) * 250, 640 + Math.sin(from) * 290]
    const [u, v] = [700 + Math.cos(to) * reach, 640 + Math.sin(to) * reach + fall]
    const [mx, my] = [700 + Math.cos(from) * reach * 0.9, 620 + Math.sin(from) * reach * 0.9]
    return `<path d="M${x} ${y} Q${mx} ${my} ${u} ${v}" stroke="hsl(${26 + 12 * next()} ${40 + 20 * next()}% ${18 + 30 * next()}%)" stroke-width="${1.2 + 1.6 * next()}" fill="none"/>`
  })
  return soft(`<path d="M430 1400 Q460 1090 640 1060 H760 Q940 1090 970 1400 Z" fill="#8d8f96"/>
    <ellipse cx="700" cy="650" rx="300" ry="330" fill="#5a3a22"/>${strands.join('')}
    <ellipse cx="700" cy="720" rx="205" ry="260" fill="#d9a98a"/><rect x="620" y="940" width="160" height="150" fill="#c9977a"/>`)
}

/** A tree whose crown lets the ground through between its leaves. */
export function tree(seed: number, hue: number): string {
  const next = dice(seed)
  const leaves: string[] = []
  for (let n = 0; n < 2600; n++) {
    const angle = 2 * Math.PI * next()
    const far = 430 * Math.sqrt(next())
    const [x, y] = [700 + Math.cos(angle) * far * 1.15, 560 + Math.sin(angle) * far]
    const [length, turn] = [20 + 22 * next(), 360 * next()]
    const wide = length * 0.4
    leaves.push(
      `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0 Q${length / 2} ${-wide} ${length} 0 Q${length / 2} ${wide} 0 0" fill="hsl(${hue + 22 * (next() - 0.5)} ${40 + 30 * next()}% ${22 + 26 * next()}%)"/>`,
    )
  }
  const twigs = Array.from({ length: 60 }, () => {
    const angle = Math.PI * (1 + next())
    const far = 200 + 240 * next()
    return `<path d="M700 760 Q${700 + Math.cos(angle) * far * 0.4} ${640 + Math.sin(angle) * far * 0.5} ${700 + Math.cos(angle) * far} ${560 + Math.sin(angle) * far}" stroke="#4a3626" stroke-width="${2 + 4 * next()}" fill="none"/>`
  })
  return soft(
    `<path d="M670 1400 L682 700 H722 L738 1400 Z" fill="#4a3626"/>${twigs.join('')}${leaves.join('')}`,
  )
}

/** Grasses in a pot: long blades that end in points. */
export function grasses(seed: number): string {
  const next = dice(seed)
  const blades = Array.from({ length: 240 }, () => {
    const x = 560 + 280 * next()
    const lean = (next() - 0.5) * 2
    const top = 900 - 700 * (0.4 + 0.6 * next())
    const end = x + lean * 420
    const width = 3 + 4 * next()
    return `<path d="M${x - width} 960 Q${x + lean * 60} ${top + 200} ${end} ${top} Q${x + lean * 60 + width} ${top + 200} ${x + width} 960 Z" fill="hsl(${70 + 50 * next()} ${30 + 30 * next()}% ${28 + 32 * next()}%)"/>`
  })
  return soft(`${blades.join('')}<path d="M520 930 H880 L840 1290 H560 Z" fill="#e8e2d6"/>`)
}

const frame = (content: string) => `<rect width="1400" height="1400" fill="#888"/>${content}`

/** A blue sky that is paler towards the ground, with a few clouds. */
export function sky(seed: number): string {
  const next = dice(seed)
  const clouds = Array.from(
    { length: 9 },
    () =>
      `<ellipse cx="${1400 * next()}" cy="${1400 * next()}" rx="${120 + 200 * next()}" ry="${30 + 50 * next()}" fill="#fff" opacity="${0.25 + 0.4 * next()}" filter="url(#cloud)"/>`,
  )
  return frame(`<linearGradient id="air" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2465c4"/>
    <stop offset="1" stop-color="#9cc8ef"/></linearGradient><filter id="cloud" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="30"/></filter>
    <rect width="1400" height="1400" fill="url(#air)"/>${clouds.join('')}`)
}

/** A lawn in the sun, a little out of focus. */
export function lawn(seed: number): string {
  const next = dice(seed)
  const blades = Array.from({ length: 5000 }, () => {
    const [x, y] = [1400 * next(), 1400 * next()]
    return `<path d="M${x} ${y} l${(next() - 0.5) * 16} ${-14 - 18 * next()}" stroke="hsl(${88 + 26 * next()} 62% ${26 + 26 * next()}%)" stroke-width="3"/>`
  })
  return frame(`<filter id="far"><feGaussianBlur stdDeviation="3"/></filter><rect width="1400" height="1400" fill="#4d9a2c"/>
    <g filter="url(#far)">${blades.join('')}</g>`)
}

/** A red brick wall, a little out of focus. */
export function wall(seed: number): string {
  const next = dice(seed)
  const bricks: string[] = []
  for (let row = 0; row < 24; row++)
    for (let n = -1; n < 11; n++) {
      const x = n * 140 + (row % 2) * 70
      bricks.push(
        `<rect x="${x}" y="${row * 60}" width="132" height="52" fill="hsl(${4 + 10 * next()} ${58 + 20 * next()}% ${36 + 14 * next()}%)"/>`,
      )
    }
  return frame(`<filter id="far"><feGaussianBlur stdDeviation="3"/></filter><rect width="1400" height="1400" fill="#c9b9a8"/>
    <g filter="url(#far)">${bricks.join('')}</g>`)
}
