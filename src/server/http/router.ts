/**
 * Serves the contract: access, input, once-only, handler, output, envelope, the same way for every
 * call.
 */
import * as z from 'zod/mini'
import type { Hono } from 'hono'
import { Done, type Endpoint } from '#contract/endpoint.ts'
import { idempotencyHeader } from '#contract/envelope.ts'
import { isPresent } from '#contract/issues.ts'
import { hasCapability, mayUse } from '#contract/roles.ts'
import type { CallLimits } from '#server/auth/call-limits.ts'
import {
  doneText,
  langOfRequest,
  refusedText,
  sender,
  type Written,
} from '#server/http/response.ts'
import {
  asksOutside,
  notServed,
  streamed,
  type OutsideCall,
  type SignedCall,
} from '#server/http/handler.ts'
import { compiled } from '#server/http/compiled-schema.ts'
import { changedBy } from '#server/http/topics.ts'
import { onceOutside, type Memory } from '#server/http/idempotency/external-idempotency.ts'
import { once } from '#server/http/idempotency/idempotency.ts'
import { capabilitiesOf } from '#server/features/packages/capabilities.ts'
import { judge, readSent } from '#server/http/validation.ts'
import { Refusal } from '#server/http/errors.ts'
import { groupBy, type AnyHandler, type Route } from '#server/http/routes.ts'
import type { Services } from '#server/dependencies.ts'
import { sessionGate, type Gate } from '#server/auth/authenticate.ts'
import { roleOf, type Me } from '#server/auth/current-user.ts'
import type { AppContext, AppEnv } from '#server/http/request-context.ts'

/**
 * Adds every call of the contract to `app` under `base`. Refusals and bugs are thrown, for the
 * app's one error handler.
 */
export function serve(
  app: Hono<AppEnv>,
  base: string,
  routes: readonly Route[],
  services: Services,
  limits: CallLimits,
): void {
  const gate = sessionGate(services)
  const send = sender(services.settings.production)
  for (const [path, calls] of groupBy(routes, ({ endpoint }) => endpoint.path)) {
    const methods = groupBy(calls, ({ endpoint }): string => endpoint.method)
    app.all(base + path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      c.get('trace').route = path
      const meant = methods.get(c.req.method)
      if (!meant)
        throw new Refusal('wrongMethod', { headers: { allow: [...methods.keys()].join(', ') } })
      return send(c, await answer(c, meant, gate, services, limits))
    })
  }
}

/** `routes` share method, path and access; a key of the input tells which is meant. */
async function answer(
  c: AppContext,
  routes: Route[],
  gate: Gate,
  services: Services,
  limits: CallLimits,
): Promise<Written> {
  const me = await admitted(c, routes[0]!.endpoint, gate)
  if (me) limits.take(me, routes[0]!.endpoint.once === true)
  if (routes.every(({ handler }) => handler === notServed)) throw new Refusal('notAvailable')
  const { fields, text } = await readSent(c, routes[0]!.endpoint)
  const { group, name, endpoint, handler } =
    routes.find(({ endpoint: { when } }) => when !== undefined && holds(fields, when)) ??
    routes.find(({ endpoint }) => !endpoint.when)!
  if (handler === notServed || handler === streamed) throw new Refusal('notAvailable')
  if (
    endpoint.needs &&
    !(me && hasCapability(endpoint.needs, await capabilitiesOf(services.db, me)))
  )
    throw new Refusal('capabilityMissing')
  const input = judge(endpoint, fields, `${group}.${name}`)
  const lang = langOfRequest(c)
  // A visitor's handler is typed without `me`, so it can't miss it.
  const afterwards: (() => void)[] = []
  const signer = () => (me ? Promise.resolve(me) : signerOf(c, gate))
  const surroundings = {
    ip: c.get('trace').ip,
    host: c.req.header('host'),
    userAgent: c.req.header('user-agent'),
    lang,
    signer,
    afterwards: (work: () => void) => void afterwards.push(work),
  }
  const call = { ...services, ...surroundings, plain: services.db, me: me! }
  const answered =
    endpoint.once && me
      ? await doneOnce(c, { endpoint, handler, input, text }, call, limits)
      : await done(endpoint, handler, input, call)
  if (c.get('trace').code !== undefined) return answered
  if (me && endpoint.method !== 'GET')
    services.changes.tell({ ownerId: me.ownerId, about: changedBy(endpoint) })
  afterwards.forEach((work) => work())
  return answered
}

type Asked = { endpoint: Endpoint; handler: AnyHandler; input: unknown; text: string }

/** A call that would do more if it were done again happens once, and its answer is remembered. */
async function doneOnce(
  c: AppContext,
  { endpoint, handler, input, text }: Asked,
  call: SignedCall,
  limits: CallLimits,
): Promise<Written> {
  const { db, crypto, clock, me, lang } = call
  const requestHash = crypto.sha256(`${endpoint.method} ${endpoint.path} ${text}`)
  const wish = { me, key: c.req.header(idempotencyHeader), requestHash, now: clock() }
  const refuse = (refusal: Refusal) => refused(c, refusal)
  const keepsRefusal = () => limits.keepsRefusal(me)
  const asks = asksOutside(handler)
  if (asks) {
    const work = (key: string, { begin, keep }: Memory) => {
      const named: OutsideCall = {
        ...call,
        key,
        begin,
        answerIn: (tx, answered) => keep(tx, doneText(lang, sendable(endpoint, answered))),
      }
      return done(endpoint, handler, input, named)
    }
    return onceOutside(db, wish, { work, refused: refuse, keepsRefusal, ...asks })
  }
  const expected = endpoint.output === Done ? doneText(lang, null) : undefined
  return once(db, wish, {
    work: (tx) => done(endpoint, handler, input, { ...call, db: tx }),
    expected,
    refused: refuse,
    keepsRefusal,
  })
}

async function admitted(c: AppContext, endpoint: Endpoint, gate: Gate): Promise<Me | null> {
  if (endpoint.access === 'visitor') return null
  const me = await gate((name) => c.req.header(name))
  c.get('trace').userId = me.userId
  if (!mayUse(endpoint.access, roleOf(me))) throw new Refusal('notAllowed')
  return me
}

async function signerOf(c: AppContext, gate: Gate): Promise<Me | null> {
  try {
    return await gate((name) => c.req.header(name))
  } catch (reason) {
    if (reason instanceof Refusal) return null
    throw reason
  }
}

const holds = (fields: unknown, key: string): boolean =>
  typeof fields === 'object' &&
  fields !== null &&
  Object.hasOwn(fields, key) &&
  isPresent((fields as Record<string, unknown>)[key])

/** Sends nothing but what the contract says; an answer that does not fit it is a bug of ours. */
async function done(
  endpoint: Endpoint,
  handler: AnyHandler,
  input: unknown,
  call: SignedCall,
): Promise<Written> {
  const answered = await handler(input, call)
  return doneText(call.lang, sendable(endpoint, answered))
}

const sendable = ({ output }: Endpoint, answered: unknown): unknown =>
  output === Done ? null : z.parse(compiled(output), answered)

/** A refusal is an answer to be remembered like any other. */
function refused(c: AppContext, refusal: Refusal): Written {
  c.get('trace').code = refusal.code
  return refusedText(langOfRequest(c), refusal)
}
