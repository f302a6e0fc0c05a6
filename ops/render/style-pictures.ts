import type { SceneId } from '#contracts/scenes.ts'
import type { RenderDomain, RenderStyle } from './styles.ts'

/** The sample that shows what a style makes of a domain. */
const SCENES: Readonly<Record<RenderDomain, SceneId>> = {
  building: 'house',
  birdsview: 'house',
  interior: 'living',
  commercial: 'shop',
  landscape: 'garden',
}

/** Size of the pictures, px. */
export const STYLE_PICTURE = { width: 300, height: 200 }

/** Scenes that a style has pictures of. */
export function scenesOf({ domains }: Pick<RenderStyle, 'domains'>): SceneId[] {
  return [...new Set(domains.map((domain) => SCENES[domain]))]
}

/** Address of what a style makes of a sample: of the domain's where the style suits it, else of one that it suits. */
export function stylePicture({ id, domains }: Pick<RenderStyle, 'id' | 'domains'>, domain: string): string {
  const suited = domains.find((one) => one === domain) ?? domains[0]!
  return `/samples/styles/${id}-${SCENES[suited]}.webp`
}
