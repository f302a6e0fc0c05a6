import { RUNS } from '#ops/run-table.ts'
import { runWith } from './run-with.ts'
import type { MaterialFile, OnProgress, OpenLibrary, RunMade, RunWork } from './types.ts'

/** See ImageWorker.run. */
export function run(
  work: RunWork,
  openMaterial: (id: string) => Promise<MaterialFile>,
  openLibrary: OpenLibrary,
  onProgress: OnProgress,
): Promise<RunMade> {
  return runWith(RUNS, work, { openMaterial, openLibrary }, onProgress)
}
