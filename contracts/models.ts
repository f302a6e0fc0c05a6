/** A file of network weights, public data that both the server's engine and browsers run. */
export interface ModelFile {
  /** Name in the folder of models. */
  readonly file: string
  /** The package that brings it: PP-OCR's networks; left out for what lies in the folder of models. */
  readonly from?: 'ocr'
  readonly bytes: number
  /** Lower-case hexadecimal. */
  readonly sha256: string
}

/** Every network of this version; a test holds the figures against the files. */
export const MODELS = {
  isnet: {
    file: 'isnet-small.onnx',
    bytes: 44_342_436,
    sha256: '7001d60734fdc112dd9c062635fb59cd401fb82a9d4213134bce4dbd655c803a',
  },
  fastX2: {
    file: 'realesr-animevideov3-x2.onnx',
    bytes: 2_488_974,
    sha256: 'e8ab5f8a83844cb7daaf66d8f4e51fd6e8c3f06b575948608d1098003328fde8',
  },
  fastX4: {
    file: 'realesr-animevideov3-x4.onnx',
    bytes: 2_488_844,
    sha256: 'a60792e72da936bf130126733aeb7d132f60ce687f53d3fc301dfb351afcd9a9',
  },
  // Two halves of one network.
  bestFeatures: {
    file: 'realesrgan-x4plus-anime-features.onnx',
    bytes: 17_458_237,
    sha256: '7ad5951eec4c1b941e420f3e282dcf3a24ae9e912bae35518823a5f1f0d95315',
  },
  bestPixels: {
    file: 'realesrgan-x4plus-anime-pixels.onnx',
    bytes: 451_073,
    sha256: '368ba4c9546f22c5d80df4dd3a2601458708523fe85a47bdc04e12a6a2a450d0',
  },
  seeing: {
    file: 'seeing.onnx',
    bytes: 5_706_097,
    sha256: '9723ee133b336111d286622d2da0bee9a7bd22aade3a581515bb610950b56ff8',
  },
  plans: {
    file: 'plans.onnx',
    bytes: 2_768_541,
    sha256: 'ab5c63f1e0cc7146e276eba52c335a19e3b18f3093180be5ca39e8e6473c4a31',
  },
  ocrFind: {
    file: 'ch_PP-OCRv4_det_infer.onnx',
    from: 'ocr',
    bytes: 4_745_517,
    sha256: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
  },
  ocrRead: {
    file: 'ch_PP-OCRv4_rec_infer.onnx',
    from: 'ocr',
    bytes: 10_822_323,
    sha256: '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
  },
} as const satisfies Record<string, ModelFile>
export type ModelId = keyof typeof MODELS

export const MODELS_PATH = '/models/'
/** Hexadecimal digits of the hash in an address. */
const TAG = 16

/** Address of a model: it names the bytes, so they may be kept for ever. */
export function modelUrl(id: ModelId): string {
  const { file, sha256 } = MODELS[id]
  return `${MODELS_PATH}${file.replace('.onnx', '')}-${sha256.slice(0, TAG)}.onnx`
}
