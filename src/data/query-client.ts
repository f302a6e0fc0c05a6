import { QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Category, Material } from '#contracts/catalog.ts'
import type { DataOf } from '#contracts/endpoint.ts'
import type { ENDPOINTS } from '#contracts/endpoints.ts'

export type EngineInfo = DataOf<typeof ENDPOINTS.engines>[number]
export const queryClient = new QueryClient()

export function useCategories(): UseQueryResult<Category[]> {
  return useQuery<Category[]>({ queryKey: ['getAllClassify'] })
}
export function useMaterials(): UseQueryResult<Material[]> {
  return useQuery<Material[]>({ queryKey: ['getAllSuCai'] })
}
export function useEngines(): UseQueryResult<EngineInfo[]> {
  return useQuery<EngineInfo[]>({ queryKey: ['engines'] })
}
