/**
 * What the lines of a layer are, by its name: `pale` ones (dimensions, axes, hatches, frames) are drawn lightly and
 * are no walls; `none` are never drawn.
 */
export type LayerRole = 'wall' | 'opening' | 'plain' | 'pale' | 'none'

/** Conventional names of layers, of AutoCAD, 天正 and the AIA's guidelines; the first that fits counts. */
const NAMES: readonly (readonly [RegExp, LayerRole])[] = [
  [/^defpoints$|辅助|construction/i, 'none'],
  [/(^|[^a-z])(dims?|dimension|axis|axes|grid|dote|center)([^a-z]|$)|标注|尺寸|轴|标高|中心线/i, 'pale'],
  [/图框|图签|(^|[^a-z])(frame|title|border|tk)([^a-z]|$)/i, 'pale'],
  [/wall|墙|column|(^|[^a-z])cols?([^a-z]|$)|柱/i, 'wall'],
  [/hatch|(^|[^a-z])(htch|patt)([^a-z]|$)|填充|铺装线|铺地/i, 'pale'],
  [/door|window|(^|[^a-z])(wind|glaz)([^a-z]|$)|门|窗|洞口/i, 'opening'],
]

/** The role of a layer by its name. */
export function roleOfLayer(name: string): LayerRole {
  return NAMES.find(([words]) => words.test(name.trim()))?.[1] ?? 'plain'
}
