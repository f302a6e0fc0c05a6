import type { Seen } from '#kernels/seeing/scene.ts'
import type { Source } from './source.ts'

/** How much more light changes across folds than along them. */
const FOLDED = 1.7

/** Which regions of a room's walls are upright folds. */
export function foldedRegions(seen: Seen, at: Uint16Array, { luma, kind }: Source): boolean[] {
  const across = new Float64Array(seen.regions.length)
  const along = new Float64Array(seen.regions.length)
  const width = Math.round(Math.sqrt((at.length * seen.width) / seen.height))
  for (let i = 0; i + width < at.length; i++) {
    const id = at[i]!
    if (at[i + 1] !== id || at[i + width] !== id) continue
    across[id] = across[id]! + Math.abs(luma[i + 1]! - luma[i]!)
    along[id] = along[id]! + Math.abs(luma[i + width]! - luma[i]!)
  }
  const isRoom = seen.setting === 'indoors' && kind !== 'photo'
  return seen.regions.map(
    ({ id, label, sure }) => isRoom && label === 'wall' && sure < 1 && across[id]! > FOLDED * along[id]!,
  )
}
