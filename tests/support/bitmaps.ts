/** A bitmap's head of Windows 3 (40 bytes) or later, and what follows. */
function bitmap(
  {
    width,
    height,
    bits,
    packed = 0,
    head = 40,
  }: { width: number; height: number; bits: number; packed?: number; head?: number },
  between: Buffer,
  pixels: Buffer,
): Buffer {
  const start = Buffer.alloc(14 + head)
  start.write('BM', 0, 'latin1')
  start.writeUInt32LE(start.length + between.length + pixels.length, 2)
  start.writeUInt32LE(start.length + between.length, 10)
  start.writeUInt32LE(head, 14)
  start.writeInt32LE(width, 18)
  start.writeInt32LE(height, 22)
  start.writeUInt16LE(1, 26)
  start.writeUInt16LE(bits, 28)
  start.writeUInt32LE(packed, 30)
  return Buffer.concat([start, between, pixels])
}

const WIDTH = 19
const HEIGHT = 17
/** Four colours in patches of five pixels, so that rows need padding and runs end within them. */
const PALETTE = [
  [224, 32, 16],
  [24, 160, 56],
  [40, 64, 200],
  [184, 184, 184],
] as const
const indexAt = (x: number, y: number) => (Math.floor(x / 5) + 2 * Math.floor(y / 5)) % 4

/** The picture that all bitmaps show: RGB of each pixel. */
export const SHOWN = {
  width: WIDTH,
  height: HEIGHT,
  data: Buffer.from(
    Array.from(
      { length: WIDTH * HEIGHT },
      (_, i) => PALETTE[indexAt(i % WIDTH, Math.floor(i / WIDTH))]!,
    ).flat(),
  ),
}

const rows = (isTopDown: boolean) =>
  Array.from({ length: HEIGHT }, (_, i) => (isTopDown ? i : HEIGHT - 1 - i))
const columns = Array.from({ length: WIDTH }, (_, x) => x)
const padded = (row: number[]) => [...row, ...Array((4 - (row.length % 4)) % 4).fill(0)]
const table = Buffer.from(PALETTE.flatMap(([r, g, b]) => [b, g, r, 0]))

function plain(bits: number, pixel: (x: number, y: number) => number[], isTopDown = false): Buffer {
  const body = rows(isTopDown).flatMap((y) => padded(columns.flatMap((x) => pixel(x, y))))
  return bitmap(
    { width: WIDTH, height: isTopDown ? -HEIGHT : HEIGHT, bits },
    Buffer.alloc(0),
    Buffer.from(body),
  )
}

function indexed(bits: 1 | 2 | 4 | 8): Buffer {
  const body = rows(false).flatMap((y) => {
    const row = Array(Math.ceil((WIDTH * bits) / 8)).fill(0) as number[]
    for (const x of columns) {
      const at = (x * bits) >> 3
      row[at] = row[at]! | (indexAt(x, y) << (8 - bits - ((x * bits) & 7)))
    }
    return padded(row)
  })
  const colours = Buffer.concat([table, Buffer.alloc(4 * 2 ** bits - table.length)])
  return bitmap({ width: WIDTH, height: HEIGHT, bits }, colours, Buffer.from(body))
}

/** Runs of 8 bits: each row as runs, its last three pixels as they are; one row is jumped over to. */
function runsOf8(): Buffer {
  const body = rows(false).flatMap((y) => {
    const runs: number[] = []
    for (let x = 0; x < WIDTH - 3; ) {
      const value = indexAt(x, y)
      let count = 1
      while (x + count < WIDTH - 3 && indexAt(x + count, y) === value) count++
      runs.push(count, value)
      x += count
    }
    return [...runs, 0, 3, indexAt(16, y), indexAt(17, y), indexAt(18, y), 0, 0, 0]
  })
  const colours = Buffer.concat([table, Buffer.alloc(1024 - table.length)])
  return bitmap({ width: WIDTH, height: HEIGHT, bits: 8, packed: 1 }, colours, Buffer.from([...body, 0, 1]))
}

/** Runs of 4 bits, two pixels in turn, and the rest as it is. */
function runsOf4(): Buffer {
  const body = rows(false).flatMap((y) => {
    const pair = (x: number) => (indexAt(x, y) << 4) | (x + 1 < WIDTH ? indexAt(x + 1, y) : 0)
    const runs = [0, 2, 4, 6, 8, 10].flatMap((x) => [2, pair(x)])
    return [...runs, 0, 7, pair(12), pair(14), pair(16), pair(18), 0, 0]
  })
  const colours = Buffer.concat([table, Buffer.alloc(64 - table.length)])
  return bitmap({ width: WIDTH, height: HEIGHT, bits: 4, packed: 2 }, colours, Buffer.from([...body, 0, 1]))
}

const colourAt = (x: number, y: number) => PALETTE[indexAt(x, y)]!
const bgr = (x: number, y: number) => [...colourAt(x, y)].reverse()

/** 16 bits by masks of 5, 6 and 5: the palette's colours need no more. */
function masked16(): Buffer {
  const body = rows(false).flatMap((y) =>
    padded(
      columns.flatMap((x) => {
        const [r, g, b] = colourAt(x, y)
        const value = ((r >> 3) << 11) | ((g >> 2) << 5) | (b >> 3)
        return [value & 255, value >> 8]
      }),
    ),
  )
  const masks = Buffer.alloc(12)
  for (const [i, mask] of [0xf800, 0x07e0, 0x001f].entries()) masks.writeUInt32LE(mask, 4 * i)
  return bitmap({ width: WIDTH, height: HEIGHT, bits: 16, packed: 3 }, masks, Buffer.from(body))
}

/** 32 bits in Windows 5's head, whose masks give alpha the highest byte. */
function withAlpha(): Buffer {
  const body = rows(false).flatMap((y) => columns.flatMap((x) => [...bgr(x, y), x === 0 ? 0 : 255]))
  const file = bitmap(
    { width: WIDTH, height: HEIGHT, bits: 32, packed: 3, head: 124 },
    Buffer.alloc(0),
    Buffer.from(body),
  )
  for (const [i, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries()) file.writeUInt32LE(mask, 54 + 4 * i)
  return file
}

/** Bitmaps of every kind that show the same picture; the last has its first column transparent. */
export const BITMAPS: Record<string, Buffer> = {
  '24 bits': plain(24, bgr),
  '24 bits from the top': plain(24, bgr, true),
  '32 bits with a byte of no meaning': plain(32, (x, y) => [...bgr(x, y), 0]),
  '2 bits': indexed(2),
  '4 bits': indexed(4),
  '8 bits': indexed(8),
  'runs of 8 bits': runsOf8(),
  'runs of 4 bits': runsOf4(),
  '16 bits by masks': masked16(),
  '32 bits with alpha': withAlpha(),
}
