import heifMjs from 'libheif-js/libheif-wasm/libheif-bundle.mjs?url'
import gpuMjs from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url'
import gpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import cpuMjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import cpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import pdfMjs from 'pdfjs-dist/build/pdf.min.mjs?url'
import pdfWorker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import type { Runtime } from '#workers/image/networks.ts'

const absolute = (url: string) => new URL(url, self.location.href).href

/** A file of a runtime as it is downloaded. */
export interface RuntimeFile {
  url: string
  bytes: number
  /** Lower-case hexadecimal. */
  sha256: string
}

/** The processor's build and the graphics card's (which can do without a card as well). */
export const RUNTIMES: Record<Runtime['backend'], Runtime> = {
  wasm: { backend: 'wasm', mjs: absolute(cpuMjs), wasm: absolute(cpuWasm) },
  webgpu: { backend: 'webgpu', mjs: absolute(gpuMjs), wasm: absolute(gpuWasm) },
}

/** Files of each build with the figures of the pinned version; a test holds them against the package. */
export const RUNTIME_FILES: Record<Runtime['backend'], readonly RuntimeFile[]> = {
  wasm: [
    {
      url: RUNTIMES.wasm.mjs,
      bytes: 24_381,
      sha256: 'e13f7f94fc51b4ca72b12faeb1ee95f4ace6dfbc8939bc718aabdc0a27c4299b',
    },
    {
      url: RUNTIMES.wasm.wasm,
      bytes: 14_239_897,
      sha256: '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2',
    },
  ],
  webgpu: [
    {
      url: RUNTIMES.webgpu.mjs,
      bytes: 53_057,
      sha256: '3d1c85995364bb643302fc6fd877a0c3ba5ae72401815e0f24828a53d9191e28',
    },
    {
      url: RUNTIMES.webgpu.wasm,
      bytes: 26_781_914,
      sha256: '39f9f0894d478800487ed9f7dbe92618498db320cf55c8e3d89adff8dce658da',
    },
  ],
}

/** libheif, which reads HEIC, as `workers/image/heif.ts` loads it. */
export const HEIF_FILE: RuntimeFile = {
  url: absolute(heifMjs),
  bytes: 1_989_119,
  sha256: 'd05292271af008d300cc75be374feb8fd35b418a71420a556c3fb817f662b502',
}

/** pdf.js, which reads PDF: what a page loads, and its worker. */
export const PDF_FILES: readonly [page: RuntimeFile, worker: RuntimeFile] = [
  {
    url: absolute(pdfMjs),
    bytes: 474_284,
    sha256: '3a88402882cfa3e7e72c2c9b5149f52f0f88baf1c5b62aa11a41abdbc2072440',
  },
  {
    url: absolute(pdfWorker),
    bytes: 1_271_915,
    sha256: '1e64c8240e54735ec5913b37acd5134747799cb8c6bb3777c70adbc01232d2aa',
  },
]

let asked: Promise<boolean> | undefined

interface Adapter {
  readonly info?: { readonly architecture?: string; readonly isFallbackAdapter?: boolean }
}

async function askForAdapter(): Promise<boolean> {
  if (!('gpu' in navigator)) return false
  const gpu = navigator.gpu as { requestAdapter(): Promise<Adapter | null> }
  const adapter = await gpu.requestAdapter().catch(() => null)
  // A card that the processor imitates takes forty times as long as the processor's own runtime.
  return adapter !== null && !adapter.info?.isFallbackAdapter && adapter.info?.architecture !== 'swiftshader'
}

/** Whether this browser has a graphics adapter to compute on; asked once. */
export function hasGpu(): Promise<boolean> {
  asked ??= askForAdapter()
  return asked
}
