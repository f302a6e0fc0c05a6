import type { VitePWAOptions } from 'vite-plugin-pwa'

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number]

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(2)} MB`

/**
 * Step of the precache list's making that prints its total and fails the build past `budget` bytes, so that
 * a first visit on a phone stays bearable.
 */
export function withinBudget(budget: number): ManifestTransform {
  return (entries) => {
    const total = entries.reduce((sum, entry) => sum + entry.size, 0)
    console.log(`  预缓存 ${entries.length} 个文件，共 ${megabytes(total)}（上限 ${megabytes(budget)}）`)
    if (total > budget) {
      const biggest = [...entries].sort((a, b) => b.size - a.size).slice(0, 8)
      const list = biggest.map((entry) => `  ${megabytes(entry.size)}  ${entry.url}`).join('\n')
      throw new Error(`预缓存超出上限 ${megabytes(budget)}，最大的文件：\n${list}`)
    }
    return { manifest: entries, warnings: [] }
  }
}
