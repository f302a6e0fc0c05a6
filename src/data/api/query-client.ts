import { focusManager, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { type Category, type Material, zClassify, zMaterial } from '#contracts/catalog.ts'
import type { DataOf } from '#contracts/endpoint.ts'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { keepValue, readValue } from '#src/data/store/db.ts'
import { call } from './api.ts'
import { mayAsk } from './start-order.ts'

const zEngineList = ENDPOINTS.engines.data
export type EngineInfo = DataOf<typeof ENDPOINTS.engines>[number]

/** Query of the operator's list of engines. */
export const ADMIN_ENGINES = 'adminEngines'
const CACHE_MS = 5 * 60_000
const REFOCUS_MS = 5000

/** Cache of what is only read: 5 min fresh, asked again on focus, usable without a network. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: CACHE_MS,
      gcTime: Number.POSITIVE_INFINITY,
      networkMode: 'offlineFirst',
      refetchOnWindowFocus: true,
      retry: 2,
    },
    mutations: { networkMode: 'offlineFirst' },
  },
})

focusManager.setEventListener((handleFocus) => {
  if (typeof window === 'undefined') return undefined
  let last = 0
  const listen = () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < REFOCUS_MS) return
    last = Date.now()
    handleFocus()
  }
  window.addEventListener('focus', listen)
  document.addEventListener('visibilitychange', listen)
  return () => {
    window.removeEventListener('focus', listen)
    document.removeEventListener('visibilitychange', listen)
  }
})

/** A list that is kept on this device: shown from there first, replaced when the server answers. */
function keptQuery<T>(key: string, schema: z.ZodType<T>, ask: (signal: AbortSignal) => Promise<unknown>) {
  const stored = z.object({ at: z.number(), data: schema })
  const storeKey = `catalog/${key}`
  let restoring: Promise<void> | undefined
  const restore = async () => {
    const found = await readValue(storeKey, stored)
    const isNewer = (queryClient.getQueryState([key])?.dataUpdatedAt ?? 0) >= (found?.at ?? 0)
    if (found && !isNewer) queryClient.setQueryData([key], found.data, { updatedAt: found.at })
  }
  return {
    restore() {
      restoring ??= restore()
      return restoring
    },
    async fetch(signal: AbortSignal): Promise<T> {
      const data = schema.parse(await ask(signal))
      void keepValue(storeKey, { at: Date.now(), data })
      return data
    },
  }
}

const categories = keptQuery('getAllClassify', zClassify, (signal) => call('getAllClassify', { signal }))
const materials = keptQuery('getAllSuCai', z.array(zMaterial), (signal) => call('getAllSuCai', { signal }))
const engines = keptQuery('engines', zEngineList, (signal) => call('engines', { signal }))

/** Fills the cache with what this device knows from earlier visits. */
export async function restoreCatalog(): Promise<void> {
  await engines.restore()
  await Promise.all([categories.restore(), materials.restore()])
}

/** The category tree: domain › type › style. */
export function useCategories(): UseQueryResult<Category[]> {
  void categories.restore()
  return useQuery<Category[]>({
    queryKey: ['getAllClassify'],
    queryFn: ({ signal }) => categories.fetch(signal),
  })
}

/** Every material. */
export function useMaterials(): UseQueryResult<Material[]> {
  void materials.restore()
  return useQuery<Material[]>({ queryKey: ['getAllSuCai'], queryFn: ({ signal }) => materials.fetch(signal) })
}

/** A material of the library by its id, also outside of a page. */
export async function findMaterial(id: string): Promise<Material | undefined> {
  await materials.restore()
  return queryClient.getQueryData<Material[]>(['getAllSuCai'])?.find((material) => material.id === id)
}

/** Every material of the library: as this device knows it, else as the server tells; none where neither does. */
export async function listMaterials(): Promise<readonly Material[]> {
  await materials.restore()
  const known = queryClient.getQueryData<Material[]>(['getAllSuCai'])
  if (known) return known
  const asked = queryClient.fetchQuery<Material[]>({
    queryKey: ['getAllSuCai'],
    queryFn: ({ signal }) => materials.fetch(signal),
    retry: false,
  })
  return asked.catch(() => [])
}

/** The server asks its engines as often. */
const ENGINES_MS = 30_000

/**
 * Engines by the last known answer; null when there never was one. Asked more often than catalogues: one may
 * have come or gone.
 * @param isWatched asked again and again while the page is looked at
 */
export function useEngines(isWatched = false): EngineInfo[] | null {
  const { data } = useQuery<EngineInfo[]>({
    queryKey: ['engines'],
    queryFn: async ({ signal }) => {
      await mayAsk()
      return engines.fetch(signal)
    },
    staleTime: ENGINES_MS,
    refetchInterval: isWatched && ENGINES_MS,
    // How the asking goes is nobody's matter.
    notifyOnChangeProps: ['data'],
  })
  return data ?? null
}

/** When the engines were heard of last, ms since 1970; 0 for never. */
export function enginesHeardAt(): number {
  return queryClient.getQueryState(['engines'])?.dataUpdatedAt ?? 0
}

/** Asks about engines anew, for their operator too: one has come, gone or changed. */
export async function askEnginesAgain(): Promise<void> {
  await Promise.all(
    ['engines', ADMIN_ENGINES].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  )
}
