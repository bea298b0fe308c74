/**
 * Tools of the MCP server at `/mcp`. Each makes one call of a program with its own fields, and
 * returns that call's response.
 */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { deepl } from '#contract/programs/deepl.ts'
import { deeplGlossaries } from '#contract/programs/deepl-glossaries.ts'

/** Hints for assistants, as MCP names them. */
type ToolHints = {
  readOnlyHint: boolean
  destructiveHint: false
  idempotentHint: boolean
  /** Whether it reaches systems beyond the product. */
  openWorldHint: boolean
}

export type McpTool = {
  call: Endpoint
  /** Fields of the call that the tool offers. */
  input: z.ZodMiniObject
  /** Sent with each call. */
  constants?: Readonly<Record<string, unknown>>
  output: z.ZodMiniObject
  /** Property of the output for a response that is a list. */
  wrapIn?: string
  hints: ToolHints
}

const reads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

export const mcpTools = {
  /** Charged anew by each call. */
  translate: {
    call: deepl.translate,
    input: z.pick(deepl.translate.input, {
      text: true,
      target_lang: true,
      source_lang: true,
      glossary_id: true,
      formality: true,
      context: true,
    }),
    constants: { show_billed_characters: true },
    output: deepl.translate.output,
    hints: { ...reads, readOnlyHint: false, idempotentHint: false, openWorldHint: true },
  },
  list_languages: {
    call: deepl.languages,
    input: deepl.languages.input,
    output: z.object({ languages: deepl.languages.output }),
    wrapIn: 'languages',
    hints: reads,
  },
  list_glossaries: {
    call: deeplGlossaries.listMultilingual,
    input: deeplGlossaries.listMultilingual.input,
    output: deeplGlossaries.listMultilingual.output,
    hints: reads,
  },
  get_glossary_entries: {
    call: deeplGlossaries.readDictionaries,
    input: deeplGlossaries.readDictionaries.input,
    output: deeplGlossaries.readDictionaries.output,
    hints: reads,
  },
  create_glossary: {
    call: deeplGlossaries.createMultilingual,
    input: deeplGlossaries.createMultilingual.input,
    output: deeplGlossaries.createMultilingual.output,
    hints: { ...reads, readOnlyHint: false, idempotentHint: false },
  },
  get_usage: {
    call: deepl.usage,
    input: deepl.usage.input,
    output: deepl.usage.output,
    hints: reads,
  },
} satisfies Readonly<Record<string, McpTool>>

export type McpToolName = keyof typeof mcpTools
