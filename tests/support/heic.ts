import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { boxesOf, boxesOfMeta, findBox, itemsOf } from '#kernels/isobmff.ts'

/** A photo of 120 × 80 px in Display P3: quarters of red, green, blue and grey in sRGB's QUARTERS. */
const PHOTO = resolve(import.meta.dirname, '../fixtures/p3.heic')

/** Colours of the photo's quarters: top left, top right, bottom left, bottom right. */
export const QUARTERS = [
  [224, 32, 16],
  [20, 160, 60],
  [40, 60, 200],
  [180, 180, 180],
] as const

/** Turns to the left by quarters, and whether left and right change places after that; null for none. */
const WAYS: [turns: number, mirror: 0 | 1 | null][] = [
  ...([
    [0, null],
    [0, 1],
    [2, null],
    [0, 0],
  ] as [number, 0 | 1 | null][]),
  ...([
    [3, 1],
    [3, null],
    [1, 1],
    [1, null],
  ] as [number, 0 | 1 | null][]),
]

/** The photo with the properties that say how it stands, as Exif's `orientation` counts. */
export async function heicPhoto(orientation = 1): Promise<Buffer> {
  const file = await readFile(PHOTO)
  const [turns, mirror] = WAYS[orientation - 1] ?? [0, null]
  const added = [
    ...(turns ? [Buffer.from([0, 0, 0, 9, ...Buffer.from('irot'), turns])] : []),
    ...(mirror === null ? [] : [Buffer.from([0, 0, 0, 9, ...Buffer.from('imir'), mirror])]),
  ]
  if (added.length === 0) return file
  const meta = findBox(boxesOf(file), 'meta')!
  const iprp = findBox(boxesOfMeta(file), 'iprp')!
  const [ipco, ipma] = ['ipco', 'ipma'].map((name) => findBox(boxesOf(file, iprp.start, iprp.end), name)!)
  const known = boxesOf(file, ipco!.start, ipco!.end).length
  // One item with one list: version and flags, count, id, number of properties, properties.
  const count = ipma!.start + 10
  const grown = added.reduce((sum, box) => sum + box.length, 0)
  const shift = grown + added.length
  const { start } = itemsOf(file)[0]!.extents[0]!
  const changed = Buffer.from(file)
  changed[count] = changed[count]! + added.length
  for (const [box, more] of [
    [meta, shift],
    [iprp, shift],
    [ipco!, grown],
    [ipma!, added.length],
  ] as const)
    changed.writeUInt32BE(box.end - box.at + more, box.at)
  // The one place that the file points to, behind all of this.
  const pointer = changed.indexOf(Buffer.from([...new Uint8Array(new Uint32Array([start]).buffer)].reverse()))
  changed.writeUInt32BE(start + shift, pointer)
  return Buffer.concat([
    changed.subarray(0, ipco!.end),
    ...added,
    changed.subarray(ipco!.end, ipma!.end),
    Buffer.from(added.map((_, i) => 0x80 | (known + i + 1))),
    changed.subarray(ipma!.end),
  ])
}
