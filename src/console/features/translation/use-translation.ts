/** State of a translation: idempotent, error shown inline, result added to the history. */
import { useState, useSyncExternalStore } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { getCachedUser } from '#client/session/session.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { rememberLanguages } from '#console/engine/fields/languages.ts'
import { translation, type Translation } from '#contract/translation.ts'
import type { User } from '#contract/user.ts'

export type TranslationInput = {
  readonly source: string
  readonly target: string
  readonly text: string
  readonly glossaryId?: string | undefined
}
/** `channelId`: the user's channel at that time. */
export type Result = Translation & {
  readonly input: TranslationInput
  readonly channelId: User['tranChannelId']
}

export function useTranslation() {
  const [state, setState] = useState<{ isWorking: boolean; result?: Result; error?: unknown }>({
    isWorking: false,
  })

  const translate = async (input: TranslationInput) => {
    const channelId = getCachedUser()?.tranChannelId
    setState(({ result }) => ({ isWorking: true, ...(result ? { result } : {}) }))
    try {
      const { source, target, text, glossaryId } = input
      const request = { source, target, text, ...(glossaryId ? { glossaryId } : {}) }
      const output = await idempotentCall(translation.text, request)
      rememberLanguages(target, source)
      addToHistory({
        target,
        text,
        source: output.detected ?? source,
        translated: output.translated,
      })
      notifyDone(t('translate.done'), 'translated')
      setState({ isWorking: false, result: { ...output, input, channelId } })
    } catch (error) {
      endSessionIfExpired(error)
      setState({ isWorking: false, error })
    }
    // Shows the new balance. A failed read leaves the old one on screen.
    void loadUser().catch(() => undefined)
  }
  return { ...state, translate }
}

type HistoryEntry = {
  readonly id: number
  readonly source: string
  readonly target: string
  readonly text: string
  readonly translated: string
}

const maxEntries = 20
/** Translations since the page load. In memory only, so that signing out leaves no trace. */
let history: readonly HistoryEntry[] = []
let lastId = 0
const listeners = new Set<() => void>()

function addToHistory(translated: Omit<HistoryEntry, 'id'>): void {
  setHistory([{ ...translated, id: ++lastId }, ...history].slice(0, maxEntries))
}

export const clearHistory = (): void => setHistory([])

export function useHistory(): readonly HistoryEntry[] {
  return useSyncExternalStore(subscribe, () => history)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setHistory(next: readonly HistoryEntry[]): void {
  history = next
  listeners.forEach((listener) => listener())
}
