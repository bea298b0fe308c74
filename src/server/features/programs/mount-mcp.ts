/**
 * Mounts the MCP server at `/mcp`, by which assistants translate with a key. A tool makes its call of
 * `/v2` or `/v3` through the application itself: scopes, caps, limits, charge and log are that
 * call's.
 */
import type { Hono } from 'hono'
import { programLimits } from '#contract/programs/limits.ts'
import type { ProgramUser } from '#server/features/api-keys/index.ts'
import { callAsSender } from '#server/features/programs/call-as-sender.ts'
import {
  describeTool,
  listToolsOf,
  mcpTexts,
} from '#server/features/programs/describe-mcp-tools.ts'
import { mcpFormat } from '#server/features/programs/mcp-format.ts'
import { langOfProgram, sentenceOf } from '#server/features/programs/program-error.ts'
import { runTool, toRefusal } from '#server/features/programs/run-mcp-tool.ts'
import { allowConfiguredOrigins } from '#server/http/cors.ts'
import { ApiError } from '#server/http/errors.ts'
import type { CallLimits } from '#server/http/limits/call-limits.ts'
import { interfaceVersion } from '#server/http/openapi/operation-parts.ts'
import { readBody } from '#server/http/request-body.ts'
import type { AppEnv } from '#server/http/request-context.ts'
import { createResponseSender } from '#server/http/response.ts'
import type { Audience } from '#server/http/authorize-call.ts'
import { errorFields } from '#server/platform/log.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { isLoopback } from '#server/platform/config/addresses.ts'

const path = '/mcp'
/** Headers of the protocol that pages send. */
const protocolHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name']

/** A request counts once, also if its tool makes a call. */
export function mountMcp(
  app: Hono<AppEnv>,
  deps: Dependencies,
  limits: CallLimits,
  audience: Audience<ProgramUser>,
): void {
  const send = createResponseSender(deps.settings.production, deps.gzip)
  if (deps.settings.allowedOrigins.length > 0)
    app.use(path, allowConfiguredOrigins(deps.settings, protocolHeaders))
  app.all(path, async (c) => {
    const context = c.get('request')
    context.route = path
    context.format = mcpFormat
    if (c.req.method !== 'POST') throw new ApiError('wrongMethod', { headers: { allow: 'POST' } })
    const origin = c.req.header('origin')
    if (origin !== undefined && !isAllowedOrigin(origin, deps.settings))
      throw new ApiError('notAllowed', { reason: { key: 'originRefused', values: {} } })
    const { me, key, role } = await audience.authenticate((name) => c.req.header(name), context.ip)
    context.userId = key.userId
    limits.consume(key, {})
    const text = await readBody(c, { maxBytes: programLimits.body, hasSession: true })
    const body = mcpFormat.parseBody(c.req.header('content-type') ?? '', text)
    const lang = langOfProgram(c)
    const { serveMcp } = await import('#server/features/programs/serve-mcp.ts')
    const response = await serveMcp(c.req.raw, body, {
      info: { name: 'yiqiao', title: mcpTexts[lang].title, version: interfaceVersion },
      instructions: mcpTexts[lang].instructions,
      tools: listToolsOf(role, me).map((name) => ({
        ...describeTool(lang, name),
        run: (args) =>
          runTool(lang, name, args, (call, input) => callAsSender(app, c, call, input)).catch(
            (reason: unknown) => {
              deps.log.error('a tool failed', { tool: name, ...errorFields(reason) })
              return toRefusal(sentenceOf(lang, new ApiError('serverError')))
            },
          ),
      })),
    })
    const headers = Object.fromEntries(response.headers)
    return send(c, { status: response.status, body: await response.text(), headers })
  })
}

/**
 * Pages of `ALLOWED_ORIGINS` may call, and in development those of this computer. Programs other than
 * browsers send no origin; a page in a sandbox sends `null`.
 */
const isAllowedOrigin = (
  origin: string,
  { allowedOrigins, production }: Dependencies['settings'],
): boolean =>
  allowedOrigins.includes(origin) ||
  (!production && URL.canParse(origin) && isLoopback(new URL(origin).hostname))
