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
interface Cover {
  first: Int32Array
  last: Int32Array
  part: Float64Array
  rest: Float64Array
}

function coverOf(from: number, to: number): Cover {
  const step = from / to
  const cover: Cover = {
    ...{ first: new Int32Array(to), last: new Int32Array(to) },
    ...{ part: new Float64Array(to), rest: new Float64Array(to) },
  }
  for (let i = 0; i < to; i++) {
    const end = Math.min(from, (i + 1) * step)
    const first = Math.min(from - 1, Math.floor(i * step))
    const last = Math.max(first, Math.ceil(end) - 1)
    cover.first[i] = first
    cover.last[i] = last
    cover.part[i] = Math.min(1, end - first) - (i * step - first)
    cover.rest[i] = end - last
  }
  return cover
}

/** A row's values in fewer pixels, as sums over what each covers. */
function sumAcross(
  row: Float32Array,
  { first, last, part, rest }: Cover,
  channels: number,
  out: Float32Array,
  at: number,
): void {
  for (let x = 0, to = at; x < first.length; x++) {
    const start = first[x]! * channels
    const end = last[x]! * channels
    for (let c = 0; c < channels; c++, to++) {
      let sum = part[x]! * row[start + c]!
      for (let k = start + channels + c; k < end + c; k += channels) sum += row[k]!
      out[to] = end > start ? sum + rest[x]! * row[end + c]! : sum
    }
  }
}

/** All values of a picture. */
function copied({ width, height, channels, read }: Rows): Float32Array {
  const out = new Float32Array(width * height * channels)
  for (let y = 0, at = 0; y < height; y++, at += width * channels)
    read(y, out.subarray(at, at + width * channels))
  return out
}

/**
 * A picture in a smaller size: each value the mean over what its pixel covers, border pixels by the part that is
 * covered.
 * @returns `channels` values a pixel
 */
export function areaMeans(rows: Rows, { width, height }: Size): Float32Array {
  const { channels } = rows
  if (rows.width === width && rows.height === height) return copied(rows)
  const [across, down] = [coverOf(rows.width, width), coverOf(rows.height, height)]
  const row = new Float32Array(rows.width * channels)
  const sums = new Float32Array(row.length)
  const out = new Float32Array(width * height * channels)
  const area = (rows.width / width) * (rows.height / height)
  let read = -1
  for (let y = 0; y < height; y++) {
    const [first, last] = [down.first[y]!, down.last[y]!]
    const [part, rest] = [down.part[y]!, down.rest[y]!]
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
