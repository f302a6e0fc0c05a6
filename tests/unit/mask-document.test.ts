import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MaskDocument } from '#src/ui/mask/mask-document.ts'
import { MaskHistory } from '#src/ui/mask/mask-history.ts'
import { applyDifference, ByteSink, ByteSource, packDifference } from '#src/ui/mask/mask-patch.ts'
import { stamp } from '#src/ui/mask/stamp.ts'

const BRUSH = { hardness: 0.5, erase: false }

/** A soft stroke, as a step of its own. */
function draw(mask: MaskDocument, x: number, y: number, radius: number, to = x): void {
  const [a, b] = [
    { x, y, radius },
    { x: to, y, radius },
  ]
  mask.edit(
    { left: x - radius - 1, top: y - radius - 1, right: to + radius + 2, bottom: y + radius + 2 },
    () => stamp(mask, a, b, BRUSH),
  )
}

describe('differences of masks', () => {
  const piece = fc.oneof(
    fc.uint8Array({ minLength: 300, maxLength: 300 }),
    // Long runs and slopes, as masks have them.
    fc
      .array(
        fc.tuple(
          fc.integer({ min: 0, max: 255 }),
          fc.integer({ min: 1, max: 150 }),
          fc.integer({ min: -3, max: 3 }),
        ),
        {
          minLength: 1,
          maxLength: 9,
        },
      )
      .map((runs) => {
        const bytes = runs.flatMap(([start, count, step]) =>
          Array.from({ length: count }, (_, i) => (start + step * i) & 255),
        )
        return Uint8Array.from({ length: 300 }, (_, i) => bytes[i % bytes.length] ?? 0)
      }),
  )

  it('lead on and back exactly, whatever the masks are', () => {
    fc.assert(
      fc.property(piece, piece, (before, after) => {
        const sink = new ByteSink()
        packDifference(7, before, after, sink)
        if (sink.length === 0) return expect(before).toEqual(after)
        const forth = before.slice()
        const source = new ByteSource(sink.toBytes())
        expect(source.nextNumber()).toBe(7)
        applyDifference(source, forth, 1)
        expect(forth).toEqual(after)
        expect(source.done).toBe(true)
        const again = new ByteSource(sink.toBytes())
        again.nextNumber()
        applyDifference(again, forth, -1)
        expect(forth).toEqual(before)
      }),
    )
  })

  it('of a soft slope take a few bits a pixel', () => {
    const after = Uint8Array.from({ length: 16_384 }, (_, i) => 127 + 120 * Math.sin(i / 200))
    const sink = new ByteSink()
    packDifference(0, new Uint8Array(16_384), after, sink)
    expect(sink.length).toBeLessThan(16_384 / 3)
  })
})

describe('a mask with its history', () => {
  it('goes back and forth through every step, and forgets what was undone by a new one', async () => {
    const mask = new MaskDocument(300, 200)
    const states = [mask.data.slice()]
    const keep = () => states.push(mask.data.slice())
    draw(mask, 50, 60, 20, 200)
    keep()
    mask.invert()
    keep()
    draw(mask, 100, 60, 8)
    keep()
    mask.clear()
    keep()
    for (let n = states.length - 2; n >= 0; n--) {
      await mask.undo()
      expect(Buffer.compare(mask.data, states[n] as Uint8Array)).toBe(0)
    }
    expect(mask.state).toMatchObject({ canUndo: false, canRedo: true, blank: true })
    for (const state of states.slice(1)) {
      await mask.redo()
      expect(Buffer.compare(mask.data, state)).toBe(0)
    }
    await mask.undo()
    mask.invert()
    expect(mask.state.canRedo).toBe(false)
  })

  it('puts a cancelled step back and keeps nothing of it, nor of one that changes nothing', () => {
    const mask = new MaskDocument(200, 200)
    draw(mask, 100, 100, 30)
    const before = mask.data.slice()
    const { version } = mask.state
    mask.begin()
    mask.touch({ left: 0, top: 0, right: 150, bottom: 150 })
    mask.data.fill(77, 0, 9000)
    mask.cancel()
    expect(mask.data).toEqual(before)
    draw(mask, 100, 100, 10)
    expect(mask.state.version).toBe(version)
  })

  it('knows where something is masked, and when nothing is', async () => {
    const mask = new MaskDocument(1000, 600)
    expect(mask.state.blank).toBe(true)
    draw(mask, 500, 300, 8)
    expect(mask.state.blank).toBe(false)
    expect(mask.bounds()).toEqual({ left: 384, top: 256, right: 512, bottom: 384 })
    await mask.undo()
    expect(mask.state.blank).toBe(true)
  })

  it('takes a stored mask over as its beginning', async () => {
    const mask = new MaskDocument(10, 10)
    mask.load(new Uint8Array(100).fill(255))
    expect(mask.state).toMatchObject({ canUndo: false, blank: false, version: 0 })
  })

  it('goes back into steps that left the memory', async () => {
    const history = new MaskHistory(2000)
    const mask = new MaskDocument(400, 400, history)
    const states = [mask.data.slice()]
    for (let n = 0; n < 12; n++) {
      draw(mask, 30 + 28 * n, 200, 25)
      states.push(mask.data.slice())
    }
    // The last step is still being packed.
    await mask.redo()
    expect(history.held).toBeLessThanOrEqual(2000)
    for (let n = 11; n >= 0; n--) {
      await mask.undo()
      expect(Buffer.compare(mask.data, states[n] as Uint8Array)).toBe(0)
    }
  })

  it('keeps strokes on 4000 × 3000 px so small that 500 stay well under 200 MB', async () => {
    const history = new MaskHistory(Number.POSITIVE_INFINITY)
    const mask = new MaskDocument(4000, 3000, history)
    for (let n = 0; n < 60; n++) {
      const y = 100 + ((n * 617) % 2800)
      const x = 100 + ((n * 389) % 2600)
      const radius = 20 + (n % 5) * 15
      const [a, b] = [
        { x, y, radius },
        { x: x + 1000, y: y + 60, radius },
      ]
      const brush = { hardness: (n % 4) / 4, erase: n % 3 === 2 }
      mask.edit({ left: x - 90, top: y - 90, right: x + 1090, bottom: y + 150 }, () =>
        stamp(mask, a, b, brush),
      )
    }
    await mask.redo()
    expect(history.held).toBeGreaterThan(0)
    expect((history.held / 60) * 500).toBeLessThan(50 * 1024 * 1024)
  })
})
