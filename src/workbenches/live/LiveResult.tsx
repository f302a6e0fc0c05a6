import { Button } from 'antd'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { OP_ICONS } from '#src/ui/op-icon.ts'
import type { Bench } from '../use-bench.ts'
import styles from './LiveResult.module.css'
import type { Live } from './use-live.ts'

const MOST_SEED = 2 ** 31

/** What a session has made of the board: the newest result, and while a newer one is made, what it looks like. */
export function LiveResult({ bench, live }: { bench: Bench; live: Live }) {
  const { shown, preview, isWorking, isOn } = live
  const picture = (isWorking && preview) || shown?.picture
  if (!picture)
    return (
      <div className={styles.empty}>
        <EmptyState icon={OP_ICONS[bench.tool.op]} title="成图会在这里">
          <p role="status">{hintOf(bench, live)}</p>
        </EmptyState>
      </div>
    )
  return (
    <div className={styles.result}>
      <div className={styles.stage}>
        <img
          src={picture}
          alt={isWorking && preview ? '生成中的画面' : '实时渲染的结果'}
          data-stale={isWorking && !preview}
        />
      </div>
      <div className={styles.bar}>
        <span role="status">
          {isWorking
            ? '生成中…'
            : isOn
              ? `${shown?.engine ?? ''} · ${shown?.seconds.toFixed(1)} 秒`
              : '已停止，这是最后一张'}
        </span>
        <Button
          size="small"
          icon={<Icon name="retry" size={18} />}
          disabled={!isOn}
          onClick={() => bench.setParams({ seed: Math.floor(Math.random() * MOST_SEED) })}
        >
          换一种
        </Button>
        <Button
          size="small"
          icon={<Icon name="download" size={18} />}
          disabled={!shown}
          href={shown?.picture}
          download={`${bench.tool.title}.webp`}
        >
          下载
        </Button>
      </div>
    </div>
  )
}

function hintOf(bench: Bench, { isOn, isWorking }: Live): string {
  if (!bench.place.chosen) return '画板可以先用起来，草图会保留；接入引擎后即时成图'
  if (isWorking) return '正在生成第一张…'
  return isOn ? '画几笔，这里随即更新' : '点“开始”，之后每画几笔，这里随即更新'
}
