import { createHash, pbkdf2, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ASSET_HEADER, ENDPOINTS, UPLOAD_PATH } from '#contracts/endpoints.ts'
import { FakeEngine } from '#tests/support/fake-engine.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client
const photo = await armchairPhoto(600, 600, 'png')

beforeAll(async () => {
  server = await startTestServer({}, { engines: () => [new FakeEngine()] })
  client = await server.signIn()
})
afterAll(() => server.dispose())

const tus = (more: Record<string, string> = {}) => client.headers({ 'Tus-Resumable': '1.0.0', ...more })

async function create(bytes = photo): Promise<string> {
  const response = await fetch(server.url + UPLOAD_PATH, {
    method: 'POST',
    headers: tus({
      'Upload-Length': String(bytes.length),
      'Upload-Metadata': `filename ${btoa('chair.png')}`,
    }),
  })
  expect(response.status).toBe(201)
  return server.url + response.headers.get('location')
}

function patch(url: string, offset: number, bytes: Uint8Array, who = client) {
  return fetch(url, {
    method: 'PATCH',
    headers: who.headers({
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    }),
    body: bytes as Uint8Array<ArrayBuffer>,
  })
}

describe('a resumable upload', () => {
  it('is taken as soon as the server listens, however busy it is', async () => {
    let busy: Promise<unknown>[] = []
    const early = await startTestServer(
      {},
      {
        engines: () => {
          // Work for all threads that also answer the file system.
          busy = Array.from({ length: 4 }, () => promisify(pbkdf2)('x', 'x', 1e5, 64, 'sha512'))
          return [new FakeEngine()]
        },
      },
    )
    await (await early.signIn()).uploadOk(photo, 'chair.png')
    await Promise.all(busy)
    await early.dispose()
  })

  it('goes through tus-js-client in pieces and is the same bytes, named by their hash', async () => {
    const assetId = await new Promise<string>((resolve, reject) => {
      new Upload(photo, {
        endpoint: server.url + UPLOAD_PATH,
        chunkSize: 4096,
        headers: client.headers(),
        metadata: { filename: '椅子.png', filetype: 'image/png' },
        onError: reject,
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader(ASSET_HEADER) ?? ''),
      }).start()
    })
    expect(assetId).toBe(createHash('sha256').update(photo).digest('hex'))
    const response = await fetch(`${server.url}/api/asset/${assetId}`, { headers: client.headers() })
    expect(Buffer.from(await response.arrayBuffer()).equals(photo)).toBe(true)
    expect(await readdir(join(server.dataDir, 'uploads'))).toEqual([])
  })

  it('goes on at its offset after a cut, and tells a client that missed the answer what it became', async () => {
    const bytes = await armchairPhoto(500, 500, 'png')
    const url = await create(bytes)
    expect((await patch(url, 0, bytes.subarray(0, 1000))).status).toBe(204)
    const cut = await fetch(url, { method: 'HEAD', headers: tus() })
    expect(cut.headers.get('upload-offset')).toBe('1000')
    expect((await patch(url, 500, bytes.subarray(500))).status).toBe(409)
    const last = await patch(url, 1000, bytes.subarray(1000))
    expect(last.status).toBe(204)
    const id = last.headers.get(ASSET_HEADER)
    const missed = await fetch(url, { method: 'HEAD', headers: tus() })
    expect(missed.status).toBe(200)
    expect(missed.headers.get(ASSET_HEADER)).toBe(id)
    expect(missed.headers.get('upload-offset')).toBe(String(bytes.length))
  })

  it('is nobody else’s', async () => {
    const url = await create()
    const stranger = await server.signIn()
    const headers = stranger.headers({ 'Tus-Resumable': '1.0.0' })
    expect((await patch(url, 0, photo, stranger)).status).toBe(404)
    expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(404)
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(404)
    expect(
      (await fetch(`${server.url}${UPLOAD_PATH}/${randomUUID()}`, { method: 'HEAD', headers })).status,
    ).toBe(404)
    expect((await patch(url, 0, photo)).status).toBe(204)
  })

  it('needs a session and the app’s header', async () => {
    const visitor = new Client(server.url)
    expect((await visitor.upload(photo, 'x.png')).status).toBe(401)
    const bare = await fetch(server.url + UPLOAD_PATH, {
      method: 'POST',
      headers: { satoken: client.token ?? '', 'Tus-Resumable': '1.0.0', 'Upload-Length': '10' },
    })
    expect(bare.status).toBe(403)
    expect((await bare.json()).error.code).toBe(4030)
  })

  it('takes no bytes with its creation, and does not say that it would', async () => {
    const options = await fetch(`${server.url}/api/uploads`, { method: 'OPTIONS', headers: tus() })
    expect(options.headers.get('tus-extension')?.split(',')).toContain('creation')
    expect(options.headers.get('tus-extension')).not.toContain('creation-with-upload')
    const refused = await fetch(`${server.url}/api/uploads`, {
      method: 'POST',
      headers: { ...tus(), 'Upload-Length': '4', 'Content-Type': 'application/offset+octet-stream' },
      body: 'abcd',
    })
    expect(refused.status).toBe(400)
  })

  it('can be given up', async () => {
    const url = await create()
    expect((await fetch(url, { method: 'DELETE', headers: tus() })).status).toBe(204)
    expect((await fetch(url, { method: 'HEAD', headers: tus() })).status).toBe(404)
  })

  it('sent twice is one asset and one blob, for each of its owners', async () => {
    const other = await server.signIn()
    const bytes = await armchairPhoto(320, 320, 'png')
    const ids = await Promise.all([
      client.uploadOk(bytes, 'a.png'),
      client.uploadOk(bytes, 'b.png'),
      other.uploadOk(bytes, 'c.png'),
    ])
    expect(new Set(ids).size).toBe(1)
    for (const who of [client, other]) {
      expect(await who.call(ENDPOINTS.findAsset, { query: { id: ids[0] } })).not.toBeNull()
    }
  })

  it('is swept away a day later when unfinished', async () => {
    const url = await create()
    await patch(url, 0, photo.subarray(0, 100))
    await startAgainLater(25)
    const files = await readdir(join(server.dataDir, 'uploads'))
    expect(files.some((name) => url.endsWith(name))).toBe(false)
  })
})

/** Stops the server, starts it on the same data some hours later, and waits for its first sweep. */
async function startAgainLater(hours: number): Promise<void> {
  await server.close()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + hours * 3_600_000)
  try {
    server = await startTestServer({ DATA_DIR: server.dataDir }, { engines: () => [new FakeEngine()] })
    await vi.waitFor(async () => {
      const open = await server.db.selectFrom('uploads').select('id').where('asset_id', 'is', null).execute()
      expect(open).toEqual([])
    })
    await vi.waitFor(async () => expect(await readdir(join(server.dataDir, 'uploads'))).toEqual([]))
  } finally {
    clock.mockRestore()
  }
}
