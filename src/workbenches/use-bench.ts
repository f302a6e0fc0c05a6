import { useCallback, useMemo } from 'react'
import { OPS } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { useDraft } from '#src/data/drafts/drafts.ts'
import { useRunTasks, useTaskById } from '#src/data/tasks/task-history.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { heededParams, schemaOf } from '#src/tools/controls.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'
import type { InputSlot } from '#src/tools/tool.ts'
import type { Collected } from '#src/ui/image/collect-files.ts'
import { type Intake, useIntake } from '#src/ui/image/use-intake.ts'
import { type Batch, useBatch, useReopenBatch } from './batch/use-batch.ts'
import { currentTasks } from './run-summary.ts'
import { useHandOver } from './use-hand-over.ts'
import { type PlaceState, usePlace } from './use-place.ts'
import { useView, type ViewControl } from './use-view.ts'

/** Everything that a workbench of a tool knows and can do. */
export interface Bench extends ViewControl {
  tool: RegisteredTool
  params: Readonly<Record<string, unknown>>
  setParams: (patch: Record<string, unknown>) => void
  inputs: readonly DraftInput[]
  setInputs: (next: (previous: DraftInput[]) => DraftInput[]) => void
  /** False until the stored draft has been read. */
  ready: boolean
  intake: Intake
  add: (slot: InputSlot, files: readonly File[], found?: Collected) => void
  removeInputs: (ids: readonly string[]) => void
  place: PlaceState
  /** Tasks of the run on show, in the order of their start. */
  run: readonly LocalTask[]
  /** The pictures of the form with the tasks of that run. */
  batch: Batch
  /** The task shown large. */
  shown: LocalTask | undefined
  /** Inputs, masks and parameters of an earlier task come back into the form, with another mask if one is given. */
  reuse: (task: LocalTask, mask?: Blob) => Promise<void>
}

/** State of a tool's workbench. Drafts, runs and the view survive a reload. */
export function useBench(tool: RegisteredTool): Bench {
  const draft = useDraft(tool, schemaOf(tool))
  const control = useView()
  const { view, setView } = control
  const intake = useIntake(draft.setInputs, !OPS[tool.op].keepsSize)
  const place = usePlace(tool, draft.params, draft.inputs)
  const params = useMemo(
    () => heededParams(tool, draft.params, place.chosen?.place),
    [tool, draft.params, place.chosen?.place],
  )
  const ofRun = useRunTasks(tool.id, view.run)
  const run = useMemo(() => currentTasks(ofRun), [ofRun])
  const asked = useTaskById(view.task).task
  const batch = useBatch({ tool, inputs: draft.inputs, params, run })
  const only = view.run && run.length === 1 && !batch.on ? run[0] : undefined
  const shown = asked ?? only
  useReopenBatch({ tool, inputs: draft.inputs, ready: draft.ready, view, setView })

  const { add: take } = intake
  const add: Bench['add'] = (slot, files, found) => {
    // More pictures join the run that was started from those in the form.
    if (files.length + (found?.links?.length ?? 0) > 0)
      setView({ run: batch.linked ? view.run : null, task: null })
    void take(slot, files, found)
  }
  const { setInputs, setParams } = draft
  const removeInputs = useCallback(
    (ids: readonly string[]) =>
      setInputs((previous) => {
        const gone = new Set(ids)
        const first = previous.find((input) => input.role === 'image')?.id
        // A mask belongs to the picture that it was painted on.
        return previous.filter(
          (input) => !gone.has(input.id) && !(input.role === 'mask' && gone.has(input.of ?? first ?? '')),
        )
      }),
    [setInputs],
  )
  const reuse = useHandOver({ tool, ready: draft.ready, intake, setParams, setInputs, setView })

  return {
    tool,
    params,
    setParams,
    inputs: draft.inputs,
    setInputs,
    ready: draft.ready,
    intake,
    add,
    removeInputs,
    place,
    ...control,
    run,
    batch,
    shown,
    reuse,
  }
}
