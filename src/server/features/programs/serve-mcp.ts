/** Serves one request of MCP by the official SDK, which is large and loaded with the first one. */
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
  type CallToolResult,
  type Implementation,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'

type JsonSchema = Record<string, unknown>
type Arguments = Readonly<Record<string, unknown>>

export type ServedTool = {
  name: string
  title: string
  description: string
  annotations: ToolAnnotations
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  /** Validates the arguments too. Must not throw. */
  run: (args: Arguments) => Promise<CallToolResult>
}

type ServedMcp = {
  info: Implementation
  instructions: string
  tools: readonly ServedTool[]
}

/**
 * `body`: the parsed body of `request`. Stateless and answered as JSON, in the revision of the
 * protocol that the client speaks: that of 2026-07-28, or one of those with a handshake.
 */
export async function serveMcp(
  request: Request,
  body: unknown,
  served: ServedMcp,
): Promise<Response> {
  if (!(await isLegacyRequest(request, body)))
    return createMcpHandler(() => createServer(served), {
      legacy: 'reject',
      maxSubscriptions: 0,
    }).fetch(request, { parsedBody: body })
  const server = createServer(served)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}

function createServer({ info, instructions, tools }: ServedMcp): McpServer {
  const server = new McpServer(info, {
    instructions,
    capabilities: { tools: { listChanged: false } },
  })
  for (const { name, inputSchema, outputSchema, run, ...described } of tools)
    server.registerTool(
      name,
      {
        ...described,
        inputSchema: unchecked(inputSchema),
        outputSchema: unchecked(outputSchema),
      },
      run,
    )
  return server
}

/** A schema for clients to read; the call that the tool makes validates the values. */
const unchecked = (schema: JsonSchema): StandardSchemaWithJSON<Arguments> => ({
  '~standard': {
    version: 1,
    vendor: 'yiqiao',
    validate: (value) => ({ value: value as Arguments }),
    jsonSchema: { input: () => schema, output: () => schema },
  },
})
