/** How assistants are given the MCP server. */
import { keyPlaceholder } from '#landing/developers/samples.ts'
import { en } from '#locales/shared.ts'

/** Name of the server in an assistant. */
const serverName = en.product.name.toLowerCase()

/** Adds the MCP server to Claude Code. */
export const assistantCommand = (origin: string) => ({
  fence: 'sh',
  code: `claude mcp add --transport http ${serverName} ${origin}/mcp --header 'Authorization: Bearer ${keyPlaceholder}'`,
})

/** Adds the MCP server to an assistant with a file of servers. */
export const assistantConfiguration = (origin: string) => {
  const headers = { Authorization: `Bearer ${keyPlaceholder}` }
  const servers = { [serverName]: { type: 'http', url: `${origin}/mcp`, headers } }
  return { fence: 'json', code: JSON.stringify({ mcpServers: servers }, null, 2) }
}
