/** Handlers of the calls in OpenAI's shape. */
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Completion, CompletionChunk, openai as calls } from '#contract/programs/openai.ts'
import type { ProgramUser } from '#server/features/api-keys/index.ts'
import {
  countCharacters,
  detectCode,
  findCallChannel,
  translateTexts,
  type LanguageSupport,
} from '#server/features/translation/index.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import { externalHandler, type HandlerFor } from '#server/http/handler.ts'

type CompletionInput = ParsedInputOf<typeof calls.createCompletion>

export const createCompletion = externalHandler<typeof calls.createCompletion, ProgramUser>(
  async (input, call) => {
    if ((input.n ?? 1) !== 1) throw new ApiError('invalid', { reason: reasonWith('oneChoice', {}) })
    const text = findLastText(input)
    const channel = await findCallChannel(call, call.me.channelId)
    const pair = findPair(input.model, channel.translator.languages)
    if (!pair) throw unknownModel(input.model)
    const created = Math.floor(call.clock().getTime() / 1_000)
    return translateTexts(call, channel, { ...pair, texts: [text], hints: {} }, ([answer]) => {
      const { translated } = answer!
      const common = { id: `chatcmpl-${call.key}`, created, model: input.model }
      const sizes = [countCharacters(text), countCharacters(translated)] as const
      const usage = {
        prompt_tokens: sizes[0],
        completion_tokens: sizes[1],
        total_tokens: sizes[0] + sizes[1],
      }
      return input.stream
        ? toChunks(common, translated, input.stream_options?.include_usage ? usage : undefined)
        : toCompletion(common, translated, usage)
    })
  },
  { reservesKeyInWork: true },
)

/** Text of the last message of the user; parts are lines. */
function findLastText({ messages }: CompletionInput): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  if (parts.some(({ type }) => type !== 'text'))
    throw new ApiError('invalid', { reason: reasonWith('onlyText', {}) })
  const text = parts.map((part) => part.text ?? '').join('\n')
  if (text.trim() === '') throw new ApiError('invalid', { reason: reasonWith('noUserMessage', {}) })
  return text
}

const unknownModel = (model: string) =>
  new ApiError('notFound', { reason: { key: 'unknownModel', values: { model } } })

type CommonFields = Pick<Completion, 'id' | 'created' | 'model'>

const toCompletion = (
  common: CommonFields,
  content: string,
  usage: Completion['usage'],
): Completion => ({
  ...common,
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content, refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage,
})

/** Code points of the text in one chunk. */
const chunkLength = 200

function toChunks(
  common: CommonFields,
  content: string,
  usage: Completion['usage'] | undefined,
): CompletionChunk[] {
  const toChunk = (
    delta: CompletionChunk['choices'][number]['delta'],
    finish: 'stop' | null = null,
  ): CompletionChunk => ({
    ...common,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  })
  const characters = Array.from(content)
  const pieces = Array.from({ length: Math.ceil(characters.length / chunkLength) }, (_, index) =>
    characters.slice(index * chunkLength, (index + 1) * chunkLength).join(''),
  )
  return [
    toChunk({ role: 'assistant', content: '' }),
    ...pieces.map((piece) => toChunk({ content: piece })),
    toChunk({}, 'stop'),
    ...(usage ? [{ ...common, object: 'chat.completion.chunk' as const, choices: [], usage }] : []),
  ]
}

const modelPrefix = 'translate-'

/**
 * The language pair of a model's name. Codes may contain hyphens: the pair is the division of the
 * name that the channel translates.
 */
function findPair(
  model: string,
  languages: LanguageSupport,
): { source: string; target: string } | undefined {
  if (!model.startsWith(modelPrefix)) return undefined
  const words = model.slice(modelPrefix.length).split('-')
  const find = (codes: readonly string[], from: number, until?: number) => {
    const name = words.slice(from, until).join('-').toLowerCase()
    return codes.find((code) => code.toLowerCase() === name)
  }
  for (let at = 1; at < words.length; at++) {
    const source = find([detectCode, ...languages.sources], 0, at)
    const target = find(languages.targets, at)
    if (source && target && languages.supports(source, target)) return { source, target }
  }
  return undefined
}

type ProgramHandler<C extends keyof typeof calls> = HandlerFor<(typeof calls)[C], ProgramUser>

/** Of all models; they are as old as the service. */
const modelCreated = 1_767_225_600
const toModel = (id: string) => ({
  id,
  object: 'model' as const,
  created: modelCreated,
  owned_by: 'yiqiao',
})

/** Sources that are listed with every target; further pairs can be used too. */
const listedSources = [detectCode, 'zh', 'en']

export const listModels: ProgramHandler<'models'> = async (_, call) => {
  const { languages } = (await findCallChannel(call, call.me.channelId)).translator
  return {
    object: 'list',
    data: listedSources.flatMap((source) =>
      languages.targets
        .filter((target) => languages.supports(source, target))
        .map((target) => toModel(`${modelPrefix}${source}-${target}`)),
    ),
  }
}

export const getModel: ProgramHandler<'model'> = async ({ model }, call) => {
  const { languages } = (await findCallChannel(call, call.me.channelId)).translator
  if (!findPair(model, languages)) throw unknownModel(model)
  return toModel(model)
}
