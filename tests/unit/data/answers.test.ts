import { expose, proxy, wrap } from 'comlink'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Answers } from '#kernels/networks.ts'
import { BoundedAnswers } from '#src/worker-clients/answers.ts'
import { type AnswerStore, answerTo, shareAnswers } from '#workers/image/answers.ts'

const answer = (length: number): Answers => [new Float32Array(length).fill(0.5)]

describe('what networks answered', () => {
  it('is dropped beyond the limit, what was asked for longest ago first', () => {
    const store = new BoundedAnswers(3000)
    store.keep('a', answer(250))
    store.keep('b', answer(250))
    store.keep('b', answer(250))
    expect(store.find('a')).toHaveLength(1)
    store.keep('c', answer(400))
    expect(store.find('b')).toBeNull()
    expect(store.find('a')?.[0]).toHaveLength(250)
    store.clear()
    expect(store.find('a')).toBeNull()
  })

  describe('to several workers', () => {
    const channel = new MessageChannel()
    afterEach(() => {
      channel.port1.close()
      channel.port2.close()
    })

    it('is computed once for the same input of the same network', async () => {
      const api = { shareAnswers: (store: AnswerStore) => shareAnswers(store) }
      expose(api, channel.port1)
      const run = vi.fn(async () => answer(4))
      const input = (value: number) => ({ values: new Float32Array(8).fill(value), dims: [1, 8], wanted: {} })
      await answerTo('/seeing', input(1), run)
      expect(run, 'without a store').toHaveBeenCalledTimes(1)

      await wrap<typeof api>(channel.port2).shareAnswers(proxy(new BoundedAnswers()))
      const first = await answerTo('/seeing', input(1), run)
      expect(await answerTo('/seeing', input(1), run)).toEqual(first)
      expect(run).toHaveBeenCalledTimes(2)
      await answerTo('/seeing', input(2), run)
      await answerTo('/plans', input(1), run)
      await answerTo('/seeing', { ...input(1), wanted: { outputs: ['setting'] } }, run)
      expect(run).toHaveBeenCalledTimes(5)
    })
  })
})
