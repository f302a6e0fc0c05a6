import type { z } from 'zod'
import type { RuleId } from './rules.ts'

/** What one call of the API takes and gives; drives the server's route, the typed client and the tests. */
export interface Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Under /api, in Hono's syntax. */
  readonly path: string
  readonly query?: Query
  readonly body?: Body
  readonly data: Data
  /** Needs a session (the default); public calls say `false`. */
  readonly session?: boolean
  /** Right that the caller must have; others get 403. */
  readonly rule?: RuleId
  /** A GET that changes something is refused across sites, as POST is. */
  readonly mutates?: boolean
  /** Most bytes of its body, where it may be larger than others'. */
  readonly mostBytes?: number
}

/** Declares an endpoint, keeping its exact types. */
export function endpoint<Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  definition: Endpoint<Q, B, D>,
): Endpoint<Q, B, D> {
  return definition
}

/** Parsed query of an endpoint, as the server sees it. */
export type QueryOf<E> = E extends Endpoint<infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
/** Query of an endpoint as a caller writes it (defaults may be left out). */
export type QueryInputOf<E> = E extends Endpoint<infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never
/** Parsed body of an endpoint. */
export type BodyOf<E> = E extends Endpoint<z.ZodType, infer B, z.ZodType> ? z.output<B> : never
/** Body of an endpoint as a caller writes it. */
export type BodyInputOf<E> = E extends Endpoint<z.ZodType, infer B, z.ZodType> ? z.input<B> : never
/** Parsed data of an endpoint's answer. */
export type DataOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer D> ? z.output<D> : never
