/** Real server on a free port with its own database, and API callers with signed requests. */
import { Agent, request, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { unlimitedRates, type CallRates } from '#server/http/limits/call-limits.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { toQuery } from '#contract/query.ts'
import { computeAuthToken, signedHeaders, type Signer } from '#contract/signing.ts'
import { login } from '#contract/login.ts'
import { createApp } from '#server/app.ts'
import type { OperatorHandlers } from '#server/features/operators/operator.ts'
import type { Handlers } from '#server/http/handler.ts'
import { gzip } from '#server/http/gzip.ts'
import { startHttpServer } from '#server/http/http-server.ts'
import { createJsonLog } from '#server/platform/log.ts'
import type { MailNow } from '#server/platform/mail/mail.ts'
import { nodeCrypto, type Crypto } from '#server/platform/crypto/crypto.ts'
import { createContactPictures, type DrawPicture } from '#server/features/site/contact-pictures.ts'
import { drawContactPicture } from '#server/features/site/draw-contact-picture.ts'
import { readDocument, writeDocument } from '#server/features/documents/formats/documents.ts'
import { drawStatement } from '#server/features/statements/draw-statement.ts'
import { createGateways } from '#server/features/orders/payment/gateways.ts'
import { serveStaticFiles } from '#server/http/static-files.ts'
import type { Gateways } from '#server/features/orders/payment/gateway.ts'
import type { Deliver } from '#server/features/orders/payment/sandbox/notify.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { AppSettings } from '#server/platform/config/settings.ts'
import type { PaySettings } from '#server/platform/config/payment-settings.ts'
import { openSession } from '#server/features/identity/sessions/open-session.ts'
import { hashToken } from '#server/http/signature.ts'
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
/** `data` of a refused call. */
export type ApiErrorData = { code: string; orderId?: string; fields?: Record<string, string> }
export type Lang = 'zh-CN' | 'en-US'

const settings: AppSettings = {
  production: false,
  timeZone: 'Asia/Shanghai',
  allowedOrigins: [],
  trustedProxies: 1,
  allowsLocalWebhooks: false,
}

const contactPictures = createContactPictures(drawContactPicture)

export const testEncryption = createEncryption(new Uint8Array(32).fill(7))

export type ServerOptions = {
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
  handlers?: Handlers
  /** Handlers of the operators' endpoints. */
  operatorHandlers?: OperatorHandlers
  /** Default: no rate limits, so that one user can send many requests. */
  rates?: CallRates
  /** Default: stores immediate mails in `mailbox`. */
  mailNow?: MailNow
  /** Default: draws in this thread, each picture once for all servers. */
  drawPicture?: DrawPicture
  /** Default: hashes passwords at the lowest cost. */
  crypto?: Crypto
  isClockTrusted?: () => boolean
  requestComments?: Dependencies['requestComments']
}

/**
 * A `Crypto` per server: the server caches a hash for unknown names per `Crypto`. If servers shared
 * one, a hash from a test with a mocked `hashPassword` would fail later sign-ins.
 */
const ownCrypto = (): Crypto => Object.create(testCrypto) as Crypto

/** Starts a server. `shared`: database of another server, to simulate several processes. */
export async function startServer(
  settingsOverrides: Partial<AppSettings> = {},
  shared?: Awaited<ReturnType<typeof freshDb>>,
  {
    pages,
    port = 0,
    pay,
    gateways,
    translators = demoTranslators,
    handlers,
    operatorHandlers,
    mailNow,
    drawPicture,
    rates = unlimitedRates,
    crypto = ownCrypto(),
    isClockTrusted = () => true,
    requestComments,
  }: ServerOptions = {},
) {
  const database = shared ?? (await freshDb())
  let clockOffset = 0
  let logText = ''
  let origin = ''
  const mailbox = newMailbox()
  const baseServices = {
    db: database.db,
    settings: { ...settings, ...settingsOverrides },
    log: createJsonLog((logLines) => (logText += logLines)),
    clock: () => new Date(Date.now() + clockOffset),
    crypto,
  }
  const deliver: Deliver = (path, request) => fetch(origin + path, { method: 'POST', ...request })
  const services: Dependencies = {
    rates,
    ...baseServices,
    isClockTrusted,
    isDraining: () => false,
    reads: database.reads,
    events: database.events,
    ping: database.ping,
    translators,
    metrics: noMetrics,
    tracing: noTracing,
    requestComments,
    contactPictures: drawPicture ? createContactPictures(drawPicture) : contactPictures,
    // In this process; tests/documents/processes.test.ts has those of their own.
    documents: { read: readDocument, write: writeDocument },
    drawStatement,
    gzip,
    encryption: testEncryption,
    mailNow: mailNow ?? mailbox.mailNow,
    gateways:
      gateways ??
      createGateways(
        { sandboxSilent: false, ...pay },
        {
          ...baseServices,
          ...baseServices.settings,
          site: (called) => (called ? `http://${called}` : origin),
          deliver,
        },
      ),
  }
  const app = createApp(services, handlers, operatorHandlers)
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
      return logText.split('\n').filter(Boolean)
    },
    /** Advances the clock of the server and its callers, by milliseconds. */
    passTime: (ms: number) => (clockOffset += ms),
    now: () => services.clock().getTime(),
    close: async () => {
      await listening.close()
      if (!shared) await database.close()
    },
  }
}
export type TestServer = Awaited<ReturnType<typeof startServer>>

let callerCount = 0

export type CalledServer = Pick<TestServer, 'api' | 'now'> & {
  /** Called with each reply, to inspect all of a test. */
  readonly onReply?: (path: string, text: string) => void
}

/** API caller, signed in or a visitor, with its own client network. */
export function caller(server: CalledServer, signer: Signer | null, lang: Lang = 'en-US') {
  const ip = `10.${(callerCount >> 8) & 255}.${callerCount++ & 255}.1`
  let lastTimestamp = 0
  const headers = (): Record<string, string> => {
    const now = server.now()
    // Timestamps are unique per caller, so that no signed request repeats. Jumps back of a second
    // or more are kept.
    lastTimestamp = lastTimestamp >= now && lastTimestamp - now < 1_000 ? lastTimestamp + 1 : now
    return {
      ...signedHeaders(nodeCrypto.md5, signer, lastTimestamp),
      'accept-language': lang,
      'x-forwarded-for': ip,
    }
  }
  const send = async <D>(
    method: string,
    path: string,
    body?: unknown,
    extraHeaders: Record<string, string> = {},
  ): Promise<Reply<D>> => {
    const content = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await sendRequest(
      server.api + path,
      { method, headers: { ...headers(), ...describeContent(content), ...extraHeaders } },
      content,
    )
    const reply = await parseReply<D>(response)
    server.onReply?.(path, reply.text)
    return reply
  }
  const call = <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    extraHeaders?: Record<string, string>,
  ): Promise<Reply<OutputOf<E>>> => {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String((input as Record<string, unknown>)[name])),
    )
    if (endpoint.method !== 'GET') return send(endpoint.method, path, input, extraHeaders)
    const query = toQuery(input as Record<string, string>)
    return send('GET', query ? `${path}?${query}` : path, undefined, extraHeaders)
  }
  return {
    signer,
    headers,
    send,
    call,
    /** Calls an endpoint that is expected to refuse, and returns status, message and error code. */
    refused: async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
      const { status, data, msg } = await call(endpoint, input)
      return { status, msg, ...(data as ApiErrorData) }
    },
  }
}
export type Caller = ReturnType<typeof caller>

/** Signed-in caller of an account, through the API, by default with the common password. */
export async function signIn(
  server: CalledServer,
  account: string,
  lang: Lang = 'en-US',
  accountPassword = password,
): Promise<Caller> {
  const { success, data, msg } = await caller(server, null, lang).call(login.login, {
    account,
    password: accountPassword,
  })
  if (!success) throw new Error(msg)
  return caller(server, data, lang)
}

/** Signed-in caller of an account. Opens the session in the database, without password hashing. */
export async function signedIn(
  server: TestServer,
  { ownerId, userId }: Person,
  lang: Lang = 'en-US',
): Promise<Caller> {
  const { db, crypto, clock } = server.services
  const signer = { sk: crypto.random(32), userId }
  const hash = hashToken(computeAuthToken(crypto.md5, signer), crypto)
  await openSession(
    db,
    { tokenHash: hash, ownerId, userId, clientType: 'web', ip: '10.1.1.1' },
    clock(),
  )
  return caller(server, signer, lang)
}

const agent = new Agent({ keepAlive: true })

/** Sends a request. `fetch` takes three times the processor time. */
const sendRequest = (
  url: string,
  options: { method: string; headers: Record<string, string> },
  body?: string,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) =>
    request(new URL(url), { ...options, agent }, resolve)
      .on('error', reject)
      .end(body),
  )

const describeContent = (content: string | undefined): Record<string, string> =>
  content === undefined
    ? {}
    : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) }

async function parseReply<D>(response: IncomingMessage): Promise<Reply<D>> {
  const text = await readText(response)
  // A file is not in the envelope.
  const isFile = response.headers['content-disposition'] !== undefined
  const { success, data, msg } = isFile
    ? { success: true, data: null, msg: '' }
    : (JSON.parse(text) as Body)
  const headers = new Headers(
    Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  )
  return { status: response.statusCode!, headers, text, success, data: data as D, msg }
}
