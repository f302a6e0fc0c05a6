/** A sample scene in three pictures of the same view; each has a thumbnail 480 px wide. */
export interface Sample {
  readonly id: string
  readonly title: string
  readonly alt: string
  readonly clay: string
  readonly line: string
  readonly final: string
  readonly clayThumb: string
  readonly lineThumb: string
  readonly finalThumb: string
  readonly width: number
  readonly height: number
}

/** The sample scenes, rendered by `npm run samples` from geometry made by code. */
export const SAMPLES = [
  {
    id: 'house',
    title: '两层住宅',
    alt: '花园中的两层现代住宅：白墙、雪松木格栅与清水混凝土，傍晚低斜的阳光',
    clay: '/samples/house-clay.webp',
    line: '/samples/house-line.webp',
    final: '/samples/house-final.webp',
    clayThumb: '/samples/house-clay-480.webp',
    lineThumb: '/samples/house-line-480.webp',
    finalThumb: '/samples/house-final-480.webp',
    width: 1440,
    height: 960,
  },
  {
    id: 'living',
    title: '客厅',
    alt: '客厅：亚麻沙发、木质单椅、橡木书架与落地窗，日光斜照在地毯上',
    clay: '/samples/living-clay.webp',
    line: '/samples/living-line.webp',
    final: '/samples/living-final.webp',
    clayThumb: '/samples/living-clay-480.webp',
    lineThumb: '/samples/living-line-480.webp',
    finalThumb: '/samples/living-final-480.webp',
    width: 1440,
    height: 960,
  },
  {
    id: 'shop',
    title: '器物与咖啡店',
    alt: '小店室内：水磨石地面、橡木吧台、瓷砖背墙与圆球吊灯，陈列陶器',
    clay: '/samples/shop-clay.webp',
    line: '/samples/shop-line.webp',
    final: '/samples/shop-final.webp',
    clayThumb: '/samples/shop-clay-480.webp',
    lineThumb: '/samples/shop-line-480.webp',
    finalThumb: '/samples/shop-final-480.webp',
    width: 1440,
    height: 960,
  },
  {
    id: 'garden',
    title: '庭院',
    alt: '白墙月洞门庭院：步石、水池、红枫、竹子与木构凉亭',
    clay: '/samples/garden-clay.webp',
    line: '/samples/garden-line.webp',
    final: '/samples/garden-final.webp',
    clayThumb: '/samples/garden-clay-480.webp',
    lineThumb: '/samples/garden-line-480.webp',
    finalThumb: '/samples/garden-final-480.webp',
    width: 1440,
    height: 960,
  },
] as const satisfies readonly Sample[]

export type SampleId = (typeof SAMPLES)[number]['id']

/** A single object on a plain ground: a subject for matting. */
export const CHAIR_SAMPLE = {
  title: '单椅',
  alt: '浅色背景前的木架单椅，朱红坐垫',
  image: '/samples/chair.webp',
  thumb: '/samples/chair-480.webp',
  width: 1440,
  height: 960,
} as const

/** Line plans, drawn by code: of a flat, and of a site. */
export const PLAN_SAMPLES = {
  colorFlatPicture: { title: '两居平面', image: '/samples/plan-home.webp' },
  allPlan: { title: '小区总平', image: '/samples/plan-site.webp' },
} as const

/** Thumbnail of any sample picture, by its address. */
export function thumbOf(picture: string): string {
  return picture.replace(/\.webp$/, '-480.webp')
}
