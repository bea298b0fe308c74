/** Endpoint definitions: method, path, access, input and output schemas. */
import * as z from 'zod/mini'
import type { Audit } from '#contract/audit-acts.ts'
import { limits } from '#contract/limits.ts'
import type { KeyScope } from '#contract/api-keys.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'
import { fieldTypeRegistry } from '#contract/vocabulary.ts'

/** Who may call: everyone, signed-in users, or main accounts or sub-accounts only (spec section 6). */
export type Access = 'visitor' | 'member' | 'main' | 'sub'
/**
 * Whether support sees the result of a read in a read-only view of an account. Hidden: personal data
 * of third parties, and what the user wrote for themselves alone.
 */
export type SupportSees = 'shown' | 'hidden'
/**
 * What a sub-account may do for its main account: an accountant sees orders, a deputy manages people
 * and quota. One without a role is a member.
 */
export const accountRoles = ['accountant', 'deputy'] as const
export type AccountRole = (typeof accountRoles)[number]
/** Permissions beyond the role: by the membership (spec 6.4), or by the main account. */
export type Capability = 'createChildUser' | 'createApiKey'

type Schema = z.core.$ZodType

export type Endpoint<In extends Schema = Schema, Out extends Schema = Schema> = {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH'
  readonly path: `/${string}`
  readonly input: In
  readonly output: Out
} & EndpointOptions

type EndpointOptions = {
  /** Clause of the specification; absent for extensions. */
  readonly spec?: string
  readonly access: Access
  readonly needs?: Capability
  /** What a program's key must be for; by default any key may. */
  readonly scope?: KeyScope
  /** Operators' roles that may make the call; by default all. */
  readonly roles?: readonly OperatorRole[]
  /**
   * Roles of sub-accounts that make the call as their main account; by default none. A role gives no
   * access to a program's key.
   */
  readonly accountRoles?: readonly AccountRole[]
  /**
   * Input key without which users with a role make the call for themselves, such as the sub-account
   * whose log they read.
   */
  readonly accountRolesWhen?: string
  /** Records the call in the audit log of the account. */
  readonly audit?: Audit
  /** Input keys with the ids of sub-accounts that the call changes. */
  readonly subjects?: readonly string[]
  /** Input key that selects this endpoint among those that share its path. */
  readonly when?: string
  /** Changes nothing, as a GET, for which its input is too long. */
  readonly safe?: true
  /**
   * Not idempotent by nature. Responses are stored by Idempotency-Key, and the same call with the
   * same signature is refused.
   */
  readonly once?: true
  /** The response contains a secret, so that it is stored encrypted. */
  readonly returnsSecret?: true
  /** HTTP status of a success, if not 200. */
  readonly status?: 201 | 204
  /** Moves money or quota; implies `once`. */
  readonly mutatesBalance?: true
  /**
   * Share of the caller's rate limit that a bulk change takes; an ordinary call takes 1. Those of an
   * account group work one after another.
   */
  readonly weight?: number
  /**
   * Call of the same group and field of its output that report the outcome of this call, such as
   * `payInfo.payStatus`.
   */
  readonly outcome?: `${string}.${string}`
  /** Required of a customer's reads, see `DeclaredEndpoint`; support makes no others. */
  readonly support?: SupportSees
  /** Only a read-only session of support may make the call, which concerns that session alone. */
  readonly viewerOnly?: true
  /** Ends all sessions of the affected user, who has to sign in again. */
  readonly endsSessions?: true
  /**
   * Query parameters beyond the specification. A backend that supports them lists each as
   * `path?name` (see extensions.ts). A value beyond it is `name=value`.
   */
  readonly extensionParameters?: readonly string[]
  /** Response fields beyond it, listed likewise. */
  readonly extensionFields?: readonly string[]
  /** The body is a form whose field `file` is a file (RFC 7578). */
  readonly bodyType?: 'multipart'
  /** The response is not JSON in the envelope; a `file` is one (`FileOutput`). */
  readonly responseType?: 'stream' | 'file'
}

export type InputOf<E> = E extends { readonly input: infer I extends Schema } ? z.input<I> : never
/** Input of the server's handler: parsed, trimmed and with defaults. */
export type ParsedInputOf<E> = E extends { readonly input: infer I extends Schema }
  ? z.output<I>
  : never
export type OutputOf<E> = E extends { readonly output: infer O extends Schema }
  ? z.output<O>
  : never

/** An endpoint of the customers: a read that needs a session says whether support sees it. */
export type DeclaredEndpoint = Endpoint &
  (
    | { readonly method: 'POST' | 'DELETE' | 'PUT' | 'PATCH' }
    | { readonly access: 'visitor' }
    | { readonly outcome: string }
    | { readonly support: SupportSees }
  )

const defineEndpoint =
  <const M extends Endpoint['method']>(method: M) =>
  <
    const P extends `/${string}`,
    I extends Schema,
    O extends Schema,
    const A extends EndpointOptions,
  >(
    path: P,
    input: I,
    output: O,
    // Rejects unknown keys, which an inferred type would accept.
    options: A & { readonly [K in Exclude<keyof A, keyof EndpointOptions>]: never },
  ) => ({
    method,
    path,
    input,
    output,
    ...options,
    ...(options.mutatesBalance ? { once: true as const } : {}),
  })

export const get = defineEndpoint('GET')
export const post = defineEndpoint('POST')
export const del = defineEndpoint('DELETE')
export const put = defineEndpoint('PUT')
export const patch = defineEndpoint('PATCH')

export const Nothing = z.object({})
/** Output of endpoints that return no data. */
export const Done = z.unknown()
/** A file in a form. */
export const FileInput = z.instanceof(Blob)
/** Output of endpoints that return a file; of `responseType` `file`. */
export const FileOutput = z.instanceof(Blob)

const PageSize = z.int().check(z.gte(1), z.lte(limits.page.max))
const PageNum = z.int().check(z.gte(1), z.lte(limits.count.max))
fieldTypeRegistry.add(PageSize, { kind: 'count' })
fieldTypeRegistry.add(PageNum, { kind: 'count' })

/** List query: filters, page number and page size (spec 9.4). */
export const pageQuery = <S extends z.core.$ZodLooseShape>(filters: S) =>
  z.object({
    ...filters,
    pageSize: z._default(PageSize, limits.page.size),
    pageNum: z._default(PageNum, 1),
  })
/**
 * `isTotalCapped`: at least `total` rows match, because counting stopped there. Rows beyond can
 * still be read. Absent if the total is exact.
 */
export const pageOf = <R extends Schema>(row: R) =>
  z.object({
    total: z.int().check(z.gte(0)),
    isTotalCapped: z.optional(z.boolean()),
    rows: z.array(row),
  })
