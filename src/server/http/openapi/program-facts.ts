/** What the documentation says of the calls of programs, in both languages. */
import { en, zh } from '#locales/program-descriptions.ts'
import { formatMessage, type Lang } from '#locales/messages.ts'
import type { Route } from '#server/http/handler.ts'

const descriptions = { zh, en }

const find = (lang: Lang, key: string, values?: Record<string, string>): string =>
  formatMessage(descriptions[lang], lang, key, values) ?? key

export const findProgramTitle = (lang: Lang, group: string) => find(lang, `titles.${group}`)
export const findProgramLead = (lang: Lang, group: string) => find(lang, `leads.${group}`)
/** What the call does, in a sentence or more. */
export const describeProgramCall = (lang: Lang, { group, name }: Route) =>
  find(lang, `${group}.${name}`)

/** Which keys may make the call, and whether it is charged. */
export const listProgramFacts = (
  lang: Lang,
  { endpoint: { scope, mutatesBalance } }: Route,
): string[] => [
  scope === undefined ? find(lang, 'facts.anyKey') : find(lang, 'facts.scope', { scope }),
  ...(mutatesBalance ? [find(lang, 'facts.charged')] : []),
]
