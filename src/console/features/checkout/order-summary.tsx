/** Summary of a purchase before payment, and the texts about packages. */
import { useId, type ReactNode } from 'react'
import { localName, yuan, exactCount } from '#client/i18n/format.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { QuotaChangeTable } from '#console/features/checkout/quota-change-table.tsx'
import { Prose } from '#client/i18n/prose.tsx'
import type { QuotaSnapshot, orders } from '#contract/orders.ts'
import type { Package } from '#contract/packages.ts'
import { language, localeTag } from '#client/i18n/language.ts'
import { fromWire } from '#client/i18n/time.ts'
import type { PayChannel } from '#console/features/checkout/effects.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { User } from '#contract/user.ts'
import { createRechargeTexts } from '#client/package-texts.ts'
import { FailureNote } from '#console/ui/failure-note.tsx'

type Props = {
  chosen: Package
  quantity: number | undefined
  amount: number | undefined
  /** The current quota, as far as it is known locally. */
  currentQuota: QuotaSnapshot | undefined
  quote: Quote | undefined
  hasQuotes: boolean
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

/** Order summary: package, quota after payment, amount and pay button. */
export function OrderSummary({
  chosen,
  quantity,
  amount,
  currentQuota,
  quote,
  hasQuotes,
  error,
  retry,
  nameOf,
  children,
  endsSubAccounts,
  hint,
  onPay,
}: Props) {
  const id = useId()
  const before = quote?.before ?? currentQuota
  const conversion = quote && conversionText(quote, nameOf)
  return (
    <section className="card order-summary" aria-labelledby={id}>
      <h2 id={id}>{t('checkout.order.title')}</h2>
      <p className="order-package">
        <b>
          {quantity
            ? t('checkout.order.package', { name: localName(chosen), count: quantity })
            : localName(chosen)}
        </b>
        <span>{packageContents({ ...chosen, num: chosen.num * (quantity ?? 1) })}</span>
      </p>
      {children}
      {hasQuotes && before && error === undefined && (
        <QuotaChangeTable
          label={t('checkout.order.compare')}
          afterLabel={t('checkout.order.after')}
          before={before}
          after={quantity === undefined ? null : quote?.after}
          nameOf={nameOf}
        />
      )}
      {hasQuotes && error !== undefined && (
        <FailureNote
          error={error}
          title={t('checkout.order.quoteFailed')}
          tone="warning"
          retry={retry}
        />
      )}
      <div role="status">
        {conversion && (
          <p className="form-note">
            <Prose>{conversion}</Prose>
          </p>
        )}
      </div>
      <div className="order-pay">
        <div role="status">
          {endsSubAccounts && (
            <p className="form-note" data-tone="warning">
              <Prose>{t('checkout.order.noSubAccounts')}</Prose>
            </p>
          )}
        </div>
        <p className="order-amount">
          <span>{t('checkout.order.amount')}</span>
          <b>{amount === undefined ? '–' : yuan(amount)}</b>
        </p>
        <button
          type="button"
          className="button primary"
          disabled={hint !== undefined || amount === undefined}
          aria-describedby={`${id}-hint`}
          onClick={onPay}
        >
          {t('checkout.order.pay')}
        </button>
        <p id={`${id}-hint`} className="order-hint">
          {hint}
        </p>
      </div>
    </section>
  )
}

type Quote = OutputOf<typeof orders.quote>
export type NameOf = (channel: QuotaSnapshot['tranChannelId']) => string

const minutesPerDay = 60 * 24

/** Characters, units of ten thousand characters, or months (spec 9.6). */
const packageContents = (pkg: Package): string =>
  createRechargeTexts(pkg, language(), messageOf).quota

/**
 * Describes how the remaining quota is converted if the billing mode or the channel changes. Time
 * is given in days, because the end date of a quote already includes the new package.
 */
function conversionText({ before, turned }: Quote, nameOf: NameOf): string | undefined {
  if (!turned || !hasQuota(before)) return undefined
  const chars = exactCount(turned.usableCharNum)
  const days = daysUntil(turned.expireDateTime)
  if (before.translationBillingMode !== turned.translationBillingMode)
    return turned.translationBillingMode === 'time'
      ? t('checkout.order.turnedToTime', { chars: exactCount(before.usableCharNum), days })
      : t('checkout.order.turnedToChars', { until: before.expireDateTime ?? '', chars })
  const [from, to] = [nameOf(before.tranChannelId), nameOf(turned.tranChannelId)]
  if (turned.translationBillingMode === 'time')
    return t('checkout.order.turnedTimeChannel', { to, days })
  const converted = t('checkout.order.turnedChannel', {
    from,
    to,
    before: exactCount(before.usableCharNum),
    chars,
  })
  return turned.usableCharNum < before.usableCharNum
    ? [converted, priceReason(before, turned, { from, to })].join(language() === 'en' ? ' ' : '')
    : converted
}

function daysUntil(end: string | null | undefined): string {
  const minutes = end ? Math.max(0, fromWire(end).getTime() - Date.now()) / 60_000 : 0
  const format = new Intl.NumberFormat(localeTag(), { maximumFractionDigits: 1 })
  return format.format(minutes / minutesPerDay)
}

/** Below this many characters, rounding to whole characters makes the ratio too coarse to show. */
const minCharsForRatio = 1_000

/** Explains why converted characters are fewer: the price ratio of the two channels. */
function priceReason(
  before: QuotaSnapshot,
  turned: QuotaSnapshot,
  names: { from: string; to: string },
): string {
  if (turned.usableCharNum < minCharsForRatio) return t('checkout.order.dearer', names)
  const ratio = new Intl.NumberFormat(localeTag(), { maximumFractionDigits: 2 }).format(
    before.usableCharNum / turned.usableCharNum,
  )
  return t('checkout.order.dearerBy', { ...names, ratio })
}

/** Spec 6.4: a monthly package disables sub-accounts of an owner whose membership supports them. */
export const endsSubAccounts = ({ translationBillingMode }: Package, me: User | null): boolean =>
  translationBillingMode === 'time' && Boolean(me?.createChildUser)

type Purchase = {
  chosen: Package
  quantity: number
  payChannel: PayChannel
  amount: number
  quote: Quote | undefined
  nameOf: NameOf
  me: User | null
}

/** Confirmation question before payment: all amounts, then the consequences. */
export function orderQuestion({
  chosen,
  quantity,
  payChannel,
  amount,
  quote,
  nameOf,
  me,
}: Purchase): string {
  const amounts = t('checkout.order.ask', {
    channel: t(`codes.payChannel.${payChannel}`),
    amount: yuan(amount),
    count: quantity,
    name: localName(chosen),
  })
  const subAccounts = endsSubAccounts(chosen, me) && t('checkout.order.noSubAccounts')
  return [
    amounts,
    quote && conversionText(quote, nameOf),
    quote && remainingText(quote.after),
    subAccounts,
  ]
    .filter(Boolean)
    .join('\n')
}

function remainingText({
  translationBillingMode,
  usableCharNum,
  expireDateTime,
}: QuotaSnapshot): string {
  return translationBillingMode === 'time'
    ? t('checkout.order.afterTime', { until: expireDateTime ?? '' })
    : t('checkout.order.afterChars', { chars: exactCount(usableCharNum) })
}

const hasQuota = ({ translationBillingMode, usableCharNum, expireDateTime }: QuotaSnapshot) =>
  translationBillingMode === 'char' ? usableCharNum > 0 : Boolean(expireDateTime)
