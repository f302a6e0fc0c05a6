import type { Locator } from '@playwright/test'
import { WorkbenchPage } from './workbench.ts'

/** A tool's page with several pictures in it. */
export class BatchPage extends WorkbenchPage {
  /** Pictures of the batch that are in sight. */
  get rows(): Locator {
    return this.canvas.getByRole('list', { name: '本批图片' }).getByRole('listitem')
  }

  get retryFailed(): Locator {
    return this.page.getByTestId('retry-failed')
  }

  /** Chooses a folder by “文件夹”. */
  async addFolder(path: string): Promise<void> {
    await this.page.getByTestId('folder-image').setInputFiles(path)
  }

  /** Drags a file or a folder of the disk onto the page, as the system's file manager does. */
  async dropPath(path: string): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page)
    const { width, height } = this.page.viewportSize() ?? { width: 800, height: 600 }
    const data = { items: [], files: [path], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data })
    await session.detach()
  }

  /** Scrolls the list to its last picture. */
  async scrollToEnd(): Promise<void> {
    const list = this.canvas.getByRole('list', { name: '本批图片' })
    await list.evaluate((element) => {
      const frame = element.parentElement
      if (frame) frame.scrollTop = frame.scrollHeight
    })
  }
}
