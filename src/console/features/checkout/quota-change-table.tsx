/** Compares quota before and after a change; highlights changes and marks reductions. */
import { useId } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import { fromWire } from '#client/i18n/time.ts'
import '#console/features/checkout/quota-change-table.css'
import { t } from '#console/refine/i18n.ts'
import type { QuotaSnapshot } from '#contract/orders.ts'

type Props = {
  label: string
  /** Heading of the right column. */
  afterLabel: string
  before: QuotaSnapshot
  /** Undefined while loading, null if not available. */
  after: QuotaSnapshot | undefined | null
  nameOf: (channel: QuotaSnapshot['tranChannelId']) => string
}

export function QuotaChangeTable({ label, afterLabel, before, after, nameOf }: Props) {
  const id = useId()
  const rows: Row[] = [
    {
      name: t('checkout.order.billing'),
      format: ({ translationBillingMode }) => t(`codes.billingMode.${translationBillingMode}`),
    },
    { name: t('checkout.order.channel'), format: ({ tranChannelId }) => nameOf(tranChannelId) },
    { name: t('checkout.order.chars'), format: charsOf, amount: usableChars },
    { name: t('checkout.order.until'), format: untilOf, amount: endTime },
  ]
  return (
    <table className="quota-change" aria-labelledby={id} aria-busy={after === undefined}>
      <thead>
        <tr>
          <th scope="col" className="corner">
            <span id={id} className="visually-hidden">
              {label}
            </span>
          </th>
          <th scope="col">{t('checkout.order.now')}</th>
          <th scope="col">{afterLabel}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>{row.format(before)}</td>
            <td>
              {after === null ? (
                '–'
              ) : after ? (
                <ValueAfter row={row} before={before} after={after} />
              ) : (
                <i className="skeleton-block" />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Row = {
  name: string
  format: (quota: QuotaSnapshot) => string
  /** Value as a number, to detect a reduction. */
  amount?: (quota: QuotaSnapshot) => number
}

function ValueAfter({
  row: { format, amount },
  before,
  after,
}: {
  row: Row
  before: QuotaSnapshot
  after: QuotaSnapshot
}) {
  const text = format(after)
  if (text === format(before)) return text
  return <b data-change={amount && amount(after) < amount(before) ? 'fewer' : undefined}>{text}</b>
}

export function charsOf(quota: QuotaSnapshot): string {
  const chars = usableChars(quota)
  return chars === Number.POSITIVE_INFINITY ? t('checkout.order.unlimited') : exactCount(chars)
}

/** Infinite during a membership by time, 0 after its end. */
function usableChars({
  translationBillingMode,
  usableCharNum,
  expireDateTime,
}: QuotaSnapshot): number {
  if (translationBillingMode === 'char') return usableCharNum
  return expireDateTime && fromWire(expireDateTime).getTime() > Date.now()
    ? Number.POSITIVE_INFINITY
    : 0
}

/** Unix milliseconds; infinite for characters that never expire. */
function endTime({ translationBillingMode, expireDateTime }: QuotaSnapshot): number {
  if (expireDateTime) return fromWire(expireDateTime).getTime()
  return translationBillingMode === 'char' ? Number.POSITIVE_INFINITY : 0
}

export function untilOf({ translationBillingMode, expireDateTime }: QuotaSnapshot): string {
  if (expireDateTime) return expireDateTime
  return translationBillingMode === 'char' ? t('checkout.order.noLimit') : t('crud.list.none')
}
