import { type RefObject, useState } from 'react'
import type { SceneId } from '#contracts/scenes.ts'
import type { ParamsOf } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts.ts'
import { openScene } from '#src/data/scene-files.ts'
import { type CompositePreview, previewComposite } from '#src/worker-clients/image-previews.ts'
import { useLivePreview } from '../live-preview.ts'

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
  /** How often it was asked for anew. */
  tries: number
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

/** Draws the composition on a canvas as it changes. */
export function useCompositePreview(
  canvas: RefObject<HTMLCanvasElement | null>,
  wanted: Omit<Wanted, 'tries'>,
) {
  const [tries, setTries] = useState(0)
  const { shown, error } = useLivePreview(canvas, { ...wanted, tries }, make)
  return { shown, error, retry: () => setTries((count) => count + 1) }
}
