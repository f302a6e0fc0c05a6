import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.webmanifest', '.txt', '.wasm'])
/** Below this a response fits in one packet anyway. */
const SMALLEST = 1024
/** 9 takes a third of the time of 11 and gives files about 4 % bigger. */
const BROTLI_QUALITY = 9

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < SMALLEST) return
  const [br, gz] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    deflate(bytes, { level: 9 }),
  ])
  if (br.length < bytes.length) await writeFile(`${path}.br`, br)
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz)
}

/**
 * Writes `x.br` and `x.gz` beside every text file of the build; the server sends whichever is accepted. Builds in another
 * mode, which tests make of changed copies, do without: compressing takes half of their time.
 */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'zhuhui:precompress',
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    configResolved(config) {
      folder = config.build.outDir
    },
    closeBundle: {
      // After the service worker, which is written when the bundle closes, too.
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
        await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
      },
    },
  }
}
