declare module 'virtual:antd-maps' {
  import type { MapToken } from 'antd/es/theme/interface'

  /** What antd's algorithms make of the tokens of each mode. */
  const maps: Record<'light' | 'dark', MapToken>
  export default maps
}
