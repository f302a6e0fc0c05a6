import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { SAMPLES, thumbOf } from '#src/tools/samples.ts'
import styles from './SceneTriptych.module.css'

/** Positions of the two seams, in percent of the width. */
interface Seams {
  clay: number
  line: number
}
const START: Seams = { clay: 30, line: 60 }
const STEP = 4
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** One scene as clay model, line drawing and finished picture; the seams between them can be dragged. */
export function SceneTriptych() {
  const [sceneId, setSceneId] = useState<string>(SAMPLES[0].id)
  const [seams, setSeams] = useState(START)
  const held = useRef<keyof Seams | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const scene = SAMPLES.find((sample) => sample.id === sceneId) ?? SAMPLES[0]

  const move = (seam: keyof Seams, to: number) =>
    setSeams((now) =>
      seam === 'clay'
        ? { clay: clamp(to, 0, now.line), line: now.line }
        : { clay: now.clay, line: clamp(to, now.clay, 100) },
    )
  const share = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect()
    return box ? ((event.clientX - box.left) / box.width) * 100 : 0
  }
  const handleDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    const at = share(event)
    held.current = Math.abs(at - seams.clay) <= Math.abs(at - seams.line) ? 'clay' : 'line'
    frame.current?.setPointerCapture(event.pointerId)
    move(held.current, at)
  }
  const handleKey = (seam: keyof Seams) => (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: seams[seam] - STEP,
      ArrowDown: seams[seam] - STEP,
      ArrowRight: seams[seam] + STEP,
      ArrowUp: seams[seam] + STEP,
      Home: 0,
      End: 100,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(seam, to)
  }
  const seam = (name: keyof Seams, label: string) => (
    <span
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(seams[name])}
      aria-valuetext={`${Math.round(seams[name])}%`}
      className={styles.seam}
      style={{ left: `${seams[name]}%` }}
      onKeyDown={handleKey(name)}
    />
  )
  return (
    <figure className={styles.figure}>
      <div
        ref={frame}
        className={styles.frame}
        onPointerDown={handleDown}
        onPointerMove={(event) => held.current && move(held.current, share(event))}
        onPointerUp={() => {
          held.current = null
        }}
        onPointerCancel={() => {
          held.current = null
        }}
      >
        <Layer scene={scene} kind="final" alt={scene.alt} />
        <Layer scene={scene} kind="line" alt="" right={seams.line} />
        <Layer scene={scene} kind="clay" alt="" right={seams.clay} />
        {seam('clay', '白模与线稿的分界')}
        {seam('line', '线稿与成图的分界')}
        <span className={styles.labels} aria-hidden="true">
          <span style={{ left: 0 }} hidden={seams.clay < 12}>
            白模
          </span>
          <span style={{ left: `${seams.clay}%` }} hidden={seams.line - seams.clay < 12}>
            线稿
          </span>
          <span style={{ left: `${seams.line}%` }} hidden={seams.line > 88}>
            成图
          </span>
        </span>
      </div>
      <figcaption className={styles.caption}>
        <span className={styles.scenes}>
          {SAMPLES.map((sample) => (
            <button
              key={sample.id}
              type="button"
              aria-pressed={sample.id === scene.id}
              onClick={() => setSceneId(sample.id)}
            >
              {sample.title}
            </button>
          ))}
        </span>
        <span className={styles.note}>示例由本项目自行建模、光线追踪生成</span>
      </figcaption>
    </figure>
  )
}

type Sample = (typeof SAMPLES)[number]

function Layer({
  scene,
  kind,
  alt,
  right,
}: {
  scene: Sample
  kind: 'clay' | 'line' | 'final'
  alt: string
  /** Shown up to here, in percent; everything when left out. */
  right?: number
}) {
  const path = scene[kind]
  return (
    <img
      src={path}
      srcSet={`${thumbOf(path)} 480w, ${path} ${scene.width}w`}
      sizes="(max-width: 1023px) calc(100vw - 32px), 800px"
      alt={alt}
      width={scene.width}
      height={scene.height}
      fetchPriority={kind === 'final' ? 'high' : 'low'}
      draggable={false}
      style={right === undefined ? undefined : { clipPath: `inset(0 ${100 - right}% 0 0)` }}
    />
  )
}
