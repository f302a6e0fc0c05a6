import type { Loads } from './run-op.ts'

/**
 * Operations that run networks. In browsers they have a worker of their own, whose build takes in nothing of the
 * others: hence a list apart.
 */
export const NETWORK_RUNS = {
  restore: () => import('./restore/run.ts'),
  upscale: () => import('./upscale/run.ts'),
} satisfies Loads
