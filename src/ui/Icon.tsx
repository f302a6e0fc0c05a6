/** Outlines on a grid of 24, drawn with one stroke; each path is one pen-down. */
const PATHS = {
  search: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13Zm4.8-1.7L20 20',
  chevronDown: 'm6 9 6 6 6-6',
  chevronLeft: 'm15 6-6 6 6 6',
  chevronRight: 'm9 6 6 6-6 6',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  sun: 'M12 16a4 4 0 1 1 0-8 4 4 0 0 1 0 8ZM12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  system: 'M4 5h16v11H4zM9 20h6m-3-4v4',
  user: 'M12 12a4 4 0 1 1 0-8 4 4 0 0 1 0 8Zm-8 8c.8-3.6 4-5.5 8-5.5s7.2 1.9 8 5.5',
  tasks: 'M4 5h7v7H4zM13 5h7v7h-7zM4 14h7v5H4zM13 14h7v5h-7z',
  home: 'M4 11.5 12 4l8 7.5M6 10v10h12V10M10 20v-6h4v6',
  tools: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM17 14v6m-3-3h6',
  ticket: 'M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.5a1.5 1.5 0 0 0 0-3ZM14.5 7v2m0 2v2m0 2v2',
  offline:
    'M4 4l16 16M9 15.5a4.5 4.5 0 0 1 5.5-.5M5.5 12a9.5 9.5 0 0 1 4-2.3M13 9.3A9.5 9.5 0 0 1 18.5 12M2.5 8.5A14 14 0 0 1 7 5.7M11 5a14 14 0 0 1 10.5 3.5M12 19h.01',
  slow: 'M9 15.5a4.5 4.5 0 0 1 6 0M12 19h.01',
  help: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18Zm-2.5-11.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17h.01',
  download: 'M12 4v11m-5-4.5 5 5 5-5M5 20h14',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.5M20 4.5v5h-5',
  again: 'M4 12a8 8 0 0 1 14-5.3l2 2.3M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l1 13h8l1-13M10.5 11v5m3-5v5',
  stop: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18ZM9.5 9.5h5v5h-5z',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  signOut: 'M14 4H5v16h9M10 12h10m-3.5-3.5L20 12l-3.5 3.5',
  info: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18Zm0-10v6M12 7.5h.01',
  warn: 'M12 4 2.8 20h18.4ZM12 10v4.5M12 17.5h.01',
  device: 'M4 5h16v10H4zM2 19h20',
  engine: 'M4 5h16v6H4zM4 13h16v6H4zM7.5 8h.01M7.5 16h.01M11 8h5M11 16h5',
  gpu: 'M3 7h18v9H3zM7.5 14a2.5 2.5 0 1 1 0-5 2.5 2.5 0 0 1 0 5Zm9 0a2.5 2.5 0 1 1 0-5 2.5 2.5 0 0 1 0 5ZM6 16v3m4-3v3',
  arrowRight: 'M4 12h16m-5-5 5 5-5 5',
  install: 'M12 4v9m-4-3.5 4 4 4-4M4 14v5h16v-5',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9.5h.01',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2',
  edit: 'M4 20h4L19 9l-4-4L4 16ZM13 7l4 4',
  phone: 'M8 3h8v18H8zM11 18h2',
  render: 'M3 20h18M5 20V9l7-5 7 5v11M9 20v-6h6v6',
  sofa: 'M5 11V8a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v3M3 13a2 2 0 0 1 4 0v2h10v-2a2 2 0 0 1 4 0v5H3ZM6 18v2m12-2v2',
  shop: 'M4 9l1.5-5h13L20 9M4 9v11h16V9M4 9a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 9M9 20v-6h6v6',
  tree: 'M12 21v-9M12 15l-3-2.5M12 13l2.5-2.5M12 3a5.5 5.5 0 0 1 5 7.8A4 4 0 0 1 15 18H9a4 4 0 0 1-2-7.2A5.5 5.5 0 0 1 12 3Z',
  window: 'M3 20h18M6 20V4h12v16M12 4v16M6 12h12M6 4 2 7m16-3 4 3',
  aerial: 'M3 15l9 5 9-5-9-5ZM8 12V7l4-2.5L16 7v5M12 4.5V10',
  facade: 'M5 20V4h14v16M5 20h14M9 8h2M13 8h2M9 12h2M13 12h2M9 16h2M13 16h2',
  lock: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11M12 15v2',
  renovate: 'M4 20 13 11M11 6l3-2 6 6-2 3-2.5-.5L14 11l-1.5-1.5.5-2Z',
  views: 'M12 4 4 8.5v7L12 20l8-4.5v-7ZM4 8.5l8 4.5 8-4.5M12 13v7',
  composite: 'M4 4h11v11H4zM9 9h11v11H9z',
  render3d: 'M12 3.5 4.5 8v8l7.5 4.5 7.5-4.5V8ZM4.5 8l7.5 4.5L19.5 8M12 12.5v8',
  flatplan: 'M4 4h16v16H4zM4 12h7m0-8v4m0 8v4M15 12h5m-5 0v4',
  clearroom: 'M3 20h18M5 20V6h14v14M5 6l4 4h6l4-4M9 10v6H5m14 0h-4v-6',
  localEdit: 'M4 20c4 0 5-2 5-4a2.5 2.5 0 0 0-5 0c0 2-1 3-1 3Zm5-5L19 4l2 2-10 10.5',
  matting:
    'M12 5.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6Zm-6 13c.5-3.5 3-5.5 6-5.5s5.5 2 6 5.5M3 7V3h4M17 3h4v4M21 17v4h-4M7 21H3v-4',
  lineart: 'M3 20h18M6 20V8l6-4v16M12 9l6 3v8M8.5 11h1M8.5 14h1M14.5 14.5h1M14.5 17h1',
  compress: 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5',
  upscale: 'M4 13h7v7H4zM8 9V4h12v12h-5M13 11l4-4m-3.5 0H17v3.5',
  grade: 'M5 4v9m0 4v3M12 4v3m0 4v9M19 4v11m0 4v1M3 15h4M10 9h4M17 17h4',
  relight: 'M12 15.5a4 4 0 1 1 0-8 4 4 0 0 1 0 8ZM3 20h18M12 2.5v2M4.5 6 6 7.2M19.5 6 18 7.2M2.5 12h2m15 0h2',
  retexture: 'M4 4h16v16H4zM4 12 12 4M4 20 20 4M12 20l8-8',
  inpaint: 'm4 15 7-10 8 6-6 9H7ZM8 10l8 6M4 20h16',
  outpaint: 'M8 8h8v8H8zM4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4',
  stylize:
    'M12 3.5c5 0 8.5 3.3 8.5 7.5 0 3-2.2 4.5-4.5 4.5h-2c-1.5 0-2 1.5-1 2.5s.5 2.5-1 2.5a8.5 8.5 0 0 1 0-17ZM8 10h.01M12 7.5h.01M16 10h.01',
  restore: 'M12 20a8 8 0 1 1 0-16 8 8 0 0 1 0 16Zm-3-9h.01M15 11h.01M9 15c1.8 1.3 4.2 1.3 6 0',
  panorama: 'M3 6c6 2.5 12 2.5 18 0v12c-6-2.5-12-2.5-18 0ZM7 15l4-4 3 3 2-1.5 2 2',
  text2image: 'M4 5h9M8.5 5v9M11 20h9v-9M13 18l2.5-3 2 2 1-1',
  video: 'M4 6h11v12H4zM15 10.5l5-3v9l-5-3',
  images2video: 'M3 8h12v10H3zM6 8V5h15v9h-3M8 11l4 2-4 2.5Z',
  describe: 'M4 4h16v10H4zM4 11l4-3 4 4 3-2 5 3.5M6 18h12M8 21h8',
  expand: 'M4 6h16M4 10h10M4 14h7M16 13v7M12.5 16.5h7',
  chat: 'M4 5h16v11H11l-5 4v-4H4ZM8 9h8M8 12h5',
  chatEdit: 'M4 5h16v11H11l-5 4v-4H4ZM9 12.5l5-5 1.5 1.5-5 5H9Z',
  live: 'M12 14a2 2 0 1 1 0-4 2 2 0 0 1 0 4ZM8 16a5.7 5.7 0 0 1 0-8M16 8a5.7 5.7 0 0 1 0 8M5 19a10 10 0 0 1 0-14M19 5a10 10 0 0 1 0 14',
} as const

export type IconName = keyof typeof PATHS

/** A line icon in the colour of the text; decorative, so the control beside it carries the words. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
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
      <path d={PATHS[name]} />
    </svg>
  )
}
