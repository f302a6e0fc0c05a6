import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FirstFrame } from '#contracts/frames.ts'
import { withFrame } from '#workers/frame-page.ts'

const SOURCE = readFileSync(resolve(import.meta.dirname, '../../src/index.html'), 'utf8')
const ENTRY = '<script type="module" crossorigin src="/assets/index-1a2b.js"></script>'
/** As the build writes it: with the built entry in its head, and a style sheet. */
const SHELL = SOURCE.replace(/<script type="module".*<\/script>/, '').replace(
  '</head>',
  `${ENTRY}<link rel="stylesheet" crossorigin href="/assets/index-3c4d.css"></head>`,
)

const FRAME: FirstFrame = {
  path: '/matting',
  look: 'dark 1440',
  markup: '<main><h1>$& 抠图 $1</h1></main>',
  sheets: ['/assets/index-3c4d.css', '/assets/tool-5e6f.css'],
  entry: '/assets/index-1a2b.js',
}

describe('withFrame', () => {
  const page = withFrame(SHELL, FRAME) ?? ''

  it('puts the frame in the place of the splash, out of reach', () => {
    expect(page).toContain(`<div id="root" inert>${FRAME.markup}</div>`)
    expect(page).not.toContain('class="splash"')
  })

  it('says for whom it is and what is to be started, and starts nothing itself', () => {
    expect(page).toContain('<html data-entry="/assets/index-1a2b.js" data-frame="dark 1440" lang="zh-CN">')
    expect(page).not.toContain('<script type="module"')
    expect(page).toContain('<link rel="modulepreload" crossorigin href="/assets/index-1a2b.js">')
    expect(page).toContain('<script src="/boot.js"')
  })

  it('has each style sheet once', () => {
    const sheets = [...page.matchAll(/<link rel="stylesheet" crossorigin href="([^"]+)">/g)].map(
      ([, href]) => href,
    )
    expect(sheets).toEqual(FRAME.sheets)
  })

  it('takes no frame of another version', () => {
    expect(withFrame(SHELL, { ...FRAME, entry: '/assets/index-9z9z.js' })).toBeNull()
  })

  it('says when the shell has not what it looks for', () => {
    expect(() => withFrame(SHELL.replace('<!-- splash -->', ''), FRAME)).toThrow('index.html')
  })
})
