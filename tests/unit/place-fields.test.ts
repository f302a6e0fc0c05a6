import { describe, expect, it } from 'vitest'
import { checkCreative } from '#ops/upscale/limits.ts'
import { controlsOf, heededParams, initialParams } from '#src/tools/controls.ts'
import { findTool, isShown } from '#src/tools/registry.ts'

describe('a field of one place', () => {
  const tool = findTool('upScaleImg')
  if (!tool) throw new Error('no tool')
  const field = controlsOf(tool).find(({ key }) => key === 'creative')
  if (!field) throw new Error('no field')
  const params = { ...initialParams(tool), creative: 0.6 }

  it('is shown there alone, and counts there alone', () => {
    expect(
      ['gpu', 'local', 'device', undefined].map((place) => isShown(field, params, place as 'gpu')),
    ).toEqual([...[true, false, false, false]])
    expect(heededParams(tool, params, 'gpu')).toBe(params)
    expect(heededParams(tool, params, 'local')).toEqual({ ...params, creative: 0 })
    // What is as it begins stays the same thing, so that nothing is drawn anew.
    const plain = initialParams(tool)
    expect(heededParams(tool, plain, 'device')).toBe(plain)
  })
})

describe('detail', () => {
  it('is added to so many pixels', () => {
    expect(() => checkCreative(1600, 1200, 2)).not.toThrow()
    expect(() => checkCreative(1600, 1200, 4)).toThrow(/840 万/)
  })
})
