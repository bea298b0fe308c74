/** Form drafts: preserve unsaved input across the page reload of a language change. */
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { parseJson } from '#client/browser.ts'
import { currentSession } from '#client/session/session.ts'
import { tabStore } from '#client/storage.ts'

/** Unsaved input, stored in tab storage during the reload. Must not contain secrets. */
type FormValues = z.output<typeof Values>
type DraftSource = {
  readonly currentValues: () => FormValues
  readonly restore: (typed: FormValues) => void
}

const storageKey = 'typed'
const Values = z.catchall(z.object({}), z.unknown())
const StoredDrafts = z.object({ userId: z.string(), typed: z.catchall(z.object({}), Values) })
const sources = new Map<string, () => FormValues>()
let storedDrafts: Record<string, FormValues> | undefined

/**
 * Saves the current values before a reload and restores them once after it. Nothing is saved
 * without a name.
 */
export function useFormDraft(name: string | undefined, source: DraftSource): void {
  const latest = useRef(source)
  const draft = useRef<FormValues>(undefined)
  useEffect(() => void (latest.current = source))
  useEffect(() => {
    if (name === undefined) return undefined
    draft.current ??= consumeDraft(name)
    if (draft.current) latest.current.restore(draft.current)
    sources.set(name, () => latest.current.currentValues())
    return () => void sources.delete(name)
  }, [name])
}

/** Stores the drafts for the reload. Returns whether any form registered one. */
export function stashFormDrafts(): boolean {
  const typed = Object.fromEntries(
    [...sources].map(([name, currentValues]) => [name, currentValues()]),
  )
  tabStore.set(
    storageKey,
    JSON.stringify({ userId: String(currentSession()?.userId ?? ''), typed }),
  )
  return sources.size > 0
}

function consumeDraft(name: string): FormValues | undefined {
  storedDrafts ??= readStoredDrafts()
  const { [name]: typed, ...rest } = storedDrafts
  storedDrafts = rest
  return typed
}

/** Discards drafts of another user. */
function readStoredDrafts(): Record<string, FormValues> {
  const text = tabStore.get(storageKey)
  tabStore.remove(storageKey)
  const { data } = z.safeParse(StoredDrafts, parseJson(text))
  return data?.userId === String(currentSession()?.userId ?? '') ? data.typed : {}
}
