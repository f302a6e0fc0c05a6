import gpuMjs from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url'
import gpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import cpuMjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import cpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import type { Runtime } from '#workers/vision/contract.ts'

const absolute = (url: string) => new URL(url, self.location.href).href

/** The processor's build and the graphics card's (which can do without a card as well). */
export const RUNTIMES: Record<Runtime['backend'], Runtime> = {
  wasm: { backend: 'wasm', mjs: absolute(cpuMjs), wasm: absolute(cpuWasm) },
  webgpu: { backend: 'webgpu', mjs: absolute(gpuMjs), wasm: absolute(gpuWasm) },
}

let asked: Promise<boolean> | undefined

async function askForAdapter(): Promise<boolean> {
  if (!('gpu' in navigator)) return false
  const gpu = navigator.gpu as { requestAdapter(): Promise<object | null> }
  return (await gpu.requestAdapter().catch(() => null)) !== null
}

/** Whether this browser has a graphics adapter to compute on; asked once. */
export function hasGpu(): Promise<boolean> {
  asked ??= askForAdapter()
  return asked
}
