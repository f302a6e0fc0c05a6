import { z } from 'zod'
import { storedSignal } from './stored-signal.ts'

const MOST = 8

/** Ids of the tools opened last, newest first. */
export const recentTools = storedSignal<readonly string[]>({
  name: 'recentTools',
  version: 1,
  schema: z.array(z.string().max(40)).max(MOST),
  initial: [],
})

export function rememberTool(id: string): void {
  const rest = recentTools.peek().filter((other) => other !== id)
  recentTools.value = [id, ...rest].slice(0, MOST)
}
