import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Label } from '#contracts/surfaces.ts'
import type { Seen } from '#kernels/seeing/scene.ts'

/** Folders of pictures with a reference, beside the project: they are public, and none of them is part of it. */
export const folderOf = (name: string): string =>
  resolve(process.argv[2] ?? resolve(import.meta.dirname, `../../../../shared/${name}`))

/** Names of the pictures in a folder that have a file of this ending beside them. */
export function picturesIn(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jpg'))
    .map((file) => file.slice(0, -'.jpg'.length))
    .filter((name) => existsSync(join(folder, `${name}${ending}`)))
    .sort()
}

/** Label of the pixel at a place, 0..1 of both sides. */
export function labelAt({ map, regions, width, height }: Seen, x: number, y: number): Label {
  const [column, row] = [Math.floor(x * width), Math.floor(y * height)]
  const at = Math.min(height - 1, row) * width + Math.min(width - 1, column)
  return regions[map[at]!]!.label
}

/** Labels that are right where a reference map has a name, in the order of the names' numbers. */
export const RIGHT_LABELS: readonly ReadonlySet<Label>[] = (
  [
    ['other', 'furniture', 'wall'], // other
    ['sky'],
    ['ground'],
    ['ground', 'vegetation'], // grass
    ['wall', 'roof', 'opening'], // building
    ['wall'],
    ['roof'],
    ['opening'], // window
    ['opening', 'wall'], // door
    ['floor'],
    ['floor', 'furniture'], // rug
    ['ceiling'],
    ['vegetation'], // plant
    ['water'],
    ['furniture'], // seat
    ['furniture'],
    ['wall', 'opening'], // curtain
    ['other', 'furniture', 'wall'], // lamp
    ['other', 'furniture', 'wall'], // picture
    ['other', 'wall', 'ground', 'furniture'], // structure
    ['vegetation', 'other', 'ground'], // far
  ] as const satisfies readonly (readonly Label[])[]
).map((labels) => new Set<Label>(labels))

/** Names that are right at a point with a name, and what each label counts as, for points set by hand. */
const RIGHT_NAMES: Readonly<Record<string, readonly string[]>> = {
  sky: ['sky'],
  ground: ['ground', 'floor'],
  grass: ['grass', 'ground'],
  building: ['building', 'wall', 'roof', 'window'],
  wall: ['wall', 'building'],
  roof: ['roof', 'building'],
  window: ['window'],
  door: ['door', 'window'],
  floor: ['floor', 'ground', 'rug'],
  rug: ['rug', 'floor'],
  ceiling: ['ceiling'],
  plant: ['plant', 'grass'],
  water: ['water'],
  seat: ['seat', 'furniture'],
  furniture: ['seat', 'furniture'],
  curtain: ['curtain', 'wall', 'window'],
  lamp: ['lamp', 'other', 'furniture', 'picture'],
  picture: ['picture', 'wall', 'other', 'furniture', 'window'],
  structure: ['structure', 'other', 'wall', 'building'],
  far: ['far', 'plant', 'other', 'ground'],
  backdrop: ['sky', 'ground', 'other'],
}
const COUNTS_AS: Readonly<Partial<Record<Label, readonly string[]>>> = {
  wall: ['wall', 'building'],
  opening: ['window', 'door'],
  vegetation: ['plant', 'grass'],
  furniture: ['seat', 'furniture', 'lamp', 'picture'],
  other: ['other', 'structure', 'lamp', 'picture', 'far'],
}

/** Whether a label is right at a point that was named by hand. */
export function isRightAt(label: Label, name: string): boolean {
  const right = RIGHT_NAMES[name] ?? ['other']
  return (COUNTS_AS[label] ?? [label]).some((counted) => right.includes(counted))
}
