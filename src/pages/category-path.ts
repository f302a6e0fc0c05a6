import type { Category } from '#contracts/catalog.ts'

/**
 * Names of the categories that a path's last segment holds: ids of levels 1 to 3, separated by dashes.
 * Ids may hold dashes themselves, so each level takes the longest id that fits. Stops at the first unknown one.
 */
export function namesOfPath(tree: readonly Category[], ids: string): string[] {
  if (!ids) return []
  const found = tree
    .filter((node) => ids === node.id || ids.startsWith(`${node.id}-`))
    .sort((a, b) => b.id.length - a.id.length)[0]
  if (!found) return []
  return [found.name, ...namesOfPath(found.childrens, ids.slice(found.id.length + 1))]
}
