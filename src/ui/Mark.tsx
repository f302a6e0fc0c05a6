/** The product's mark: a roof swept in ink over a ground line in vermilion; the same paths as the icons. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="14 14 496 496" aria-hidden="true" focusable="false">
      <path
        fill="var(--text)"
        d="M226 60 L278 76 L480 264 V334 L402 262 V372 H350 V214 L270 140 C222 218 154 280 52 324 C42 328 36 318 44 312 C132 250 196 168 226 60 Z"
      />
      <path
        fill="var(--accent)"
        d="M50 424 C150 384 290 374 468 398 C480 400 480 416 468 418 C320 424 190 434 78 460 C44 467 26 434 50 424 Z"
      />
    </svg>
  )
}
