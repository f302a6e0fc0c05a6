import { straightEdgesOf } from '#kernels/lines/picture-lines.ts'
import { LABELS, type Setting, type View } from '#kernels/seeing/scene.ts'
import { seeScene } from '#kernels/seeing/see.ts'
import { dot } from '#kernels/seeing/view.ts'
import { viewOf } from '#kernels/seeing/view-find.ts'
import { atLeast, atMost, type Figures, rounded } from '#tests/bench/engine/figure.ts'
import { median } from '#tests/bench/harness.ts'
import { type KnownScene, type Look, renderScene } from '#tests/support/scenes/render-scene.ts'
import { segmentPicture } from '#tests/support/segment.ts'

/** The first of the scenes that nothing was tuned on, and how many of each kind there are. */
const FIRST_SEED = 301
const EACH = 10
const SETTINGS: readonly Setting[] = ['indoors', 'outdoors', 'above']
/** White models mostly, for regions are asked of them; cameras are found in all looks. */
const LOOKS: readonly Look[] = ['clay', 'edged', 'clay', 'line', 'photo']
/** Rooms and gardens in use, in the sun: the first of them, and how many of each setting. */
const SUNLIT = { first: 401, each: 6 } as const
/** Degrees that an axis, and so a vanishing point, may be off. */
const CLOSE = 2

/** Largest angle between the axes of two cameras, degrees, whichever of the level ones is called right. */
function apart(a: View, b: View): number {
  const between = (i: 0 | 1 | 2, j: 0 | 1 | 2) =>
    (Math.acos(Math.min(1, Math.abs(dot(a.axes[i], b.axes[j])))) * 180) / Math.PI
  const straight = Math.max(between(0, 0), between(2, 2))
  const swapped = Math.max(between(0, 2), between(2, 0))
  return Math.max(between(1, 1), Math.min(straight, swapped))
}

/** Part of a picture whose label is right. */
async function rightLabels(scene: KnownScene): Promise<number> {
  const seen = await seeScene(scene.image, { setting: scene.setting, segment: segmentPicture })
  const sx = scene.image.width / seen.width
  const sy = scene.image.height / seen.height
  let right = 0
  for (let i = 0; i < seen.map.length; i++) {
    const x = Math.floor(((i % seen.width) + 0.5) * sx)
    const y = Math.floor((Math.floor(i / seen.width) + 0.5) * sy)
    const label = LABELS[scene.labels[y * scene.image.width + x]!]
    if (seen.regions[seen.map[i]!]!.label === label) right++
  }
  return right / seen.map.length
}

const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length

/** Cameras and regions of scenes whose geometry is known. */
export async function seeing(): Promise<Figures> {
  const angles: Record<string, number[]> = {}
  const labels: Record<string, number[]> = {}
  const note = (to: Record<string, number[]>, key: string, value: number) => {
    to[key] = [...(to[key] ?? []), value]
  }
  let seconds = 0
  for (const setting of SETTINGS)
    for (let k = 0; k < EACH; k++) {
      const look = LOOKS[k % LOOKS.length]!
      const scene = renderScene(FIRST_SEED + k, setting, look)
      note(angles, setting, apart(viewOf(straightEdgesOf(scene.image), scene.image, setting), scene.view))
      const started = process.cpuUsage()
      const share = await rightLabels(scene)
      const { user, system } = process.cpuUsage(started)
      seconds = Math.max(seconds, (user + system) / 1e6)
      const isModel = look === 'clay' || look === 'edged'
      note(labels, isModel ? setting : look, share)
    }
  for (const setting of ['indoors', 'outdoors'] as const)
    for (let k = 0; k < SUNLIT.each; k++) {
      const light = { width: 960, height: 640, lived: true, sunlit: true }
      const scene = renderScene(SUNLIT.first + k, setting, 'clay', light)
      note(labels, `${setting}Sunlit`, await rightLabels(scene))
    }
  const all = Object.values(angles).flat()
  const models = SETTINGS.flatMap((setting) => labels[setting] ?? [])
  const figures: Figures = {
    scenes: all.length,
    camerasWithin2Degrees: atLeast(all.filter((angle) => angle <= CLOSE).length / all.length, 0.8),
    cameraMedianDegrees: atMost(median(all), CLOSE),
    labelsRightOnModels: atLeast(mean(models), 0.85),
    seeingSeconds: atMost(seconds, 3),
  }
  for (const [setting, some] of Object.entries(angles))
    figures[`${setting}CameraDegrees`] = rounded(median(some))
  for (const [kind, some] of Object.entries(labels)) figures[`${kind}LabelsRight`] = rounded(mean(some))
  return figures
}
