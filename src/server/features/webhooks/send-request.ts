/** Sends one webhook request over HTTP, to no address of the server's own network. */
import { lookup as resolveHost } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
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

type ResolvedAddress = { address: string; family: number }
type Options = AddressRules & {
  /** Host of the server's own pages, to which nothing is sent. */
  ownHost?: string | undefined
  /** All addresses of a host; by default those that the system resolves. */
  resolve?: (host: string) => Promise<ResolvedAddress[]>
  /** Milliseconds for a whole request. */
  timeout?: number
}

const resolveAll = (host: string) => resolveHost(host, { all: true, verbatim: true })

/** Bytes of an answer that are read; its beginning is kept. */
const readBytes = 64_000

/**
 * The host is resolved once, each of its addresses is checked, and the connection goes to a checked
 * one, so that a name which resolves differently the next time does no harm. Redirects are not
 * followed. Never rejects.
 */
export function createWebhookSender({
  allowsLocal,
  ownHost,
  resolve = resolveAll,
  timeout = 10_000,
}: Options): SendWebhook {
  return async ({ url: text, headers, body }) => {
    const url = new URL(text)
    const host = bareHost(url)
    if (!isAllowedUrl(text, { allowsLocal }) || host === ownHost)
      return { failure: 'addressRefused' }
    const signal = AbortSignal.timeout(timeout)
    const isTimeout = new Promise<undefined>((end) =>
      signal.addEventListener('abort', () => end(undefined), { once: true }),
    )
    try {
      const addresses = await Promise.race([findAddresses(host, resolve), isTimeout])
      if (!addresses) return { failure: 'timeout' }
      const isAllowedLocal = allowsLocal && isLocalHost(host)
      if (!isAllowedLocal && addresses.some(({ address }) => !isReachable(address)))
        return { failure: 'addressRefused' }
      const response = await post(url, { headers, body, addresses, signal })
      const status = response.statusCode!
      const answer = await readBeginning(response)
      return { status, ...(answer && { answer }), ...failureOf(status) }
    } catch (reason) {
      return { failure: signal.aborted ? 'timeout' : classify(reason) }
    }
  }
}

const findAddresses = async (
  host: string,
  resolve: NonNullable<Options['resolve']>,
): Promise<ResolvedAddress[]> => {
  const family = isIP(host)
  const found = family === 0 ? await resolve(host) : [{ address: host, family }]
  if (found.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' })
  return found
}

function isReachable(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return isPublicAddress(address) && !own.some((one) => one.address === address)
}

type Outgoing = Omit<WebhookRequest, 'url'> & {
  addresses: ResolvedAddress[]
  signal: AbortSignal
}

/** Connects to one of the addresses; TLS verifies the certificate of the name. */
const post = (url: URL, { headers, body, addresses, signal }: Outgoing): Promise<IncomingMessage> =>
  new Promise((answered, failed) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    send(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: (_host, { all }, done) =>
          all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family),
      },
      answered,
    )
      .on('error', failed)
      .end(body)
  })

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
  if (['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'].includes(code)) return 'nameUnknown'
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO/.test(code) ? 'tls' : 'connection'
}
