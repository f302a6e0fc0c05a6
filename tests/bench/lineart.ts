import { drawLines, type LineOptions } from '#kernels/lineart/draw-lines.ts'
import type { Raster } from '#kernels/raster.ts'

/** Options that every timing uses; `line` is the tool's default style. */
const OPTIONS: LineOptions = { style: 'line', detail: 0.5, weight: 0.5, transparent: false }
const ROUNDS = 3

/** One step of a repeatable random sequence 0..1 from a whole number. */
function noise(n: number): number {
  let h = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296
}

/** A street front made by code: windows, brick courses, a tree of noise, a graded sky and sensor noise. */
function street(width: number, height: number): Raster {
  const data = new Uint8ClampedArray(width * height * 4)
  const unit = width / 1024
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = x / unit
      const v = y / unit
      let colour = [170 + v / 8, 200 + v / 12, 235]
      const roof = 130 + 60 * Math.abs(((u / 300) % 1) - 0.5)
      if (v > roof) {
        const brick = v % 14 < 1.4 || (u + 15 * (Math.floor(v / 14) % 2)) % 30 < 1.4
        colour = brick ? [168, 150, 132] : [186, 122, 96]
        const pane = u % 120 > 30 && u % 120 < 90 && v % 150 > 40 && v % 150 < 125
        const bar = Math.abs((u % 120) - 60) < 2 || Math.abs((v % 150) - 70) < 2
        if (pane) colour = bar ? [236, 232, 224] : [46, 58, 74]
      }
      if (v > 660) colour = [128, 126, 122]
      if (Math.hypot(u - 820, (v - 520) * 0.8) < 150) {
        const leaf = noise(Math.floor(u / 6) * 7919 + Math.floor(v / 5) * 104729)
        colour = [50 + 70 * leaf, 90 + 90 * leaf, 40 + 30 * leaf]
      }
      const grain = 8 * (noise(y * width + x) - 0.5)
      const p = (y * width + x) * 4
      for (let c = 0; c < 3; c++) data[p + c] = colour[c]! + grain
      data[p + 3] = 255
    }
  }
  return { width, height, data }
}

/** Best of several runs after one that warms the compiler up, in ms. */
function time(image: Raster, options: LineOptions, rounds: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < rounds; i++) {
    const start = performance.now()
    drawLines(image, options)
    best = Math.min(best, performance.now() - start)
  }
  return Math.round(best)
}

const small = street(1024, 768)
drawLines(small, OPTIONS)
const ms1mp = time(small, OPTIONS, ROUNDS)
const ms1mpInk = time(small, { ...OPTIONS, style: 'ink' }, ROUNDS)
const ms1mpPencil = time(small, { ...OPTIONS, style: 'pencil' }, ROUNDS)
const large = street(4000, 3000)
const ms12mp = time(large, OPTIONS, 2)
const ms12mpInk = time(large, { ...OPTIONS, style: 'ink' }, 2)
const ms12mpPencil = time(large, { ...OPTIONS, style: 'pencil' }, 2)
console.log(JSON.stringify({ ms1mp, ms12mp, ms1mpInk, ms1mpPencil, ms12mpInk, ms12mpPencil }))
