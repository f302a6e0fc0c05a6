import { useState } from 'react'
import type { PlanRoom } from '#ops/flatplan/preview.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { Canvas } from '../Canvas.tsx'
import { InputPreview } from '../InputPreview.tsx'
import type { WorkbenchProps } from '../load-workbench.ts'
import { StandardBench } from '../StandardBench.tsx'
import { useBench } from '../use-bench.ts'
import { withPreview } from '../with-preview.ts'
import { PlanCanvas } from './PlanCanvas.tsx'
import { RoomList } from './RoomList.tsx'

/** A line plan that is coloured as it is looked at, room by room. */
export default function PlanWorkbench({ tool }: WorkbenchProps) {
  const bench = withPreview(useBench(tool))
  const [rooms, setRooms] = useState<readonly PlanRoom[]>([])
  const [selected, setSelected] = useState<number | null>(null)
  const editor = (source: DraftInput) =>
    // What this browser cannot decode it cannot preview either; the start works all the same.
    source.width === 0 ? (
      <InputPreview inputs={[source]} />
    ) : (
      <PlanCanvas
        key={source.id}
        bench={bench}
        source={source}
        selected={selected}
        onSelect={setSelected}
        onRooms={setRooms}
      />
    )
  const hasPicture = bench.inputs.length > 0 && !bench.shown
  return (
    <StandardBench
      bench={bench}
      canvas={<Canvas bench={bench} editor={editor} />}
      extra={hasPicture ? <RoomList rooms={rooms} selected={selected} onSelect={setSelected} /> : null}
      live
    />
  )
}
