/** A plane of cells as the sum of what its rows and what its columns share. */
export interface Separable {
  rows: Float64Array
  columns: Float64Array
}

/** Turns in which rows and columns are told apart. */
const TURNS = 10

/** Fills gaps between known numbers of a row by straight lines; ends keep the nearest one. */
function bridge(values: Float64Array, weight: Float64Array): void {
  let last = -1
  for (let i = 0; i < values.length; i++) {
    if (weight[i]! === 0) continue
    const from = last < 0 ? values[i]! : values[last]!
    for (let k = last + 1; k < i; k++)
      values[k] = last < 0 ? from : from + ((values[i]! - from) * (k - last)) / (i - last)
    last = i
  }
  if (last >= 0) values.fill(values[last]!, last + 1)
}

/**
 * What the rows and the columns of a plane of cells share: a wall gets darker towards floor, ceiling and corners all
 * along them. Weighted least squares by turns; rows and columns of which nothing is known lie between their neighbours.
 * @param values columns·rows numbers, rows one after another
 * @param weight of each value; 0 where it is not known
 */
export function fitSeparable(
  columns: number,
  rows: number,
  values: Float64Array,
  weight: Float64Array | Uint8Array,
): Separable {
  const ofRow = new Float64Array(rows)
  const ofColumn = new Float64Array(columns)
  for (let i = 0; i < weight.length; i++) {
    const row = Math.floor(i / columns)
    ofRow[row] = ofRow[row]! + weight[i]!
    ofColumn[i % columns] = ofColumn[i % columns]! + weight[i]!
  }
  const out = { rows: new Float64Array(rows), columns: new Float64Array(columns) }
  for (let turn = 0; turn < TURNS; turn++) {
    out.rows.fill(0)
    for (let i = 0; i < weight.length; i++) {
      if (weight[i]! === 0) continue
      const row = Math.floor(i / columns)
      out.rows[row] = out.rows[row]! + (weight[i]! * (values[i]! - out.columns[i % columns]!)) / ofRow[row]!
    }
    bridge(out.rows, ofRow)
    out.columns.fill(0)
    for (let i = 0; i < weight.length; i++) {
      if (weight[i]! === 0) continue
      const column = i % columns
      out.columns[column] =
        out.columns[column]! +
        (weight[i]! * (values[i]! - out.rows[Math.floor(i / columns)]!)) / ofColumn[column]!
    }
    bridge(out.columns, ofColumn)
  }
  return out
}
