/** Requests and responses in the shape of DeepL's API. */
import { programLimits } from '#contract/programs/limits.ts'
import { langOfProgram, sentenceOf, statusOf } from '#server/features/programs/program-error.ts'
import { parseJsonBody, type WireFormat } from '#server/http/wire-format.ts'

export const deeplFormat: WireFormat = {
  langOf: langOfProgram,
  limits: { body: programLimits.body, url: programLimits.url },
  parseBody: (type, text) =>
    /^application\/x-www-form-urlencoded *(;|$)/i.test(type)
      ? parseForm(text)
      : withTextList(parseJsonBody(type, text)),
  readsQuery: true,
  encodeSuccess: (_, data) =>
    typeof data === 'string'
      ? { status: 200, body: data, headers: { 'content-type': tsvType } }
      : { status: 200, body: JSON.stringify(data) },
  encodeError: (lang, error) => ({
    status: statusOf(error, { ofKey: 403, ofQuota: 456 }),
    headers: error.headers,
    body: JSON.stringify({ message: sentenceOf(lang, error) }),
  }),
}

const tsvType = 'text/tab-separated-values; charset=utf-8'

/** Parameters of forms that may be repeated. */
const lists = new Set(['text', 'splitting_tags', 'non_splitting_tags', 'ignore_tags'])

function parseForm(text: string): Record<string, unknown> {
  const fields = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = fields.get(name)
    if (!lists.has(name)) fields.set(name, value)
    else if (Array.isArray(earlier)) earlier.push(value)
    else fields.set(name, [value])
  }
  return { ...Object.fromEntries(fields), ...withDictionaries(fields) }
}

/** Dictionaries of a glossary, as `dictionaries[0].source_lang`. */
function withDictionaries(fields: ReadonlyMap<string, unknown>): object {
  const dictionaries: Record<string, unknown>[] = []
  for (const [name, value] of fields) {
    const [, index, key] = /^dictionaries\[(\d{1,2})\]\.(\w+)$/.exec(name) ?? []
    if (index !== undefined) (dictionaries[Number(index)] ??= {})[key!] = value
  }
  return dictionaries.length === 0 ? {} : { dictionaries: dictionaries.filter(Boolean) }
}

/** A single text needs no list. */
function withTextList(body: unknown): unknown {
  const text = (body as { text?: unknown } | null)?.text
  return typeof text === 'string' ? { ...(body as object), text: [text] } : body
}
