/**
 * Cut-out of a 1024 px photo through the real HTTP server with a warm engine, against the bare network on
 * the same picture in the same run. Rounds take turns, so that a busy machine slows both; the medians count.
 * Prints one line of JSON last: { baseMs, oursMs, ratio, idleRssMb }.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { ISNET_SIDE, isnetInput } from '#kernels/matting/isnet.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { Client, freshPhone } from '#tests/support/server.ts'

const ROUNDS = 5
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

async function boot(dataDir: string) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      const look = () => {
        const found = pattern.exec(text)?.[1]
        if (found) resolve(found)
      }
      child.stdout.on('data', look)
      look()
    })
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  return { child, printed, url: await printed(/(http:\/\/[\d.]+:\d+)/) }
}

async function signIn(url: string, printed: (pattern: RegExp) => Promise<string>): Promise<Client> {
  const phoneNo = freshPhone()
  const visitor = new Client(url)
  await visitor.call(ENDPOINTS.smsSend, { body: { phoneNo } })
  const verifyCode = await printed(/验证码 .*：(\d{6})（/)
  const { satoken } = await visitor.call(ENDPOINTS.smsLogin, { body: { phoneNo, verifyCode } })
  return new Client(url, satoken)
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

const threads = Number(process.env.LOCAL_THREADS ?? 2)
const photo = await armchairPhoto(1024, 768)
const pixels = await sharp(photo)
  .removeAlpha()
  .resize(ISNET_SIDE, ISNET_SIDE, { fit: 'fill' })
  .raw()
  .toBuffer()
const input = new Tensor('float32', isnetInput(pixels, 3), [1, 3, ISNET_SIDE, ISNET_SIDE])
const session = await InferenceSession.create(join(ROOT, 'models', 'isnet-small.onnx'), {
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
})
const dataDir = await mkdtemp(join(tmpdir(), 'zhuhui-bench-'))
process.env.LOCAL_THREADS = String(threads)
const { child, printed, url } = await boot(dataDir)
try {
  const idleRssMb = await residentMb(child.pid ?? 0)
  const client = await signIn(url, printed)
  const asset = await client.uploadOk(photo, 'photo.jpg')
  const bare = async () => {
    const start = performance.now()
    await session.run({ [session.inputNames[0] as string]: input })
    return performance.now() - start
  }
  const whole = async () => {
    const start = performance.now()
    const done = await client.finished((await client.start('matting', asset)).taskId)
    const response = await fetch(`${url}/api/asset/${done.outputs[0]?.id}`, { headers: client.headers() })
    await response.arrayBuffer()
    return performance.now() - start
  }
  await bare()
  await whole()
  const base: number[] = []
  const ours: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    base.push(await bare())
    ours.push(await whole())
  }
  const [baseMs, oursMs] = [median(base), median(ours)].map(Math.round) as [number, number]
  console.log(JSON.stringify({ baseMs, oursMs, ratio: Math.round((oursMs / baseMs) * 100) / 100, idleRssMb }))
} finally {
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  await rm(dataDir, { recursive: true, force: true })
}
