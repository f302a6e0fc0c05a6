import sharp from 'sharp'
import type { Plan } from '#kernels/plan/read-plan.ts'

const COLOURS = ['#f3c9c9', '#c9e3f3', '#d6f0c8', '#f3e6c0', '#dccdf0', '#c4efe6', '#f2cfe4', '#e0e0b8']
const rgbOf = (hex: string) => [1, 3, 5].map((k) => Number.parseInt(hex.slice(k, k + 2), 16))
const PALETTE = COLOURS.map(rgbOf)

/** Writes what was read of a plan as a picture: rooms in colours, walls black, doors red, windows blue, lines grey. */
export async function drawReading(plan: Plan, file: string): Promise<void> {
  const { width, height, grey } = plan.ink
  const data = Buffer.alloc(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    const id = plan.map[i]!
    const base = plan.walls[i]
      ? [40, 40, 40]
      : plan.gaps[i]
        ? [230, 60, 40]
        : plan.glass[i]
          ? [40, 90, 230]
          : id > 0
            ? PALETTE[id % PALETTE.length]!
            : [255, 255, 255]
    const shade = plan.walls[i] ? 1 : 0.45 + (0.55 * grey[i]!) / 255
    for (let c = 0; c < 3; c++) data[3 * i + c] = base[c]! * shade
  }
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 4 })
    .toFile(file)
}
