import { randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import sharp from 'sharp'
import { TOKEN_NAME } from '#contracts/endpoints.ts'
import type { Task } from '#contracts/task.ts'
import type { AppProcess } from './app-process.ts'
import { Client } from './server.ts'

/** The API as the account that is signed in in the browser's context. */
export async function clientOf(context: BrowserContext, app: AppProcess): Promise<Client> {
  const cookie = (await context.cookies(app.url)).find(({ name }) => name === TOKEN_NAME)
  if (!cookie) throw new Error('nobody is signed in')
  return new Client(app.url, cookie.value)
}

/** A picture that no two calls give alike, and whose line drawing is about a hundred kilobytes. */
function noisyPicture(width = 480, height = 352): Promise<Buffer> {
  const cell = 16
  const raw = { width: width / cell, height: height / cell, channels: 3 as const }
  return sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .resize(width, height, { kernel: 'nearest' })
    .jpeg()
    .toBuffer()
}

/** Results of the server's own engine, one for each file name. */
export async function makeResults(client: Client, names: readonly string[]): Promise<Task[]> {
  const tasks: Task[] = []
  for (const name of names) {
    const assetId = await client.uploadOk(await noisyPicture(), name)
    const { taskId } = await client.start('lineart', assetId, {
      toolId: 'toline',
      inputs: [{ role: 'image', assetId, name }],
    })
    const task = await client.finished(taskId)
    if (task.state !== 'done') throw new Error(`${name}: ${JSON.stringify(task.error)}`)
    tasks.push(task)
  }
  return tasks
}
