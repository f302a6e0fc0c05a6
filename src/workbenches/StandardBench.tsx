import type { ReactNode } from 'react'
import { BenchLayout } from './BenchLayout.tsx'
import { HistoryList } from './HistoryList.tsx'
import { InputsPanel, summaryOf } from './InputsPanel.tsx'
import { useMedia, WIDE } from './media.ts'
import { StartBar } from './StartBar.tsx'
import type { Bench } from './use-bench.ts'
import { type Start, useStart } from './use-start.ts'

interface Props {
  bench: Bench
  canvas: ReactNode | ((start: Start) => ReactNode)
  /** Controls of the workbench's own, between inputs and parameters. */
  extra?: ReactNode
  /** The canvas follows the parameters as they change. */
  live?: boolean
}

/** Inputs, start and history as every tool has them; only the canvas is the workbench's own. */
export function StandardBench({ bench, canvas, extra, live = false }: Props) {
  const { tool } = bench
  const start = useStart(bench)
  const wide = useMedia(WIDE)
  return (
    <BenchLayout
      tool={tool}
      // A tool that fills the window has no footer.
      variant={tool.footer === false && tool.workbench === 'mask' ? 'full' : undefined}
      inputs={<InputsPanel bench={bench}>{extra}</InputsPanel>}
      summary={summaryOf(bench)}
      startBar={(reveal) => <StartBar bench={bench} start={start} reveal={reveal} />}
      shown={bench.view.task ?? bench.view.run}
      canvas={typeof canvas === 'function' ? canvas(start) : canvas}
      live={live}
      // On a phone the batch needs the room, and shows the newest tasks anyway.
      history={bench.batch.on && !wide ? null : <HistoryList bench={bench} />}
    />
  )
}
