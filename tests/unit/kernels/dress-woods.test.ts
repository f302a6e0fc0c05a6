import { describe, expect, it } from 'vitest'
import { layStain, stainOf, woodsOf } from '#kernels/dress/woods.ts'
import type { Light } from '#kernels/relight/skies.ts'

const OAK: Light = [0.28, 0.14, 0.06]
const ASH: Light = [0.69, 0.55, 0.37]
const PLASTER: Light = [0.6, 0.58, 0.55]
const CUSHION: Light = [0.04, 0.18, 0.2]
const TERRACOTTA: Light = [0.5, 0.09, 0.05]
const dim = ([r, g, b]: Light, by: number): Light => [by * r, by * g, by * b]
const halfway: Light = [0.43, 0.34, 0.26]

/** Colours after their woods were stained; there is much oak among them. */
function stained(colours: readonly Light[], to: Light): Light[] {
  const all = [...colours, ...Array<Light>(400).fill(OAK)]
  const bare = Float32Array.from(all.flat())
  const woods = woodsOf(bare, () => true)
  const out = new Float32Array(bare.length)
  layStain(woods, bare, stainOf(woods, to)!, out, 0, all.length)
  return colours.map((_, k): Light => [out[3 * k]!, out[3 * k + 1]!, out[3 * k + 2]!])
}

const ratio = ([r, , b]: Light) => r / b

describe('the woods of a photograph', () => {
  it('get the hue that is wanted, in the sun and in the shade', () => {
    const [lit, shaded] = stained([OAK, dim(OAK, 0.25)], ASH) as [Light, Light]
    expect(ratio(lit)).toBeCloseTo(ratio(ASH), 1)
    expect(ratio(shaded)).toBeCloseTo(ratio(ASH), 1)
    expect(lit[1] / shaded[1]).toBeCloseTo(4, 1)
    expect(lit[1]).toBeGreaterThan(2 * OAK[1])
  })

  it('are all that changes', () => {
    const things = [PLASTER, CUSHION, TERRACOTTA]
    for (const [k, colour] of stained(things, ASH).entries())
      for (const c of [0, 1, 2]) expect(colour[c]).toBeCloseTo(things[k]![c]!, 1)
  })

  it('turn no pale wood blue', () => {
    const [colour] = stained([halfway], ASH) as [Light]
    expect(colour[0]).toBeGreaterThanOrEqual(colour[1])
    expect(colour[1]).toBeGreaterThanOrEqual(colour[2])
  })

  it('are none where nothing is wooden', () => {
    const bare = Float32Array.from(Array<Light>(500).fill(PLASTER).flat())
    const woods = woodsOf(bare, () => true)
    expect(woods.mean).toBeNull()
    expect(stainOf(woods, ASH)).toBeNull()
  })
})
