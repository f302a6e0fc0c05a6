import { useEffect, useRef, useState } from 'react'
import type { EngineTrial } from '#contracts/engines.ts'
import { runTrial, type TrialRequest } from '#src/data/admin/engines.ts'
import { formatSpan } from '#src/text/format.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import styles from './Engines.module.css'

/** How a trial goes, and in the end what it made. */
export function TrialView({ title, trial }: { title: string; trial: EngineTrial }) {
  const seconds = formatSpan(trial.seconds * 1000)
  if (trial.state === 'running')
    return (
      <div className={styles.trial} role="status">
        <progress value={trial.progress} aria-label={`${title}的测试进度`} />
        <span>
          {trial.step}，{seconds}
        </span>
      </div>
    )
  if (trial.problem) return <ErrorNote error={trial.problem} />
  return (
    <figure className={styles.trial}>
      {trial.picture && <img src={trial.picture} alt={`${title}的测试结果`} />}
      <figcaption>
        测试通过，用时 {seconds}
        {trial.made && <small>{trial.made}</small>}
      </figcaption>
    </figure>
  )
}

/** A trial; it ends with what shows it. */
export function useTrial() {
  const [trial, setTrial] = useState<EngineTrial | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (request: TrialRequest) => {
    const abort = new AbortController()
    running.current = abort
    setRunning(true)
    setError(null)
    setTrial(null)
    try {
      await runTrial(request, abort.signal, setTrial)
    } catch (thrown) {
      setTrial(null)
      setError(thrown)
    } finally {
      setRunning(false)
    }
  }
  return {
    trial,
    error,
    isRunning,
    start: (request: TrialRequest) => void start(request),
    stop: () => running.current?.abort(),
  }
}
