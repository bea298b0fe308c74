/** What one may translate with, before and after: what changes stands out. */
import type { ReactNode } from 'react'
import { exactCount } from '#client/format.ts'
import { fromWire } from '#client/time.ts'
import '#console/recharge/holding.css'
import { t } from '#console/providers/i18n.ts'
import type { Holding } from '#contract/orders.ts'

type Props = {
  label: string
  /** How the right column is called. */
  after: string
  before: Holding
  /** Undefined until it is known, null where there is nothing to know. */
  then: Holding | undefined | null
  nameOf: (channel: Holding['tranChannelId']) => string
}

export function HoldingTable({ label, after, before, then, nameOf }: Props) {
  const rows: [name: string, said: (holding: Holding) => string][] = [
    [t('buying.order.billing'), ({ translationBillingMode }) => t(`codes.billingMode.${translationBillingMode}`)],
    [t('buying.order.channel'), ({ tranChannelId }) => nameOf(tranChannelId)],
    [t('buying.order.chars'), charsOf],
    [t('buying.order.until'), untilOf],
  ]
  return (
    <table className="holding" aria-busy={then === undefined}>
      <thead>
        <tr>
          <th scope="col" className="corner">
            <span className="unseen">{label}</span>
          </th>
          <th scope="col">{t('buying.order.now')}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, said]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{said(before)}</td>
            <td>{then === null ? '–' : then ? <Became same={said(before) === said(then)}>{said(then)}</Became> : <i className="coming" />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Became = ({ same, children }: { same: boolean; children: ReactNode }) => (same ? children : <b>{children}</b>)

/** Time that has run out gives nothing. */
export function charsOf({ translationBillingMode, usableCharNum, expireDateTime }: Holding): string {
  if (translationBillingMode === 'char') return exactCount(usableCharNum)
  return expireDateTime && fromWire(expireDateTime).getTime() > Date.now() ? t('buying.order.unlimited') : exactCount(0)
}

export function untilOf({ translationBillingMode, expireDateTime }: Holding): string {
  if (expireDateTime) return expireDateTime
  return translationBillingMode === 'char' ? t('buying.order.noLimit') : t('pages.list.none')
}
