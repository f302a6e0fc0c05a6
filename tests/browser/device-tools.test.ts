import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import DxfParser from 'dxf-parser'
import JSZip from 'jszip'
import sharp from 'sharp'
import { ERRORS } from '#contracts/errors.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { accountOf } from '#tests/support/api.ts'
import { BITMAPS } from '#tests/support/bitmaps.ts'
import { expect, test } from '#tests/support/browser.ts'
import { heicPhoto } from '#tests/support/heic.ts'
import { decode, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { PHOTOS, SMALL_PHOTOS } from '#tests/support/photos.ts'
import { heicHeader, hugePng } from '#tests/support/pictures.ts'

test('线稿在本机完成：不登录、不扣券、图片不离开这台设备', async ({ page, context }) => {
  const sent: string[] = []
  context.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
  })
  const bench = await new WorkbenchPage(page).open('/toline')
  await bench.add(SMALL_PHOTOS.house)
  await expect(bench.panel).toContainText('图片不离开本机，不消耗算力券')
  await bench.start.click()
  await bench.finished()
  expect(sent, 'requests that could carry the picture').toEqual([])
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const { width, height, data } = await decode(await (await bench.download()).path())
  expect([width, height]).toEqual([640, 300])
  let dark = 0
  let light = 0
  for (let at = 0; at < data.length; at += 4) {
    if (data[at]! < 110) dark += 1
    else if (data[at]! > 230) light += 1
  }
  const pixels = width * height
  expect(dark / pixels, 'share of ink').toBeGreaterThan(0.005)
  expect(light / pixels, 'share of paper').toBeGreaterThan(0.6)
  await page.goto('/list')
  await expect(page.getByRole('link', { name: '图转线稿，house.jpg，已完成' })).toBeVisible()

  // The result is at hand for the next tool, beside the project's own scenes.
  const next = await new WorkbenchPage(page).open('/compress')
  await next.canvas.getByRole('button', { name: '从作品选' }).click()
  const picker = page.getByRole('dialog', { name: '选择图片' })
  await picker.getByRole('button', { name: '图转线稿 · house.jpg' }).click()
  await picker.getByText('示例图库').click()
  await picker.getByRole('button', { name: '客厅 · 成图' }).click()
  await expectAccessible(page)
  await picker.getByRole('button', { name: '添加 2 张' }).click()
  await expect(picker).toHaveCount(0)
  await expect(next.canvas.getByRole('listitem')).toHaveCount(2)
  await expect(next.canvas).toContainText('640 × 300')
})

test('BMP、HEIC 与 ZIP 里的 jfif 都打开：方向与颜色正确，略过的文件有交代', async ({ page }) => {
  const jpeg = await sharp(SMALL_PHOTOS.chair).resize(200).jpeg().toBuffer()
  const zip = new JSZip().file('夏/椅.jfif', jpeg).file('夏/说明.txt', '不是图片')
  const bench = await new WorkbenchPage(page).open('/toline')
  await bench.add([
    { name: '平面.bmp', mimeType: 'image/bmp', buffer: BITMAPS['runs of 8 bits']! },
    { name: 'IMG_0001.HEIC', mimeType: '', buffer: await heicPhoto(6) },
    { name: '夏.zip', mimeType: 'application/zip', buffer: await zip.generateAsync({ type: 'nodebuffer' }) },
  ])
  const told = page.getByRole('button', { name: '压缩包里另有 1 个不是图片的文件已略过' })
  await expect(told).toBeVisible()
  const rows = bench.canvas.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  for (const facts of ['19 × 17', '80 × 120', '200 × 138']) await expect(bench.canvas).toContainText(facts)
  await expect(bench.refusals).toHaveCount(0)
  // The quarter that is stored at the left below is seen at the left above.
  const shown = await rows.filter({ hasText: 'IMG_0001' }).getByRole('img').first().getAttribute('src')
  const colour = await page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob())
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context?.drawImage(bitmap, -bitmap.width / 4, -bitmap.height / 4)
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])]
  }, shown ?? '')
  for (const [c, value] of [40, 60, 200].entries()) expect(Math.abs(colour[c]! - value)).toBeLessThan(10)
})

test('建筑轮廓存为 DXF：按图宽换算成毫米', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/toline')
  await bench.add(SMALL_PHOTOS.house)
  await page.getByText('建筑轮廓', { exact: true }).click()
  await bench.start.click()
  await bench.finished()
  await page.getByTestId('vectors').click()
  const dialog = page.getByRole('dialog', { name: '下载矢量线稿' })
  await expect(dialog.getByRole('img', { name: '矢量线稿预览' })).toBeVisible()
  const save = dialog.getByRole('button', { name: '下载' })
  await expect(save).toBeDisabled()
  await dialog.getByLabel('图宽').fill('15000')
  await expect(dialog).toContainText('图高 7,031.3 mm，1 像素 = 23.4 mm')
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  await expect(dialog).toHaveCount(0)
  expect(download.suggestedFilename()).toBe('house_图转线稿.dxf')
  const dxf = new DxfParser().parseSync(await readFile(await download.path(), 'utf8'))
  expect(dxf?.header.$INSUNITS).toBe(4)
  const lines = dxf?.entities.filter(({ type }) => type === 'LINE') ?? []
  expect(lines.length).toBeGreaterThan(50)
  const xs = lines.flatMap((line) => (Reflect.get(line, 'vertices') as { x: number }[]).map(({ x }) => x))
  expect(Math.max(...xs)).toBeGreaterThan(8000)
  expect(Math.max(...xs)).toBeLessThan(15100)
})

test('压缩一批：坏文件说明原因，其余照常，结果更小且能打开', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/compress')
  const photos = [PHOTOS.chair, PHOTOS.room, PHOTOS.house]
  const fake = {
    name: '说明.png',
    mimeType: 'image/png',
    buffer: Buffer.from('这不是图片，只是改了扩展名的文字。'.repeat(20)),
  }
  const bmp = { name: '平面.bmp', mimeType: 'image/bmp', buffer: BITMAPS['runs of 4 bits']! }
  await bench.add([...photos, bmp, fake])
  await expect(bench.refusals.getByRole('listitem')).toHaveCount(1)
  await expect(bench.refusals).toContainText('说明.png')
  await expect(bench.refusals).toContainText(ERRORS.FILE_MISMATCH.message)
  await expect(bench.refusals).toContainText(ERRORS.FILE_MISMATCH.remedy)
  await expect(bench.canvas.getByRole('listitem')).toHaveCount(4)
  await bench.start.click()
  for (const path of photos) {
    const name = basename(path)
    const row = bench.canvas.getByRole('listitem').filter({ hasText: name })
    await expect(row.getByRole('button', { name: `下载 ${name}` })).toBeVisible({ timeout: 30_000 })
    await expect(row).toContainText(/\d+ KB→\d+ KB/)
    await expect(row).toContainText(/−\d+%/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: `下载 ${name}` }).click(),
    ])
    const before = await sharp(await readFile(path)).metadata()
    const after = await decode(await download.path())
    expect([after.width, after.height]).toEqual([before.width, before.height])
    expect((await stat(await download.path())).size).toBeLessThan((await stat(path)).size)
  }
  await expect(bench.canvas.getByRole('status')).toContainText(/ → .+−\d+%/)
  // What is compared is the file that was chosen, not the copy of it that is worked on.
  const chosen = bench.canvas.getByRole('listitem').filter({ hasText: '平面' })
  await expect(chosen).toContainText(`${bmp.buffer.length} B→`)
})

test('坏文件：每一种都说明原因与办法，不建任务、不扣券', async ({ page, app, signIn }) => {
  await signIn()
  const photo = await readFile(PHOTOS.room)
  const cases = [
    ['空.jpg', 'image/jpeg', Buffer.alloc(0), ERRORS.FILE_EMPTY],
    [
      '文字.png',
      'image/png',
      Buffer.from('<html>不是图片</html>'.repeat(30)),
      { ...ERRORS.FILE_MISMATCH, message: '内容其实是网页' },
    ],
    ['截断.jpg', 'image/jpeg', photo.subarray(0, Math.floor(photo.length / 3)), ERRORS.FILE_DAMAGED],
    [
      '巨幅.png',
      'image/png',
      hugePng(30_000, 30_000),
      { ...ERRORS.FILE_TOO_MANY_PIXELS, message: '30000 × 30000' },
    ],
    [
      '矢量.svg',
      'image/svg+xml',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64"/></svg>',
      ),
      ERRORS.FILE_SVG,
    ],
    ['手机.heic', 'image/heic', heicHeader(), ERRORS.FILE_DAMAGED],
  ] as const
  const bench = await new WorkbenchPage(page).open('/matting')
  await bench.add(cases.map(([name, mimeType, buffer]) => ({ name, mimeType, buffer })))
  await expect(bench.refusals.getByRole('listitem')).toHaveCount(cases.length)
  for (const [name, , , { message, remedy }] of cases) {
    const row = bench.refusals.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText(message)
    await expect(row).toContainText(remedy)
  }
  await expect(bench.start).toBeDisabled()
  await expect(bench.start).toHaveText('请先添加原图')
  const { tasks, tickets, holds } = await accountOf(page.context(), app)
  expect({ tasks, tickets, holds }).toEqual({ tasks: [], tickets: 100, holds: 0 })
  await bench.refusals.getByRole('button', { name: '知道了' }).click()
  await expect(bench.refusals).toBeHidden()
})
