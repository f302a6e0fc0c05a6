import { describe, expect, it } from 'vitest'
import { paramsOf } from '#ops/index.ts'
import { initialParams, schemaOf } from '#src/tools/controls.ts'
import { findTool, TOOLS } from '#src/tools/registry.ts'

describe('schemas of forms', () => {
  it('start every tool with what its fields say', () => {
    for (const tool of TOOLS) {
      const start = schemaOf(tool).parse({})
      expect(start, tool.id).toMatchObject(initialParams(tool))
      const own = tool.fields.filter(({ initial }) => initial !== undefined)
      for (const { key, initial } of own) expect(start[key], `${tool.id} ${key}`).toBe(initial)
    }
  })

  it('take what only a start refuses', () => {
    const tool = findTool('atmosphereChange')
    if (!tool) throw new Error('no such tool')
    const asItIs = { time: 'keep', weather: 'keep', season: 'keep' }
    expect(schemaOf(tool).parse(asItIs)).toMatchObject(asItIs)
    expect(paramsOf(tool.op).safeParse(asItIs).success).toBe(false)
  })
})
