/** Runs a tool of the MCP server: checks its arguments and makes its call. */
import type { Endpoint } from '#contract/endpoint.ts'
import { mcpTools, type McpTool, type McpToolName } from '#contract/programs/mcp.ts'
import { interpolate, type Lang } from '#locales/messages.ts'
import { mcpTexts } from '#server/features/programs/describe-mcp-tools.ts'
import { sentenceOf } from '#server/features/programs/program-error.ts'
import { ApiError } from '#server/http/errors.ts'
import { validateFields } from '#server/http/validation.ts'

export type Arguments = Readonly<Record<string, unknown>>
export type Answer = { data: unknown } | { refusal: string }
type MakeCall = (call: Endpoint, input: Arguments) => Promise<Answer>

/** A result that the assistant reads, not an error of the protocol. */
export const toRefusal = (text: string) => ({
  isError: true,
  content: [{ type: 'text' as const, text }],
})

/** Runs a tool; its refusals are results, which the assistant reads. */
export async function runTool(lang: Lang, name: McpToolName, args: Arguments, makeCall: MakeCall) {
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
    return { refusal: interpolate(mcpTexts[lang].unknownArgument, { name: unknown }) }
  try {
    validateFields({ input }, args, `mcp.${name}`)
  } catch (error) {
    if (error instanceof ApiError) return { refusal: sentenceOf(lang, error) }
    throw error
  }
  return makeCall(call, { ...args, ...constants })
}
