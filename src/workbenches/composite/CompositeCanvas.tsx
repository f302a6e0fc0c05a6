import { Button, Progress } from 'antd'
import { useState } from 'react'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { downloadPack } from '#src/data/settings/packs.ts'
import { toastError } from '#src/state/toasts.ts'
import { formatBytes } from '#src/text/format.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { useObjectUrl } from '#src/ui/image/object-url.ts'
import { Spinner } from '#src/ui/Spinner.tsx'
import { AreaEditor } from '../AreaEditor.tsx'
import { BackButton } from '../BackButton.tsx'
import styles from '../Canvas.module.css'
import { maskOf } from '../start-rules.ts'
import type { Bench } from '../use-bench.ts'
import own from './CompositeCanvas.module.css'
import { Stage } from './Stage.tsx'
import { useCutOut } from './use-cut-out.ts'

interface Props {
  bench: Bench
  source: DraftInput
}

/** A subject on its ground, or the mask that says what the subject is. */
export function CompositeCanvas({ bench, source }: Props) {
  const [paints, setPaints] = useState(false)
  if (!paints) return <Placed bench={bench} source={source} onPaint={() => setPaints(true)} />
  return (
    <div className={styles.frame}>
      <header className={styles.backBar}>
        <BackButton label="完成，返回合成" onClick={() => setPaints(false)} />
        <span className={styles.taskName}>涂出要保留的主体</span>
      </header>
      <div className={styles.frameBody}>
        <AreaEditor bench={bench} source={source} />
      </div>
    </div>
  )
}

/** The subject on its ground once it is cut out; till then what it waits for. */
function Placed({ bench, source, onPaint }: Props & { onPaint: () => void }) {
  const mask = maskOf(bench.inputs, source)
  const { state, pack, retry } = useCutOut(source, mask)
  const unpaint = () => bench.setInputs((previous) => previous.filter((input) => input !== mask))
  if (state.kind === 'ready')
    return (
      <Stage
        key={state.key}
        bench={bench}
        source={source}
        cut={{ key: state.key, file: state.cut }}
        onPaint={onPaint}
        onUnpaint={mask ? unpaint : undefined}
      />
    )
  const paint = (
    <Button onClick={onPaint} data-testid="paint-subject">
      手动选主体
    </Button>
  )
  return (
    <Waiting source={source}>
      {state.kind === 'working' ? (
        <div className={own.card}>
          <Spinner label={`${state.step}…`} />
        </div>
      ) : state.kind === 'failed' ? (
        <div className={own.card}>
          <ErrorNote error={state.error} onRetry={retry} />
          <div className={own.actions}>
            {paint}
            {mask ? <Button onClick={unpaint}>改为自动识别</Button> : null}
          </div>
        </div>
      ) : (
        <PackCard pack={pack}>{paint}</PackCard>
      )}
    </Waiting>
  )
}

function Waiting({ source, children }: { source: DraftInput; children: React.ReactNode }) {
  const url = useObjectUrl(source.file)
  return (
    <div className={own.room}>
      {url ? <img className={own.ghost} src={url} alt={source.file.name} draggable={false} /> : null}
      <div className={own.wait}>{children}</div>
    </div>
  )
}

/** The preview cuts out on this device, which needs a download once; the server's start does without. */
function PackCard({
  pack,
  children,
}: {
  pack: ReturnType<typeof useCutOut>['pack']
  children: React.ReactNode
}) {
  const load = () => void downloadPack('matting').catch(toastError)
  const isOn = pack?.state === 'downloading' || pack?.state === 'waiting'
  const left = pack ? pack.bytes - pack.arrived : 0
  return (
    <div className={own.card} data-testid="cut-pack">
      <h2>预览需要“智能抠图”离线包</h2>
      <p>主体在本机抠出，图片不上传。下载一次，以后断网也能用；不预览也可以直接开始。</p>
      {isOn && pack ? (
        <>
          <Progress percent={Math.round((100 * pack.arrived) / pack.bytes)} aria-label="下载离线包" />
          {pack.state === 'waiting' ? <p>正在等待网络…</p> : null}
        </>
      ) : null}
      <div className={own.actions}>
        {isOn ? null : (
          <Button type="primary" onClick={load}>
            下载并预览{left > 0 ? `（${formatBytes(left)}）` : ''}
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}
