/** Mean of a plane over each region; 0 where a region has no pixels. @param map ids, `count` of them, at the plane's size */
export function meansOf(plane: Float32Array, map: Uint16Array, count: number): Float32Array {
  const sums = new Float64Array(count)
  const pixels = new Float64Array(count)
  for (let i = 0; i < map.length; i++) {
    sums[map[i]!] = sums[map[i]!]! + plane[i]!
    pixels[map[i]!] = pixels[map[i]!]! + 1
  }
  return Float32Array.from(sums, (sum, id) => sum / Math.max(1, pixels[id]!))
}
