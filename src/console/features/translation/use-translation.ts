/** State of a translation: idempotent, error shown inline, result added to the history. */
import { useState, useSyncExternalStore } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { rememberLanguages } from '#console/engine/fields/languages.ts'
import { translation, type Translation } from '#contract/translation.ts'

export type TranslationInput = {
  readonly source: string
  readonly target: string
  readonly text: string
}
export type Result = Translation & { readonly input: TranslationInput }

export function useTranslation() {
  const [state, setState] = useState<{ working: boolean; result?: Result; error?: unknown }>({
    working: false,
  })

  const translate = async (input: TranslationInput) => {
    setState(({ result }) => ({ working: true, ...(result ? { result } : {}) }))
    try {
      const answer = await idempotentCall(translation.text, input)
      rememberLanguages(input.target, input.source)
      keep({ ...input, source: answer.detected ?? input.source, translated: answer.translated })
      notifyDone(t('translate.done'), 'translated')
      setState({ working: false, result: { ...answer, input } })
    } catch (error) {
      endSessionIfExpired(error)
      setState({ working: false, error })
    }
    void loadUser().catch(() => undefined)
  }
  return { ...state, translate }
}

type Translated = {
  readonly id: number
  readonly source: string
  readonly target: string
  readonly text: string
  readonly translated: string
}

const max = 20
let stored: readonly Translated[] = []
let made = 0
const listeners = new Set<() => void>()

function keep(translated: Omit<Translated, 'id'>): void {
  change([{ ...translated, id: ++made }, ...stored].slice(0, max))
}

/** Translation history since the page load. In memory only, so that signing out leaves no trace. */
export const clearHistory = (): void => change([])

export function useHistory(): readonly Translated[] {
  return useSyncExternalStore(onChange, () => stored)
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function change(next: readonly Translated[]): void {
  stored = next
  listeners.forEach((listener) => listener())
}
