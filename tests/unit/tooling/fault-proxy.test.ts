import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FaultProxy } from '#tests/support/fault-proxy.ts'

const BODY = Buffer.alloc(200_000, 7)
let server: Server
let proxy: FaultProxy
/** Bytes of the last request's body that arrived. */
let received = Buffer.alloc(0)

beforeEach(async () => {
  server = createServer((request, response) => {
    received = Buffer.alloc(0)
    request.on('error', () => undefined)
    request.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data])
    })
    request.on('end', () => response.end(BODY))
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  proxy = await FaultProxy.before(`http://127.0.0.1:${address.port}`)
})
afterEach(async () => {
  await proxy.close()
  server.closeAllConnections()
  await new Promise((settle) => server.close(settle))
})

async function download(signal?: AbortSignal): Promise<Buffer> {
  const response = await fetch(proxy.url, { signal })
  return Buffer.from(await response.arrayBuffer())
}

describe('fault proxy', () => {
  it('passes everything on', async () => {
    expect((await download()).equals(BODY)).toBe(true)
  })

  it('cuts an answer after some bytes, and works again after resume', async () => {
    proxy.cutAfter(50_000, 'down')
    await expect(download()).rejects.toThrow()
    expect(proxy.cuts).toBe(1)
    proxy.resume()
    expect((await download()).equals(BODY)).toBe(true)
  })

  it('cuts an upload once, after exactly the bytes that it lets through', async () => {
    const body = randomBytes(3_000_000)
    proxy.cutAfter(50_000, 'up')
    await expect(fetch(proxy.url, { method: 'POST', body })).rejects.toThrow()
    expect(proxy.cuts).toBe(1)
    // Some of the 50 000 bytes are the request's head.
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(49_000))
    expect(received.equals(body.subarray(0, received.length))).toBe(true)
  })

  it('swallows everything as a black hole and lets it flow on after resume', async () => {
    proxy.blackHole()
    const answer = download()
    const first = await Promise.race([
      answer.then(() => 'answered'),
      new Promise((settle) => setTimeout(() => settle('silent'), 300)),
    ])
    expect(first).toBe('silent')
    proxy.resume()
    expect((await answer).equals(BODY)).toBe(true)
  })

  it('refuses connections', async () => {
    proxy.refuse()
    await expect(download()).rejects.toThrow()
  })
})
