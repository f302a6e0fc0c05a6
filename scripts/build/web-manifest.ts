import type { ManifestOptions } from 'vite-plugin-pwa'

const SHORTCUTS = [
  { path: '/matting', name: '智能抠图', description: '一键去除背景，得到透明底图片', icon: 'matting' },
  { path: '/toline', name: '图转线稿', description: '照片与效果图转成干净的线稿', icon: 'toline' },
  { path: '/compress', name: '图片压缩', description: '在本机压缩图片，不上传、可离线', icon: 'compress' },
  {
    path: '/architecturalRenderNew',
    name: '建筑渲染',
    description: '白模、线稿或照片生成建筑效果图',
    icon: 'render',
  },
] as const

/** The web app manifest: what an installed 筑绘 looks like to the system. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  start_url: '/?source=pwa',
  scope: '/',
  name: '筑绘',
  short_name: '筑绘',
  description: '建筑与室内设计师的 AI 渲染与图片工具箱：自托管，可安装，离线可用。',
  lang: 'zh-CN',
  dir: 'ltr',
  display: 'standalone',
  orientation: 'any',
  theme_color: '#14171A',
  background_color: '#F7F5F0',
  categories: ['design', 'graphics', 'photo', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: SHORTCUTS.map(({ path, name, description, icon }) => ({
    name,
    short_name: name,
    description,
    url: `${path}?source=shortcut`,
    icons: [{ src: `/icons/shortcut-${icon}.png`, sizes: '96x96', type: 'image/png' }],
  })),
  screenshots: [
    {
      src: '/screenshots/home-wide.png',
      sizes: '1440x900',
      type: 'image/png',
      form_factor: 'wide',
      label: '首页：全部工具',
    },
    {
      src: '/screenshots/home-narrow.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: '手机首页',
    },
  ],
}
