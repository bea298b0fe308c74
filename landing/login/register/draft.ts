/** Draft of the registration form in session storage, without secrets. */
import { parseJson } from '#client/browser.ts'
import { tabStore } from '#client/storage.ts'

const key = 'registerDraft'
const stored = ['nickname', 'username', 'account'] as const

export type Draft = Record<(typeof stored)[number], string>

export function keepDraft(values: Draft): void {
  tabStore.set(key, JSON.stringify(Object.fromEntries(stored.map((name) => [name, values[name]]))))
}

export function keptDraft(): Draft {
  const found = (parseJson(tabStore.get(key)) ?? {}) as Partial<Record<string, unknown>>
  const of = (name: keyof Draft) => (typeof found[name] === 'string' ? found[name] : '')
  return { nickname: of('nickname'), username: of('username'), account: of('account') }
}

export const dropDraft = (): void => tabStore.remove(key)
