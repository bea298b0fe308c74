/**
 * The MCP server at `/mcp`, by which assistants translate with a key. A tool makes its call of
 * `/v2` or `/v3` through the application itself: scopes, caps, limits, charge and log are that
 * call's.
 */
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { programLimits } from '#contract/programs/limits.ts'
import { mcpTools, type McpTool, type McpToolName } from '#contract/programs/mcp.ts'
import { hasAccess } from '#contract/roles.ts'
import { en, zh } from '#locales/mcp-tools.ts'
import { interpolate, type Lang } from '#locales/messages.ts'
import type { ProgramUser } from '#server/features/api-keys/index.ts'
import { mcpFormat } from '#server/features/programs/mcp-format.ts'
import { langOfProgram, sentenceOf } from '#server/features/programs/program-error.ts'
import type { ServedTool } from '#server/features/programs/serve-mcp.ts'
import { ApiError } from '#server/http/errors.ts'
import type { CallLimits } from '#server/http/limits/call-limits.ts'
import { readBody } from '#server/http/request-body.ts'
import type { AppContext, AppEnv } from '#server/http/request-context.ts'
import type { Audience } from '#server/http/router.ts'
import { errorFields } from '#server/platform/log.ts'
import { createResponseSender } from '#server/http/response.ts'
import { validateFields } from '#server/http/validation.ts'
import type { Dependencies } from '#server/dependencies.ts'

const path = '/mcp'
const version = '1.0.0'
const texts = { zh, en }
const toolNames = Object.keys(mcpTools) as McpToolName[]

/** Each request counts as a call, beside the one that its tool makes. */
export function mountMcp(
  app: Hono<AppEnv>,
  deps: Dependencies,
  limits: CallLimits,
  audience: Audience<ProgramUser>,
): void {
  const send = createResponseSender(deps.settings.production, deps.gzip)
  const originHosts = findOriginHosts(deps.settings)
  app.all(path, async (c) => {
    const context = c.get('request')
    context.route = path
    context.format = mcpFormat
    if (c.req.method !== 'POST') throw new ApiError('wrongMethod', { headers: { allow: 'POST' } })
    const { me, key, role } = await audience.authenticate((name) => c.req.header(name), context.ip)
    context.userId = key.userId
    limits.consume(key, {})
    const text = await readBody(c, { maxBytes: programLimits.body, hasSession: true })
    const body = mcpFormat.parseBody(c.req.header('content-type') ?? '', text)
    // A batch, which only one outdated revision has, would count as one call.
    if (Array.isArray(body)) throw new ApiError('unreadable')
    const lang = langOfProgram(c)
    const { serveMcp } = await import('#server/features/programs/serve-mcp.ts')
    const response = await serveMcp(c.req.raw, body, {
      info: { name: 'yiqiao', title: texts[lang].title, version },
      instructions: texts[lang].instructions,
      originHosts,
      tools: toolNames
        .filter((name) => {
          const { scope, access }: Endpoint = mcpTools[name].call
          return hasAccess(access, role) && (!scope || me.scopes.includes(scope))
        })
        .map((name) => ({
          ...describeTool(lang, name),
          run: (args) =>
            runTool(lang, name, args, (call, input) => request(app, c, call, input)).catch(
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

/** Hosts of pages that may call: those of `ALLOWED_ORIGINS`, and of this computer in development. */
const findOriginHosts = ({ allowedOrigins, production }: Dependencies['settings']): string[] => [
  ...allowedOrigins.map((origin) => new URL(origin).hostname),
  ...(production ? [] : ['localhost', '127.0.0.1', '[::1]']),
]

type Described = Omit<ServedTool, 'run'>
const described = new Map<string, Described>()

function describeTool(lang: Lang, name: McpToolName): Described {
  const key = `${lang} ${name}`
  const known = described.get(key)
  if (known) return known
  const { input, output, hints }: McpTool = mcpTools[name]
  const tool = {
    name,
    ...texts[lang].tools[name],
    annotations: hints,
    inputSchema: toJsonSchema(input, 'input', texts[lang].arguments),
    outputSchema: toJsonSchema(output, 'output', {}),
  }
  described.set(key, tool)
  return tool
}

type JsonSchema = z.core.JSONSchema.BaseSchema

function toJsonSchema(
  schema: z.ZodMiniObject,
  io: 'input' | 'output',
  descriptions: Readonly<Record<string, string>>,
): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Further fields may be added.
      delete jsonSchema.additionalProperties
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return withDescriptions(plain, descriptions)
}

/** Copies, since properties of the same type share an object. */
function withDescriptions(
  { properties, items, ...schema }: JsonSchema,
  descriptions: Readonly<Record<string, string>>,
): JsonSchema {
  const describe = (property: JsonSchema) => withDescriptions(property, descriptions)
  return {
    ...schema,
    ...(items && { items: describe(items as JsonSchema) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          {
            ...describe(property as JsonSchema),
            ...(descriptions[name] && { description: descriptions[name] }),
          },
        ]),
      ),
    }),
  }
}

type Arguments = Readonly<Record<string, unknown>>
type Answer = { data: unknown } | { refusal: string }
type MakeCall = (call: Endpoint, input: Arguments) => Promise<Answer>

/** A result that the assistant reads, not an error of the protocol. */
const toRefusal = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] })

async function runTool(lang: Lang, name: McpToolName, args: Arguments, makeCall: MakeCall) {
  const answer = await answerTool(lang, name, args, makeCall)
  if ('refusal' in answer) return toRefusal(answer.refusal)
  const { wrapIn }: McpTool = mcpTools[name]
  const result = (wrapIn ? { [wrapIn]: answer.data } : answer.data) as Record<string, unknown>
  return {
    structuredContent: result,
    content: [{ type: 'text' as const, text: JSON.stringify(result) }],
  }
}

async function answerTool(
  lang: Lang,
  name: McpToolName,
  args: Arguments,
  makeCall: MakeCall,
): Promise<Answer> {
  const { call, input, constants }: McpTool = mcpTools[name]
  const unknown = Object.keys(args).find((argument) => !Object.hasOwn(input.shape, argument))
  if (unknown !== undefined)
    return { refusal: interpolate(texts[lang].unknownArgument, { name: unknown }) }
  try {
    validateFields({ input }, args, `mcp.${name}`)
  } catch (error) {
    if (error instanceof ApiError) return { refusal: sentenceOf(lang, error) }
    throw error
  }
  return makeCall(call, { ...args, ...constants })
}

/** Makes a call as the sender of the MCP request. */
async function request(
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
    c.env,
  )
  const body: unknown = await response.json()
  if (response.ok) return { data: body }
  const { message } = body as { message: string }
  const seconds = response.headers.get('retry-after')
  if (seconds === null) return { refusal: message }
  const { retryAfter } = texts[langOfProgram(c)]
  return { refusal: interpolate(retryAfter, { message, seconds }) }
}
