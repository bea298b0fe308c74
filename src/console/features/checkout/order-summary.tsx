/** Order summary: package, quota after payment, amount and pay button. */
import { failureRole } from '#client/refusals.ts'
import { useId, type ReactNode } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import { localName, yuan } from '#client/i18n/format.ts'
import { t, word } from '#console/refine/i18n.ts'
import { QuotaChangeTable } from '#console/features/checkout/quota-change-table.tsx'
import {
  conversion,
  holds,
  type NameOf,
  type Quote,
} from '#console/features/checkout/purchase-text.ts'
import { Prose } from '#client/i18n/prose.tsx'
import type { Holding } from '#contract/orders.ts'
import type { Package } from '#contract/packages.ts'

type Props = {
  chosen: Package
  quantity: number | undefined
  amount: number | undefined
  /** The current quota, as far as it is known locally. */
  has: Holding | undefined
  quote: Quote | undefined
  offered: boolean
  error: unknown
  retry: () => void
  nameOf: NameOf
  /** The quantity and payment channel inputs. */
  children: ReactNode
  /** The package bills by time, which the owner's sub-accounts cannot use (spec 6.4). */
  endsSubAccounts: boolean
  /** Why the order cannot be paid now. */
  hint: string | undefined
  onPay: () => void
}

export function OrderSummary({
  chosen,
  quantity,
  amount,
  has,
  quote,
  offered,
  error,
  retry,
  nameOf,
  children,
  endsSubAccounts,
  hint,
  onPay,
}: Props) {
  const id = useId()
  const before = quote?.before ?? has
  const turned = quote && conversion(quote, nameOf)
  return (
    <section className="card order-summary" aria-labelledby={id}>
      <h2 id={id}>{t('buying.order.title')}</h2>
      <p className="order-what">
        <b>
          {quantity
            ? t('buying.order.package', { name: localName(chosen), count: quantity })
            : localName(chosen)}
        </b>
        <span>{holds({ ...chosen, num: chosen.num * (quantity ?? 1) })}</span>
      </p>
      {children}
      {offered && before && error === undefined && (
        <QuotaChangeTable
          label={t('buying.order.compare')}
          after={t('buying.order.after')}
          before={before}
          then={quantity === undefined ? null : quote?.after}
          nameOf={nameOf}
        />
      )}
      {offered && error !== undefined && (
        <p className="form-note" data-tone="warning" role={failureRole(error)}>
          <span>
            {t('buying.order.quoteFailed')} <small>{errorMessage(error, word).text}</small>
          </span>
          <button type="button" className="button" onClick={retry}>
            {t('shell.retry')}
          </button>
        </p>
      )}
      <div role="status">
        {turned && (
          <p className="form-note">
            <Prose>{turned}</Prose>
          </p>
        )}
        {endsSubAccounts && (
          <p className="form-note" data-tone="warning">
            <Prose>{t('buying.order.noSubAccounts')}</Prose>
          </p>
        )}
      </div>
      <div className="order-pay">
        <p className="order-amount">
          <span>{t('buying.order.amount')}</span>
          <b>{amount === undefined ? '–' : yuan(amount)}</b>
        </p>
        <button
          type="button"
          className="button primary"
          disabled={hint !== undefined || amount === undefined}
          aria-describedby={`${id}-hint`}
          onClick={onPay}
        >
          {t('buying.order.pay')}
        </button>
        <p id={`${id}-hint`} className="order-hint">
          {hint}
        </p>
      </div>
    </section>
  )
}
