/**
 * The one table of file formats: what the bytes are called, their type, how their names end, and what becomes of
 * them where they come in.
 * - `picture`: browsers and engines read it as it is (TIFF: engines and few browsers)
 * - `converted`: read once, as it comes in, and worked on as JPEG or PNG
 * - `drawing`: drawn as a picture, for tools that take plans
 * - `other`: no picture, but an input of some tools
 * - `foreign`: only known by its name, to say what a refused file is
 */
interface Format {
  title: string
  type: string
  /** Without the dot; the first is the one that is written. */
  endings: readonly string[]
  use: 'picture' | 'converted' | 'drawing' | 'other' | 'foreign'
}

const foreign = (title: string) => ({ title, type: '', endings: [], use: 'foreign' }) as const

export const FORMATS = {
  jpeg: {
    title: 'JPG',
    type: 'image/jpeg',
    endings: ['jpg', 'jpeg', 'jfif', 'jpe', 'pjpeg', 'pjp', 'mpo'],
    use: 'picture',
  },
  png: { title: 'PNG', type: 'image/png', endings: ['png', 'apng'], use: 'picture' },
  webp: { title: 'WebP', type: 'image/webp', endings: ['webp'], use: 'picture' },
  avif: { title: 'AVIF', type: 'image/avif', endings: ['avif'], use: 'picture' },
  gif: { title: 'GIF', type: 'image/gif', endings: ['gif'], use: 'picture' },
  tiff: { title: 'TIFF', type: 'image/tiff', endings: ['tif', 'tiff'], use: 'picture' },
  bmp: { title: 'BMP', type: 'image/bmp', endings: ['bmp', 'dib'], use: 'converted' },
  heic: { title: 'HEIC', type: 'image/heic', endings: ['heic', 'heif', 'hif'], use: 'converted' },
  psd: { title: 'PSD', type: 'image/vnd.adobe.photoshop', endings: ['psd', 'psb'], use: 'converted' },
  svg: { title: 'SVG 矢量图', type: 'image/svg+xml', endings: ['svg'], use: 'drawing' },
  dxf: { title: 'DXF 图纸', type: 'image/vnd.dxf', endings: ['dxf'], use: 'drawing' },
  pdf: { title: 'PDF 文档', type: 'application/pdf', endings: ['pdf'], use: 'drawing' },
  glb: { title: 'GLB 模型', type: 'model/gltf-binary', endings: ['glb'], use: 'other' },
  obj: { title: 'OBJ 模型', type: 'model/obj', endings: ['obj'], use: 'other' },
  cube: { title: 'LUT 调色表', type: 'application/x-cube-lut', endings: ['cube'], use: 'other' },
  dwg: foreign('DWG 图纸'),
  eps: foreign('EPS 文档'),
  jxl: foreign('JPEG XL 图片'),
  jp2: foreign('JPEG 2000 图片'),
  jxr: foreign('JPEG XR 图片'),
  ico: foreign('ICO 图标'),
  exr: foreign('OpenEXR 图片'),
  hdr: foreign('Radiance HDR 图片'),
  dds: foreign('DDS 纹理'),
  qoi: foreign('QOI 图片'),
  raw: foreign('相机 RAW 原片'),
  xcf: foreign('GIMP 文档'),
  skp: foreign('SketchUp 模型'),
  max: foreign('旧版 Office 或 3ds Max 文件'),
  wmf: foreign('WMF/EMF 图元文件'),
  video: foreign('视频'),
  audio: foreign('音频'),
  zip: foreign('ZIP 压缩包或 Office 文档'),
  rar: foreign('RAR 压缩包'),
  sevenZip: foreign('7z 压缩包'),
  gzip: foreign('GZ 压缩包'),
  html: foreign('网页'),
} as const satisfies Record<string, Format>

/** A format that the bytes of a file may be. */
export type FormatId = keyof typeof FORMATS

const LIST: readonly Format[] = Object.values(FORMATS)
const usedAs = (...uses: Format['use'][]) => LIST.filter(({ use }) => uses.includes(use))

/** Types of pictures that engines and workers take as they are. */
export const IMAGE_TYPES: readonly string[] = usedAs('picture').map(({ type }) => type)

/** Types of pictures, and those that become one as they come in, each with the endings of its names (with a dot). */
export const PICTURE_TYPES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  usedAs('picture', 'converted').map(({ type, endings }) => [type, endings.map((ending) => `.${ending}`)]),
)

/** Endings of drawings, which are drawn as pictures where they come in: tools that take plans take them. */
export const DRAWING_ENDINGS: readonly string[] = usedAs('drawing').flatMap(({ endings }) =>
  endings.map((ending) => `.${ending}`),
)

/** `accept` of file fields for pictures: types, and endings for systems that do not know a type. */
export const PICTURE_ACCEPT = [...Object.keys(PICTURE_TYPES), ...Object.values(PICTURE_TYPES).flat()].join(
  ',',
)

const endsLike = (name: string, endings: readonly string[]) =>
  endings.some((ending) => name.toLowerCase().endsWith(ending))

const PICTURE_ENDINGS = Object.values(PICTURE_TYPES).flat()

/** Whether a file is a picture by its name. */
export const isPictureName = (name: string): boolean => endsLike(name, PICTURE_ENDINGS)

/** Whether a file is a drawing by its name. */
export const isDrawingName = (name: string): boolean => endsLike(name, DRAWING_ENDINGS)

const byType = new Map(LIST.flatMap((format) => (format.type ? [[format.type, format] as const] : [])))

/** Title of a type's format; '' for a type that the table does not know. */
export const titleOfType = (type: string): string => byType.get(type)?.title ?? ''

/** Ending that files of a type get, without the dot; '' for one that the table does not know. */
export const endingOfType = (type: string): string => byType.get(type)?.endings[0] ?? ''

/** Whether browsers show pictures of this type; few read TIFF. */
export const isShownByBrowsers = (type: string): boolean =>
  IMAGE_TYPES.includes(type) && type !== FORMATS.tiff.type

/** Formats that a user may choose, in words. */
export const PICTURE_WORDS = usedAs('picture', 'converted')
  .map(({ title }) => title)
  .join('、')
