/** One translation as it goes: sent once per wish, its failure kept beside the text, its result kept in the history. */
import { useRef, useState } from 'react'
import { call, newIdempotencyKey } from '#client/call.ts'
import { loadUser } from '#client/current-user.ts'
import { leavesOpen } from '#client/wishes.ts'
import { endSessionIfExpired } from '#console/providers/expiry.ts'
import { t } from '#console/providers/i18n.ts'
import { notifyDone } from '#console/providers/notification.ts'
import { keep } from '#console/translate/history.ts'
import { rememberLanguages } from '#console/translate/languages.ts'
import { translation, type Translation } from '#contract/translation.ts'

export type Asked = { readonly source: string; readonly target: string; readonly text: string }
export type Result = Translation & { readonly asked: Asked }

export function useTranslation() {
  const [state, setState] = useState<{ working: boolean; result?: Result; error?: unknown }>({ working: false })
  /** An answer that was lost may have been charged: the same text is asked for again under the same key. */
  const open = useRef<{ asked: string; key: string }>(undefined)

  const translate = async (asked: Asked) => {
    const same = JSON.stringify(asked)
    const key = open.current?.asked === same ? open.current.key : newIdempotencyKey()
    open.current = { asked: same, key }
    setState(({ result }) => ({ working: true, ...(result ? { result } : {}) }))
    try {
      const answer = await call(translation.text, asked, { idempotencyKey: key })
      open.current = undefined
      rememberLanguages(asked.target, asked.source)
      keep({ ...asked, source: answer.detected ?? asked.source, translated: answer.translated })
      notifyDone(t('translate.done'), 'translated')
      setState({ working: false, result: { ...answer, asked } })
    } catch (error) {
      if (!leavesOpen(error)) open.current = undefined
      endSessionIfExpired(error)
      setState({ working: false, error })
    }
    void loadUser().catch(() => undefined)
  }
  return { ...state, translate }
}
