import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import {
  CARD_SIZE,
  PAGE_CARDS_FILE,
  type PageCard,
  type PageCards,
  zPageCards,
} from '#contracts/page-cards.ts'

const TITLE = /<title>[\s\S]*?<\/title>/
const DESCRIPTION = /<meta\s+name="description"[\s\S]*?>/
/** Answers that are kept: every page in both encodings, for some names of this host. */
const MOST_KEPT = 500

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!)

/**
 * The shell with what programs that show links read: title, description and picture of a page.
 * @param html text of the built index.html
 * @param origin of the address that was asked for: pictures are named with it
 */
export function withCard(html: string, card: PageCard, origin: string, path: string): string {
  const title = `<title>${escapeHtml(card.title)}</title>`
  const properties: [name: string, value: string][] = [
    ['og:type', 'website'],
    ['og:site_name', '筑绘'],
    ['og:locale', 'zh_CN'],
    ['og:title', card.title],
    ['og:description', card.description],
    ['og:url', origin + path],
    ['og:image', origin + card.picture],
    ['og:image:width', String(CARD_SIZE.width)],
    ['og:image:height', String(CARD_SIZE.height)],
  ]
  const description = `<meta name="description" content="${escapeHtml(card.description)}" />`
  const tags = [
    title,
    description,
    ...properties.map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
  ]
  // By functions, so that a $ in a title stays one.
  return html.replace(DESCRIPTION, () => '').replace(TITLE, () => tags.join('\n    '))
}

/** Paths in the router's syntax: a piece with a colon is any one, with a question mark none as well. */
function patternOf(path: string): RegExp {
  const pieces = path
    .split('/')
    .filter(Boolean)
    .map((piece) => {
      const one = piece.startsWith(':') ? '/[^/]+' : `/${RegExp.escape(piece.replace(/\?$/, ''))}`
      return piece.endsWith('?') ? `(?:${one})?` : one
    })
  return new RegExp(`^${pieces.join('')}/?$`)
}

interface Known {
  stamp: string
  html: string
  pages: { pattern: RegExp; card: PageCards['pages'][number] }[]
}

/** The shell as it is sent, and how it is told from another version's. */
export interface ShellBytes {
  bytes: Uint8Array<ArrayBuffer>
  encoding: 'br' | 'gzip' | null
  etag: string
}

const stampOf = async (path: string): Promise<string> => {
  const { size, mtimeMs } = await stat(path)
  return `${size}-${mtimeMs}`
}

/** The pages of a build: which there are, and the shell with the card of each. */
export class PageShell {
  readonly #root: string
  #known: Known | null = null
  #kept = new Map<string, Promise<ShellBytes>>()

  constructor(root: string) {
    this.#root = root
  }

  /** The build as it is now; null where there is none. */
  async #read(): Promise<Known | null> {
    const [shell, list] = [join(this.#root, 'index.html'), join(this.#root, PAGE_CARDS_FILE)]
    try {
      const stamp = (await Promise.all([stampOf(shell), stampOf(list)])).join()
      if (this.#known?.stamp === stamp) return this.#known
      const { pages } = zPageCards.parse(JSON.parse(await readFile(list, 'utf8')))
      this.#known = {
        stamp,
        html: await readFile(shell, 'utf8'),
        pages: pages.map((card) => ({ card, pattern: patternOf(card.path) })),
      }
      this.#kept = new Map()
      return this.#known
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw thrown
    }
  }

  /**
   * A page's shell; null for a path that no page has.
   * @param url address that was asked for
   * @param accepted encodings that the client takes, as its header names them
   */
  async find(url: URL, accepted: string): Promise<ShellBytes | null> {
    const known = await this.#read()
    const cardAt = (path: string) => known?.pages.find(({ pattern }) => pattern.test(path))?.card
    const own = cardAt(url.pathname)
    if (!known || !own) return null
    const shown = own.shows && url.searchParams.get(own.shows)
    const card = (shown && cardAt(`/${shown.replace(/^\//, '')}`)) || own
    const html = () => withCard(known.html, card, url.origin, url.pathname)
    return this.#keep(`${url.origin}${url.pathname} ${card.path}`, html, accepted)
  }

  /** The shell as it is built; null where nothing is built. */
  async plain(accepted: string): Promise<ShellBytes | null> {
    const known = await this.#read()
    return known && this.#keep('', () => known.html, accepted)
  }

  #keep(name: string, html: () => string, accepted: string): Promise<ShellBytes> {
    const encoding = ENCODINGS.find((one) => new RegExp(`\\b${one}\\b`).test(accepted)) ?? null
    const key = `${encoding} ${name}`
    const kept = this.#kept.get(key)
    if (kept) return kept
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
    const made = encode(html(), encoding)
    this.#kept.set(key, made)
    return made
  }
}

const ENCODINGS = ['br', 'gzip'] as const
const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

async function encode(html: string, encoding: ShellBytes['encoding']): Promise<ShellBytes> {
  const plain = Buffer.from(html)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}${encoding ? `-${encoding}` : ''}"`
  const packed =
    encoding === 'br'
      ? await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
      : encoding === 'gzip'
        ? await deflate(plain)
        : plain
  return { bytes: new Uint8Array(packed), encoding, etag }
}
