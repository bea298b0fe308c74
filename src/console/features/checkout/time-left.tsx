/** Countdown of a payment: updated every second, announced every minute and twice near the end. */
import { useEffect, useState } from 'react'
import { t } from '#console/refine/i18n.ts'

const second = 1_000
const minute = 60

/** Seconds left at which an extra announcement is made. */
const marks = [30, 10]

/** `endsAt`: Unix milliseconds. */
export function TimeLeft({ endsAt }: { endsAt: number }) {
  const left = useSecondsUntil(endsAt)
  return (
    <p className="pay-time">
      <span aria-hidden="true">
        {t('buying.pay.left')}{' '}
        <b>{`${Math.floor(left / minute)}:${String(left % minute).padStart(2, '0')}`}</b>
      </span>
      <span className="unseen" role="status">
        {said(left)}
      </span>
    </p>
  )
}

/** Text of the live region: the last mark passed, so that it changes only at marks. */
export function said(left: number): string {
  if (left > minute) return t('buying.pay.leftMinutes', { count: Math.ceil(left / minute) })
  return t('buying.pay.leftSeconds', { count: marks.findLast((mark) => left <= mark) ?? minute })
}

function useSecondsUntil(endsAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((endsAt - now) / second))
}
