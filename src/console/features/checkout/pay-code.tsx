/** QR code of an order, with amount and payment channel (spec 9.5). */
import { QRCodeSVG } from 'qrcode.react'
import { yuan } from '#client/i18n/format.ts'
import type { StateAt } from '#console/features/checkout/machine.ts'
import type { PayView } from '#console/features/checkout/pay-dialog.tsx'
import { TimeLeft } from '#console/features/checkout/time-left.tsx'
import { t } from '#console/refine/i18n.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { sizes } from '#contract/limits.ts'

export function PayCode({
  bill: { payChannel, amount, what },
  state: { order, endsAt, line },
}: {
  bill: PayView
  state: StateAt<'watching'>
}) {
  const channel = t(`codes.payChannel.${payChannel}`)
  const address =
    /^https?:\/\//i.test(order.code) && URL.canParse(order.code) ? order.code : undefined
  return (
    <>
      <p className="pay-amount">
        <span>{t('buying.pay.amount')}</span>
        <b>{yuan(amount)}</b>
      </p>
      <div className="pay-code" role="img" aria-label={t('buying.pay.code', { no: order.no })}>
        <QRCodeSVG value={order.code} size={sizes.payCode} marginSize={0} aria-hidden="true" />
      </div>
      <p className="pay-scan" data-first tabIndex={-1}>
        {t('buying.pay.scan', { channel })}
      </p>
      <TimeLeft endsAt={endsAt} />
      {address && (
        <a className="way" href={address} target="_blank" rel="noopener noreferrer">
          {t('buying.pay.here')}
        </a>
      )}
      <dl className="pay-facts">
        <div>
          <dt>{t('buying.pay.what')}</dt>
          <dd>{what}</dd>
        </div>
        <div>
          <dt>{t('buying.pay.no')}</dt>
          <dd>
            {order.no}
            <CopyButton text={order.no} what={t('buying.pay.no')} />
          </dd>
        </div>
      </dl>
      <p className="pay-auto" role="status" data-tone={line.misses > 1 ? 'warning' : undefined}>
        {line.misses > 1 ? t('buying.pay.unreachable') : t('buying.pay.auto')}
      </p>
    </>
  )
}
