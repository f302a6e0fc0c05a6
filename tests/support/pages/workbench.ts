import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Download, expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

/** A file as a visitor picks it: a path, or bytes with a name. */
export type PickedFile = string | { name: string; mimeType: string; buffer: Buffer }

async function toPayload(file: PickedFile) {
  if (typeof file !== 'string') return file
  return { name: basename(file), mimeType: 'image/jpeg', buffer: await readFile(file) }
}

/** Decoded pixels of a picture, four channels. */
export interface Pixels {
  width: number
  height: number
  data: Buffer
  /** 0..255 at a place given as shares (0..1) of width and height. */
  alphaAt(x: number, y: number): number
}

/** Decodes a file that was downloaded. */
export async function decode(path: string): Promise<Pixels> {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return {
    width,
    height,
    data,
    alphaAt: (x, y) =>
      data[(Math.round(y * (height - 1)) * width + Math.round(x * (width - 1))) * 4 + 3] as number,
  }
}

/** A tool's page: inputs, start button, canvas, history. */
export class WorkbenchPage {
  readonly page: Page
  readonly canvas: Locator
  readonly history: Locator
  readonly panel: Locator
  readonly start: Locator
  /** What goes on with the task on show. */
  readonly status: Locator
  readonly refusals: Locator

  constructor(page: Page) {
    this.page = page
    this.canvas = page.getByRole('region', { name: '画布' })
    this.history = page.getByRole('region', { name: '历史' })
    this.panel = page.getByRole('region', { name: '输入与参数' })
    this.start = page.getByTestId('start')
    this.status = this.canvas.getByRole('status')
    this.refusals = page.getByRole('alert', { name: '未能添加的文件' })
  }

  async open(path: string): Promise<this> {
    await this.page.goto(path)
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible()
    return this
  }

  /** Picks files in the input of a role. */
  async add(files: PickedFile | readonly PickedFile[], role = 'image'): Promise<void> {
    const list = Array.isArray(files) ? files : [files]
    // Before that the form is a picture of itself.
    await expect(this.page.locator('#root')).not.toHaveAttribute('inert')
    await this.page.getByTestId(`file-${role}`).setInputFiles(await Promise.all(list.map(toPayload)))
  }

  /** Drops a file onto the page, as from a folder of the desktop. */
  async drop(path: string): Promise<void> {
    const { name, mimeType, buffer } = await toPayload(path)
    const transfer = await this.page.evaluateHandle(
      ({ text, name, type }) => {
        const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([bytes], name, { type }))
        return data
      },
      { text: buffer.toString('base64'), name, type: mimeType },
    )
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await this.page.dispatchEvent('main', type, { dataTransfer: transfer })
    }
  }

  /** The divider between source and result: there once a task is done. */
  get compare(): Locator {
    return this.page.getByRole('slider', { name: '原图与结果的分割线' })
  }

  /** Waits until the task on show is done. */
  async finished(timeout = 90_000): Promise<void> {
    await expect(this.page.getByTestId('download')).toBeVisible({ timeout })
    await expect(this.compare).toBeVisible()
  }

  /** Presses the result's download button. */
  async download(): Promise<Download> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByTestId('download').click(),
    ])
    return download
  }

  /** Opens the sheet of inputs that a phone keeps closed. */
  async openSheet(): Promise<void> {
    const handle = this.panel.getByRole('button', { name: '图片与参数' })
    if ((await handle.getAttribute('aria-expanded')) === 'false') await handle.click()
  }
}

/**
 * Records, from the page's first script on, every title that the state card of the canvas shows, so that
 * states of a fraction of a second are seen as well.
 */
export async function recordStates(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenStates: seen })
    const look = () => {
      const title = document.querySelector('section[aria-label="画布"] [role="status"] p')?.textContent
      if (title && seen.at(-1) !== title) seen.push(title)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { seenStates: string[] }).seenStates)
}
