import { App } from 'antd'
import { useState } from 'react'
import type { RegisteredTool } from '#src/tools/registry.ts'
import { SAMPLES, type Sample, thumbOf } from '#src/tools/samples.ts'
import type { InputSlot } from '#src/tools/tool.ts'
import styles from './Canvas.module.css'
import type { Bench } from './use-bench.ts'

/** Renders start from a clay model, plans from lines, everything else from a finished picture. */
function pictureFor(tool: RegisteredTool, sample: Sample): string {
  if (tool.op === 'flatplan') return sample.line
  return tool.op === 'render' || tool.op === 'views' ? sample.clay : sample.final
}

/** The project's own scenes, one click away from trying the tool. */
export function SamplePicker({ bench, slot }: { bench: Bench; slot: InputSlot }) {
  const { message } = App.useApp()
  const [absent, setAbsent] = useState<readonly string[]>([])
  const [loading, setLoading] = useState(false)
  const { tool } = bench
  // A panorama needs a picture of the whole sphere, which no sample is.
  if (tool.op === 'panorama') return null
  const samples = SAMPLES.map((sample) => ({ sample, path: pictureFor(tool, sample) })).filter(
    ({ sample }) => !absent.includes(sample.id),
  )
  const take = async (sample: Sample, path: string) => {
    setLoading(true)
    try {
      const answer = await fetch(path)
      if (!answer.ok) throw new Error(String(answer.status))
      const blob = await answer.blob()
      bench.add(slot, [new File([blob], `示例_${sample.title}.webp`, { type: blob.type })])
    } catch {
      message.error('示例图暂时读取不到，请检查网络后重试')
    } finally {
      setLoading(false)
    }
  }
  if (samples.length === 0) return null
  return (
    <section className={styles.samples} aria-label="示例">
      <h2 className={styles.samplesTitle}>试试示例</h2>
      <ul className={styles.sampleRow}>
        {samples.map(({ sample, path }) => (
          <li key={sample.id}>
            <button
              type="button"
              className={styles.sample}
              disabled={loading}
              onClick={() => void take(sample, path)}
            >
              <img
                className={styles.samplePic}
                src={thumbOf(path)}
                alt={`示例：${sample.title}`}
                loading="lazy"
                draggable={false}
                onError={() => setAbsent((previous) => [...previous, sample.id])}
              />
              <span className={styles.sampleTitle}>{sample.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
