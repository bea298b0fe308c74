/** Form drafts: preserve unsaved input when the language changes and when the session ends. */
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { listUnsettledKeys, restoreUnsettledKeys } from '#client/api/idempotent-call.ts'
import { parseJson } from '#client/browser.ts'
import { currentSession } from '#client/session/session.ts'
import { sessionScope, tabStore } from '#client/storage.ts'
import { times } from '#contract/limits.ts'

/** Unsaved input, in tab storage until the next page of the console. Must not contain secrets. */
type FormValues = z.output<typeof Values>
type DraftSource = {
  readonly currentValues: () => FormValues
  readonly restore: (typed: FormValues) => void
}

const storageKey = `${sessionScope}typed`
const Values = z.catchall(z.object({}), z.unknown())
const StoredDrafts = z.object({
  userId: z.string(),
  address: z.string(),
  typed: z.catchall(z.object({}), Values),
  /** Of requests with an unknown outcome, which a restored form may repeat. */
  unsettledKeys: z.catchall(z.object({}), z.string()),
  /** Time of storing, in milliseconds. */
  at: z.number(),
})
const sources = new Map<string, () => FormValues>()
let stored: Pick<z.output<typeof StoredDrafts>, 'address' | 'typed'> | undefined

/**
 * Restores what was stored under this name, once, and offers the current values to be stored.
 * Nothing is stored without a name.
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

/**
 * Stores the drafts of this user for the next page of the console. Returns whether any form
 * registered one.
 */
export function stashFormDrafts(): boolean {
  const values = [...sources].map(([name, currentValues]) => [name, currentValues()] as const)
  const typed = Object.fromEntries(values.filter(([, typed]) => Object.keys(typed).length > 0))
  if (Object.keys(typed).length > 0)
    tabStore.set(
      storageKey,
      JSON.stringify({
        userId: currentUserId(),
        address: currentAddress(),
        typed,
        unsettledKeys: listUnsettledKeys(),
        at: Date.now(),
      } satisfies z.output<typeof StoredDrafts>),
    )
  return sources.size > 0
}

/** Of a form for a new record, or for the record with this id. */
export const draftNameOf = (page: string, form: string, id?: unknown): string =>
  [page, form, ...(id === undefined ? [] : [id])].join(' ')

/** Address of the page on which the stored drafts were typed; undefined without any. */
export function draftAddress(): string | undefined {
  stored ??= readStoredDrafts()
  return Object.keys(stored.typed).length > 0 ? stored.address : undefined
}

/**
 * Whether a draft of this name was typed at the present address: elsewhere nothing opens by itself,
 * and a new contact belongs to the workspace that the address names.
 */
export function hasFormDraft(name: string): boolean {
  stored ??= readStoredDrafts()
  return name in stored.typed && stored.address === currentAddress()
}

/** Forgets what is stored, as before a sign-out. */
export const dropFormDrafts = (): void => tabStore.remove(storageKey)

function consumeDraft(name: string): FormValues | undefined {
  stored ??= readStoredDrafts()
  const {
    address,
    typed: { [name]: typed, ...rest },
  } = stored
  stored = { address, typed: rest }
  return typed
}

/** Discards drafts of another user, and those that may be saved already once their keys expired. */
function readStoredDrafts(): NonNullable<typeof stored> {
  const text = tabStore.get(storageKey)
  tabStore.remove(storageKey)
  const { data } = z.safeParse(StoredDrafts, parseJson(text))
  if (data?.userId !== currentUserId() || hasExpiredKeys(data)) return { address: '', typed: {} }
  restoreUnsettledKeys(data.unsettledKeys)
  return data
}

const hasExpiredKeys = ({ unsettledKeys, at }: z.output<typeof StoredDrafts>): boolean =>
  Object.keys(unsettledKeys).length > 0 && at < Date.now() - times.idempotencyKeyLifetime

const currentAddress = () => location.pathname + location.search

const currentUserId = () => String(currentSession()?.userId ?? '')
