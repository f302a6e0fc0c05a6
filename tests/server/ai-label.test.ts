import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { boxesOf, findBox } from '#kernels/isobmff.ts'
import { labelIn, labelOf, withLabel } from '#kernels/metadata/ai-label.ts'
import { insertChunk } from '#kernels/png-chunks.ts'
import { labelled } from '#server/engines/ai-label.ts'
import { runWork } from '#server/engines/local/run.ts'
import { readFilm } from '#server/engines/pictures/film.ts'

const LABEL = { producer: '筑绘 & "园"', id: '5d2f6a1e-0000-4000-8000-000000000001' }
const FILM = readFileSync(new URL('../fixtures/film.mp4', import.meta.url))
const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a63' } }).composite([
    { input: { create: { width: 9, height: 9, channels: 3, background: '#26c' } }, left: 4, top: 6 },
  ])
const pixels = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer()
/** The label's line of JSON in a picture. */
async function lineIn(bytes: Uint8Array): Promise<Record<string, string>> {
  const { xmp } = await sharp(bytes).metadata()
  const property = /<TC260:AIGC>(.*)<\/TC260:AIGC>/.exec(xmp?.toString('utf8') ?? '')?.[1] ?? ''
  return JSON.parse(property.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

describe('the label of what was generated', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('stands in a %s, whose pixels stay', async (format) => {
    const plain = await picture().toFormat(format, { quality: 90 }).toBuffer()
    const made = labelled(plain, `image/${format}`, LABEL)
    expect(await lineIn(made)).toEqual({
      Label: '1',
      ContentProducer: LABEL.producer,
      ProduceID: LABEL.id,
      ReservedCode1: '',
      ContentPropagator: LABEL.producer,
      PropagateID: LABEL.id,
      ReservedCode2: '',
    })
    expect(await pixels(made)).toEqual(await pixels(plain))
  })

  it('takes the place of the graph that a ComfyUI writes into its pictures', async () => {
    const words = Buffer.from('prompt\0{"seed": 7}')
    const made = labelled(insertChunk(await picture().png().toBuffer(), 'tEXt', words), 'image/png', LABEL)
    expect(Buffer.from(made).includes('"seed"')).toBe(false)
    expect((await lineIn(made)).ProduceID).toBe(LABEL.id)
  })

  it.each(['png', 'jpeg', 'webp'] as const)('is found in a %s, and stands in it once', async (format) => {
    const plain = await picture()
      .toFormat(format)
      .withExif({ IFD0: { Artist: 'a' } })
      .toBuffer()
    const made = labelled(plain, `image/${format}`, LABEL)
    const label = labelOf(made)!
    expect(label).toContain(LABEL.id)
    expect(labelOf(plain)).toBeNull()
    const copy = new Uint8Array(made)
    expect(withLabel(copy, label)).toBe(copy)
    const again = withLabel(new Uint8Array(plain), label)
    expect((await lineIn(again)).ProduceID).toBe(LABEL.id)
    expect((await sharp(again).metadata()).exif).toEqual((await sharp(plain).metadata()).exif)
    expect(labelOf(made.subarray(0, 60))).toBeNull()
  })

  it('goes along into what the embedded engine makes of it, and only of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zhuhui-label-'))
    const plain = await picture().resize(96, 96).png().toBuffer()
    for (const [name, bytes] of [
      ['plain', plain],
      ['made', labelled(plain, 'image/png', LABEL)],
    ] as const) {
      const [path, out] = [join(folder, name), join(folder, `${name}-out`)]
      await writeFile(path, bytes)
      const inputs = [{ role: 'image' as const, path }]
      const work = { kind: 'run', op: 'lineart', inputs, params: {}, out, threads: 1, models: {} } as const
      await runWork({ ...work, inputs: [...inputs] }, () => undefined)
      const told = labelOf(await readFile(out))
      if (name === 'made') expect(told).toContain(LABEL.id)
      else expect(told).toBeNull()
    }
    await rm(folder, { recursive: true })
  })

  it('is all that is taken over from XMP', async () => {
    const made = labelled(await picture().jpeg().toBuffer(), 'image/jpeg', LABEL)
    const { xmp } = await sharp(made).metadata()
    const more = xmp?.toString('utf8').replace('<TC260:AIGC>', '<x:Place>here</x:Place><TC260:AIGC>')
    expect(labelIn(more)).not.toContain('here')
    expect(labelIn(more)).toContain(LABEL.id)
    expect(labelIn('<x:xmpmeta/>')).toBeNull()
    expect(labelIn(undefined)).toBeNull()
  })

  it.each([
    ['behind', false],
    ['before', true],
  ])('stands in a film whose head is %s its frames, which stay where they are looked for', (_, isFirst) => {
    const film = isFirst ? headFirst(FILM) : FILM
    const made = Buffer.from(labelled(film, 'video/mp4', LABEL))
    expect(readFilm(made)).toEqual({ width: 64, height: 48 })
    expect(made.includes('AIGC')).toBe(true)
    expect(made.includes(LABEL.id)).toBe(true)
    expect(firstFrame(made)).toEqual(firstFrame(FILM))
    // A second one takes its place.
    expect(labelled(made, 'video/mp4', LABEL).length).toBe(made.length)
  })
})

/** Where the table of the places of frames stands. */
const placesAt = (film: Buffer) => film.indexOf('stco') + 12
const firstFrame = (film: Buffer) => {
  const place = film.readUInt32BE(placesAt(film))
  return film.subarray(place, place + 64)
}

/** The same film with its head before its frames. */
function headFirst(film: Buffer): Buffer {
  const boxes = boxesOf(film)
  const [head, ...rest] = [findBox(boxes, 'moov')!, ...boxes.filter(({ name }) => name !== 'moov')]
  const moov = Buffer.from(film.subarray(head.at, head.end))
  const [first, ...others] = rest.map(({ at, end }) => film.subarray(at, end))
  const moved = Buffer.concat([first!, moov, ...others])
  const at = placesAt(moved)
  moved.writeUInt32BE(film.readUInt32BE(placesAt(film)) + moov.length, at)
  return moved
}
