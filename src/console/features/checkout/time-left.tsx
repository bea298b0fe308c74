/**
 * The time left to pay, seen every second and said now and then: each minute, and twice at the end.
 */
import { useEffect, useState } from 'react'
import { t } from '#console/refine/i18n.ts'

const second = 1_000
const minute = 60

/** Seconds before the end at which it is said besides. */
const marks = [30, 10]

/** `endsAt`: milliseconds since the epoch. */
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

/** The last mark that was passed, so that the sentence changes only there. */
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
