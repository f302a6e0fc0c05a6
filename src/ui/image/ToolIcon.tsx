import { LineIcon } from '#src/ui/LineIcon.tsx'

/** Signs of the picture tools, on the same grid and with the same pen as Icon. */
const PATHS = {
  camera:
    'M4 8h3.500L9 5.500h6L16.500 8H20v11H4ZM12 16.500a3.200 3.200 0 1 1 0-6.400 3.200 3.200 0 0 1 0 6.400Z',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 9h6v6H9z',
  full: 'M4 9V4h5M20 15v5h-5M4 4l6 6M20 20l-6-6',
  leaveFull: 'M10 4v6H4M14 20v-6h6M10 10 4 4M14 14l6 6',
  split: 'M4 5h16v14H4zM12 3v18',
  pair: 'M3 5h8v14H3zM13 5h8v14h-8z',
  one: 'M4 5h16v14H4z',
  brush:
    'M5 20c3 0 4.500-1.200 4.500-3.200a2.300 2.300 0 0 0-4.600 0C4.900 18.800 4 20 4 20ZM9 15 19.500 4.500',
  eraser: 'M4 15.500 13 6.500l6 6-7.500 7.500h-4ZM9 10.500l6 6M7.500 20H20',
  hand: 'M8 12V6.500a1.500 1.500 0 0 1 3 0V11m0-5.500v-.5a1.500 1.500 0 0 1 3 0v6m0-5a1.500 1.500 0 0 1 3 0v7c0 4-2.500 7-6 7-3 0-4.500-1.500-6-4.500L3.500 13c.8-1.200 2.300-1 3 0L8 15',
  undo: 'M8 5 4 9l4 4M4 9h9.500a5.500 5.500 0 0 1 0 11H8',
  redo: 'm16 5 4 4-4 4M20 9h-9.500a5.500 5.500 0 0 0 0 11H16',
  invert: 'M12 20a8 8 0 1 1 0-16ZM12 4a8 8 0 0 1 0 16',
  pen: 'm4 20 1-4.500L16 4.500l3.500 3.500L8.500 19ZM13.500 7l3.500 3.500',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  send: 'M12 20V5m-6 6 6-6 6 6',
  panel: 'M4 5h16v14H4zM15 5v14',
  cube: 'M12 3.500 4.500 8v8l7.500 4.500 7.500-4.500V8ZM4.500 8l7.500 4.500L19.500 8M12 12.500v8',
  attach: 'm8 12.500 6-6a3.200 3.200 0 0 1 4.500 4.500l-8 8a4.800 4.800 0 0 1-6.800-6.800L11 5',
  list: 'M4 6h4v4H4zM4 14h4v4H4zM11 8h9M11 16h9',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  play: 'M8 5.500v13L19 12Z',
  adjust: 'M4 7h9M17 7h3M13 4.500v5M4 17h3M11 17h9M11 14.500v5',
  click: 'M10 10l9.5 3.500-4 2-2 4ZM10 3v3M3 10h3M5 5l2 2M15 5l-2 2M5 15l2-2',
  wand: 'M4 20 14 10M16.500 4v4M14.500 6h4M19.500 12v3M18 13.500h3M9 4v3M7.500 5.500h3',
  lasso:
    'M12 14.500c-4.700 0-8.500-2.200-8.500-5S7.300 4.500 12 4.500s8.500 2.200 8.500 5-3.800 5-8.500 5ZM7 13.500a2 2 0 1 0 1.500 3.300M8.500 16.800c0 1.700-.8 2.900-2.500 3.700',
  polygon: 'M5 17 8 5l11 3-3 11ZM5 17h.01M8 5h.01M19 8h.01M16 19h.01',
  rect: 'M4 8V5h3M11 5h2M17 5h3v3M20 11v2M20 16v3h-3M13 19h-2M7 19H4v-3M4 13v-2',
  vector: 'M6 18 17 7M4 16h4v4H4zM16 4h4v4h-4zM6 16V9a4 4 0 0 1 4-4h6',
  structure: 'M4 20V9.500L12 4l8 5.500V20ZM8.500 13.500l2.500 2.500 4.500-5',
  merge: 'M4 5h6v14H4zM14 5h6v14h-6zM7 12h10M14.500 9.500 17 12l-2.500 2.500',
  cut: 'M4 5h16v14H4zM15 3 9 21',
  room: 'M3 4h18v16H3zM8 8.500h8v6H8zM3 4l5 4.500M21 4l-5 4.500M3 20l5-5.500M21 20l-5-5.500',
  stamp: 'M9.500 13V9.500a3.300 3.300 0 1 1 5 0V13M6 13h12v3.500H6zM5 20h14',
} as const
export type ToolIconName = keyof typeof PATHS

/** A sign of the picture tools. */
export function ToolIcon({ name, size = 18 }: { name: ToolIconName; size?: number }) {
  return <LineIcon path={PATHS[name]} size={size} />
}
