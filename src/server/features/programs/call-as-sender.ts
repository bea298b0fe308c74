/** Makes calls of programs through the application itself, as the sender of another request. */
import type { Hono } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { interpolate } from '#locales/messages.ts'
import { mcpTexts } from '#server/features/programs/describe-mcp-tools.ts'
import { langOfProgram } from '#server/features/programs/program-error.ts'
import type { Answer, Arguments } from '#server/features/programs/run-mcp-tool.ts'
import type { AppContext, AppEnv } from '#server/http/request-context.ts'

/** Makes a call as the sender of the MCP request, which has been counted as this call. */
export async function callAsSender(
  app: Hono<AppEnv>,
  c: AppContext,
  { method, path: template }: Endpoint,
  input: Arguments,
): Promise<Answer> {
  const inQuery = new Map(Object.entries(input))
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    inQuery.delete(name)
    return encodeURIComponent(String(input[name]))
  })
  const url = new URL(filled, c.req.url)
  const isRead = method === 'GET'
  if (isRead) for (const [name, value] of inQuery) url.searchParams.set(name, String(value))
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of ['authorization', 'accept-language', 'user-agent', 'x-forwarded-for']) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  const response = await app.fetch(
    new Request(url, { method, headers, ...(isRead ? {} : { body: JSON.stringify(input) }) }),
    { ...c.env, isCounted: true },
  )
  const body: unknown = await response.json()
  if (response.ok) return { data: body }
  const { message } = body as { message: string }
  const seconds = response.headers.get('retry-after')
  if (seconds === null) return { refusal: message }
  const { retryAfter } = mcpTexts[langOfProgram(c)]
  return { refusal: interpolate(retryAfter, { message, seconds }) }
}
