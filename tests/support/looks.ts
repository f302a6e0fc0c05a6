import type { Look } from '#kernels/dress/look.ts'

/** The light of a clear noon, without lamps: what tests of finishes are looked at in. */
export const NOON: Omit<Look, 'finishes' | 'planting'> = {
  time: 'noon',
  weather: 'clear',
  season: 'keep',
  sun: null,
  lamps: 0,
  palette: null,
}
