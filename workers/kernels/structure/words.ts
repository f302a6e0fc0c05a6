import { LEAST_KEPT } from '#contracts/structure.ts'

/** Chinese words for a share of kept lines, 0..1, with what helps where it is low. */
export function structureWords(share: number): string {
  const words = `结构保持度 ${Math.floor(100 * share)}%`
  if (share >= LEAST_KEPT) return words
  return `${words}，低于 ${100 * LEAST_KEPT}%：请用结果下方的“核对结构”查看丢失的线，或锁定结构、降低强度后再渲染`
}
