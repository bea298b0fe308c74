/**
 * What is typed on a page and not saved yet: changing the language, which loads the page anew,
 * takes nothing of it away.
 */
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { parseJson } from '#client/parse-json.ts'
import { currentSession } from '#client/session/session.ts'
import { tabStore } from '#client/storage.ts'

/** Nothing secret: it lies in the tab's storage for as long as the page takes to load. */
type Typed = z.output<typeof Values>
type Keeper = { readonly tell: () => Typed; readonly take: (typed: Typed) => void }

const key = 'typed'
const Values = z.catchall(z.object({}), z.unknown())
const Kept = z.object({ userId: z.string(), typed: z.catchall(z.object({}), Values) })
const keepers = new Map<string, () => Typed>()
let back: Record<string, Typed> | undefined

/**
 * `tell` says what is typed now; `take` gets what was typed before the page was loaded anew, once.
 * Without a name nothing is kept.
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

/** Tells whether there was anything to put aside. */
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

/** Nobody gets what somebody else has typed. */
function takenBack(): Record<string, Typed> {
  const text = tabStore.get(key)
  tabStore.remove(key)
  const { data } = z.safeParse(Kept, parseJson(text))
  return data?.userId === String(currentSession()?.userId ?? '') ? data.typed : {}
}
