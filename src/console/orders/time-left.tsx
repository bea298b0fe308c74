/** How long an order can still be paid, by the second. */
import { useEffect, useState } from 'react'
import { fromWire } from '#client/time.ts'
import { t } from '#console/providers/i18n.ts'

const second = 1_000

export function TimeLeft({ until }: { until: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  const left = Math.ceil((fromWire(until).getTime() - now) / second)
  if (left <= 0) return <span className="time-left">{t('orders.story.over')}</span>
  return (
    <span className="time-left" role="timer">
      {t('orders.story.left', { time: clock(left) })}
    </span>
  )
}

/** `14:05`. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
