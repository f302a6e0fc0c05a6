interface Size {
  readonly width: number
  readonly height: number
}

/** A picture that is read row by row. */
export interface Rows extends Size {
  /** Values of a pixel. */
  readonly channels: number
  /** Writes the values of a row, pixel by pixel. */
  read(y: number, row: Float32Array): void
}

/** Which pixels of a line each new one covers, and how much of the first and the last. */
function coverOf(from: number, to: number) {
  const step = from / to
  return Array.from({ length: to }, (_, i) => {
    const end = Math.min(from, (i + 1) * step)
    const first = Math.min(from - 1, Math.floor(i * step))
    const last = Math.max(first, Math.ceil(end) - 1)
    const part = Math.min(1, end - first) - (i * step - first)
    return { first, last, part, rest: end - last }
  })
}
type Cover = ReturnType<typeof coverOf>

/** A row's values in fewer pixels, as sums over what each covers. */
function sumAcross(row: Float32Array, cover: Cover, channels: number, out: Float32Array, at: number): void {
  for (let x = 0, to = at; x < cover.length; x++) {
    const { first, last, part, rest } = cover[x]!
    for (let c = 0; c < channels; c++, to++) {
      let sum = part * row[first * channels + c]!
      const end = last * channels + c
      for (let k = (first + 1) * channels + c; k < end; k += channels) sum += row[k]!
      out[to] = last > first ? sum + rest * row[end]! : sum
    }
  }
}

/**
 * A picture in a smaller size: each value the mean over what its pixel covers, border pixels by the part that is
 * covered.
 * @returns `channels` values a pixel
 */
export function areaMeans(rows: Rows, { width, height }: Size): Float32Array {
  const { channels } = rows
  const [across, down] = [coverOf(rows.width, width), coverOf(rows.height, height)]
  const row = new Float32Array(rows.width * channels)
  const sums = new Float32Array(row.length)
  const out = new Float32Array(width * height * channels)
  const area = (rows.width / width) * (rows.height / height)
  let read = -1
  for (let y = 0; y < height; y++) {
    const { first, last, part, rest } = down[y]!
    sums.fill(0)
    for (let k = first; k <= last; k++) {
      // The last row of one is mostly the first of the next.
      if (k !== read) rows.read(k, row)
      read = k
      const weight = (k === first ? part : k === last ? rest : 1) / area
      for (let i = 0; i < sums.length; i++) sums[i] = sums[i]! + weight * row[i]!
    }
    sumAcross(sums, across, channels, out, y * width * channels)
  }
  return out
}

/** The same of a plane. */
export function planeMeans(plane: Float32Array, from: Size, to: Size): Float32Array {
  const { width, height } = from
  const read = (y: number, row: Float32Array) => row.set(plane.subarray(y * width, (y + 1) * width))
  return areaMeans({ width, height, channels: 1, read }, to)
}
