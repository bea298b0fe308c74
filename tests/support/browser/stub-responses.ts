/** Stubs API responses that the real server cannot be made to return. */
import { vi } from 'vitest'

/**
 * Stubs `fetch` for the listed paths, relative to the API base. A function receives the request
 * body and the URL's parameters. Other paths go to the server.
 */
export function stubResponses(stubs: Readonly<Record<string, unknown>>): () => void {
  const realFetch = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    const path = url.pathname.replace(/^.*?\/api(?=\/)/, '')
    if (!Object.hasOwn(stubs, path)) return realFetch(input, init)
    const stub = stubs[path]
    const data: unknown =
      typeof stub === 'function' ? (stub as Stub)(init?.body, url.searchParams) : stub
    return Response.json(
      isRefusal(data)
        ? { success: false, data: { code: data.code, fields: data.fields }, msg: data.msg }
        : { success: true, data, msg: '' },
    )
  })
  return () => spy.mockRestore()
}

type Stub = (body: unknown, query: URLSearchParams) => unknown
type ApiError = { refused: true; code: string; msg: string; fields?: Record<string, string> }
export const apiError = (code: string, msg: string, fields?: Record<string, string>): ApiError => ({
  refused: true,
  code,
  msg,
  ...(fields && { fields }),
})

const isRefusal = (data: unknown): data is ApiError =>
  typeof data === 'object' && data !== null && 'refused' in data
