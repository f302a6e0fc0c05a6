import { describe, expect, it } from 'vitest'
import { paramsOf } from '#ops/index.ts'
import { findTool, initialParams, TOOLS } from '#src/tools/registry.ts'
import { schemaOf } from '#src/workbenches/schema.ts'

describe('schemas of forms', () => {
  it('start every tool with what its fields say', () => {
    for (const tool of TOOLS) {
      const start = schemaOf(tool).parse({})
      const said = Object.entries(initialParams(tool)).filter(([key]) => key in paramsOf(tool.op).shape)
      expect(start, tool.id).toMatchObject(Object.fromEntries(said))
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
