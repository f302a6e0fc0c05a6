import { PAGES } from '#src/pages/pages.ts'
import { findTool } from '#src/tools/registry.ts'
import type { RouteHandle } from './routes.tsx'

/** A hash that names a picture of a gallery: `#123`, `#a1b2c3`; not the anchor of a heading. */
export function imageIdOf(hash: string): string | null {
  return /^#([0-9]+|[0-9a-f]{6,64})$/i.exec(hash)?.[1] ?? null
}

function nameOf(handle: RouteHandle | undefined, search: string, hash: string): string | undefined {
  const query = new URLSearchParams(search)
  switch (handle?.page?.view) {
    case 'gallery':
      return imageIdOf(hash) === null ? handle.title : '图片详情'
    case 'mobilePrepare':
      return findTool(query.get('tool') ?? '')?.title ?? handle.title
    case 'mobileHome':
      return PAGES.find((page) => page.path === query.get('page'))?.title ?? handle.title
    default:
      return handle?.title
  }
}

/** Title of the browser's tab: the page's name, which on phones may stand in the query. */
export function titleOf(handle: RouteHandle | undefined, search: string, hash: string): string {
  const name = nameOf(handle, search, hash)
  return name ? `${name} · 筑绘` : '筑绘'
}
