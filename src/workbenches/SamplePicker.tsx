import { useState } from 'react'
import { OPS } from '#ops/index.ts'
import { toast } from '#src/state/toasts.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'
import { sampleFile } from '#src/tools/sample-file.ts'
import { CHAIR_SAMPLE, PLAN_SAMPLES, SAMPLES, type Sample, thumbOf } from '#src/tools/samples.ts'
import type { InputSlot } from '#src/tools/tool.ts'
import { useAfterPaint } from '#src/ui/after-paint.ts'
import styles from './Canvas.module.css'
import type { Bench } from './use-bench.ts'

/** Renders start from a clay model, everything else from a finished picture. */
function pictureFor(tool: RegisteredTool, sample: Sample): string {
  return OPS[tool.op].look?.samples === 'clay' ? sample.clay : sample.final
}

interface Offer {
  title: string
  path: string
}

/** The pictures that show the tool at its best: one clear subject for cutting out, whole scenes otherwise. */
function offersFor(tool: RegisteredTool): Offer[] {
  if (tool.id === 'colorFlatPicture' || tool.id === 'allPlan') {
    const { title, image } = PLAN_SAMPLES[tool.id]
    return [{ title, path: image }]
  }
  const scenes = SAMPLES.map((sample) => ({ title: sample.title, path: pictureFor(tool, sample) }))
  const chair = { title: CHAIR_SAMPLE.title, path: CHAIR_SAMPLE.image }
  return OPS[tool.op].look?.samples === 'things' ? [chair, ...scenes] : scenes
}

/** The project's own scenes, one click away from trying the tool. */
export function SamplePicker({ bench, slot }: { bench: Bench; slot: InputSlot }) {
  const [absent, setAbsent] = useState<readonly string[]>([])
  const [loading, setLoading] = useState(false)
  // Decoding them would hold up the form's first frame.
  const painted = useAfterPaint()
  const { tool } = bench
  if (OPS[tool.op].look?.samples === 'none') return null
  const offers = offersFor(tool).filter(({ path }) => !absent.includes(path))
  const take = async ({ title, path }: Offer) => {
    setLoading(true)
    try {
      bench.add(slot, [await sampleFile(title, path)])
    } catch {
      toast('error', '示例图暂时读取不到，请检查网络后重试')
    } finally {
      setLoading(false)
    }
  }
  if (offers.length === 0) return null
  return (
    <section className={styles.samples} aria-label="示例">
      <h2 className={styles.samplesTitle}>试试示例</h2>
      <ul className={styles.sampleRow}>
        {offers.map((offer) => (
          <li key={offer.path}>
            <button
              type="button"
              className={styles.sample}
              disabled={loading}
              onClick={() => void take(offer)}
            >
              {painted && (
                <img
                  className={styles.samplePic}
                  src={thumbOf(offer.path)}
                  alt={`示例：${offer.title}`}
                  loading="lazy"
                  decoding="async"
                  draggable={false}
                  onError={() => setAbsent((previous) => [...previous, offer.path])}
                />
              )}
              <span className={styles.sampleTitle}>{offer.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
