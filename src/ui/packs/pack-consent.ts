import { signal } from '@preact/signals-react'
import type { PackId } from '#src/data/settings/pack-list.ts'
import { downloadPack, isMetered } from '#src/data/settings/packs.ts'

/** A download that may cost the user money and waits for a yes or no. */
export interface PackQuestion {
  pack: PackId
  bytes: number
  answer: (yes: boolean) => void
}

/** The question on show; null when there is none. */
export const packQuestion = signal<PackQuestion | null>(null)

/**
 * Asks before a start that downloads over a link where bytes may cost money.
 * @param bytes that are still to come
 * @returns false when the user would rather not
 */
export async function agreeToPack(pack: PackId | null, bytes: number): Promise<boolean> {
  if (!pack || bytes === 0 || !isMetered()) return true
  const yes = await new Promise<boolean>((answer) => {
    packQuestion.value = { pack, bytes, answer }
  })
  packQuestion.value = null
  // Begun here, the download counts as agreed to, also after a reload. What goes wrong is shown with the task.
  if (yes) void downloadPack(pack).catch(() => undefined)
  return yes
}
