/**
 * One HTTP call of the wire as a value: method, path, who may make it, what goes in, what comes
 * back.
 */
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { fieldType } from '#contract/vocabulary.ts'

/** Anybody; anybody signed in; main accounts only (spec section 6). */
export type Access = 'visitor' | 'member' | 'main'
/** What a membership may allow beyond the role (6.4). */
export type Capability = 'createChildUser'

type Schema = z.core.$ZodType

export type Endpoint<In extends Schema = Schema, Out extends Schema = Schema> = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: `/${string}`
  readonly input: In
  readonly output: Out
} & EndpointOptions

type EndpointOptions = {
  /** What the call is for, as the API page says it. */
  readonly summary: string
  /** The clause of the specification; absent for an extension of ours. */
  readonly spec?: string
  readonly access: Access
  readonly needs?: Capability
  /** Where two calls share a path: this one is meant when its input holds this key. */
  readonly when?: string
  /**
   * Would do more, or be refused, if it were done again: answered once per Idempotency-Key and
   * never for a signature seen before.
   */
  readonly once?: true
  /** Moves money or quota; always `once`. */
  readonly mutatesBalance?: true
  /** Ends all sessions of the user it is about: whoever makes it signs in anew. */
  readonly endsSessions?: true
  /**
   * Query parameters, and fields of the answer, beyond the specification: a backend that serves
   * them lists each as `path?name` (see extensions.ts).
   */
  readonly extensions?: readonly string[]
  /** Answers something else than JSON in the envelope. */
  readonly answers?: 'stream'
}

export type InputOf<E> = E extends { readonly input: infer I extends Schema } ? z.input<I> : never
/** What the server's handler receives: the input after trimming and defaults. */
export type ParsedInputOf<E> = E extends { readonly input: infer I extends Schema }
  ? z.output<I>
  : never
export type OutputOf<E> = E extends { readonly output: infer O extends Schema }
  ? z.output<O>
  : never

const call =
  (method: Endpoint['method']) =>
  <I extends Schema, O extends Schema, const A extends EndpointOptions>(
    path: `/${string}`,
    input: I,
    output: O,
    about: A,
  ) => ({
    method,
    path,
    input,
    output,
    ...about,
    ...(about.mutatesBalance ? { once: true as const } : {}),
  })

export const get = call('GET')
export const post = call('POST')
export const del = call('DELETE')

export const Nothing = z.object({})
/** Calls whose answer carries no more than that they were done. */
export const Done = z.unknown()

const PageSize = z.int().check(z.gte(1), z.lte(limits.page.max))
const PageNum = z.int().check(z.gte(1), z.lte(limits.count.max))
fieldType.add(PageSize, { kind: 'count' })
fieldType.add(PageNum, { kind: 'count' })

/** The query of a list: its own filters, and which page of how many rows (9.4). */
export const pageQuery = <S extends z.core.$ZodLooseShape>(filters: S) =>
  z.object({
    ...filters,
    pageSize: z._default(PageSize, limits.page.size),
    pageNum: z._default(PageNum, 1),
  })
export const pageOf = <R extends Schema>(row: R) =>
  z.object({ total: z.int().check(z.gte(0)), rows: z.array(row) })
