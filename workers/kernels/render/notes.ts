import { LABEL_TITLES } from '#contracts/surfaces.ts'
import type { Label, Seen } from '#kernels/seeing/scene.ts'
import type { ParamsOf } from '#ops/index.ts'
import type { RenderPlan } from '#ops/render/plan.ts'
import type { Materials } from './look-of-plan.ts'

interface Facts {
  plan: RenderPlan
  seen: Seen
  params: ParamsOf<'render'>
  materials: Materials
  /** Whether furniture stays as a photograph shows it. */
  keepsFurniture: boolean
  /** Part of the picture that stays as it is because it is not sure what it is, 0..1. */
  unsure: number
}

const SETTING_TITLES = { indoors: '室内', outdoors: '室外', above: '鸟瞰' } as const
/** Part of the picture from which a label is worth telling. */
const LEAST = 0.03
/** Under this mean sureness the names of the regions are guesses. */
const UNSURE = 0.25
/** Part of the picture from which what stays as it is for want of a sure name is told. */
const TOLD_UNSURE = 0.01
/** View below which perspective was taken as usual. */
const UNSEEN_VIEW = 0.3

/** Labels by the part of the picture that they take, the largest first. */
function partsOf({ regions, map }: Seen): [Label, number][] {
  const parts = new Map<Label, number>()
  for (const { label, pixels } of regions) parts.set(label, (parts.get(label) ?? 0) + pixels / map.length)
  return [...parts].sort((a, b) => b[1] - a[1])
}

function seenWords({ seen }: Facts): string {
  const parts = partsOf(seen).filter(([label, part]) => label !== 'other' && part > LEAST)
  const names = parts.slice(0, 5).map(([label]) => LABEL_TITLES[label])
  return `按${SETTING_TITLES[seen.setting]}识别${names.length > 0 ? `：${names.join('、')}` : ''}`
}

/** What could not be made out, and what helps. */
function doubtsOf({ seen }: Facts): string[] {
  const all = seen.map.length
  const sure = seen.regions.reduce((sum, region) => sum + (region.sure * region.pixels) / all, 0)
  const other = partsOf(seen).find(([label]) => label === 'other')?.[1] ?? 0
  const doubts: string[] = []
  if (sure < UNSURE || other > 0.4)
    doubts.push('画面不易看清：可在结果上点选区域改类别，或换一张线条、明暗更清楚的底图')
  if (seen.view.sure < UNSEEN_VIEW) doubts.push('透视线索不足，按常用镜头铺设')
  return doubts
}

/** One Chinese line on a render: style, what was understood, what was seen, and what is amiss. */
export function noteOf(facts: Facts): string {
  const { plan, materials, params } = facts
  const { understood, left } = plan.reading
  const words = [...new Set(understood.map(({ what }) => what))]
  const absent = [...materials.values()].filter(({ picture }) => !picture).length
  return [
    `${plan.style.title}风格`,
    ...(words.length > 0 ? [`已听懂：${words.join('、')}`] : []),
    ...(left.length > 0 ? [`需要生成引擎：${left.join('、')}`] : []),
    ...(facts.unsure >= TOLD_UNSURE
      ? [
          `画面的 ${Math.round(100 * facts.unsure)}% 拿不准是什么，保持原样：点“也换上”按最像的换，或点“改区域”点选`,
        ]
      : []),
    seenWords(facts),
    ...(facts.keepsFurniture ? ['家具保持原样，点选可换材质'] : []),
    ...doubtsOf(facts),
    ...(params.view && !params.view.endsWith('-eye') ? ['镜头以底图为准'] : []),
    ...(absent > 0 ? [`${absent} 种材质的图不在本机，以其颜色代替，联网后再渲染一次即可`] : []),
  ].join('；')
}
