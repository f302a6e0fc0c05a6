/** Steps to the eight neighbours in turning order, from the one above. */
export function neighbourSteps(width: number): readonly number[] {
  return [-width, 1 - width, 1, width + 1, width, width - 1, -1, -width - 1]
}

/** Number of changes from unmarked to marked going once around a pixel: 1 at an end, 2 on a line, more at a fork. */
function crossings(mask: Uint8Array, at: number, steps: readonly number[]): number {
  let count = 0
  for (let k = 0; k < 8; k++) {
    if (mask[at + steps[k]!] === 0 && mask[at + steps[(k + 1) & 7]!] === 1) count++
  }
  return count
}

/**
 * Thins marked areas to lines one pixel wide that keep their connections, in place (Zhang & Suen 1984, "A fast
 * parallel algorithm for thinning digital patterns"). The border of one pixel must be unmarked.
 */
export function thin(mask: Uint8Array, width: number): void {
  const steps = neighbourSteps(width)
  let active: number[] = []
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1) active.push(i)
  const removed: number[] = []
  for (let changed = true; changed; ) {
    changed = false
    for (let phase = 0; phase < 2; phase++) {
      removed.length = 0
      for (const i of active) {
        let count = 0
        for (let k = 0; k < 8; k++) count += mask[i + steps[k]!]!
        if (count < 2 || count > 6 || crossings(mask, i, steps) !== 1) continue
        const [up, right, down, left] = [mask[i - width], mask[i + 1], mask[i + width], mask[i - 1]]
        const first = phase === 0 ? up! * right! * down! : up! * right! * left!
        const second = phase === 0 ? right! * down! * left! : up! * down! * left!
        if (first === 0 && second === 0) removed.push(i)
      }
      for (const i of removed) mask[i] = 0
      if (removed.length === 0) continue
      changed = true
      active = active.filter((i) => mask[i] === 1)
    }
  }
  // Stairs two pixels thick at their corners become diagonals.
  for (const i of active) {
    const [up, right, down, left] = [mask[i - width]!, mask[i + 1]!, mask[i + width]!, mask[i - 1]!]
    const corner = up + down === 1 && left + right === 1 ? 1 : 0
    if (corner === 0) continue
    const across =
      up === 1 ? (left === 1 ? i + width + 1 : i + width - 1) : left === 1 ? i - width + 1 : i - width - 1
    const own = (up === 1 ? -width : width) + (left === 1 ? -1 : 1)
    if (mask[across] === 0 && mask[i + own] === 0 && crossings(mask, i, steps) === 2) mask[i] = 0
  }
}
