import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { CARD_SIZE, PAGE_CARDS_FILE, type PageCards } from '#contracts/page-cards.ts'
import { OPS } from '#ops/index.ts'
import { PAGES, type PageView } from '#src/pages/pages.ts'
import { pathOf, TOOLS } from '#src/tools/registry.ts'
import type { GroupId } from '#src/tools/tool.ts'

/** Sample whose picture stands for a group of tools. */
const GROUP_SAMPLES: Record<GroupId, string> = {
  render: 'house-final',
  image: 'living-final',
  generate: 'garden-final',
  assist: 'shop-final',
}
const LINE_SAMPLE = 'house-line'
const PAGE_SAMPLE = 'house-final'

/** Parameter by which a page shows another one. */
const SHOWS: Partial<Record<PageView, string>> = { mobilePrepare: 'tool', mobileHome: 'page' }

const pictureOf = (sample: string) => `/cards/${sample}.jpg`

/** The cards of all pages, from the same tables as the router's. */
export function pageCards(): PageCards {
  return {
    pages: [
      ...PAGES.map(({ path, title, summary, view }) => {
        const shows = SHOWS[view]
        return {
          path,
          title: path === '/' ? '筑绘 · 设计师的 AI 渲染与图片工具箱' : `${title} · 筑绘`,
          description: summary,
          picture: pictureOf(PAGE_SAMPLE),
          ...(shows && { shows }),
        }
      }),
      ...TOOLS.map((tool) => ({
        path: pathOf(tool),
        title: `${tool.title} · 筑绘`,
        description: tool.summary,
        picture: pictureOf(OPS[tool.op].look?.vectors === 'lines' ? LINE_SAMPLE : GROUP_SAMPLES[tool.group]),
      })),
    ],
  }
}

/** Writes the list of pages, from which the server knows what exists, and the pictures of their cards. */
export function writePageCards(): Plugin {
  let [folder, samples] = ['', '']
  return {
    name: 'zhuhui:page-cards',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
      samples = join(config.publicDir, 'samples')
    },
    async writeBundle() {
      await mkdir(join(folder, 'cards'), { recursive: true })
      await writeFile(join(folder, PAGE_CARDS_FILE), JSON.stringify(pageCards()))
      for (const sample of new Set([...Object.values(GROUP_SAMPLES), LINE_SAMPLE, PAGE_SAMPLE]))
        await sharp(join(samples, `${sample}.webp`))
          .resize({ ...CARD_SIZE, fit: 'cover' })
          .jpeg({ quality: 82, mozjpeg: true })
          .toFile(join(folder, 'cards', `${sample}.jpg`))
    },
  }
}
