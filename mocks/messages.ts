/** Messages between a page and the demo's server. */

export type Asked = {
  id: number
  url: string
  method: string
  headers: [string, string][]
  body: string | null
}
/** An endless body is transferred as a stream. */
export type Answered = {
  id: number
  status: number
  headers: [string, string][]
  body: string | ReadableStream
}

/** Sends requests through a port and resolves with the responses. */
export function askingThrough(port: MessagePort): (request: Request) => Promise<Response> {
  const waiting = new Map<number, (answered: Answered) => void>()
  let last = 0
  port.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  port.start()
  return async (request) => {
    const body = request.body === null ? null : await request.text()
    const asked: Asked = {
      id: ++last,
      url: request.url,
      method: request.method,
      headers: [...request.headers],
      body,
    }
    const {
      status,
      headers,
      body: text,
    } = await new Promise<Answered>((resolve) => {
      waiting.set(asked.id, resolve)
      port.postMessage(asked)
    })
    return new Response(text, { status, headers })
  }
}
