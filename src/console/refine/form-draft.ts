/** Form drafts: preserve unsaved input across the page reload of a language change. */
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { parseJson } from '#client/browser.ts'
import { currentSession } from '#client/session/session.ts'
import { tabStore } from '#client/storage.ts'

/** Unsaved input, stored in tab storage during the reload. Must not contain secrets. */
type Typed = z.output<typeof Values>
type Keeper = { readonly tell: () => Typed; readonly take: (typed: Typed) => void }

const key = 'typed'
const Values = z.catchall(z.object({}), z.unknown())
const Kept = z.object({ userId: z.string(), typed: z.catchall(z.object({}), Values) })
const keepers = new Map<string, () => Typed>()
let back: Record<string, Typed> | undefined

/**
 * `tell` returns the current input; `take` receives the saved input once after the reload. Nothing
 * is saved without a name.
 */
export function useFormDraft(name: string | undefined, keeper: Keeper): void {
  const latest = useRef(keeper)
  const before = useRef<Typed>(undefined)
  useEffect(() => void (latest.current = keeper))
  useEffect(() => {
    if (name === undefined) return undefined
    before.current ??= takenOut(name)
    if (before.current) latest.current.take(before.current)
    keepers.set(name, () => latest.current.tell())
    return () => void keepers.delete(name)
  }, [name])
}

/** Returns whether any form registered a draft. */
export function stashFormDrafts(): boolean {
  const typed = Object.fromEntries([...keepers].map(([name, tell]) => [name, tell()]))
  tabStore.set(key, JSON.stringify({ userId: String(currentSession()?.userId ?? ''), typed }))
  return keepers.size > 0
}

function takenOut(name: string): Typed | undefined {
  back ??= takenBack()
  const { [name]: typed, ...rest } = back
  back = rest
  return typed
}

/** Discards drafts of another user. */
function takenBack(): Record<string, Typed> {
  const text = tabStore.get(key)
  tabStore.remove(key)
  const { data } = z.safeParse(Kept, parseJson(text))
  return data?.userId === String(currentSession()?.userId ?? '') ? data.typed : {}
}
