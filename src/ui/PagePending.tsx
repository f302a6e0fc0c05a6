import { Spinner } from './Spinner.tsx'

/** In the place of a page whose code is on its way; keeps the footer below the fold. */
export function PagePending() {
  return (
    <div style={{ minHeight: 'calc(100dvh - var(--header))', display: 'grid' }}>
      <Spinner block label="页面加载中…" />
    </div>
  )
}
