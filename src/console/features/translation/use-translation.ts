/** State of a translation: idempotent, error shown inline, result added to the history. */
import { useState } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { keep } from '#console/features/translation/history.ts'
import { rememberLanguages } from '#console/features/translation/languages.ts'
import { translation, type Translation } from '#contract/translation.ts'

export type TranslationInput = {
  readonly source: string
  readonly target: string
  readonly text: string
}
export type Result = Translation & { readonly asked: TranslationInput }

export function useTranslation() {
  const [state, setState] = useState<{ working: boolean; result?: Result; error?: unknown }>({
    working: false,
  })

  const translate = async (asked: TranslationInput) => {
    setState(({ result }) => ({ working: true, ...(result ? { result } : {}) }))
    try {
      const answer = await idempotentCall(translation.text, asked)
      rememberLanguages(asked.target, asked.source)
      keep({ ...asked, source: answer.detected ?? asked.source, translated: answer.translated })
      notifyDone(t('translate.done'), 'translated')
      setState({ working: false, result: { ...answer, asked } })
    } catch (error) {
      endSessionIfExpired(error)
      setState({ working: false, error })
    }
    void loadUser().catch(() => undefined)
  }
  return { ...state, translate }
}
