/** Translation draft, preserved across pages, languages and reloads. */
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { parseJson } from '#client/browser.ts'
import { currentSession } from '#client/session/session.ts'
import { tabStore } from '#client/storage.ts'
import type { TranslationInput } from '#console/features/translation/use-translation.ts'

const key = 'translating'
const Draft = z.object({
  userId: z.string(),
  input: z.object({
    source: z.string(),
    target: z.string(),
    text: z.string(),
    glossaryId: z.optional(z.string()),
  }),
})
type Draft = z.output<typeof Draft>

/** In memory; saved to session storage only between two page loads. */
let stored: Draft | undefined

/** Bound to the user id, so that another user of the tab never sees it. */
export function useDraft() {
  const [userId] = useState(() => String(currentSession()?.userId ?? ''))
  const [input, setInput] = useState<TranslationInput>(() => {
    stored ??= consumeStoredDraft()
    return stored?.userId === userId ? stored.input : { source: '', target: '', text: '' }
  })
  useEffect(() => {
    stored = { userId, input }
    const saveDraft = () => {
      if (String(currentSession()?.userId) === userId) tabStore.set(key, JSON.stringify(stored))
    }
    addEventListener('pagehide', saveDraft)
    return () => removeEventListener('pagehide', saveDraft)
  }, [userId, input])
  return [
    input,
    (changes: Partial<TranslationInput>) => setInput((current) => ({ ...current, ...changes })),
  ] as const
}

/** Clears the draft at the end of the session. */
export function clearDraft(): void {
  stored = undefined
  tabStore.remove(key)
}

function consumeStoredDraft(): Draft | undefined {
  const text = tabStore.get(key)
  tabStore.remove(key)
  return z.safeParse(Draft, parseJson(text)).data
}
