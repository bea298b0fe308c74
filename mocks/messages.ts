/** Messages between a page and the demo's server. */

export type WorkerRequest = {
  id: number
  url: string
  method: string
  headers: [string, string][]
  body: string | null
}
/** An endless body is transferred as a stream. */
export type WorkerResponse = {
  id: number
  status: number
  headers: [string, string][]
  body: string | ReadableStream
}

/** Sends requests through a port and resolves with the responses. */
export function createPortFetch(port: MessagePort): (request: Request) => Promise<Response> {
  const waiting = new Map<number, (response: WorkerResponse) => void>()
  let lastId = 0
  port.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  port.start()
  return async (request) => {
    const body = request.body === null ? null : await request.text()
    const message: WorkerRequest = {
      id: ++lastId,
      url: request.url,
      method: request.method,
      headers: [...request.headers],
      body,
    }
    const response = await new Promise<WorkerResponse>((resolve) => {
      waiting.set(message.id, resolve)
      port.postMessage(message)
    })
    const { status, headers } = response
    return new Response(response.body, { status, headers })
  }
}
