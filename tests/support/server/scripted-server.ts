/** HTTP server with scripted replies that records its requests. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type RecordedRequest = {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: string
}
export type Reply =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | ((response: ServerResponse) => void)

/** Sends the replies in order and repeats the last one. */
export async function scriptedServer() {
  const requests: RecordedRequest[] = []
  let replies: Reply[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://test')
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      requests.push({
        method: request.method!,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body,
      })
      const reply = replies.length > 1 ? replies.shift()! : replies[0]!
      if (typeof reply === 'function') return reply(response)
      response.writeHead(reply.status ?? 200, {
        'content-type': 'application/json',
        ...reply.headers,
      })
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    requests,
    answer(...next: Reply[]) {
      replies = next
      requests.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}

export const ok = (data: unknown): Reply => ({ body: { success: true, data, msg: null } })
export const apiError = (msg: string, data: unknown = null): Reply => ({
  body: { success: false, data, msg },
})
