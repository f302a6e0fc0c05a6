import type { BodyInputOf, DataOf, QueryInputOf } from '#contracts/endpoint.ts'
import type { ENDPOINTS, EndpointName } from '#contracts/endpoints.ts'
import { AppError } from '#contracts/errors.ts'

type E<N extends EndpointName> = (typeof ENDPOINTS)[N]

/** Options of one call. */
export interface CallOptions<N extends EndpointName> {
  query?: QueryInputOf<E<N>>
  body?: BodyInputOf<E<N>>
  signal?: AbortSignal
  /** Milliseconds; 120000 when left out. */
  timeoutMs?: number
}

/** Calls an endpoint; resolves with its parsed data, rejects with an AppError. */
export async function call<N extends EndpointName>(
  _name: N,
  _options: CallOptions<N> = {},
): Promise<DataOf<E<N>>> {
  throw new AppError('NETWORK')
}
