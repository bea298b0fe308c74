/** Examples of the calls of programs in the OpenAPI document, by operation. */
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ProgramContract } from '#contract/programs/contract.ts'

type Example<E> = E extends Endpoint ? { input?: InputOf<E>; output?: OutputOf<E> } : never
type Examples = {
  readonly [G in keyof ProgramContract]?: {
    readonly [C in keyof ProgramContract[G]]?: Example<ProgramContract[G][C]>
  }
}

const glossary = {
  glossary_id: '17',
  name: 'Trade terms',
  ready: true,
  source_lang: 'en',
  target_lang: 'de',
  creation_time: '2026-11-27T08:00:00.000Z',
  entry_count: 2,
}
const { ready: _, source_lang, target_lang, entry_count, ...common } = glossary
const dictionary = { source_lang, target_lang, entry_count }
const multilingual = { ...common, dictionaries: [dictionary] }
const entries = 'price list\tPreisliste\ndown payment\tAnzahlung'
const dictionaryInput = { source_lang, target_lang, entries, entries_format: 'tsv' as const }
const oneGlossary = { glossary_id: glossary.glossary_id }
const model = {
  id: 'translate-auto-de',
  object: 'model' as const,
  created: 1_767_225_600,
  owned_by: 'yiqiao',
}

export const programExamples: Examples = {
  deepl: {
    translate: {
      input: { text: ['Hello', 'Good morning'], target_lang: 'DE' },
      output: {
        translations: [
          { detected_source_language: 'EN', text: 'Hallo' },
          { detected_source_language: 'EN', text: 'Guten Morgen' },
        ],
      },
    },
    usage: { output: { character_count: 1_200, character_limit: 100_000 } },
    languages: {
      output: [
        { language: 'ZH', name: 'Chinese' },
        { language: 'EN', name: 'English' },
      ],
    },
    languageFeatures: {
      output: [
        {
          lang: 'zh',
          name: 'Chinese',
          status: 'stable',
          usable_as_source: true,
          usable_as_target: true,
          features: { tag_handling: { status: 'stable' }, auto_detection: { status: 'stable' } },
        },
      ],
    },
  },
  deeplGlossaries: {
    pairs: { output: { supported_languages: [{ source_lang: 'en', target_lang: 'de' }] } },
    create: { input: { name: glossary.name, ...dictionaryInput }, output: glossary },
    list: { output: { glossaries: [glossary] } },
    get: { output: glossary },
    entries: { output: entries },
    createMultilingual: {
      input: { name: glossary.name, dictionaries: [dictionaryInput] },
      output: multilingual,
    },
    listMultilingual: { output: { glossaries: [multilingual] } },
    getMultilingual: { output: multilingual },
    change: { input: { ...oneGlossary, name: glossary.name }, output: multilingual },
    readDictionaries: { output: { dictionaries: [dictionaryInput] } },
    replaceDictionary: { input: { ...oneGlossary, ...dictionaryInput }, output: dictionary },
  },
  openai: {
    createCompletion: {
      input: {
        model: model.id,
        messages: [{ role: 'user', content: 'Hello' }],
      },
      output: {
        id: 'chatcmpl-5f0c',
        object: 'chat.completion',
        created: 1_795_766_400,
        model: model.id,
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: 'Hallo', refusal: null },
            logprobs: null,
            finish_reason: 'stop',
          },
        ],
        usage: { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 },
      },
    },
    models: { output: { object: 'list', data: [model] } },
    model: { output: model },
  },
}

/** Undefined for a call without an example. */
export const findExample = (
  group: string,
  name: string,
): { input?: unknown; output?: unknown } | undefined =>
  (programExamples as Record<string, Record<string, object> | undefined>)[group]?.[name]
