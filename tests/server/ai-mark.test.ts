import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import type { Task } from '#contracts/task.ts'
import { layAiMark } from '#server/engines/local/ai-mark.ts'
import { isPublicSite } from '#server/env.ts'
import { FakeComfyUi } from '#tests/support/fake-comfyui.ts'
import { plainPhoto } from '#tests/support/pictures.ts'
import { Client, startTestServer, type TestServer } from '#tests/support/server.ts'

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Where a picture differs from another by more than `most`; null for nowhere. */
function changed(a: Buffer, b: Buffer, width: number, most: number): Box | null {
  const box = { left: Infinity, top: Infinity, right: -1, bottom: -1 }
  for (let i = 0; i < a.length; i++) {
    if (Math.abs((a[i] ?? 0) - (b[i] ?? 0)) <= most) continue
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)]
    box.left = Math.min(box.left, x)
    box.top = Math.min(box.top, y)
    box.right = Math.max(box.right, x)
    box.bottom = Math.max(box.bottom, y)
  }
  return box.right < 0 ? null : box
}
const rgb = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer()

describe('the visible mark of what was generated', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zhuhui-mark-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each([
    ['png', 'white', 0],
    ['png', 'black', 0],
    ['jpeg', '#888888', 6],
    ['webp', '#888888', 6],
  ] as const)(
    'is legible in the corner of a %s on %s, and nowhere else',
    async (format, background, most) => {
      const [width, height] = [900, 600]
      const plain = await sharp({ create: { width, height, channels: 3, background } })
        .toFormat(format, { quality: 95 })
        .toBuffer()
      const [path, out] = [join(folder, 'in'), join(folder, 'out')]
      await writeFile(path, plain)
      expect(await layAiMark({ kind: 'mark', path, out })).toEqual({ type: `image/${format}`, width, height })
      const [before, after] = [await rgb(plain), await rgb(await readFile(out))]
      const box = changed(before, after, width, most)!
      // Letters of a twentieth of the shorter side, at most a fifth of the width, near the corner.
      expect(box.bottom - box.top + 1).toBeGreaterThanOrEqual(30)
      expect(box.bottom - box.top).toBeLessThan(60)
      expect(box.right - box.left).toBeLessThan(180)
      expect(width - box.right).toBeLessThan(40)
      expect(height - box.bottom).toBeLessThan(40)
      const strong = changed(before, after, width, 90)!
      expect(strong.right - strong.left).toBeGreaterThan(60)
    },
  )

  it('fits into small pictures, and keeps what is transparent', async () => {
    const [path, out] = [join(folder, 'in'), join(folder, 'out')]
    await writeFile(
      path,
      await sharp({ create: { width: 40, height: 300, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    )
    await layAiMark({ kind: 'mark', path, out })
    const { width, height, hasAlpha } = await sharp(out).metadata()
    expect({ width, height, hasAlpha }).toEqual({ width: 40, height: 300, hasAlpha: true })
    const { data } = await sharp(out).extractChannel(3).raw().toBuffer({ resolveWithObject: true })
    expect(data[0]).toBe(0)
  })

  it('is there from the start where others than the users of the machine reach the site', () => {
    const isPublic = (HOST: string, TRUST_PROXY = false) => isPublicSite({ HOST, TRUST_PROXY })
    expect(['127.0.0.1', 'localhost', '::1'].map((host) => isPublic(host))).toEqual([false, false, false])
    expect(['0.0.0.0', '::', '192.168.1.4'].map((host) => isPublic(host))).toEqual([true, true, true])
    expect(isPublic('127.0.0.1', true)).toBe(true)
  })
})

describe('a site', { timeout: 60_000 }, () => {
  let fake: FakeComfyUi
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    fake = await new FakeComfyUi({ jobMs: 50 }).start()
    server = await startTestServer({ COMFYUI_URL: fake.address, ADMIN_PHONES: '13800002222' })
    client = await server.signIn('13800002222')
  }, 60_000)
  afterAll(async () => {
    await server.dispose()
    await fake.stop()
  })

  const upscale = async (assetId: string, place: 'gpu' | 'local'): Promise<Task> => {
    const inputs = [{ role: 'image', assetId }]
    const body = { taskId: randomUUID(), toolId: 'upScaleImg', op: 'upscale', place, inputs, params: {} }
    return client.finished((await client.call(ENDPOINTS.startTask, { body })).taskId)
  }
  const pictureOf = async ({ outputs }: Task) => readFile(server.blobs.path(outputs[0]?.id ?? ''))

  it('marks what its generative engines make where its operator says so, and nothing else', async () => {
    const assetId = await client.uploadOk(await plainPhoto(300, 200), 'a.png')
    expect(await client.call(ENDPOINTS.adminAiMark)).toBe(false)
    const plain = await upscale(assetId, 'gpu')
    expect(await client.call(ENDPOINTS.adminSetAiMark, { body: { isOn: true } })).toBe(true)
    const [marked, local] = [await upscale(assetId, 'gpu'), await upscale(assetId, 'local')]
    expect(plain.outputs[0]?.meta).not.toHaveProperty('isMarked')
    expect(marked.outputs[0]?.meta).toMatchObject({ isMarked: true })
    expect(local.outputs[0]?.meta).toBeUndefined()
    const { width, height } = plain.outputs[0]!
    const box = changed(await rgb(await pictureOf(plain)), await rgb(await pictureOf(marked)), width, 0)!
    expect(box.left).toBeGreaterThan(width / 2)
    expect(box.top).toBeGreaterThan(height / 2)
    const { xmp } = await sharp(await pictureOf(marked)).metadata()
    expect(xmp?.includes(marked.taskId)).toBe(true)

    await server.close()
    server = await startTestServer({ DATA_DIR: server.dataDir, ADMIN_PHONES: '13800002222' })
    client = new Client(server.url, client.token)
    expect(await client.call(ENDPOINTS.adminAiMark)).toBe(true)
  })
})
