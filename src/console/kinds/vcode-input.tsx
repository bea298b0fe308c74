/** A code that is sent to the address in another item of the form: its button sends it, and again after a minute (spec 4.5, 9.2). */
import { useEffect, useState } from 'react'
import { call } from '#client/call.ts'
import type { InputProps, MeaningOf } from '#console/kinds/kind.ts'
import { t } from '#console/providers/i18n.ts'
import { notifyDone, notifyFailure } from '#console/providers/notification.ts'
import { times } from '#contract/limits.ts'
import { login } from '#contract/login.ts'

export function VcodeInput({ value, onChange, label: _label, means, found: _found, others, ...control }: InputProps<MeaningOf<'vcode'>>) {
  const [sentAt, setSentAt] = useState<number>()
  const [asking, setAsking] = useState(false)
  const seconds = useSecondsLeft(sentAt)

  async function sendCode() {
    const to = others()[means.to]
    const account = typeof to === 'string' ? to.trim() : ''
    setAsking(true)
    try {
      await call(login.sendVCode, { account })
      setSentAt(Date.now())
      notifyDone(t('pages.form.codeSent'))
    } catch (error) {
      notifyFailure(error)
    } finally {
      setAsking(false)
    }
  }

  return (
    <span className="with-button">
      <input
        {...control}
        className="control"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <button type="button" className="text-button" disabled={asking || seconds > 0} onClick={() => void sendCode()}>
        {seconds > 0 ? t('pages.form.codeWait', { seconds }) : t('pages.form.sendCode')}
      </button>
    </span>
  )
}

function useSecondsLeft(sentAt: number | undefined): number {
  const [now, setNow] = useState(0)
  const left = sentAt === undefined ? 0 : Math.max(0, Math.ceil((sentAt + times.codeResend - Math.max(now, sentAt)) / 1000))
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return left
}
