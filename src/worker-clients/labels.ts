// Bytes of metadata, no pixels: quick enough beside the page.
export { keepLabel } from '#workers/image/keep-label.ts'
