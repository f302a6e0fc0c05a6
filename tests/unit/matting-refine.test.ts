import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { cutOut } from '#kernels/matting/foreground.ts'
import { refineSeen } from '#kernels/matting/refine.ts'
import { edgeDifference, fringeOf } from '#tests/support/cut-measures.ts'
import { type KnownObject, knownObjects, objectsOnStrongGrounds } from '#tests/support/known-alpha.ts'

/** A mask as a network of a third of the size would give it. */
async function softMask(alpha: Buffer, width: number, height: number): Promise<Uint8Array> {
  const raw = { width, height, channels: 1 as const }
  const small = await sharp(alpha, { raw })
    .resize(Math.round(width / 3))
    .extractChannel(0)
    .raw()
    .toBuffer()
  const size = { width: Math.round(width / 3), height: Math.round(height / 3), channels: 1 as const }
  const large = await sharp(small, { raw: size })
    .resize(width, height)
    .blur(2)
    .extractChannel(0)
    .raw()
    .toBuffer()
  return new Uint8Array(large)
}

const rgbaOf = ({ width, height, rgb }: KnownObject) =>
  sharp(rgb, { raw: { width, height, channels: 3 } })
    .ensureAlpha()
    .raw()
    .toBuffer()

describe('edges of a cut-out', { timeout: 60_000 }, () => {
  it('come nearer to the truth: hair, leaves and legs', async () => {
    for (const object of await knownObjects(['chair', 'plant', 'fur'])) {
      const { name, width, height, alpha } = object
      const raw = await softMask(alpha, width, height)
      const mask = raw.slice()
      const data = await rgbaOf(object)
      refineSeen({ width, height, data }, mask)
      let before = 0
      let after = 0
      for (let i = 0; i < raw.length; i++) {
        if (raw[i]! < 10 || raw[i]! > 245) continue
        before += Math.abs(raw[i]! - alpha[i]!)
        after += Math.abs(mask[i]! - alpha[i]!)
      }
      expect(after / before, name).toBeLessThan(0.7)
    }
  })

  it('keep no fringe of a blue sky or a red wall, on whatever ground they are laid', async () => {
    for (const object of await objectsOnStrongGrounds(101, ['hairOnSky', 'grassOnWall'])) {
      const { name, width, height, alpha } = object
      const data = await rgbaOf(object)
      const given = Uint8ClampedArray.from(data)
      cutOut(given, alpha, width, height)
      expect(Math.abs(fringeOf(object, given)), name).toBeLessThan(0.03)
      expect(edgeDifference(object, given), name).toBeLessThan(0.7)
      if (name !== 'hairOnSky') continue
      const mask = await softMask(alpha, width, height)
      refineSeen({ width, height, data }, mask)
      cutOut(data, mask, width, height)
      expect(Math.abs(fringeOf(object, data)), name).toBeLessThan(0.12)
      expect(edgeDifference(object, data), name).toBeLessThan(6)
    }
  })

  it('stay as the network has them where colours tell nothing', () => {
    const width = 96
    const data = new Uint8Array(width * width * 4).fill(128)
    const mask = Uint8Array.from({ length: width * width }, (_, i) =>
      Math.max(0, Math.min(255, ((i % width) - 40) * 16)),
    )
    const refined = mask.slice()
    refineSeen({ width, height: width, data }, refined)
    expect(refined).toEqual(mask)
  })

  it('leave no haze of the ground between stems that the network sees as one', async () => {
    const [plant] = (await knownObjects(['plant'])) as [KnownObject]
    const { width, height, alpha } = plant
    const wide = { raw: { width, height, channels: 1 as const } }
    // As a network that closes gaps of some px with nine tenths of the subject.
    const near = await sharp(alpha, wide).blur(5).extractChannel(0).raw().toBuffer()
    const mask = Uint8Array.from(near, (value, i) => Math.max(value > 100 ? 230 : 0, alpha[i]!))
    refineSeen({ width, height, data: await rgbaOf(plant) }, mask)
    let given = 0
    let left = 0
    for (let i = 0; i < mask.length; i++) {
      if (alpha[i]! > 0 || near[i]! <= 100) continue
      given++
      if (mask[i]! > 12) left++
    }
    expect(given).toBeGreaterThan(1000)
    expect(left / given).toBeLessThan(0.3)
  })

  it('leave no plain part half transparent that the network is unsure of, up to its outline', async () => {
    for (const object of await objectsOnStrongGrounds(101, ['hairOnSky', 'hairOnLawn'])) {
      const { name, width, height, alpha } = object
      const mask = await softMask(alpha, width, height)
      // The shoulders, down from 1050 of 1400 px.
      for (let i = 1050 * width; i < mask.length; i++) mask[i] = mask[i]! * (0.6 + 0.1 * Math.sin(i % width))
      const data = await rgbaOf(object)
      refineSeen({ width, height, data }, mask)
      let off = 0
      let count = 0
      for (let i = 1100 * width; i < mask.length; i++) {
        if (alpha[i] !== 255) continue
        off += 255 - mask[i]!
        count++
      }
      expect(off / count, name).toBeLessThan(1)
    }
  })

  it('leave a restless part opaque that is deep in the subject', () => {
    const width = 256
    const isSubject = (i: number) => i % width > 64
    const data = Uint8Array.from({ length: 4 * width * width }, (_, p) =>
      isSubject(p >> 2) ? 40 + 170 * ((p >> 2) % 2) : 120,
    )
    const mask = Uint8Array.from({ length: width * width }, (_, i) => (isSubject(i) ? 215 + (i % 40) : 0))
    refineSeen({ width, height: width, data }, mask)
    for (let i = 0; i < mask.length; i++) if (i % width > 120) expect(mask[i]).toBe(255)
  })

  it('open slits to the sky, but no pane or fleck that mirrors it', async () => {
    const [width, height] = [640, 480]
    const slits = Array.from(
      { length: 10 },
      (_, k) => `<rect x="${60 + 12 * k}" y="100" width="2" height="90" fill="#5a9be0"/>`,
    )
    const panes = [0, 1, 2, 3].map(
      (k) => `<rect x="${240 + 90 * k}" y="102" width="60" height="70" fill="#5a9be0"/>`,
    )
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="100%" height="100%" fill="#5a9be0"/><rect x="40" y="90" width="580" height="390" fill="#8a5a3c"/>
      ${slits.join('')}${panes.join('')}<rect x="606" y="250" width="2" height="3" fill="#5a9be0"/></svg>`
    const data = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
    const mask = Uint8Array.from({ length: width * height }, (_, i) =>
      i % width >= 40 && i % width < 620 && i >= 90 * width ? 255 : 0,
    )
    refineSeen({ width, height, data }, mask)
    expect(mask[108 * width + 61 + 12 * 4]).toBeLessThan(60)
    expect(mask[108 * width + 66 + 12 * 4]).toBe(255)
    for (const y of [104, 112, 114, 116, 118, 120, 165])
      for (const x of [243, 270, 296]) expect(mask[y * width + x], `${x} ${y}`).toBe(255)
    expect(mask[251 * width + 606]).toBe(255)
  })

  it('open a slit in a dense subject beside a small gap, if the subject has nothing of its hue', async () => {
    const [width, height] = [640, 480]
    const pictureOf = (more: string) =>
      sharp(
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
          <rect width="100%" height="100%" fill="#5a9be0"/><rect x="40" y="90" width="580" height="390" fill="#8a5a3c"/>
          <rect x="500" y="300" width="6" height="6" fill="#5a9be0"/><rect x="512" y="296" width="2" height="9" fill="#5a9be0"/>
          ${more}</svg>`),
      )
        .ensureAlpha()
        .raw()
        .toBuffer()
    const isGround = (x: number, y: number) =>
      x < 40 || x >= 620 || y < 90 || (x >= 500 && x < 506 && y >= 300 && y < 306)
    const slitIn = async (more: string) => {
      const mask = Uint8Array.from({ length: width * height }, (_, i) =>
        isGround(i % width, Math.floor(i / width)) ? 0 : 255,
      )
      refineSeen({ width, height, data: await pictureOf(more) }, mask)
      return mask[300 * width + 512]
    }
    expect(await slitIn('')).toBeLessThan(60)
    expect(await slitIn('<rect x="60" y="300" width="90" height="60" fill="#4a86c8"/>')).toBe(255)
  })

  it('leave a mask alone that is unsure of everything', () => {
    const mask = new Uint8Array(64 * 64).fill(120)
    const refined = mask.slice()
    refineSeen({ width: 64, height: 64, data: new Uint8Array(64 * 64 * 4) }, refined)
    expect(refined).toEqual(mask)
  })
})
