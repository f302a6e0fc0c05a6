import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_HEADER, ENDPOINTS, TOKEN_NAME } from '#contracts/endpoints.ts'
import { ERRORS } from '#contracts/errors.ts'
import { ChildPool } from '#server/engines/local/child-pool.ts'
import { createLog } from '#server/log.ts'
import { type Client, sharedPools, startTestServer, type TestServer } from '#tests/support/server.ts'

/** Gives up sooner than that of a site. */
const drawings = new ChildPool({
  ...{ name: 'drawings', log: createLog('silent'), memoryMb: 512, idleS: 60 },
  timeoutS: 4,
})
let server: TestServer
let client: Client

beforeAll(async () => {
  server = await startTestServer({}, { pools: { ...sharedPools(), drawings } })
  client = await server.signIn()
}, 60_000)
afterAll(async () => {
  await server.dispose()
  await drawings.close()
})

/** A drawing that passes every count and takes half a minute all the same: noise over the whole picture. */
const slow = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3000 3000"><filter id="f"><feTurbulence numOctaves="9" baseFrequency=".5"/><feTurbulence numOctaves="9" baseFrequency=".6"/></filter><rect width="3000" height="3000" filter="url(#f)"/></svg>',
)

const plain = (background: string) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer()

describe('checking what was uploaded', { timeout: 120_000 }, () => {
  it('a drawing without end is refused once and for all, and holds up no pictures', async () => {
    const other = await server.signIn()
    // So that the process for pictures is there.
    await other.uploadOk(await plain('#777'), '小图.png')
    const created = await fetch(`${server.url}/api/uploads`, {
      method: 'POST',
      headers: client.headers({ 'Tus-Resumable': '1.0.0', 'Upload-Length': String(slow.length) }),
    })
    const address = `${server.url}${created.headers.get('location')}`
    const sent = fetch(address, {
      method: 'PATCH',
      headers: client.headers({
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
      }),
      body: slow,
    }).then((response) => ({ response, at: performance.now() }))
    await other.uploadOk(await plain('#787'), '小图.png')
    const pictureAt = performance.now()
    const { response, at } = await sent
    expect(at).toBeGreaterThan(pictureAt)
    expect((await response.json()).error.code).toBe(ERRORS.DRAWING_TOO_COMPLEX.code)
    // Looking again does not check again: the file is gone.
    const again = await fetch(address, {
      method: 'HEAD',
      headers: { [APP_HEADER]: '1', [TOKEN_NAME]: client.token!, 'Tus-Resumable': '1.0.0' },
    })
    expect(again.status).toBe(404)
  })

  it('pointing is free, thirty times a minute', async () => {
    const picture = await plain('#777')
    const assetId = await client.uploadOk(picture, '小图.png')
    const ask = (who: Client, id: string) =>
      who.ask(ENDPOINTS.clickMask, { body: { assetId: id, points: [{ x: 9, y: 9, keep: true }] } })
    const answers = await Promise.all(Array.from({ length: 31 }, () => ask(client, assetId)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(30)
    const other = await server.signIn()
    expect((await ask(other, await other.uploadOk(picture, '小图.png'))).status).toBe(200)
  })
})
