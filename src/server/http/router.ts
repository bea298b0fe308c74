/** Mounts a contract's routes: authentication, limits, validation, idempotency, handlers. */
import * as z from 'zod/mini'
import type { Hono } from 'hono'
import { Done, type Endpoint } from '#contract/endpoint.ts'
import { idempotencyHeader } from '#contract/failure.ts'
import { takesSecret } from '#contract/query.ts'
import { hasCapability, canCall } from '#contract/roles.ts'
import {
  authorize,
  findActing,
  findSigner,
  hasField,
  type Audience,
  type Caller,
} from '#server/http/authorize-call.ts'
import type { CallLimits } from '#server/http/limits/call-limits.ts'
import type { WorkKind, YieldTurn } from '#server/http/limits/concurrency-limits.ts'
import { createResponseSender, encodeFile, type EncodedResponse } from '#server/http/response.ts'
import { envelopeFormat, formatOfRequest, type WireFormat } from '#server/http/wire-format.ts'
import {
  findExternalOptions,
  notImplemented,
  streamHandler,
  type ExternalCall,
  type SignedCall,
  type AnyHandler,
  type Route,
} from '#server/http/handler.ts'
import { getCompiledSchema, validateFields, readFields } from '#server/http/validation.ts'
import { runExternalOnce, type ResponseStore } from '#server/http/external-idempotency.ts'
import { runOnce, type KeyHolder } from '#server/http/idempotency.ts'
import { createAudit, listSubjects } from '#server/http/audit.ts'
import { nextTurnIfLong } from '#server/platform/next-turn.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Lang } from '#locales/messages.ts'
import type { AppContext, AppEnv } from '#server/http/request-context.ts'

export const apiBase = '/api'

/** Hono's form of a path of the contract: `/user/{id}` becomes `/user/:id`. */
export const toRoutePattern = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/**
 * Mounts every call of a contract on `app` under `base`. Errors are thrown to the app's error
 * handler.
 */
export function mountRoutes<Principal>(
  app: Hono<AppEnv>,
  base: string,
  routes: readonly Route[],
  deps: Dependencies,
  limits: CallLimits,
  audience: Audience<Principal>,
): void {
  const send = createResponseSender(deps.settings.production, deps.gzip)
  const { format = envelopeFormat } = audience
  for (const [path, calls] of Map.groupBy(routes, ({ endpoint }) => endpoint.path)) {
    const methods = Map.groupBy(calls, ({ endpoint }): string => endpoint.method)
    app.all(base + toRoutePattern(path), async (c) => {
      c.get('request').route = path
      c.get('request').format = format
      const routesOfMethod = methods.get(c.req.method)
      if (!routesOfMethod)
        throw new ApiError('wrongMethod', { headers: { allow: [...methods.keys()].join(', ') } })
      const response = await handleRequest(c, routesOfMethod, { ...audience, format }, deps, limits)
      const headers = format.headersOf?.(response.body)
      return send(
        c,
        headers ? { ...response, headers: { ...response.headers, ...headers } } : response,
      )
    })
  }
}

/**
 * `routes` share method and path, and are all for visitors or none; the `when` key in the input
 * selects one.
 */
async function handleRequest<Principal>(
  c: AppContext,
  routes: Route[],
  audience: FormattedAudience<Principal>,
  deps: Dependencies,
  limits: CallLimits,
): Promise<EncodedResponse> {
  const maxUrl = audience.format.limits?.url
  if (maxUrl !== undefined && c.req.url.length > maxUrl)
    throw new ApiError('tooLarge', { status: 414, reason: { key: 'urlTooLong', values: {} } })
  const caller = await authorize(c, routes, audience)
  if (caller && !isCounted(c)) limits.consume(caller.key, routes[0]!.endpoint)
  if (routes.every(({ handler }) => handler === notImplemented)) throw new ApiError('notAvailable')
  const work = () => readAndRun(c, routes, caller, audience, deps, limits)
  const { endpoint } = routes[0]!
  if (!caller || endpoint.bodyType !== 'multipart') return work()
  // A file is read only from those who may send it.
  const { access, roles, accountRoles } = endpoint
  if (!accountRoles && !canCall({ access, roles }, caller.role)) throw new ApiError('notAllowed')
  audience.checkAccess?.(endpoint, caller.me)
  return limits.runUpload(caller.group, work)
}

/** Without Node there is no environment. */
const isCounted = ({ env }: AppContext) =>
  (env as AppEnv['Bindings'] | undefined)?.isCounted === true

async function readAndRun<Principal>(
  c: AppContext,
  routes: Route[],
  caller: Caller<Principal> | null,
  audience: FormattedAudience<Principal>,
  deps: Dependencies,
  limits: CallLimits,
): Promise<EncodedResponse> {
  const { fields, text } = await readFields(
    c,
    routes[0]!.endpoint,
    caller !== null,
    audience.format,
  )
  await nextTurnIfLong(text)
  const route =
    routes.find(({ endpoint: { when } }) => when !== undefined && hasField(fields, when)) ??
    routes.find(({ endpoint }) => !endpoint.when) ??
    // Its input lacks the key, which the schema then names.
    routes[0]!
  const run = (yieldTurn: YieldTurn) =>
    runCall(c, { route, caller, fields, text, yieldTurn }, audience, deps, limits)
  if (!caller) return run((wait) => wait())
  const key = { user: caller.key.userId, group: caller.group }
  return limits.run(key, toWorkKind(route.endpoint), run)
}

function toWorkKind({ method, once, safe, weight }: Endpoint): WorkKind {
  if (weight !== undefined) return 'bulkChange'
  return safe || (method === 'GET' && !once) ? 'read' : 'change'
}

type FormattedAudience<Principal> = Audience<Principal> & { format: WireFormat }

type ReceivedCall<Principal> = {
  route: Route
  caller: Caller<Principal> | null
  fields: unknown
  text: string
  yieldTurn: YieldTurn
}

async function runCall<Principal>(
  c: AppContext,
  { route, caller, fields, text, yieldTurn }: ReceivedCall<Principal>,
  audience: FormattedAudience<Principal>,
  deps: Dependencies,
  limits: CallLimits,
): Promise<EncodedResponse> {
  const { group, name, endpoint, handler } = route
  if (handler === notImplemented || handler === streamHandler) throw new ApiError('notAvailable')
  const acting = caller && (await findActing(endpoint, caller.me, fields, audience))
  const isAllowed =
    acting !== undefined ||
    canCall({ access: endpoint.access, roles: endpoint.roles }, caller?.role)
  if (!isAllowed) throw new ApiError('notAllowed')
  const me = acting ?? caller?.me
  if (caller) audience.checkAccess?.(endpoint, caller.me)
  if (
    endpoint.needs &&
    !(
      me &&
      audience.readCapabilities &&
      hasCapability(endpoint.needs, await audience.readCapabilities(deps.db, me))
    )
  )
    throw new ApiError(
      'capabilityMissing',
      endpoint.needs === 'createApiKey' ? { reason: { key: 'keysNotAllowed', values: {} } } : {},
    )
  const callName = `${audience.prefix ?? ''}${group}.${name}`
  c.get('request').call = callName
  const input = validateFields(endpoint, fields, callName)
  if (me && endpoint.subjects) await audience.checkSubjects?.(me, listSubjects(endpoint, input))
  await nextTurnIfLong(text)
  const { format } = audience
  const lang = format.langOf(c)
  const deferred: (() => void)[] = []
  const { record, reset } = createAudit(endpoint, me, input, audience)
  const signer = () => (caller ? Promise.resolve(caller.me) : findSigner(c, audience))
  // One spread, written first: V8 copies a second one property by property.
  const call = {
    ...deps,
    ip: c.get('request').ip,
    host: c.req.header('host'),
    userAgent: c.req.header('user-agent'),
    lang,
    signer,
    afterCommit: (work: () => void) => void deferred.push(work),
    audit: record,
    yieldTurn,
    getSignal: () => c.req.raw.signal,
    outerDb: deps.db,
    // Handlers of visitor calls are typed without `me`.
    me,
  }
  const onceOptions: OnceOptions = {
    encrypts: audience.encryptsResponses === true || endpoint.returnsSecret === true,
    format,
    resetDeferred() {
      deferred.splice(0)
      reset()
    },
  }
  const response =
    endpoint.once && caller
      ? await runHandlerOnce(
          c,
          { endpoint, handler, input, text },
          caller.key,
          call,
          limits,
          onceOptions,
        )
      : await runHandler(format, endpoint, handler, input, call)
  if (c.get('request').code !== undefined) return response
  if (caller && audience.toChangeEvent && endpoint.method !== 'GET' && !endpoint.safe)
    deps.events.publish(audience.toChangeEvent(endpoint, caller.me))
  deferred.forEach((work) => work())
  return response
}

type ParsedRequest = { endpoint: Endpoint; handler: AnyHandler; input: unknown; text: string }

/** `resetDeferred` drops the work that an earlier attempt deferred or recorded. */
type OnceOptions = { encrypts: boolean; format: WireFormat; resetDeferred: () => void }

/** Runs an idempotent call once and stores its response. */
async function runHandlerOnce(
  c: AppContext,
  { endpoint, handler, input, text }: ParsedRequest,
  holder: KeyHolder,
  call: SignedCall<unknown>,
  limits: CallLimits,
  { encrypts, format, resetDeferred }: OnceOptions,
): Promise<EncodedResponse> {
  const { db, crypto, clock, encryption, lang } = call
  const contentHash = crypto.sha256(`${endpoint.method} ${c.req.path} ${text}`)
  // Stored for a day: without the server's key, nobody tries passwords on it.
  const requestHash = takesSecret(endpoint) ? await encryption.hmac(contentHash) : contentHash
  await nextTurnIfLong(text)
  const request = {
    me: holder,
    key: c.req.header(idempotencyHeader),
    requestHash,
    signedHash: crypto.sha256(`${holder.sign} ${requestHash}`),
    now: clock(),
    ...(encrypts && { encryption }),
  }
  const encodeCallRefusal = (refusal: ApiError) => encodeRefusal(c, refusal)
  const canStoreRefusal = (refusal: EncodedResponse) =>
    !isTransient(refusal) && limits.canStoreRefusal(holder)
  const external = findExternalOptions(handler)
  if (external) {
    const work = (key: string, { beginTransaction, store }: ResponseStore) => {
      const externalCall: ExternalCall<unknown> = {
        ...call,
        key,
        clientKey: request.key,
        requestHash,
        beginTransaction,
        storeResponse: (tx, output) => store(tx, encodeOutput(format, lang, endpoint, output)),
      }
      return runHandler(format, endpoint, handler, input, externalCall)
    }
    return runExternalOnce(db, request, {
      work,
      encodeRefusal: encodeCallRefusal,
      canStoreRefusal: (refusal) => external.storesRefusals && canStoreRefusal(refusal),
      yieldTurn: call.yieldTurn,
      reservesKeyInWork: external.reservesKeyInWork,
    })
  }
  const expected = endpoint.output === Done ? encodeOutput(format, lang, endpoint, null) : undefined
  return runOnce(db, request, {
    async work(tx) {
      resetDeferred()
      const txCall = { ...call, db: tx, yieldTurn: <T>(wait: () => Promise<T>) => wait() }
      const response = await runHandler(format, endpoint, handler, input, txCall)
      await call.audit(tx)
      return response
    },
    expected,
    encodeRefusal: encodeCallRefusal,
    canStoreRefusal,
  })
}

async function runHandler(
  format: WireFormat,
  endpoint: Endpoint,
  handler: AnyHandler,
  input: unknown,
  call: SignedCall<unknown>,
): Promise<EncodedResponse> {
  const output = await handler(input, call)
  return encodeOutput(format, call.lang, endpoint, output)
}

function encodeOutput(
  format: WireFormat,
  lang: Lang,
  endpoint: Endpoint,
  output: unknown,
): EncodedResponse {
  if (endpoint.responseType === 'file') return encodeFile(output as Blob)
  const encoded = format.encodeSuccess(lang, toWire(endpoint, output))
  return endpoint.status === undefined ? encoded : { ...encoded, status: endpoint.status }
}

/** Drops fields outside the contract; output that does not match its schema is a server bug. */
const toWire = (endpoint: Endpoint, output: unknown): unknown =>
  endpoint.output === Done ? null : z.parse(getCompiledSchema(endpoint.output), output)

/** Encodes an error, so that it can be stored like any response. */
function encodeRefusal(c: AppContext, error: ApiError): EncodedResponse {
  c.get('request').code = error.code
  const format = formatOfRequest(c)
  return format.encodeError(format.langOf(c), error, c.get('request').call)
}

/** A later attempt with the same key may succeed, so it must not get this response. */
const isTransient = ({ status }: EncodedResponse): boolean =>
  status === 429 || (status >= 500 && status < 600)
