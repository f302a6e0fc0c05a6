/** Scenes that the project models and renders itself (scripts/samples): for empty states, galleries and tests. */
export interface Sample {
  readonly id: 'house' | 'living' | 'shop' | 'garden'
  readonly title: string
  /** Addresses of the clay model, the line drawing and the finished picture; `-480.webp` is a thumbnail. */
  readonly clay: string
  readonly line: string
  readonly final: string
  /** Pixels of the full pictures. */
  readonly width: number
  readonly height: number
}

const sample = (id: Sample['id'], title: string): Sample => ({
  id,
  title,
  clay: `/samples/${id}-clay.webp`,
  line: `/samples/${id}-line.webp`,
  final: `/samples/${id}-final.webp`,
  width: 1440,
  height: 960,
})

export const SAMPLES = [
  sample('house', '湖畔住宅'),
  sample('living', '客厅'),
  sample('shop', '店铺'),
  sample('garden', '庭院'),
] as const

/** Address of a sample picture's thumbnail, 480 px wide. */
export function thumbOf(path: string): string {
  return path.replace(/\.webp$/, '-480.webp')
}
