/**
 * Calls in the shape of OpenAI's API, for tools that only speak that. The model's name is the
 * language pair, such as `translate-zh-en` or `translate-auto-en`, and the last user message is the
 * text to translate. It is a translation, not a conversation: other messages, `temperature` and the
 * like have no effect.
 */
import * as z from 'zod/mini'
import { get, Nothing, post } from '#contract/endpoint.ts'
import { Count, Text } from '#contract/vocabulary.ts'

/** Text, or its parts; a part of another type is refused. */
const Content = z.union([
  z.string(),
  z.array(z.object({ type: z.string(), text: z.optional(z.string()) })),
])

const CompletionInput = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(100)),
  messages: z
    .array(z.object({ role: z.string(), content: z.nullish(Content) }))
    .check(z.minLength(1)),
  stream: z.optional(z.boolean()),
  stream_options: z.nullish(z.object({ include_usage: z.optional(z.boolean()) })),
  /** Only 1. */
  n: z.nullish(z.int()),
})

/** Characters of the text and of its translation, where OpenAI counts tokens. */
const TokenUsage = z.object({
  prompt_tokens: Count,
  completion_tokens: Count,
  total_tokens: Count,
})

const completionFields = { id: Text, created: Count, model: Text }

const Completion = z.object({
  ...completionFields,
  object: z.literal('chat.completion'),
  choices: z.array(
    z.object({
      index: Count,
      message: z.object({
        role: z.literal('assistant'),
        content: z.string(),
        refusal: z.null(),
      }),
      logprobs: z.null(),
      finish_reason: z.literal('stop'),
    }),
  ),
  usage: TokenUsage,
})
export type Completion = z.output<typeof Completion>

const CompletionChunk = z.object({
  ...completionFields,
  object: z.literal('chat.completion.chunk'),
  choices: z.array(
    z.object({
      index: Count,
      delta: z.object({
        role: z.optional(z.literal('assistant')),
        content: z.optional(z.string()),
      }),
      logprobs: z.null(),
      finish_reason: z.nullable(z.literal('stop')),
    }),
  ),
  usage: z.nullish(TokenUsage),
})
export type CompletionChunk = z.output<typeof CompletionChunk>

const Model = z.object({
  id: Text,
  object: z.literal('model'),
  created: Count,
  owned_by: Text,
})

export const openai = {
  /** With `stream`, the chunks are server-sent events that end with `[DONE]`. */
  createCompletion: post(
    '/v1/chat/completions',
    CompletionInput,
    z.union([Completion, z.array(CompletionChunk)]),
    { access: 'member', scope: 'translate', mutatesBalance: true },
  ),
  models: get(
    '/v1/models',
    Nothing,
    z.object({ object: z.literal('list'), data: z.array(Model) }),
    {
      access: 'member',
    },
  ),
  model: get('/v1/models/{model}', z.object({ model: Text }), Model, { access: 'member' }),
}
