/** What a payer scans: QR code of an order, amount and time left (spec 9.5). */
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import { yuan } from '#client/i18n/format.ts'
import type { StateAt } from '#client/payment/machine.ts'
import type { Bill } from '#console/features/checkout/effects.ts'
import { t } from '#console/refine/i18n.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { sizes } from '#contract/sizes.ts'

export function PayCode({
  bill: { payChannel, amount, description },
  state: { order, endsAt, poll },
}: {
  bill: Bill
  state: StateAt<'watching'>
}) {
  const channel = t(`codes.payChannel.${payChannel}`)
  const address =
    /^https?:\/\//i.test(order.code) && URL.canParse(order.code) ? order.code : undefined
  return (
    <>
      <p className="pay-amount">
        <span>{t('checkout.pay.amount')}</span>
        <b>{yuan(amount)}</b>
      </p>
      <div className="pay-code" role="img" aria-label={t('checkout.pay.code', { no: order.no })}>
        <QRCodeSVG value={order.code} size={sizes.payCode} marginSize={0} aria-hidden="true" />
      </div>
      <p className="pay-scan" data-initial-focus tabIndex={-1}>
        {t('checkout.pay.scan', { channel })}
      </p>
      <TimeLeft endsAt={endsAt} />
      {address && (
        <a className="app-link" href={address} target="_blank" rel="noopener noreferrer">
          {t('checkout.pay.payHere')}
        </a>
      )}
      <dl className="pay-facts">
        <div>
          <dt>{t('checkout.pay.package')}</dt>
          <dd>{description}</dd>
        </div>
        <div>
          <dt>{t('checkout.pay.no')}</dt>
          <dd>
            {order.no}
            <CopyButton text={order.no} name={t('checkout.pay.no')} />
          </dd>
        </div>
      </dl>
      <p className="pay-auto" role="status" data-tone={poll.failures > 1 ? 'warning' : undefined}>
        {poll.failures > 1 ? t('checkout.pay.unreachable') : t('checkout.pay.auto')}
      </p>
    </>
  )
}

const msPerSecond = 1_000
const secondsPerMinute = 60

/** Seconds left at which screen readers announce the time. */
const announcedSeconds = [30, 10]

/** `endsAt`: Unix milliseconds. */
export function TimeLeft({ endsAt }: { endsAt: number }) {
  const secondsLeft = useSecondsUntil(endsAt)
  return (
    <p className="pay-time">
      <span aria-hidden="true">
        {t('checkout.pay.timeLeft')}{' '}
        <b>{`${Math.floor(secondsLeft / secondsPerMinute)}:${String(secondsLeft % secondsPerMinute).padStart(2, '0')}`}</b>
      </span>
      <span className="visually-hidden" role="status">
        {announcement(secondsLeft)}
      </span>
    </p>
  )
}

/** Text of the live region; changes only once a minute and at `announcedSeconds`. */
function announcement(secondsLeft: number): string {
  if (secondsLeft > secondsPerMinute)
    return t('checkout.pay.leftMinutes', { count: Math.ceil(secondsLeft / secondsPerMinute) })
  return t('checkout.pay.leftSeconds', {
    count: announcedSeconds.findLast((seconds) => secondsLeft <= seconds) ?? secondsPerMinute,
  })
}

function useSecondsUntil(endsAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), msPerSecond)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((endsAt - now) / msPerSecond))
}
