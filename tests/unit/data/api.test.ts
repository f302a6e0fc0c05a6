import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { APP_HEADER, ENDPOINTS } from '#contracts/endpoints.ts'
import { refuse, succeed } from '#contracts/envelope.ts'
import { AppError } from '#contracts/errors.ts'
import { addressOf, call, onSessionLost } from '#src/data/api/api.ts'
import { judge, network, probe, probeDelay, reportFailure, reportSuccess } from '#src/data/api/network.ts'

const fetchMock = vi.fn<typeof fetch>()
const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (thrown: unknown) => (thrown instanceof AppError ? thrown.errorName : thrown),
  )

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fetchMock.mockReset()
  for (let i = 0; i < 5; i++) reportSuccess(10)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('call', () => {
  it('sends the app header, query and body, and gives parsed data', async () => {
    fetchMock.mockResolvedValue(answer(succeed(7)))
    expect(await call('totalTicket', { query: { type: 1 } })).toBe(7)
    const [address, init] = fetchMock.mock.calls[0]!
    expect(address).toBe('/api/ai/totalTicket?type=1')
    expect(init).toMatchObject({ method: 'GET', credentials: 'same-origin' })
    expect(new Headers(init?.headers).get(APP_HEADER)).toBe('1')
    fetchMock.mockResolvedValue(answer(succeed({ cooldownSeconds: 60 })))
    await call('smsSend', { body: { phoneNo: '13800000000' } })
    expect(fetchMock.mock.calls[1]?.[1]?.body).toBe('{"phoneNo":"13800000000"}')
  })

  it('leaves undefined query values out', () => {
    expect(addressOf(ENDPOINTS.getTaskList, { limit: 5, cursor: undefined })).toBe(
      '/api/ai/getTaskList?limit=5',
    )
  })

  it('turns a refusal into the error of the catalogue, with its remedy', async () => {
    fetchMock.mockResolvedValue(answer(refuse(new AppError('TICKETS_SHORT', '还差 2 张图片券')), 402))
    const thrown = await call('userInfo').catch((error: unknown) => error)
    expect(thrown).toMatchObject({ errorName: 'TICKETS_SHORT', message: '还差 2 张图片券', status: 402 })
    expect((thrown as AppError).remedy).not.toBe('')
  })

  it('tells who listens when the server no longer knows the session', async () => {
    const lost = vi.fn()
    const leave = onSessionLost(lost)
    fetchMock.mockResolvedValue(answer(refuse(new AppError('NOT_SIGNED_IN')), 401))
    expect(await failure(call('getVipInfo'))).toBe('NOT_SIGNED_IN')
    leave()
    await failure(call('getVipInfo'))
    expect(lost).toHaveBeenCalledTimes(1)
  })

  it('refuses data that does not fit the contract, and answers that are no envelope', async () => {
    fetchMock.mockResolvedValueOnce(answer(succeed('many')))
    expect(await failure(call('totalTicket', { query: { type: 1 } }))).toBe('BAD_RESPONSE')
    fetchMock.mockResolvedValueOnce(new Response('<html>', { status: 200 }))
    expect(await failure(call('userInfo'))).toBe('BAD_RESPONSE')
  })

  it('tells the three ways apart in which no answer comes', async () => {
    fetchMock.mockImplementation((address, init) => {
      if (String(address).endsWith('/health')) return Promise.reject(new TypeError('failed'))
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    })
    expect(await failure(call('userInfo', { timeoutMs: 5 }))).toBe('TIMEOUT')
    const controller = new AbortController()
    const cancelled = failure(call('userInfo', { signal: controller.signal }))
    controller.abort()
    expect(await cancelled).toBe('CANCELLED')
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await failure(call('userInfo'))).toBe('NETWORK')
  })

  it('takes a page of a gateway, and nothing at all, for an unreachable server', async () => {
    fetchMock.mockResolvedValueOnce(new Response('', { status: 200 }))
    expect(
      await failure(call('startTask', { body: {} as never })),
      'a line that broke within the headers',
    ).toBe('NETWORK')
    fetchMock.mockResolvedValueOnce(new Response('<h1>502</h1>', { status: 502 }))
    fetchMock.mockResolvedValue(answer(succeed({ version: '1', time: 1 })))
    expect(await failure(call('userInfo'))).toBe('NETWORK')
  })
})

describe('network', () => {
  // It is listened to once, from the first test that has one.
  const page = new EventTarget()
  const stubPage = () => {
    vi.stubGlobal('window', page)
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
    vi.stubGlobal('BroadcastChannel', undefined)
  }

  it('is offline when a request and the probe after it fail, and online with the next answer', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    await failure(call('userInfo'))
    await probe()
    expect(network.value).toBe('offline')
    fetchMock.mockImplementation(async () => answer(succeed({ version: '1', time: 1 })))
    await vi.advanceTimersToNextTimerAsync()
    expect(network.value).toBe('online')
  })

  it('stays online when one request fails and the server still answers', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('reset'))
    fetchMock.mockImplementation(async () => answer(succeed({ version: '1', time: 1 })))
    expect(await failure(call('userInfo'))).toBe('NETWORK')
    await probe()
    expect(network.value).toBe('online')
  })

  it('asks again when the way may be free: a probe that began before does not count', async () => {
    stubPage()
    const early = Promise.withResolvers<Response>()
    fetchMock.mockReturnValueOnce(early.promise)
    fetchMock.mockImplementation(async () => answer(succeed({ version: '1', time: 1 })))
    reportFailure()
    page.dispatchEvent(new Event('online'))
    early.reject(new TypeError('Failed to fetch'))
    // Timers stand still meanwhile: the next look must not have to wait for one.
    await new Promise(setImmediate)
    expect(network.value).toBe('online')
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await probe()
    const late = Promise.withResolvers<Response>()
    fetchMock.mockReturnValueOnce(late.promise)
    const asked = probe()
    page.dispatchEvent(new Event('focus'))
    late.reject(new TypeError('Failed to fetch'))
    await asked
    await new Promise(setImmediate)
    expect(network.value).toBe('online')
  })

  it('asks again when the network is said to be gone, though an earlier probe was answered', async () => {
    stubPage()
    const early = Promise.withResolvers<Response>()
    fetchMock.mockReturnValueOnce(early.promise)
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    reportFailure()
    page.dispatchEvent(new Event('offline'))
    early.resolve(answer(succeed({ version: '1', time: 1 })))
    await new Promise(setImmediate)
    expect(network.value).toBe('offline')
  })

  it('asks once more a moment after the network is said to be gone: the first answer may be the last one', async () => {
    stubPage()
    fetchMock.mockImplementationOnce(async () => answer(succeed({ version: '1', time: 1 })))
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    reportFailure()
    await new Promise(setImmediate)
    fetchMock.mockImplementationOnce(async () => answer(succeed({ version: '1', time: 1 })))
    page.dispatchEvent(new Event('offline'))
    await new Promise(setImmediate)
    expect(network.value).toBe('online')
    await vi.advanceTimersToNextTimerAsync()
    expect(network.value).toBe('offline')
  })

  it('asks once more where an answer came while a probe was lost: it may have been the last one', async () => {
    const lost = Promise.withResolvers<Response>()
    fetchMock.mockReturnValueOnce(lost.promise)
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    const asked = probe()
    reportSuccess(20)
    lost.reject(new TypeError('Failed to fetch'))
    await asked
    expect(network.value).toBe('online')
    await vi.advanceTimersToNextTimerAsync()
    expect(network.value).toBe('offline')
  })

  it('asks once more where what was asked before a probe was lost is answered after it', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    await probe()
    reportSuccess(60_000)
    expect(network.value).toBe('online')
    await vi.advanceTimersToNextTimerAsync()
    expect(network.value).toBe('offline')
  })

  it('takes a captive portal for offline: it answers, but not with the envelope', async () => {
    fetchMock.mockResolvedValue(answer({ login: 'please' }))
    await probe()
    expect(network.value).toBe('offline')
  })

  it('does not believe answers that the service worker may give from its cache', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    await probe()
    fetchMock.mockResolvedValue(answer(succeed([])))
    await call('getAllSuCai')
    expect(network.value).toBe('offline')
  })

  it('is slow by the median of the last round trips', () => {
    expect(judge([9000, 9000])).toBe('online')
    expect(judge([100, 9000, 200])).toBe('online')
    expect(judge([1600, 100, 1700, 1800, 90])).toBe('slow')
  })

  it('probes less and less often, at most every 36 s', () => {
    expect(probeDelay(0, 0.5)).toBe(1000)
    expect(probeDelay(3, 0.5)).toBe(8000)
    expect(probeDelay(30, 1)).toBeLessThanOrEqual(36_000)
  })
})
