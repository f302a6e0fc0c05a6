import { type RefObject, useEffect, useRef, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import type { ParamsOf } from '#contracts/op-params.ts'
import type { SceneId } from '#contracts/scenes.ts'
import type { DraftInput } from '#src/data/drafts.ts'
import { openScene } from '#src/data/scene-files.ts'
import { type CompositePreview, previewComposite } from '#src/worker-clients/image.ts'

/** Longer side while the subject moves, and once it rests, px. */
const SIDES = { moving: 640, resting: 1280 }

/** What is shown, without its pixels. */
export type Shown = Omit<CompositePreview, 'bitmap'>

interface Wanted {
  source: DraftInput
  cut: { key: string; file: Blob }
  scene: DraftInput | undefined
  params: ParamsOf<'composite'>
  moving: boolean
}

const scenes = new Map<SceneId, Promise<Blob>>()

function sceneFile(id: SceneId): Promise<Blob> {
  const known = scenes.get(id)
  if (known) return known
  const opened = openScene(id)
  scenes.set(id, opened)
  opened.catch(() => scenes.delete(id))
  return opened
}

async function make({ source, cut, scene, params, moving }: Wanted): Promise<CompositePreview> {
  const ground =
    params.ground !== 'scene'
      ? null
      : scene
        ? { key: scene.id, file: scene.file, own: true }
        : { key: params.scene, file: await sceneFile(params.scene), own: false }
  const side = moving ? SIDES.moving : SIDES.resting
  return previewComposite({ key: source.id, file: source.file }, cut, ground, params, side)
}

/** Draws the composition on a canvas as it changes: while one is made, only the latest change waits. */
export function useCompositePreview(canvas: RefObject<HTMLCanvasElement | null>, wanted: Wanted) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [tries, setTries] = useState(0)
  const latest = useRef<Wanted | null>(null)
  const busy = useRef(false)
  const live = useRef(true)
  const { source, cut, scene, params, moving } = wanted
  useEffect(() => {
    live.current = true
    return () => {
      live.current = false
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is asked for by its number
  useEffect(() => {
    latest.current = { source, cut, scene, params, moving }
    const drain = async () => {
      busy.current = true
      while (latest.current && live.current) {
        const next = latest.current
        latest.current = null
        try {
          const { bitmap, ...facts } = await make(next)
          if (!live.current) break
          canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
          setShown(facts)
          setError(null)
        } catch (thrown) {
          if (live.current) setError(toAppError(thrown, 'DEVICE_FAILED'))
        }
      }
      busy.current = false
    }
    if (!busy.current) void drain()
  }, [canvas, source, cut, scene, params, moving, tries])
  return { shown, error, retry: () => setTries((count) => count + 1) }
}
