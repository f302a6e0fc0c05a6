import type { ManifestOptions } from 'vite-plugin-pwa'
import { SHARE_FIELDS, SHARE_PATH, SHARE_TYPES } from '#contracts/share.ts'

type FileHandler = ManifestOptions['file_handlers'][number]

const SHORTCUTS = [
  { path: '/matting', name: '智能抠图', description: '一键去除背景，得到透明底图片', icon: 'matting' },
  { path: '/toline', name: '图转线稿', description: '照片与效果图转成干净的线稿', icon: 'toline' },
  { path: '/compress', name: '图片压缩', description: '在本机压缩图片，不上传、可离线', icon: 'compress' },
  { path: '/list', name: '我的任务', description: '进行中与已完成的任务，离线也能看', icon: 'tasks' },
] as const

/** Pictures of the file manager open here; the plugin's types lack the last two members. */
const FILE_HANDLER: FileHandler & { icons: object[]; launch_type: 'single-client' } = {
  action: `${SHARE_PATH}?source=open`,
  accept: Object.fromEntries(Object.entries(SHARE_TYPES).map(([type, endings]) => [type, [...endings]])),
  icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
  launch_type: 'single-client',
}

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
  // Window controls beside the title gain little here, and tabs of an app are rare: plain windows first.
  display_override: ['standalone', 'minimal-ui'],
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
  share_target: {
    action: SHARE_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: SHARE_FIELDS.title,
      text: SHARE_FIELDS.text,
      url: SHARE_FIELDS.url,
      files: [{ name: SHARE_FIELDS.files, accept: ['image/*', ...Object.values(SHARE_TYPES).flat()] }],
    },
  },
  file_handlers: [FILE_HANDLER],
  // One window: a share or a file comes to the work that is open. Drafts and tasks survive the move.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
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
