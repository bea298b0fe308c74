/**
 * What stands in the bench: another page, another language and loading this one anew take nothing
 * of it away.
 */
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { parseJson } from '#client/parse-json.ts'
import { currentSession } from '#client/session/session.ts'
import { tabStore } from '#client/storage.ts'
import type { TranslationInput } from '#console/features/translation/use-translation.ts'

const key = 'translating'
const Draft = z.object({
  userId: z.string(),
  asked: z.object({ source: z.string(), target: z.string(), text: z.string() }),
})
type Draft = z.output<typeof Draft>

/** In memory, which ends with the page; the tab holds it only from there to the next page. */
let stored: Draft | undefined

/** Nobody gets what somebody else has typed. */
export function useDraft() {
  const [userId] = useState(() => String(currentSession()?.userId ?? ''))
  const [asked, setAsked] = useState<TranslationInput>(() => {
    stored ??= takenBack()
    return stored?.userId === userId ? stored.asked : { source: '', target: '', text: '' }
  })
  useEffect(() => {
    stored = { userId, asked }
    const putAside = () => {
      if (String(currentSession()?.userId) === userId) tabStore.set(key, JSON.stringify(stored))
    }
    addEventListener('pagehide', putAside)
    return () => removeEventListener('pagehide', putAside)
  }, [userId, asked])
  return [
    asked,
    (what: Partial<TranslationInput>) => setAsked((before) => ({ ...before, ...what })),
  ] as const
}

/** With the session goes what was typed in it. */
export function forgetDraft(): void {
  stored = undefined
  tabStore.remove(key)
}

function takenBack(): Draft | undefined {
  const text = tabStore.get(key)
  tabStore.remove(key)
  return z.safeParse(Draft, parseJson(text)).data
}
