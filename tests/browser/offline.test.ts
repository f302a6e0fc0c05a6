import { expect, test } from '#tests/support/browser.ts'

test('the installed app opens offline on a page it has never shown, isolated as online', async ({
  installed,
  app,
  problems,
}) => {
  problems.allow(/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED)/)
  await app.stop()
  try {
    await installed.goto('/compress')
    await expect(installed).toHaveTitle(/图片压缩/)
    await expect(installed.getByRole('heading', { name: '图片压缩', level: 1 })).toBeVisible()
    expect(await installed.evaluate(() => window.crossOriginIsolated)).toBe(true)
    await expect(installed.getByText(/离线中/)).toBeVisible()
  } finally {
    await app.start()
  }
})
