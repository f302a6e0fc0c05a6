import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { refineMask } from '#kernels/matting/alpha-matte.ts'
import { cutOut } from '#kernels/matting/cut-out.ts'
import { edgeDifference, fringeOf } from '#tests/support/cut-measures.ts'
import { type KnownObject, knownObjects, objectsOnStrongGrounds } from '#tests/support/known-alpha.ts'

/** Of pictures whose fringes are not the matter, px. */
const SIDE = 600

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
    for (const object of await knownObjects(['chair', 'plant', 'fur'], SIDE)) {
      const { name, width, height, alpha } = object
      const raw = await softMask(alpha, width, height)
      const mask = raw.slice()
      const data = await rgbaOf(object)
      refineMask({ width, height, data }, mask)
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
    for (const object of await objectsOnStrongGrounds(101, ['hairOnSky', 'grassOnWall'], 960)) {
      const { name, width, height, alpha } = object
      const data = await rgbaOf(object)
      const given = Uint8ClampedArray.from(data)
      cutOut(given, alpha, width, height)
      expect(Math.abs(fringeOf(object, given)), name).toBeLessThan(0.03)
      expect(edgeDifference(object, given), name).toBeLessThan(0.7)
      if (name !== 'hairOnSky') continue
      const mask = await softMask(alpha, width, height)
      refineMask({ width, height, data }, mask)
      cutOut(data, mask, width, height)
      expect(Math.abs(fringeOf(object, data)), name).toBeLessThan(0.12)
      expect(edgeDifference(object, data), name).toBeLessThan(6)
    }
  })

  it('stay as the network has them where colours tell nothing', () => {
    const width = 96
    const data = new Uint8Array(width * width * 4).fill(128)
    const mask = Uint8Array.from({ length: width * width }, (_, i) =>
      Math.max(0, Math.min(255, ((i % width) - 40) * 100)),
    )
    const refined = mask.slice()
    refineMask({ width, height: width, data }, refined)
    expect(refined).toEqual(mask)
  })

  it('leave no plain part half transparent that the network is unsure of, up to its outline', async () => {
    for (const object of await objectsOnStrongGrounds(101, ['hairOnSky', 'hairOnLawn'], SIDE)) {
      const { name, width, height, alpha } = object
      const mask = await softMask(alpha, width, height)
      // The shoulders.
      for (let i = 0.75 * SIDE * width; i < mask.length; i++)
        mask[i] = mask[i]! * (0.6 + 0.1 * Math.sin(i % width))
      const data = await rgbaOf(object)
      refineMask({ width, height, data }, mask)
      let off = 0
      let count = 0
      for (let i = 0.79 * SIDE * width; i < mask.length; i++) {
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
    refineMask({ width, height: width, data }, mask)
    for (let i = 0; i < mask.length; i++) if (i % width > 120) expect(mask[i]).toBe(255)
  })

  it('leave a part opaque that the network doubts and that has the colours of the ground', () => {
    const width = 256
    const isSubject = (i: number) => i % width > 64
    // Stone before stone, of which the network is sure only in the middle.
    const data = Uint8Array.from(
      { length: 4 * width * width },
      (_, p) => 90 + (Math.imul(p >> 2, 0x9e3779b1) >>> 25),
    )
    const mask = Uint8Array.from({ length: width * width }, (_, i) =>
      !isSubject(i) ? 0 : i % width > 140 && i % width < 180 ? 255 : 90 + (i % 40),
    )
    refineMask({ width, height: width, data }, mask)
    for (let i = 0; i < mask.length; i++) if (i % width > 80) expect(mask[i]).toBe(255)
  })

  it('are none where nothing is sure', () => {
    const mask = new Uint8Array(64 * 64).fill(120)
    refineMask({ width: 64, height: 64, data: new Uint8Array(64 * 64 * 4) }, mask)
    expect(mask).toEqual(new Uint8Array(64 * 64))
  })
})
