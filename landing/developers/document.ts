/** Contents of the page for developers, from which the page and its Markdown are rendered. */
import { businessLimits } from '#contract/business-limits.ts'
import { businessValues } from '#contract/business-values.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { documentFormats } from '#contract/document-formats.ts'
import { limits } from '#contract/limits.ts'
import { programContract } from '#contract/programs/contract.ts'
import { unavailableParameters } from '#contract/programs/deepl.ts'
import { mcpTools, type McpTool } from '#contract/programs/mcp.ts'
import { programLimits, programRates } from '#contract/programs/limits.ts'
import { translationLimits } from '#contract/translation.ts'
import { toEventType, webhookEvents } from '#contract/webhooks.ts'
import { assistantCommand, assistantConfiguration } from '#landing/developers/assistants.ts'
import {
  curlDownload,
  curlUpload,
  firstCalls,
  idempotentCalls,
  type Samples,
} from '#landing/developers/samples.ts'
import { hello } from '#locales/samples/hello.ts'
import type { zh } from '#locales/site/developers.ts'
import type { Lang, MessageKey, Values } from '#locales/messages.ts'

/**
 * Texts have `code` and [links](path). `part`: what only the page has, by script. `samples`: the
 * same code for each client.
 */
export type Block =
  | { kind: 'text'; text: string; warns?: true }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'step'; title: string; text?: string }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'calls'; title: string; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'samples'; name: string; samples: Samples }
  | { kind: 'code'; title: string; code: string; fence: string }
  | { kind: 'part'; part: 'key' | 'try' }
export type Section = { id: string; title: string; blocks: readonly Block[] }

export type DeveloperKey = MessageKey<typeof zh>
/** Looks up messages of `developers`, and others by their whole key. */
export type Texts = {
  lang: Lang
  own: (key: DeveloperKey, values?: Values) => string
  any: (key: string) => string
}

/** Language code that the examples translate the sample of the language into. */
export const sampleTarget = { zh: 'EN-US', en: 'ZH' } as const satisfies Record<Lang, string>

/** Paths of the Markdown by language. */
export const developersMarkdownPath = {
  zh: '/developers.md',
  en: '/en/developers.md',
} as const satisfies Record<Lang, string>

/** Seconds after which DeepL's clients send a request again, by their own default. */
const clientTimeouts = { nodeSeconds: 5, pythonSeconds: 10 }

const statuses = [400, 403, 404, 413, 414, 415, 429, 456, 500, 503, 529] as const

/** `origin`: of the site, such as `https://www.example.com`. */
export function developerSections(texts: Texts, origin: string): Section[] {
  const { lang, own: t } = texts
  const call = { origin, text: hello[lang], target: sampleTarget[lang] }
  const answer = {
    translations: [
      {
        detected_source_language: lang.toUpperCase(),
        text: hello[lang === 'zh' ? 'en' : 'zh'],
      },
    ],
  }
  return [
    {
      id: 'start',
      title: t('start.title'),
      blocks: [
        { kind: 'step', title: t('start.keyTitle') },
        { kind: 'part', part: 'key' },
        { kind: 'step', title: t('start.callTitle'), text: t('start.call') },
        { kind: 'samples', name: 'first', samples: firstCalls(call) },
        {
          kind: 'code',
          title: t('start.response'),
          code: JSON.stringify(answer, null, 2),
          fence: 'json',
        },
      ],
    },
    { id: 'try', title: t('try.title'), blocks: [{ kind: 'part', part: 'try' }] },
    {
      id: 'calls',
      title: t('calls.title'),
      blocks: [
        { kind: 'text', text: t('calls.authorization') },
        ...callTables(texts),
        { kind: 'list', items: documentLinks(texts) },
      ],
    },
    {
      id: 'errors',
      title: t('errors.title'),
      blocks: [
        { kind: 'text', text: t('errors.lead') },
        {
          kind: 'table',
          head: [t('errors.status'), t('errors.when'), t('errors.action')],
          rows: statuses.map((status) => [
            `\`${status}\``,
            t(`errors.s${status}.when`, errorValues(lang)),
            t(`errors.s${status}.action`),
          ]),
        },
      ],
    },
    {
      id: 'retries',
      title: t('retries.title'),
      blocks: [
        { kind: 'text', text: t('retries.risk', clientTimeouts), warns: true },
        { kind: 'text', text: t('retries.key', retryValues(lang)) },
        { kind: 'text', text: t('retries.rules') },
        { kind: 'text', text: t('retries.lead') },
        { kind: 'samples', name: 'once', samples: idempotentCalls(call) },
      ],
    },
    {
      id: 'limits',
      title: t('limits.title'),
      blocks: [
        { kind: 'table', head: [t('limits.name'), t('limits.value')], rows: limitRows(texts) },
        { kind: 'text', text: t('limits.note') },
      ],
    },
    {
      id: 'differences',
      title: t('differences.title'),
      blocks: [
        { kind: 'text', text: t('differences.lead') },
        {
          kind: 'list',
          items: [
            t('differences.parameters', {
              parameters: unavailableParameters
                .map((name) => `\`${name}\``)
                .join(lang === 'zh' ? '、' : ', '),
            }),
            t('differences.services'),
            t('differences.languages'),
            t('differences.formality'),
            t('differences.model'),
            t('differences.markup'),
            t('differences.charging'),
            t('differences.usage'),
          ],
        },
      ],
    },
    {
      id: 'openai',
      title: t('openai.title'),
      blocks: [
        { kind: 'text', text: t('openai.lead', { address: `${origin}/v1` }) },
        {
          kind: 'list',
          items: [
            t('openai.models'),
            t('openai.ignored'),
            t('openai.errors'),
            t('openai.streaming'),
          ],
        },
      ],
    },
    {
      id: 'assistants',
      title: t('assistants.title'),
      blocks: [
        { kind: 'text', text: t('assistants.lead', { address: `${origin}/mcp` }) },
        { kind: 'code', title: t('assistants.command'), ...assistantCommand(origin) },
        { kind: 'code', title: t('assistants.config'), ...assistantConfiguration(origin) },
        toolTable(texts),
        { kind: 'text', text: t('assistants.charge') },
      ],
    },
    {
      id: 'glossaries',
      title: t('glossaries.title'),
      blocks: [
        {
          kind: 'list',
          items: [t('glossaries.create'), t('glossaries.use'), t('glossaries.access')],
        },
      ],
    },
    {
      id: 'webhooks',
      title: t('webhooks.title'),
      blocks: [
        {
          kind: 'list',
          items: [
            t('webhooks.register', {
              events: webhookEvents
                .map((event) => `\`${toEventType(event)}\``)
                .join(lang === 'zh' ? '、' : ', '),
            }),
            t('webhooks.sign'),
            t('webhooks.retry', { hours: businessLimits.webhooks.retryHours }),
          ],
        },
      ],
    },
    {
      id: 'documents',
      title: t('documents.title'),
      blocks: [
        {
          kind: 'list',
          items: [
            t('documents.upload'),
            t('documents.download'),
            t('documents.formats', documentValues(lang)),
            t('documents.charging', { hours: businessLimits.documents.hours }),
            t('documents.retry', { minutes: businessLimits.documents.resendMinutes }),
          ],
        },
        {
          kind: 'code',
          title: t('documents.sample'),
          fence: 'sh',
          code: curlUpload(origin, sampleTarget[lang]),
        },
        {
          kind: 'code',
          title: t('documents.statusSample'),
          fence: 'sh',
          code: curlDownload(origin),
        },
      ],
    },
    {
      id: 'security',
      title: t('security.title'),
      blocks: [
        {
          kind: 'list',
          items: [
            t('security.secret'),
            t('security.scopes'),
            t('security.rotate', { overlapHours: businessValues[lang].overlapHours }),
            t('security.browser'),
            t('security.log'),
          ],
        },
      ],
    },
    {
      id: 'changes',
      title: t('changes.title'),
      blocks: [
        { kind: 'text', text: t('changes.lead') },
        {
          kind: 'list',
          items: [
            t('changes.webhooks'),
            t('changes.documents'),
            t('changes.mcp'),
            t('changes.first'),
          ],
        },
      ],
    },
  ]
}

function documentLinks({ lang, own: t }: Texts): string[] {
  const separator = lang === 'zh' ? '：' : ': '
  const link = (label: string, path: string, text: string) =>
    [`[${label}](${path})`, text].join(separator)
  return [
    link(t('calls.reference'), `/api/docs?lang=${lang}`, t('calls.referenceText')),
    link(t('calls.openapi'), '/openapi.json', t('calls.openapiText')),
    link(t('calls.markdown'), developersMarkdownPath[lang], t('calls.markdownText')),
  ]
}

/** The calls of each group, as the contract states them. */
function callTables({ lang, own: t, any }: Texts): Block[] {
  return Object.entries<Record<string, Endpoint>>(programContract).map(([group, calls]) => ({
    kind: 'calls',
    title: any(`programs.titles.${group}`),
    head: [t('calls.call'), t('calls.what'), t('calls.scope')],
    rows: Object.entries(calls).map(([name, { method, path, scope }]) => [
      `\`${method} ${path}\``,
      firstSentence(any(`programs.${group}.${name}`), lang),
      scope ? `\`${scope}\`` : t('calls.anyScope'),
    ]),
  }))
}

/** The tools of the MCP server. */
const toolTable = ({ lang, own: t, any }: Texts): Block => ({
  kind: 'calls',
  title: t('assistants.tools'),
  head: [t('assistants.tool'), t('calls.what'), t('calls.scope')],
  rows: Object.entries<McpTool>(mcpTools).map(([name, { call }]) => [
    `\`${name}\``,
    firstSentence(any(`mcpTools.tools.${name}.description`), lang),
    call.scope ? `\`${call.scope}\`` : t('calls.anyScope'),
  ]),
})

const firstSentence = (text: string, lang: Lang): string =>
  text.split(lang === 'zh' ? /(?<=。)/ : /(?<=\.) /)[0]!

const formatCount = (lang: Lang, count: number): string =>
  count.toLocaleString(lang === 'zh' ? 'zh-CN' : 'en-US')

const errorValues = (lang: Lang): Values => ({
  body: programLimits.body / 1024,
  url: formatCount(lang, programLimits.url),
})

const documentValues = (lang: Lang): Values => ({
  formats: Object.keys(documentFormats).join(lang === 'zh' ? '、' : ', '),
  megabytes: businessLimits.documents.bytes / 1024 / 1024,
  characters: formatCount(lang, businessLimits.documents.characters),
})

const retryValues = (lang: Lang): Values => ({
  keyLength: limits.idempotencyKey.max,
  replayHours: businessValues[lang].replayHours,
})

function limitRows({ lang, own: t }: Texts): [string, string][] {
  const { glossaries, apiKeys } = businessLimits
  const count = (value: number) => formatCount(lang, value)
  const characters = (value: number) => t('limits.charactersValue', { count: count(value) })
  return [
    [t('limits.texts'), t('limits.textsValue', { count: count(programLimits.texts) })],
    [t('limits.body'), `${programLimits.body / 1024} KiB`],
    [t('limits.url'), characters(programLimits.url)],
    [t('limits.context'), characters(programLimits.context)],
    [
      t('limits.rate'),
      t('limits.rateValue', {
        count: count(programRates.user.perSecond),
        burst: count(programRates.user.capacity),
      }),
    ],
    [
      t('limits.groupRate'),
      t('limits.groupRateValue', { count: count(programRates.group.perSecond) }),
    ],
    [
      t('limits.concurrent'),
      t('limits.concurrentValue', { count: count(translationLimits.concurrent) }),
    ],
    [t('limits.glossaries'), count(glossaries.perGroup)],
    [t('limits.terms'), count(glossaries.terms)],
    [t('limits.term'), characters(glossaries.term)],
    [t('limits.keys'), count(apiKeys.perUser)],
  ]
}
