import type { Log } from '#server/log.ts'
import { ChildPool } from './child-pool.ts'

/** What each process does for requests, apart from tasks, and what one piece of its work may take. */
const LIMITS = {
  /** Checks uploaded pictures and makes scaled copies. */
  pictures: { memoryMb: 1536, timeoutS: 60 },
  /** Checks and draws uploaded DXF and SVG files: small files that may ask for endless work. */
  drawings: { memoryMb: 512, timeoutS: 10 },
  /** Finds what a user points at, seconds for a large picture: uploads must not wait behind it. */
  pointing: { memoryMb: 1536, timeoutS: 60 },
} as const

/** Processes that work for requests; each is started on first use. */
export type Pools = Record<keyof typeof LIMITS, ChildPool>

/**
 * @param idleS seconds without work after which a process is stopped
 */
export function openPools(log: Log, idleS: number): Pools {
  const open = (name: keyof typeof LIMITS) => new ChildPool({ name, log, idleS, ...LIMITS[name] })
  return { pictures: open('pictures'), drawings: open('drawings'), pointing: open('pointing') }
}
