import { afterAll, describe, expect, it, vi } from 'vitest'
import { currentDraft, draftState } from '#src/data/drafts/draft-store.ts'
import { GUEST } from '#src/data/tasks/task-model.ts'

describe('the form that stands for another one', () => {
  // There is no database here: each form says so and begins empty.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  afterAll(() => warn.mockRestore())

  it("is the account's after sign-in, where the visitor had not begun his", () => {
    const visitor = draftState({ id: 'toline', op: 'lineart' }, GUEST)
    expect(currentDraft(visitor)).toBe(visitor)
    const own = draftState({ id: 'toline', op: 'lineart' }, 'designer')
    expect(own).not.toBe(visitor)
    expect(currentDraft(visitor)).toBe(own)
  })

  it('is the same where the visitor had begun, and goes along', () => {
    const visitor = draftState({ id: 'compress', op: 'compress' }, GUEST)
    visitor.change({ params: { quality: 70 } })
    expect(draftState({ id: 'compress', op: 'compress' }, 'designer')).toBe(visitor)
    expect(currentDraft(visitor).view.peek().params).toEqual({ quality: 70 })
  })

  it('is tried once where the store cannot be read, not without end', async () => {
    vi.useFakeTimers()
    const form = draftState({ id: 'upscale', op: 'upscale' }, GUEST)
    await vi.advanceTimersByTimeAsync(0)
    warn.mockClear()
    form.change({ params: { factor: 4 } })
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    // The form, and its pictures.
    expect(warn.mock.calls.length).toBeGreaterThan(0)
    expect(warn.mock.calls.length).toBeLessThan(4)
  })

  it("is no other account's", () => {
    const first = draftState({ id: 'matting', op: 'matting' }, 'designer')
    const second = draftState({ id: 'matting', op: 'matting' }, 'architect')
    expect(currentDraft(first)).toBe(first)
    expect(currentDraft(second)).toBe(second)
  })
})
