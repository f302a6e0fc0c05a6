import type { lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { fetchPicture } from '#server/engines/fetch-picture.ts'
import { isPublicAddress, PrivateAddressError, publicLookup } from '#server/engines/public-address.ts'

describe('isPublicAddress', () => {
  it.each([
    ['8.8.8.8', true],
    ['172.32.0.1', true],
    ['2606:4700::1111', true],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.16.9.9', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001:0:7f00:1::', false],
    ['localhost', false],
  ])('%s: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected)
  })
})

/** Names that resolve as a test says. */
function names(table: Record<string, string[]>): typeof lookup {
  const resolve = (name: string, _options: unknown, callback: (...args: unknown[]) => void) =>
    callback(
      null,
      (table[name] ?? []).map((address) => ({ address, family: 4 })),
    )
  return resolve as unknown as typeof lookup
}

describe('fetchPicture', () => {
  const signal = new AbortController().signal

  async function served(
    answer: (path: string) => { status: number; location?: string; body?: string },
    work: (origin: string, asked: string[]) => Promise<void>,
  ): Promise<void> {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      const { status, location, body } = answer(request.url ?? '')
      response.writeHead(status, location ? { location } : {}).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  it('takes a picture from the own origin, also after a redirect within it', () =>
    served(
      (path) => (path === '/a' ? { status: 302, location: '/b' } : { status: 200, body: 'bytes' }),
      async (origin) => {
        const bytes = await fetchPicture(`${origin}/a`, { ownOrigin: origin, signal })
        expect(bytes.toString()).toBe('bytes')
      },
    ))

  it('asks nothing of another private origin: by address, by name, or after a redirect', () =>
    served(
      () => ({ status: 200, body: 'secret' }),
      async (inside, asked) => {
        const port = new URL(inside).port
        const lookup = publicLookup(
          names({ 'evil.example': ['127.0.0.1'], 'mixed.example': ['8.8.8.8', '10.0.0.1'] }),
        )
        await served(
          () => ({ status: 302, location: `${inside}/secret` }),
          async (own) => {
            const addresses = [
              `${inside}/secret`,
              `http://[::ffff:127.0.0.1]:${port}/secret`,
              `http://2130706433:${port}/secret`,
              `http://evil.example:${port}/secret`,
              `http://mixed.example:${port}/secret`,
              `${own}/redirect`,
              'file:///etc/passwd',
            ]
            for (const address of addresses)
              await expect(fetchPicture(address, { ownOrigin: own, signal, lookup })).rejects.toThrow(
                PrivateAddressError,
              )
          },
        )
        expect(asked).toEqual([])
      },
    ))

  it('ends a circle of redirects, and refuses an error page', () =>
    served(
      (path) => (path === '/gone' ? { status: 404 } : { status: 302, location: '/again' }),
      async (origin) => {
        const options = { ownOrigin: origin, signal }
        await expect(fetchPicture(`${origin}/again`, options)).rejects.toThrow('redirects')
        await expect(fetchPicture(`${origin}/gone`, options)).rejects.toThrow('404')
      },
    ))
})
