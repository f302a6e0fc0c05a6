import type { Hono } from 'hono'
import { AppError } from '#contracts/errors.ts'
import { MODELS, MODELS_PATH, type ModelId, modelUrl } from '#contracts/models.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import { IMMUTABLE } from './cache-control.ts'
import { sendFile } from './send-file.ts'

/**
 * Serves the networks to browsers that run them: public data under addresses that name the bytes, so that a
 * copy is good for ever and a cut download goes on by a range.
 * @param folder where the files lie
 */
export function mountModels(app: Hono, folder: string): void {
  const ids = new Map((Object.keys(MODELS) as ModelId[]).map((id) => [modelUrl(id), id]))
  app.get(`${MODELS_PATH}*`, async (c) => {
    const id = ids.get(c.req.path)
    const sent =
      id &&
      (await sendFile(c, modelPath(folder, id), {
        type: 'application/octet-stream',
        etag: `"${MODELS[id].sha256}"`,
        cacheControl: IMMUTABLE,
      }))
    if (!sent) throw new AppError('NOT_FOUND', '服务器上没有这个模型')
    return sent
  })
}
