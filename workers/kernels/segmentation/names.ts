import { LABELS, type Label, type Setting } from '#contracts/surfaces.ts'

/** A name that the segmentation network tells apart. */
interface NameEntry {
  readonly name: string
  /** The label that it stands for in a room, and in a picture of anything else; null where there is no such thing. */
  readonly indoors: Label | null
  readonly outdoors: Label | null
  /** What it is where it is made of something else than others of its label. */
  readonly own?: 'rug' | 'curtain' | 'picture' | 'seat' | 'lamp'
}

/** The names in the order of the network's output `shares`. */
export const NAMES: readonly NameEntry[] = [
  { name: 'other', indoors: 'other', outdoors: 'other' },
  // The sky of a room is seen through its windows.
  { name: 'sky', indoors: 'opening', outdoors: 'sky' },
  { name: 'ground', indoors: 'floor', outdoors: 'ground' },
  { name: 'grass', indoors: null, outdoors: 'vegetation' },
  { name: 'building', indoors: null, outdoors: 'wall' },
  { name: 'wall', indoors: 'wall', outdoors: 'wall' },
  { name: 'roof', indoors: null, outdoors: 'roof' },
  { name: 'window', indoors: 'opening', outdoors: 'opening' },
  { name: 'door', indoors: 'opening', outdoors: 'opening' },
  { name: 'floor', indoors: 'floor', outdoors: null },
  { name: 'rug', indoors: 'floor', outdoors: null, own: 'rug' },
  { name: 'ceiling', indoors: 'ceiling', outdoors: null },
  { name: 'plant', indoors: 'vegetation', outdoors: 'vegetation' },
  { name: 'water', indoors: 'water', outdoors: 'water' },
  { name: 'seat', indoors: 'furniture', outdoors: null, own: 'seat' },
  { name: 'furniture', indoors: 'furniture', outdoors: null },
  { name: 'curtain', indoors: 'wall', outdoors: null, own: 'curtain' },
  { name: 'lamp', indoors: 'other', outdoors: null, own: 'lamp' },
  { name: 'picture', indoors: 'wall', outdoors: null, own: 'picture' },
  { name: 'structure', indoors: 'other', outdoors: 'other' },
  { name: 'far', indoors: null, outdoors: 'other' },
]

/** The settings in the order of the network's output `setting`. */
export const SETTINGS = ['indoors', 'outdoors', 'above'] as const satisfies readonly Setting[]

/**
 * The kinds of picture in the order of the network's output `kind`: taken by a camera or as good as that; a model
 * without materials or in plain colours; a model in its program's window; lines on paper or on a dark ground.
 */
export const KINDS = ['photo', 'model', 'viewport', 'drawing'] as const

/** The label that each name stands for in a setting, as an index into LABELS; −1 for a name that the setting rules out. */
export function labelsIn(setting: Setting): readonly number[] {
  const side = setting === 'indoors' ? 'indoors' : 'outdoors'
  return NAMES.map(({ [side]: label }) => (label ? LABELS.indexOf(label) : -1))
}

/** Names that a setting allows, as indices into NAMES. */
export const allowedNames = (setting: Setting): number[] =>
  [...labelsIn(setting).entries()].flatMap(([name, label]) => (label < 0 ? [] : [name]))
