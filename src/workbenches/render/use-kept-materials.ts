import { useEffect } from 'react'
import { paramsOf } from '#ops/index.ts'
import { usePictureBudget } from '#src/data/api/link-quality.ts'
import { useIsOffline } from '#src/data/api/network.ts'
import { useMaterials } from '#src/data/api/query-client.ts'
import { keepMaterialPicture } from '#src/data/settings/material-files.ts'

/** The page may have other things to fetch first, ms. */
const PATIENCE_MS = 2000

/**
 * Keeps what a style is made of, by each seed that is wanted, on this device while there is a good network, so that it
 * can be rendered without one. Nothing is fetched where the service worker would not keep it.
 */
export function useKeptMaterials({
  style,
  setting,
  seed,
  variants,
}: Readonly<Record<string, unknown>>): void {
  const isOffline = useIsOffline()
  const isPlenty = usePictureBudget() === 'original'
  // The list itself, by which a material's size and colour are known.
  useMaterials()
  useEffect(() => {
    if (isOffline || !isPlenty || !navigator.serviceWorker?.controller) return
    const keep = async () => {
      const { planRender } = await import('#ops/render/plan.ts')
      const { success, data } = paramsOf('render').safeParse({ style, setting, seed, variants })
      if (!success) return
      const facts = { setting: data.setting === 'auto' ? 'outdoors' : data.setting, photo: false } as const
      const finishes = Array.from({ length: data.variants }, (_, n) =>
        planRender({ ...data, seed: data.seed + n }, facts),
      )
        .flatMap((plan) => Object.values(plan.finishes))
        .flat()
      const ids = new Set(finishes.flatMap((finish) => (finish.startsWith('#') ? [] : finish.split('@')[0]!)))
      for (const id of ids) await keepMaterialPicture(id)
    }
    const timer = setTimeout(() => void keep().catch(() => undefined), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [style, setting, seed, variants, isOffline, isPlenty])
}
