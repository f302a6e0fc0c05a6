import { expect, type Locator, type Page } from '@playwright/test'
import { painted } from '#tests/support/painted.ts'

/** A place on the picture as shares (0..1) of its width and height. */
type Place = readonly [number, number]

/** The editor of a picture's mask, on the canvas of a workbench. */
export class MaskEditorPage {
  readonly page: Page
  readonly stage: Locator
  readonly picture: Locator

  constructor(page: Page) {
    this.page = page
    this.stage = page.getByRole('application', { name: '蒙版画布' })
    this.picture = this.stage.getByRole('img')
  }

  /** Waits until the picture is there. */
  async ready(): Promise<this> {
    await expect(this.picture).toBeVisible()
    await expect.poll(() => this.picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true)
    return this
  }

  async #at([x, y]: Place): Promise<[number, number]> {
    const box = await this.picture.boundingBox()
    if (!box) throw new Error('the picture is not shown')
    return [box.x + x * box.width, box.y + y * box.height]
  }

  /** Draws with the tool in hand along places. */
  async drag(...[first, ...rest]: readonly Place[]): Promise<void> {
    if (!first) return
    await this.page.mouse.move(...(await this.#at(first)))
    await this.page.mouse.down()
    for (const place of rest) await this.page.mouse.move(...(await this.#at(place)), { steps: 8 })
    await this.page.mouse.up()
  }

  /** Draws with a pen between two places while a palm lies on the picture, moves and goes before the pen does. */
  async dragWithPalm(from: Place, to: Place, palm: Place): Promise<void> {
    const input = await this.page.context().newCDPSession(this.page)
    const pen = async (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', place: Place) => {
      const [x, y] = await this.#at(place)
      const button = { button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 } as const
      await input.send('Input.dispatchMouseEvent', { type, x, y, pointerType: 'pen', force: 0.8, ...button })
    }
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) => {
      const [x, y] = await this.#at([palm[0] + by, palm[1]])
      await input.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      })
    }
    const middle: Place = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    await pen('mousePressed', from)
    await touch('touchStart', 0)
    await pen('mouseMoved', middle)
    await touch('touchMove', 0.1)
    await touch('touchEnd', 0)
    await pen('mouseMoved', to)
    await pen('mouseReleased', to)
    await input.detach()
  }

  async click(place: Place): Promise<void> {
    await this.page.mouse.click(...(await this.#at(place)))
  }

  /** Whether the mask is shown at a place, once what has changed is painted. */
  async covers(place: Place): Promise<boolean> {
    await painted(this.page)
    const [x, y] = await this.#at(place)
    return this.page.getByTestId('mask-canvas').evaluate(
      (canvas: HTMLCanvasElement, [x, y]) => {
        const { left, top, width } = canvas.getBoundingClientRect()
        const scale = canvas.width / width
        const pixel = canvas.getContext('2d')?.getImageData((x - left) * scale, (y - top) * scale, 1, 1)
        return (pixel?.data[3] ?? 0) > 60
      },
      [x, y] as const,
    )
  }

  /** Id under which the draft of a tool holds a mask; null while it holds none. */
  savedId(tool: string): Promise<string | null> {
    return this.page.evaluate(async (tool) => {
      const opening = indexedDB.open('zhuhui')
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      const all = db.transaction('drafts').objectStore('drafts')
      const [keys, drafts] = [all.getAllKeys(), all.getAll()]
      await new Promise((resolve) => {
        drafts.onsuccess = resolve
      })
      db.close()
      const at = keys.result.findIndex((key) => String(key).endsWith(`/${tool}`))
      const inputs: { id: string; role: string }[] = drafts.result[at]?.inputs ?? []
      return inputs.find(({ role }) => role === 'mask')?.id ?? null
    }, tool)
  }

  /** Does something and waits until the mask that came of it is stored. */
  async saving(tool: string, work: () => Promise<void>): Promise<void> {
    const before = await this.savedId(tool)
    await work()
    await expect.poll(() => this.savedId(tool)).not.toBe(before)
  }
}
