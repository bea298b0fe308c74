/** Sends one webhook request over HTTP, to no address of the server's own network. */
import { Resolver } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { businessLimits } from '#contract/business-limits.ts'
import type { DeliveryFailure } from '#contract/webhooks.ts'
import {
  bareHost,
  isAllowedUrl,
  isLocalHost,
  isPublicAddress,
  type AddressRules,
} from '#server/features/webhooks/address.ts'

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string }
/** `status`, `answer`: of the receiver, if it answered. `failure`: undefined for a success. */
export type WebhookResult = {
  status?: number
  answer?: string
  failure?: DeliveryFailure
}
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookResult>

/** All addresses of a host; rejects if there is none. */
type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>
type Options = AddressRules & {
  /** Host of the server's own pages, to which nothing is sent. */
  ownHost?: string | undefined
  /** By default asks the name servers of the system. */
  resolve?: Resolve
  /** Milliseconds for a whole request. */
  timeout?: number
}

/** Bytes of an answer that are read; its beginning is kept. */
const readBytes = 64_000

/**
 * The host is resolved once, each of its addresses is checked, and the connection goes to a checked
 * one, so that a name which resolves differently the next time does no harm. Redirects are not
 * followed. Never rejects, and ends within `timeout` whatever the receiver does.
 */
export function createWebhookSender({
  allowsLocal,
  ownHost,
  resolve = askNameServers,
  timeout = 10_000,
}: Options): SendWebhook {
  return async (request) => {
    const url = new URL(request.url)
    const host = bareHost(url)
    if (!isAllowedUrl(request.url, { allowsLocal }) || host === ownHost)
      return { failure: 'addressRefused' }
    const signal = AbortSignal.timeout(timeout)
    const timedOut = new Promise<WebhookResult>((end) =>
      signal.addEventListener('abort', () => end({ failure: 'timeout' }), { once: true }),
    )
    const send = async (): Promise<WebhookResult> => {
      const isLocal = allowsLocal && isLocalHost(host)
      const addresses = await findAddresses(host, isLocal, resolve, signal).catch(() => [])
      if (addresses.length === 0) return { failure: 'nameUnknown' }
      if (!isLocal && !addresses.every(isReachable)) return { failure: 'addressRefused' }
      const { status, answer } = await post(url, request, addresses, signal)
      return { status, ...(answer && { answer }), ...failureOf(status) }
    }
    return Promise.race([send().catch((reason) => ({ failure: classify(reason) })), timedOut])
  }
}

async function findAddresses(
  host: string,
  isLocal: boolean,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  return isLocal && resolve === askNameServers ? ['127.0.0.1', '::1'] : resolve(host, signal)
}

/**
 * Asks the name servers itself: the system's own resolver would keep its threads busy, for which
 * all other connections of the process would wait, and would also read names of the local network.
 */
const askNameServers: Resolve = async (host, signal) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

const canonical = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address

function isReachable(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return (
    isPublicAddress(address) && !own.some((one) => canonical(one.address) === canonical(address))
  )
}

/** Connects to one of the addresses; TLS verifies the certificate of the name. */
function post(
  url: URL,
  { headers, body }: Pick<WebhookRequest, 'headers' | 'body'>,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<{ status: number; answer: string }> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return new Promise((answered, failed) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    send(url, {
      method: 'POST',
      agent: false,
      signal,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: (_host, { all }, done) =>
        all ? done(null, found) : done(null, found[0]!.address, found[0]!.family),
    })
      .on('response', (response) =>
        readBeginning(response).then(
          (answer) => answered({ status: response.statusCode!, answer }),
          failed,
        ),
      )
      // A receiver that wants to change the protocol, which Node would wait for without an end.
      .on('upgrade', ({ statusCode }, socket) => {
        socket.destroy()
        answered({ status: statusCode!, answer: '' })
      })
      .on('error', failed)
      .end(body)
  })
}

/** The first bytes of an answer as text, without characters that a database can't store. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= readBytes) break
  }
  response.destroy()
  const kept = Buffer.concat(chunks).subarray(0, businessLimits.webhooks.answer)
  return kept.toString('utf8').replaceAll('\0', '').trim()
}

function failureOf(status: number): { failure?: DeliveryFailure } {
  if (status >= 200 && status < 300) return {}
  return { failure: status >= 300 && status < 400 ? 'redirect' : 'status' }
}

function classify(reason: unknown): DeliveryFailure {
  const { code = '' } = reason as NodeJS.ErrnoException
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO/.test(code) ? 'tls' : 'connection'
}
