import type { Raster } from '#kernels/raster.ts'
import type { OpId, ParamsOf } from './index.ts'
import type { GivenRole, Platform } from './platform.ts'

/** What a preview keeps for the next one: each name holds one value, which is made anew when its key changes. */
export interface Kept {
  has(name: string, key: string): boolean
  get<T>(name: string, key: string, make: () => T | Promise<T>): Promise<T>
}

/** What a live preview has of the world around it. */
export interface PreviewPlatform extends Platform {
  /** Name of what was given in a role that stays the same while its bytes do; '' where there is nothing. */
  keyOf(role: GivenRole): string
  /** A picture at another size. */
  scale(picture: Raster, size: { width: number; height: number }): Promise<Raster>
}

/** What is to be drawn. */
export interface PreviewJob<Op extends OpId> {
  io: PreviewPlatform
  params: ParamsOf<Op>
  /** Longer side at most, px. */
  side: number
  /** Something moves just now: a rougher picture will do. */
  quick: boolean
  kept: Kept
  /** What the page has found out before. */
  known: unknown
}

/** A live preview of an operation: draws a small picture, and tells more of it. */
export type Preview<Op extends OpId, Facts> = (job: PreviewJob<Op>) => Promise<{ picture: Raster } & Facts>
