import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { readStand, sourceOf } from '#kernels/orientation.ts'
import { labelled } from '#server/engines/ai-label.ts'
import { type BenchPage, openBenchPage } from '#tests/bench/harness.ts'
import type { ImageLab } from '#tests/bench/pages/image-lab.ts'

/** The image worker's pixels, in real Chromium, against sharp's. */

declare const window: { bench: ImageLab }

const folder = mkdtempSync(join(tmpdir(), 'zhuhui-lab-'))
const files: Record<string, string> = {}
let lab: BenchPage

async function put(name: string, bytes: Buffer): Promise<void> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  files[`/${name}`] = path
}

/** A picture that looks different in all eight orientations. */
function scene(width: number, height: number): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 120 80" preserveAspectRatio="none">
    <rect width="120" height="80" fill="#d8d0c2"/><rect width="60" height="40" fill="#c8452d"/>
    <rect x="60" y="40" width="60" height="40" fill="#2b6e8f"/><circle cx="90" cy="20" r="14" fill="#3a8a4a"/>
    <path d="M10 72 L40 44 L52 72 Z" fill="#14171a"/><path d="M64 48 h40 v6 h-40 z" fill="#f7f5f0"/></svg>`
  return Buffer.from(svg)
}

const COLOURS = [
  [224, 32, 16],
  [20, 160, 60],
  [40, 60, 200],
  [180, 180, 180],
] as const

/** Four bars of colour. */
function bars(width: number, height: number): Buffer {
  const data = Buffer.alloc(3 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(COLOURS[Math.floor((4 * x) / width)] ?? [], 3 * (y * width + x))
  return data
}

/** Orientations in which other formats than JPEG are looked at: a quarter turn, and one that is mirrored as well. */
const BEYOND_JPEG = [6, 7]

test.beforeAll(async () => {
  const [large, middle] = [await sharp(scene(1500, 1000)).toBuffer(), await sharp(scene(900, 600)).toBuffer()]
  for (let orientation = 1; orientation <= 8; orientation++) {
    for (const [size, bytes] of [
      ['large', large],
      ['middle', middle],
    ] as const) {
      const file = await sharp(bytes)
        .flatten({ background: '#fff' })
        .withMetadata({ orientation })
        .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
        .toBuffer()
      await put(`${size}-${orientation}.jpg`, file)
    }
    for (const format of BEYOND_JPEG.includes(orientation) ? (['png', 'webp', 'avif'] as const) : []) {
      const stored = sharp(middle).flatten({ background: '#fff' }).withMetadata({ orientation })
      const options = { quality: 95, effort: 1 }
      await put(`middle-${orientation}.${format}`, await stored.toFormat(format, options).toBuffer())
    }
  }
  const raw = { width: 4400, height: 200, channels: 3 } as const
  const pixels = bars(raw.width, raw.height)
  const jpeg = { quality: 98, chromaSubsampling: '4:4:4' }
  await put('srgb.jpg', await sharp(pixels, { raw }).jpeg(jpeg).toBuffer())
  await put('p3.jpg', await sharp(pixels, { raw }).withIccProfile('p3').jpeg(jpeg).toBuffer())
  await put('p3.png', await sharp(pixels, { raw }).withIccProfile('p3').png().toBuffer())
  const print = sharp(pixels, { raw }).withIccProfile('p3').withMetadata({ density: 300, icc: 'p3' })
  await put('print.jpg', await print.jpeg(jpeg).toBuffer())
  const told = sharp(pixels, { raw }).withExif({ IFD0: { Make: 'geheim' } })
  await put('told.avif', await told.avif({ quality: 30, effort: 1 }).toBuffer())
  const cmyk = sharp(pixels, { raw }).toColourspace('cmyk').withIccProfile('cmyk')
  await put('cmyk.jpg', await cmyk.jpeg({ quality: 98 }).toBuffer())
  // Red discs on a transparent ground whose hidden colour is black.
  const discs = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><g fill="#ff0000">${Array.from(
    { length: 24 },
    (_, i) => `<circle cx="${50 + 100 * (i % 6)}" cy="${50 + 100 * Math.floor(i / 6)}" r="37"/>`,
  ).join('')}</g></svg>`
  await put('discs.png', await sharp(Buffer.from(discs)).png().toBuffer())
  const ramp = Uint16Array.from({ length: 3 * 512 * 64 }, (_, i) => (Math.floor(i / 3) % 512) * 128)
  const deep = sharp(ramp, { raw: { width: 512, height: 64, channels: 3 } }).toColourspace('rgb16')
  await put('deep.png', await deep.png().toBuffer())
  for (const [name, background] of [
    ['white', '#ffffff'],
    ['black', '#000000'],
  ] as const) {
    const plain = sharp({ create: { width: 800, height: 600, channels: 3, background } })
    await put(`${name}.jpg`, await plain.jpeg().toBuffer())
  }
  const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="150"><rect width="300" height="150" rx="40" fill="#d9482b"/></svg>`
  await put('logo.png', await sharp(Buffer.from(logo)).png().toBuffer())
  for (const [name, width, height] of [
    ['just.jpg', 4000, 4000],
    ['wide.jpg', 4001, 1200],
    ['tall.jpg', 1500, 5000],
    ['strip.jpg', 8000, 60],
    ['scroll.jpg', 1080, 20_000],
  ] as const) {
    const plain = sharp({ create: { width, height, channels: 3, background: '#809070' } })
    await put(name, await plain.jpeg().toBuffer())
  }
  await put(
    'broken.jpg',
    (
      await sharp(await sharp(scene(900, 600)).toBuffer())
        .jpeg()
        .toBuffer()
    ).subarray(0, 400),
  )
  lab = await openBenchPage('image-lab', files)
})
test.afterAll(async () => {
  await lab?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const bytesOf = ({ base64 }: { base64: string }) => Buffer.from(base64, 'base64')

async function pixels(bytes: Buffer, size?: { width: number; height: number }) {
  let image = sharp(bytes).autoOrient()
  if (size) image = image.resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' })
  return image.removeAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
}

const meanDifference = (a: Buffer, b: Buffer) =>
  a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length

for (let orientation = 1; orientation <= 8; orientation++) {
  test(`pictures of orientation ${orientation} come out upright, reduced or not`, async () => {
    const upright = orientation < 5 ? [1024, 683] : [683, 1024]
    const jpegs = [
      [`large-${orientation}.jpg`, 'resize', 1024],
      [`middle-${orientation}.jpg`, 'thumbnail', 100],
    ] as const
    const others = [
      [`middle-${orientation}.png`, 'resize', 900],
      [`middle-${orientation}.png`, 'thumbnail', 100],
      [`middle-${orientation}.webp`, 'resize', 600],
      [`middle-${orientation}.webp`, 'png', 0],
      [`middle-${orientation}.avif`, 'resize', 600],
    ] as const
    for (const [name, job, side] of BEYOND_JPEG.includes(orientation) ? [...jpegs, ...others] : jpegs) {
      const made = bytesOf(
        await lab.page.evaluate(([way, path, wanted]) => window.bench[way](path, wanted), [
          job,
          `/${name}`,
          side,
        ] as const),
      )
      const metadata = await sharp(made).metadata()
      expect(metadata.orientation ?? 1).toBe(1)
      expect(metadata.exif).toBeUndefined()
      if (side === 1024) expect([metadata.width, metadata.height]).toEqual(upright)
      const { data, info } = await pixels(made)
      const path = files[`/${name}`] ?? ''
      const expected = await pixels(readFileSync(path), info)
      expect(meanDifference(data, expected.data)).toBeLessThan(4)
    }
  })
}

test('every way in gives a picture that all views show upright', async () => {
  const paths = ['jpg', 'png', 'webp', 'avif'].map((ending) => `/middle-6.${ending}`)
  const { accepted, refused } = await lab.page.evaluate((list) => window.bench.accept(list, false), paths)
  expect(refused).toEqual([])
  expect(accepted).toMatchObject(paths.map(() => ({ width: 600, height: 900, shown: [600, 900] })))
})

test('wide colours and CMYK come out as the right sRGB', async () => {
  for (const name of ['srgb.jpg', 'p3.jpg', 'p3.png', 'cmyk.jpg']) {
    for (const side of [300, 1024]) {
      const made = await lab.page.evaluate(([path, s]) => window.bench.resize(path, s), [
        `/${name}`,
        side,
      ] as const)
      const { data, info } = await pixels(bytesOf(made))
      const source = await pixels(await sharp(files[`/${name}`]).toColourspace('srgb').png().toBuffer())
      for (const bar of [0, 1, 2, 3]) {
        const at = (i: { width: number; height: number }) =>
          3 * (Math.floor(i.height / 2) * i.width + Math.floor(((bar + 0.5) * i.width) / 4))
        for (const channel of [0, 1, 2]) {
          const [ours, theirs] = [data[at(info) + channel], source.data[at(source.info) + channel]]
          // Colours outside sRGB are mapped into it in different ways; inverted ones would be far off.
          const most = name === 'cmyk.jpg' ? 40 : 4
          expect(Math.abs((ours ?? 0) - (theirs ?? 0)), `${name} ${side} bar ${bar}`).toBeLessThanOrEqual(
            most,
          )
        }
      }
    }
  }
})

test('edges of cut-outs keep their colour when scaled: no dark fringe', async () => {
  for (const side of [300, 97]) {
    const made = await lab.page.evaluate((s) => window.bench.resize('/discs.png', s), side)
    expect(made.type).toBe('image/png')
    const data = await sharp(bytesOf(made)).ensureAlpha().raw().toBuffer()
    let edges = 0
    let [leastRed, mostGreen] = [255, 0]
    for (let i = 0; i < data.length; i += 4) {
      const alpha = data[i + 3] ?? 0
      if (alpha < 16 || alpha === 255) continue
      edges++
      leastRed = Math.min(leastRed, data[i] ?? 0)
      mostGreen = Math.max(mostGreen, data[i + 1] ?? 0)
    }
    expect(leastRed).toBeGreaterThanOrEqual(240)
    expect(mostGreen).toBeLessThanOrEqual(8)
    expect(edges).toBeGreaterThan(100)
  }
})

test('sixteen bits a channel become the nearest eight', async () => {
  for (const side of [0, 256]) {
    const made = await lab.page.evaluate((s) => window.bench.png('/deep.png', s), side)
    const { data, info } = await pixels(bytesOf(made))
    const expected = await pixels(
      await sharp(files['/deep.png']).toColourspace('srgb').png().toBuffer(),
      info,
    )
    expect(meanDifference(data, expected.data)).toBeLessThan(1)
  }
})

test('compressing keeps the resolution and, on wish, the profile with its own colours; a kept original tells nothing else', async () => {
  const compress = async (path: string, params: Parameters<ImageLab['compress']>[1]) => {
    const { note, ...made } = await lab.page.evaluate(([p, o]) => window.bench.compress(p, o), [
      path,
      params,
    ] as const)
    return { note, type: made.type, bytes: bytesOf(made) }
  }
  const raw = (bytes: Buffer) => sharp(bytes, { ignoreIcc: true }).removeAlpha().raw().toBuffer()
  const file = readFileSync(files['/print.jpg'] ?? '')
  const [source, profile] = [await raw(file), (await sharp(file).metadata()).icc]
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const own = await compress('/print.jpg', { format, quality: 95, keepProfile: true })
    const converted = await compress('/print.jpg', { format, quality: 95 })
    expect(meanDifference(await raw(own.bytes), source)).toBeLessThan(4)
    const [told, plain] = [await sharp(own.bytes).metadata(), await sharp(converted.bytes).metadata()]
    for (const { bytes } of [own, converted])
      expect(Math.round((await readStand(sourceOf(bytes), format)).density)).toBe(300)
    expect(told.icc).toEqual(profile)
    expect(plain.icc).not.toEqual(profile)
    expect(meanDifference(await raw(converted.bytes), source)).toBeGreaterThan(6)
  }
  const kept = await compress('/told.avif', { quality: 100 })
  expect(kept.note).toContain('没有转换')
  expect(kept.bytes.includes('geheim')).toBe(false)
  expect(kept.type).toBe('image/avif')
  expect(await pixels(kept.bytes)).toEqual(await pixels(readFileSync(files['/told.avif'] ?? '')))
})

test('what was generated says so after compressing, scaling, marking, cutting and a change of format', async () => {
  const plain = sharp(scene(600, 400))
  const label = { producer: '筑绘', id: '5d2f6a1e-0000-4000-8000-000000000001' }
  const idIn = async (made: { type: string; base64: string }) => {
    const { xmp, exif } = await sharp(bytesOf(made)).metadata()
    expect(exif?.includes('geheim') ?? false).toBe(false)
    return /"ProduceID":"([^"]*)"/.exec(xmp?.toString('utf8').replaceAll('&quot;', '"') ?? '')?.[1]
  }
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const name = `made.${format}`
    await put(name, Buffer.from(labelled(await plain.toFormat(format).toBuffer(), `image/${format}`, label)))
    const path = `/${name}`
    for (const to of ['png', 'jpeg', 'webp'] as const) {
      const params = { format: to, quality: 60 } as const
      const made = await lab.page.evaluate(([p, o]) => window.bench.compress(p, o), [path, params] as const)
      expect(await idIn(made), `${format} as ${to}`).toBe(label.id)
    }
    const args = [path, { text: '某某设计' }] as const
    for (const made of [
      await lab.page.evaluate((p) => window.bench.resize(p, 200), path),
      await lab.page.evaluate(([p, s]) => window.bench.watermark(p, s), args),
    ])
      expect(await idIn(made), format).toBe(label.id)
  }
  const [target, small] = [{ mode: 'size', format: 'jpeg', targetKb: 20 } as const, '/made.png']
  const made = await lab.page.evaluate(([p, o]) => window.bench.compress(p, o), [small, target] as const)
  expect(await idIn(made)).toBe(label.id)
  expect(bytesOf(made).length).toBeLessThanOrEqual(20_000)
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const strip = await sharp(scene(3000, 40)).toFormat(format).toBuffer()
    await put(`long.${format}`, Buffer.from(labelled(strip, `image/${format}`, label)))
    const pieces = await lab.page.evaluate((p) => window.bench.cut(p, 3), `/long.${format}`)
    expect(pieces).toHaveLength(3)
    for (const piece of pieces) expect(await idIn(piece), piece.name).toBe(label.id)
  }
  await put('bare.png', await plain.png().toBuffer())
  expect(await idIn(await lab.page.evaluate((p) => window.bench.resize(p, 200), '/bare.png'))).toBeUndefined()
})

test('the size rule: up to 4000 px a side stays as it is, larger becomes 1024 px', async () => {
  const paths = ['/just.jpg', '/wide.jpg', '/tall.jpg', '/broken.jpg']
  const accept = (shrink: boolean) =>
    lab.page.evaluate(([list, k]) => window.bench.accept(list, k), [paths, shrink] as const)
  const ruled = await accept(true)
  expect(ruled.shrunk).toBe(2)
  expect(ruled.accepted).toMatchObject([
    { width: 4000, height: 4000, shrunk: false, unchanged: true },
    { width: 1024, height: 307, shrunk: true, unchanged: false, originalName: 'wide.jpg' },
    { width: 307, height: 1024, shrunk: true, unchanged: false, originalName: 'tall.jpg' },
  ])
  expect(ruled.refused).toEqual(['broken.jpg: FILE_DAMAGED'])
  const whole = await accept(false)
  expect(whole.shrunk).toBe(0)
  expect(whole.accepted).toMatchObject([{ unchanged: true }, { unchanged: true }, { unchanged: true }])
})

test('what is much longer than wide keeps its shorter side, and is cut into pieces on wish', async () => {
  const ruled = await lab.page.evaluate(() => window.bench.accept(['/strip.jpg', '/scroll.jpg'], true))
  expect(ruled).toMatchObject({
    refused: [],
    shrunk: 0,
    accepted: [
      { width: 8000, height: 60, unchanged: true, long: { width: 8000, height: 60 } },
      { width: 864, height: 16_000, unchanged: false, long: { width: 1080, height: 20_000 } },
    ],
  })
  const pieces = await lab.page.evaluate(() => window.bench.cut('/strip.jpg', 20))
  expect(pieces.map(({ name }) => name).slice(0, 2)).toEqual(['strip_1.jpg', 'strip_2.jpg'])
  expect(pieces.map(({ width, height }) => [width, height])).toEqual(Array(8).fill([1000, 60]))
})

test.describe('a watermark', () => {
  const mark = async (path: string, settings: unknown, logo?: string) => {
    const args = [path, settings, logo] as const
    const made = await lab.page.evaluate(([p, s, l]) => window.bench.watermark(p, s, l), args)
    return { ...made, ...(await pixels(bytesOf(made))) }
  }

  test('can be read on white and on black, in either colour', async () => {
    for (const colour of ['#ffffff', '#000000']) {
      for (const ground of ['white', 'black']) {
        const { type, data, info } = await mark(`/${ground}.jpg`, { text: '筑绘事务所', colour, opacity: 60 })
        expect([type, info.width, info.height]).toEqual(['image/jpeg', 800, 600])
        const base = ground === 'white' ? 255 : 0
        const seen = data.filter((value) => Math.abs(value - base) > 40).length / data.length
        expect(seen, `${colour} on ${ground}`).toBeGreaterThan(0.004)
      }
    }
  })

  test('in a corner leaves the rest alone, and as tiles reaches every part', async () => {
    const corners = { topLeft: [0, 0], topRight: [1, 0], bottomLeft: [0, 1], bottomRight: [1, 1] } as const
    /** Largest change in each quarter of the picture. */
    const changes = async (settings: unknown) => {
      const { data, info } = await mark('/black.jpg', settings)
      const largest = [0, 0, 0, 0]
      for (let i = 0; i < data.length; i++) {
        const [x, y] = [Math.floor(i / 3) % info.width, Math.floor(i / 3 / info.width)]
        const quarter = (x < info.width / 2 ? 0 : 1) + (y < info.height / 2 ? 0 : 2)
        largest[quarter] = Math.max(largest[quarter] ?? 0, data[i] ?? 0)
      }
      return largest
    }
    for (const [corner, [right, bottom]] of Object.entries(corners)) {
      const found = await changes({ layout: 'corner', corner, opacity: 100 })
      for (const quarter of [0, 1, 2, 3]) {
        const value = found[quarter] ?? 0
        if (quarter === right + 2 * bottom) expect(value).toBeGreaterThan(200)
        else expect(value).toBeLessThan(12)
      }
    }
    for (const value of await changes({ layout: 'tile', opacity: 100 })) expect(value).toBeGreaterThan(200)
  })

  test('of a logo keeps its colours; transparent pictures stay exact where no mark lies', async () => {
    const settings = { kind: 'logo', layout: 'corner', corner: 'topLeft', size: 20, opacity: 100 }
    const { type, base64 } = await mark('/discs.png', settings, '/logo.png')
    expect(type).toBe('image/png')
    const [was, is] = await Promise.all(
      [sharp(files['/discs.png']), sharp(Buffer.from(base64, 'base64'))].map((image) =>
        image.ensureAlpha().raw().toBuffer(),
      ),
    )
    const pixel = (data: Buffer | undefined, x: number, y: number) => [
      ...(data?.subarray(4 * (600 * y + x), 4 * (600 * y + x) + 4) ?? []),
    ]
    expect(pixel(is, 120, 75)).toEqual([217, 72, 43, 255])
    for (const [x, y] of [
      [450, 250],
      [580, 390],
      [555, 315],
      [313, 350],
    ] as const)
      expect(pixel(is, x, y)).toEqual(pixel(was, x, y))
  })

  test('of a turned photo stands upright, and a logo that is no picture is refused', async () => {
    const settings = { layout: 'corner', corner: 'topLeft', opacity: 100 }
    const { info } = await mark('/middle-6.jpg', settings)
    expect([info.width, info.height]).toEqual([600, 900])
    await expect(mark('/white.jpg', { kind: 'logo' }, '/broken.jpg')).rejects.toThrow('打不开水印图片')
  })
})
