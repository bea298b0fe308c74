/** Compares quota before and after a change; highlights changes and marks reductions. */
import { exactCount } from '#client/i18n/format.ts'
import { fromWire } from '#client/i18n/time.ts'
import '#console/features/checkout/quota-change-table.css'
import { t } from '#console/refine/i18n.ts'
import type { QuotaSnapshot } from '#contract/orders.ts'

type Props = {
  label: string
  /** Label of the right column. */
  after: string
  before: QuotaSnapshot
  /** Undefined while loading, null if not available. */
  then: QuotaSnapshot | undefined | null
  nameOf: (channel: QuotaSnapshot['tranChannelId']) => string
}

export function QuotaChangeTable({ label, after, before, then, nameOf }: Props) {
  const rows: Row[] = [
    {
      name: t('checkout.order.billing'),
      format: ({ translationBillingMode }) => t(`codes.billingMode.${translationBillingMode}`),
    },
    { name: t('checkout.order.channel'), format: ({ tranChannelId }) => nameOf(tranChannelId) },
    { name: t('checkout.order.chars'), format: charsOf, amount: usableChars },
    { name: t('checkout.order.until'), format: untilOf, amount: endOf },
  ]
  return (
    <table className="holding" aria-busy={then === undefined}>
      <thead>
        <tr>
          <th scope="col" className="corner">
            <span className="visually-hidden">{label}</span>
          </th>
          <th scope="col">{t('checkout.order.now')}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>{row.format(before)}</td>
            <td>
              {then === null ? (
                '–'
              ) : then ? (
                <After row={row} before={before} then={then} />
              ) : (
                <i className="coming" />
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
  format: (holding: QuotaSnapshot) => string
  /** For rows whose value can decrease. */
  amount?: (holding: QuotaSnapshot) => number
}

function After({
  row: { format, amount },
  before,
  then,
}: {
  row: Row
  before: QuotaSnapshot
  then: QuotaSnapshot
}) {
  const text = format(then)
  if (text === format(before)) return text
  return <b data-change={amount && amount(then) < amount(before) ? 'fewer' : undefined}>{text}</b>
}

export function charsOf(holding: QuotaSnapshot): string {
  const chars = usableChars(holding)
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
function endOf({ translationBillingMode, expireDateTime }: QuotaSnapshot): number {
  if (expireDateTime) return fromWire(expireDateTime).getTime()
  return translationBillingMode === 'char' ? Number.POSITIVE_INFINITY : 0
}

export function untilOf({ translationBillingMode, expireDateTime }: QuotaSnapshot): string {
  if (expireDateTime) return expireDateTime
  return translationBillingMode === 'char' ? t('checkout.order.noLimit') : t('crud.list.none')
}
