/** Real server on a free port with its own database, and API callers with signed requests. */
import { unlimitedRates, type CallRates } from '#server/auth/call-limits.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { toQuery } from '#contract/query.ts'
import { authToken, signedHeaders, type Signer } from '#contract/signing.ts'
import { login } from '#contract/login.ts'
import { createApp } from '#server/app.ts'
import type { OperatorHandlers } from '#server/operator-handlers.ts'
import type { Handlers } from '#server/http/handler.ts'
import { startHttpServer } from '#server/http/http-server.ts'
import { jsonLog } from '#server/platform/log.ts'
import type { MailNow } from '#server/platform/mail/mail.ts'
import { nodeCrypto, type Crypto } from '#server/platform/crypto/crypto.ts'
import { gatewaysOf } from '#server/features/orders/payment/gateways.ts'
import { serveStaticFiles } from '#server/http/static-files.ts'
import type { Gateways } from '#server/features/orders/payment/gateway.ts'
import type { Deliver } from '#server/features/orders/payment/sandbox/notify.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { AppSettings } from '#server/platform/config/settings.ts'
import type { PaySettings } from '#server/platform/config/payment-settings.ts'
import { openSession } from '#server/auth/sessions/service.ts'
import { tokenHash } from '#server/auth/signature.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { noMetrics } from '#server/platform/metrics.ts'
import { demoTranslators } from '#server/features/translation/demo-translator.ts'
import type { Translators } from '#server/features/translation/translator.ts'
import { newMailbox } from '#tests/support/server/mail.ts'
import { password, type Person } from '#tests/support/actors/people.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'
import { noTracing } from '#server/platform/tracing.ts'

type Body = { success: boolean; data: unknown; msg: string }
export type Reply<D = unknown> = {
  status: number
  headers: Headers
  text: string
  success: boolean
  data: D
  msg: string
}
/** `data` of a refusal. */
export type ApiErrorData = { code: string; fields?: Record<string, string> }
export type Lang = 'zh-CN' | 'en-US'

const settings: AppSettings = {
  production: false,
  timeZone: 'Asia/Shanghai',
  allowedOrigins: [],
  trustedProxies: 1,
}

export const testEncryption = createEncryption(new Uint8Array(32).fill(7))

type ServerOptions = {
  /** Folder of the built front end, served if given. */
  pages?: string
  /** Default: a free one. */
  port?: number
  /** Settings of the channels served by a local gateway; the others use the sandbox. */
  pay?: Partial<PaySettings>
  /** Replaces all gateways. */
  gateways?: Gateways
  /** Replaces the demo translators. */
  translators?: Translators
  served?: Handlers
  /** Handlers of the operators' calls. */
  operating?: OperatorHandlers
  /** Default: no rate limits, so that one user can send many requests. */
  rates?: CallRates
  /** Default: stores immediate mails in `mailbox`. */
  mailNow?: MailNow
  /** Default: hashes passwords at the lowest cost. */
  crypto?: Crypto
  isClockTrusted?: () => boolean
}

/**
 * The server keeps a hash for unknown names per `Crypto`: with one for all servers, a hash made while
 * a test replaced `hashPassword` would fail the sign-ins of the test files after it.
 */
const ownCrypto = (): Crypto => Object.create(testCrypto) as Crypto

/** `shared`: database of another server, to simulate several processes. */
export async function startServer(
  over: Partial<AppSettings> = {},
  shared?: Awaited<ReturnType<typeof freshDb>>,
  {
    pages,
    port = 0,
    pay,
    gateways,
    translators = demoTranslators,
    served,
    operating,
    mailNow,
    rates = unlimitedRates,
    crypto = ownCrypto(),
    isClockTrusted = () => true,
  }: ServerOptions = {},
) {
  const database = shared ?? (await freshDb())
  let shift = 0
  let log = ''
  let origin = ''
  const mailbox = newMailbox()
  const basis = {
    db: database.db,
    settings: { ...settings, ...over },
    log: jsonLog((lines) => (log += lines)),
    clock: () => new Date(Date.now() + shift),
    crypto,
  }
  const deliver: Deliver = (path, sent) => fetch(origin + path, { method: 'POST', ...sent })
  const services: Dependencies = {
    rates,
    ...basis,
    isClockTrusted,
    isDraining: () => false,
    reads: database.reads,
    events: database.events,
    ping: database.ping,
    translators,
    metrics: noMetrics,
    tracing: noTracing,
    encryption: testEncryption,
    mailNow: mailNow ?? mailbox.mailNow,
    gateways:
      gateways ??
      gatewaysOf(
        { sandboxSilent: false, ...pay },
        {
          ...basis,
          ...basis.settings,
          site: (called) => (called ? `http://${called}` : origin),
          deliver,
        },
      ),
  }
  const app = createApp(services, served, operating)
  if (pages) serveStaticFiles(app, pages, services.settings)
  const listening = await startHttpServer(app, {
    host: '127.0.0.1',
    port,
    production: services.settings.production,
  })
  origin = `http://127.0.0.1:${listening.port}`
  return {
    origin,
    port: listening.port,
    api: `${origin}/api`,
    database,
    services,
    mailbox,
    /** Log lines so far. */
    lines: () => {
      services.log.flush()
      return log.split('\n').filter(Boolean)
    },
    /** Advances the clock of the server and of its callers. */
    passTime: (ms: number) => (shift += ms),
    now: () => services.clock().getTime(),
    close: async () => {
      await listening.close()
      if (!shared) await database.close()
    },
  }
}
export type TestServer = Awaited<ReturnType<typeof startServer>>

let requests = 0

/** API caller, signed in or a visitor, with its own client network. */
export function caller(
  server: Pick<TestServer, 'api' | 'now'>,
  signer: Signer | null,
  lang: Lang = 'en-US',
) {
  const ip = `10.${(requests >> 8) & 255}.${requests++ & 255}.1`
  let last = 0
  const headers = (): Record<string, string> => {
    const now = server.now()
    // Timestamps are unique per caller, so that no signature repeats. Jumps back of a second or
    // more are kept.
    last = last >= now && last - now < 1_000 ? last + 1 : now
    return {
      ...signedHeaders(nodeCrypto.md5, signer, last),
      'accept-language': lang,
      'x-forwarded-for': ip,
    }
  }
  const send = async <D>(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Reply<D>> => {
    const sent =
      body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    return read<D>(
      await fetch(server.api + path, {
        method,
        headers: { ...headers(), ...type, ...more },
        ...sent,
      }),
    )
  }
  const call = <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    more?: Record<string, string>,
  ): Promise<Reply<OutputOf<E>>> => {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String((input as Record<string, unknown>)[name])),
    )
    if (endpoint.method !== 'GET') return send(endpoint.method, path, input, more)
    const query = toQuery(input as Record<string, string>)
    return send('GET', query ? `${path}?${query}` : path, undefined, more)
  }
  return {
    signer,
    headers,
    send,
    call,
    /** Refusal of a call. */
    refused: async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
      const { status, data, msg } = await call(endpoint, input)
      return { status, msg, ...(data as ApiErrorData) }
    },
  }
}
export type Caller = ReturnType<typeof caller>

/** Signs in through the API. */
export async function signIn(
  server: Pick<TestServer, 'api' | 'now'>,
  account: string,
  lang: Lang = 'en-US',
): Promise<Caller> {
  const { success, data, msg } = await caller(server, null, lang).call(login.login, {
    account,
    password,
  })
  if (!success) throw new Error(msg)
  return caller(server, data, lang)
}

/** Opens a session in the database, without the cost of password hashing. */
export async function signedIn(
  server: TestServer,
  { ownerId, userId }: Person,
  lang: Lang = 'en-US',
): Promise<Caller> {
  const { db, crypto, clock } = server.services
  const signer = { sk: crypto.random(32), userId }
  const hash = tokenHash(authToken(crypto.md5, signer), crypto)
  await openSession(
    db,
    { tokenHash: hash, ownerId, userId, clientType: 'web', ip: '10.1.1.1' },
    clock(),
  )
  return caller(server, signer, lang)
}

async function read<D>(response: Response): Promise<Reply<D>> {
  const text = await response.text()
  const { success, data, msg } = JSON.parse(text) as Body
  return { status: response.status, headers: response.headers, text, success, data: data as D, msg }
}
