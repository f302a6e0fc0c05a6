import { describe, expect, it } from 'vitest'
import { OP_IDS, OPS, paramsOf } from '#ops/index.ts'
import { ownAmong, withOwn, withoutOwn } from '#ops/own-edits.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { editPicture } from '#src/workbenches/own-edits.ts'

const corners = [0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9]
const regions = [{ x: 0.5, y: 0.5, label: 'floor' }]

describe('what is edited by hand on one picture', () => {
  it.each(OP_IDS)('%s: is named among its parameters, each with a value of an untouched picture', (op) => {
    for (const key of OPS[op].own?.keys ?? []) {
      expect(Object.keys(paramsOf(op).shape)).toContain(key)
      expect(withOwn(op, {}, undefined)[key]).toBeDefined()
    }
  })

  it('takes the place of what the form says, for this picture alone', () => {
    const form = { regions: [{ x: 0, y: 0 }], seed: 1 }
    expect(withOwn('render', form, { regions })).toEqual({ regions, room: null, seed: 1 })
    expect(withOwn('render', form, undefined)).toEqual({ regions: [], room: null, seed: 1 })
    expect(withOwn('retexture', { material: 'wood-oak', corners }, undefined)).toEqual({
      material: 'wood-oak',
      corners: [],
    })
    expect(withOwn('grade', { exposure: 1 }, { corners })).toEqual({ exposure: 1, corners })
    expect(withoutOwn('render', { ...form, room: null })).toEqual({ seed: 1 })
  })

  it('counts for nothing where the subject is found by itself', () => {
    const things = [{ points: [], lines: [], box: { left: 1, top: 1, right: 5, bottom: 5 } }]
    expect(withOwn('matting', { mode: 'auto' }, { things })).toEqual({ mode: 'auto', things: [] })
    expect(withOwn('matting', { mode: 'box' }, { things })).toEqual({ mode: 'box', things })
  })

  it('comes back from a task, or a stored form, as far as it fits', () => {
    const placing = { x: 0.5, y: 0.9, size: 0.4, turn: 0, flip: false }
    expect(ownAmong('composite', { placing, shadow: 0.2 })).toEqual({ placing })
    expect(ownAmong('composite', { placing: null })).toEqual({})
    expect(ownAmong('render', { regions, room: { back: 'left' } })).toEqual({ regions })
    expect(ownAmong('retexture', { corners: corners.slice(2) })).toEqual({})
    expect(ownAmong('grade', { regions })).toEqual({})
  })

  it('changes one by one, and leaves nothing behind', () => {
    const picture = (id: string): DraftInput => ({
      id,
      role: 'image',
      file: new File([], `${id}.png`),
      width: 10,
      height: 10,
    })
    const [a, b] = [picture('a'), picture('b')]
    const room = { back: [], vanishing: { x: 0.5, y: 0.5 } }
    const edited = editPicture([a, b], 'a', { regions, room })
    expect(edited).toEqual([{ ...a, own: { regions, room } }, b])
    expect(editPicture(edited, 'a', { room: null })[0]).toEqual({ ...a, own: { regions } })
    expect(editPicture(edited, 'a', { room: null, regions: null })).toEqual([a, b])
  })
})
