/** Authenticates the caller of a call and checks its access: who calls, as whom, and what it may. */
import type { Endpoint } from '#contract/endpoint.ts'
import { isPresent } from '#contract/issues.ts'
import { canViewerCall, hasAccess, type UserAccess } from '#contract/roles.ts'
import type { RecordAct } from '#server/http/audit.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Route } from '#server/http/handler.ts'
import type { KeyHolder } from '#server/http/idempotency.ts'
import type { AppContext } from '#server/http/request-context.ts'
import type { ReadHeader } from '#server/http/signature.ts'
import type { WireFormat } from '#server/http/wire-format.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'

/**
 * Caller of a signed call: what handlers get as `me`, the key for limits and idempotency, the role.
 */
export type Caller<Principal> = {
  me: Principal
  key: KeyHolder
  /** Callers whose changing calls share turns: the account group, or one operator. */
  group: string
  role: UserAccess
  /** May only read; see `canViewerCall`. */
  isReadOnly?: boolean
}

/**
 * The callers of a contract: how their calls are authenticated, and other differences between
 * contracts.
 */
export type Audience<Principal> = {
  /** Prefix of call names, so that two contracts may have a group of the same name. */
  prefix?: string
  /**
   * `ip`: the client's address. Throws ApiError `sessionEnded` without a valid signature of a live
   * session.
   */
  authenticate: (header: ReadHeader, ip: string) => Promise<Caller<Principal>>
  /** Reads permissions beyond those of the role from the database. */
  readCapabilities?: (db: Db, me: Principal) => Promise<UserAccess>
  /**
   * The principal as which a caller makes a call beyond its own access; undefined if it may not.
   */
  actAs?: (endpoint: Endpoint, me: Principal) => Promise<Principal | undefined>
  /** Throws ApiError if the principal may not change one of the users that the input names. */
  checkSubjects?: (me: Principal, ids: readonly (string | number)[]) => Promise<void>
  /** Adds the entry of a call that is declared with `audit` to the audit log. */
  recordAct?: RecordAct<Principal>
  /** Event after a call that may have changed data; handlers may publish further ones. */
  toChangeEvent?: (endpoint: Endpoint, me: Principal) => ChangeEvent
  /** By default JSON in the envelope. */
  format?: WireFormat
  /** Throws ApiError if the caller may not make the call, although its role may. */
  checkAccess?: (endpoint: Endpoint, me: Principal) => void
  /** Encrypts stored responses, which may contain secrets. */
  encryptsResponses?: boolean
  /**
   * Whether sessions may be read-only. Such sessions may not make visitors' calls that change data.
   */
  hasReadOnlySessions?: boolean
}

/**
 * Authenticates the user and checks the access to one of the endpoints at least; null for visitors'
 * endpoints.
 */
export async function authorize<Principal>(
  c: AppContext,
  routes: readonly Route[],
  audience: Audience<Principal>,
): Promise<Caller<Principal> | null> {
  const { access } = routes[0]!.endpoint
  const isReading = routes.every(({ endpoint }) => canViewerCall(endpoint))
  if (access === 'visitor') {
    const mustCheckReadOnly = audience.hasReadOnlySessions && !isReading
    if (mustCheckReadOnly && (await findCaller(c, audience))?.isReadOnly)
      throw new ApiError('readOnly')
    return null
  }
  const caller = await audience.authenticate((name) => c.req.header(name), c.get('request').ip)
  c.get('request').userId = caller.key.userId
  if (caller.isReadOnly && !isReading) throw new ApiError('readOnly')
  const mayCall = ({ endpoint: { access, accountRoles } }: Route) =>
    hasAccess(access, caller.role) || accountRoles !== undefined
  if (!routes.some(mayCall)) throw new ApiError('notAllowed')
  return caller
}

/** The principal as which the caller's role makes the call; undefined if it makes it itself. */
export const findActing = async <Principal>(
  endpoint: Endpoint,
  me: Principal,
  fields: unknown,
  { actAs }: Audience<Principal>,
): Promise<Principal | undefined> => {
  const { accountRoles, accountRolesWhen: key } = endpoint
  return accountRoles && (key === undefined || hasField(fields, key))
    ? actAs?.(endpoint, me)
    : undefined
}

/** The signed-in user of a visitors' endpoint, if there is one. */
export const findSigner = async <Principal>(
  c: AppContext,
  audience: Audience<Principal>,
): Promise<Principal | null> => (await findCaller(c, audience))?.me ?? null

async function findCaller<Principal>(
  c: AppContext,
  { authenticate }: Audience<Principal>,
): Promise<Caller<Principal> | null> {
  try {
    return await authenticate((name) => c.req.header(name), c.get('request').ip)
  } catch (reason) {
    if (reason instanceof ApiError) return null
    throw reason
  }
}

/** Whether the input contains a value for the key. */
export const hasField = (fields: unknown, key: string): boolean =>
  typeof fields === 'object' &&
  fields !== null &&
  Object.hasOwn(fields, key) &&
  isPresent((fields as Record<string, unknown>)[key])
