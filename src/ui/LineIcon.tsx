/**
 * A line icon in the colour of the text; decorative, so the control beside it carries the words.
 * @param path outline on a grid of 24 × 24
 * @param size px
 */
export function LineIcon({ path, size }: { path: string; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <path d={path} />
    </svg>
  )
}
