import type { ParamsOf } from '../index.ts'

/** How a subject is to be found. */
export type Finding = 'network' | 'pointed' | 'painted'

/**
 * How the subject of a picture is found: by what was pointed at, by what was painted alone, or by the network's own
 * choice where nothing was told.
 */
export function findingOf(
  { mode, things }: Pick<ParamsOf<'matting'>, 'mode' | 'things'>,
  hasMask: boolean,
): Finding {
  if (mode === 'auto') return 'network'
  if (things.length > 0) return 'pointed'
  return hasMask ? 'painted' : 'network'
}
