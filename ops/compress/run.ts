import type { Run } from '../platform.ts'

/** Writes a picture anew in fewer bytes; never more than it had. */
export const run: Run<'compress'> = async ({ io, params, report }) => {
  const { note, ...picture } = await io.compress('image', params, report)
  return { pictures: [picture], note }
}
