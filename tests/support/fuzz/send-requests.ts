/** Sends many requests over pooled keep-alive connections and records the responses. */
import { gunzipSync } from 'node:zlib'
import { Agent, request } from 'node:http'

export type SentRequest = {
  method: string
  path: string
  headers: Record<string, string | string[]>
  body?: string | Buffer
}
export type ReceivedResponse = { status: number; type: string; text: string; ms: number }

/** Number of concurrent requests. */
const concurrency = 16
/**
 * Bodies with more bytes use their own connection: the server closes it half a second after an
 * early refusal.
 */
const ownConnectionBytes = 65_536

/** Reports each response as it arrives, in no order. Throws if there is no response. */
export async function sendAll<S extends SentRequest>(
  port: number,
  all: readonly S[],
  onResponse: (sent: S, received: ReceivedResponse) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  let next = 0
  const work = async () => {
    for (let sent = all[next++]; sent; sent = all[next++])
      onResponse(sent, await send(port, sent, agent))
  }
  await Promise.all(Array.from({ length: concurrency }, work)).finally(() => agent.destroy())
}

/** Sends one request. Event streams are closed after the headers. */
function send(
  port: number,
  { method, path, headers, body }: SentRequest,
  agent: Agent,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const length = body === undefined ? 0 : Buffer.byteLength(body)
    const all = body === undefined ? headers : { 'content-length': length, ...headers }
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: length > ownConnectionBytes ? false : agent,
        headers: all,
      },
      (reply) => {
        const type = reply.headers['content-type'] ?? ''
        const received = (text: string) =>
          resolve({ status: reply.statusCode ?? 0, type, text, ms: performance.now() - startedAt })
        if (type.startsWith('text/event-stream')) {
          received('')
          return outgoing.destroy()
        }
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        const isZipped = reply.headers['content-encoding'] === 'gzip'
        reply.on('end', () => {
          const bytes = Buffer.concat(chunks)
          received((isZipped && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString())
        })
        reply.on('error', reject)
      },
    )
    outgoing.on('error', (error) =>
      reject(new Error(`${method} ${path.slice(0, 200)}: ${error.message}`)),
    )
    outgoing.end(body)
  })
}

/** The given percentile (0–100) of the values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}
