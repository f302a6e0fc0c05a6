import type { Env } from '#server/env.ts'
import type { Log } from '#server/log.ts'
import { ChildPool } from './child-pool.ts'

type Settings = Pick<Env, 'LOCAL_MEMORY_MB' | 'LOCAL_TIMEOUT_S' | 'LOCAL_IDLE_S'>

/** Priority of the process for long jobs: what others wait for goes first. */
const LONG_NICENESS = 10

/** The processes of the server: what each is for, and the memory and time that a single piece of its work may take. */
const limitsOf = ({ LOCAL_MEMORY_MB: memoryMb, LOCAL_TIMEOUT_S: timeoutS }: Settings) => ({
  /** Checks uploaded pictures and makes scaled copies. */
  pictures: { memoryMb: 1536, timeoutS: 60 },
  /** Checks and draws uploaded DXF and SVG files: small files that may ask for endless work. */
  drawings: { memoryMb: 512, timeoutS: 10 },
  /** Finds what a user points at, seconds for a large picture: uploads must not wait behind it. */
  pointing: { memoryMb: 1536, timeoutS: 60 },
  /** Jobs of the embedded engine that end within a minute. */
  short: { memoryMb, timeoutS },
  /** Its long jobs, which stand back where both want the processor. */
  long: { memoryMb, timeoutS, niceness: LONG_NICENESS },
})

/** Processes of the server; each is started on first use. */
export type Pools = Record<keyof ReturnType<typeof limitsOf>, ChildPool>

/** Names the processes; none is started yet. */
export function openPools(settings: Settings, log: Log): Pools {
  const limits = limitsOf(settings)
  const open = (name: keyof Pools) =>
    new ChildPool({ name, log, idleS: settings.LOCAL_IDLE_S, ...limits[name] })
  return {
    pictures: open('pictures'),
    drawings: open('drawings'),
    pointing: open('pointing'),
    short: open('short'),
    long: open('long'),
  }
}
