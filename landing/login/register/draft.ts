/** What was typed into the register form, secrets aside, kept in the tab: a reload or a change of language does not lose it. */
import { tabStore } from '#client/storage.ts'

const key = 'registerDraft'
const kept = ['nickname', 'username', 'account'] as const

export type Draft = Record<(typeof kept)[number], string>

export function keepDraft(values: Draft): void {
  tabStore.set(key, JSON.stringify(Object.fromEntries(kept.map((name) => [name, values[name]]))))
}

export function keptDraft(): Draft {
  const found = parsed(tabStore.get(key))
  const of = (name: keyof Draft) => (typeof found[name] === 'string' ? found[name] : '')
  return { nickname: of('nickname'), username: of('username'), account: of('account') }
}

export const dropDraft = (): void => tabStore.remove(key)

function parsed(text: string | null): Partial<Record<string, unknown>> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Partial<Record<string, unknown>>
  } catch {
    return {}
  }
}
