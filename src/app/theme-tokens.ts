import type { ThemeConfig } from 'antd/es/config-provider'
import type { ThemeMode } from '#src/state/theme.ts'

const FONT =
  'system-ui, -apple-system, "PingFang SC", "HarmonyOS Sans SC", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif'

/** antd computes shades from seeds, so the seeds are the colours of tokens.css and not its variables. */
const COLOURS = {
  light: {
    colorPrimary: '#cb4127',
    // antd's own is lighter, which white words on it are not to be read on.
    colorPrimaryHover: '#b93a20',
    colorLink: '#b93a20',
    colorInfo: '#2b6e8f',
    colorSuccess: '#2f7a4d',
    colorWarning: '#96620b',
    colorError: '#b3261e',
    colorTextBase: '#14171a',
    colorBgBase: '#ffffff',
    colorBgLayout: '#f7f5f0',
    colorBgContainer: '#ffffff',
    colorBgElevated: '#ffffff',
    colorBorder: '#c9c4b7',
    colorBorderSecondary: '#e2ded3',
    colorTextSecondary: '#565b61',
    colorTextDescription: '#565b61',
    colorTextPlaceholder: '#6b7076',
    colorTextLightSolid: '#ffffff',
  },
  dark: {
    colorPrimary: '#e8694e',
    colorPrimaryHover: '#ef7b62',
    colorLink: '#ef7b62',
    colorInfo: '#6fb3d4',
    colorSuccess: '#6cc08d',
    colorWarning: '#dba74a',
    colorError: '#f0877f',
    colorTextBase: '#f1eee7',
    colorBgBase: '#14171a',
    colorBgLayout: '#14171a',
    colorBgContainer: '#1c2024',
    colorBgElevated: '#22272c',
    colorBorder: '#4a5158',
    colorBorderSecondary: '#343a40',
    colorTextSecondary: '#aeb3b8',
    colorTextDescription: '#aeb3b8',
    colorTextPlaceholder: '#9097a0',
    colorTextLightSolid: '#14171a',
  },
} as const satisfies Record<ThemeMode, ThemeConfig['token']>

/** antd's theme of a mode, but for the algorithm that makes shades and sizes of the tokens. */
export function themeTokens(mode: ThemeMode) {
  return {
    cssVar: { key: 'zhuhui' },
    hashed: false,
    zeroRuntime: true,
    token: {
      ...COLOURS[mode],
      fontFamily: FONT,
      fontSize: 15,
      borderRadius: 10,
      borderRadiusSM: 6,
      borderRadiusLG: 12,
      controlHeight: 40,
      controlHeightLG: 48,
      controlHeightSM: 32,
      wireframe: false,
    },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // The shade that antd makes of it in the dark is too dim for dark words on it.
        colorPrimary: COLOURS[mode].colorPrimary,
      },
      Tooltip: mode === 'dark' ? { colorBgSpotlight: '#343a40', colorTextLightSolid: '#f1eee7' } : {},
    },
  } satisfies ThemeConfig
}
