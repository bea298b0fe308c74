/** What the tools of the MCP server say of themselves, in the caller's language. */
import type { ProgramUser } from '#server/features/api-keys/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { mcpTools, type McpTool, type McpToolName } from '#contract/programs/mcp.ts'
import { hasAccess, type UserAccess } from '#contract/roles.ts'
import { en, zh } from '#locales/mcp-tools.ts'
import type { Lang } from '#locales/messages.ts'
import type { ServedTool } from '#server/features/programs/serve-mcp.ts'
import { toJsonSchema, type JsonSchema } from '#server/http/openapi/operation-parts.ts'

export const mcpTexts = { zh, en }

const toolNames = Object.keys(mcpTools) as McpToolName[]

/** Names of the tools whose calls a key may make. */
export const listToolsOf = (role: UserAccess, { scopes }: ProgramUser): McpToolName[] =>
  toolNames.filter((name) => {
    const { scope, access }: Endpoint = mcpTools[name].call
    return hasAccess(access, role) && (!scope || scopes.includes(scope))
  })

type Described = Omit<ServedTool, 'run'>
const described = new Map<string, Described>()

export function describeTool(lang: Lang, name: McpToolName): Described {
  const key = `${lang} ${name}`
  const known = described.get(key)
  if (known) return known
  const { input, output, hints }: McpTool = mcpTools[name]
  const tool = {
    name,
    ...mcpTexts[lang].tools[name],
    annotations: hints,
    inputSchema: withDescriptions(toJsonSchema(input, 'input'), mcpTexts[lang].arguments),
    outputSchema: withDescriptions(toJsonSchema(output, 'output'), {}),
  }
  described.set(key, tool)
  return tool
}

/**
 * A schema for assistants: further properties may be added, and the arguments say what they mean.
 * Copies, since properties of the same type share an object.
 */
function withDescriptions(
  { properties, items, anyOf, ...schema }: JsonSchema,
  descriptions: Readonly<Record<string, string>>,
): JsonSchema {
  const { 'x-meaning': _meaning, additionalProperties: _further, ...plain } = schema
  const describe = (property: JsonSchema) => withDescriptions(property, descriptions)
  return {
    ...plain,
    ...(items && { items: describe(items) }),
    ...(anyOf && { anyOf: anyOf.map(describe) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          {
            ...describe(property),
            ...(descriptions[name] && { description: descriptions[name] }),
          },
        ]),
      ),
    }),
  }
}
