/** What waits for an operator, the most urgent first, each with the action to it. */
import type { ReactNode } from 'react'
import { yuan } from '#client/i18n/format.ts'
import { language } from '#client/i18n/language.ts'
import { openRow } from '#console/engine/list/open-from-address.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import type { Today } from '#contract/operator/today.ts'
import { unmatchedPayments } from '#contract/operator/unmatched-payments.ts'
import { canCall } from '#contract/roles.ts'
import { formatWait } from '#locales/numbers.ts'
import { useCurrentOperator } from '#operator/current-operator.ts'
import { t } from '#operator/today/messages.ts'
import { CheckIcon } from '#ui/icons.tsx'

type Item = {
  key: string
  tone: 'danger' | 'warning' | 'plain'
  text: string
  note?: string | undefined
  action?: ReactNode
}

export function Attention({ today }: { today: Today }) {
  const me = useCurrentOperator()
  const items = itemsOf(today, canCall(unmatchedPayments.assign, me))
  const { checkDateTime } = today.ledger
  return (
    <section className="card today-card today-attention" aria-labelledby="today-attention">
      <h2 id="today-attention">{t('today.attention.title')}</h2>
      {items.length === 0 ? (
        <p className="today-fine">
          <CheckIcon />
          <b>{t('today.attention.none')}</b>
          <span>
            {checkDateTime
              ? t('today.attention.checked', { at: checkDateTime })
              : t('today.attention.notChecked')}
          </span>
        </p>
      ) : (
        <ul>
          {items.map(({ key, tone, text, note, action }) => (
            <li key={key} data-tone={tone}>
              <i aria-hidden="true" />
              <span>
                {text}
                {note && <small>{note}</small>}
              </span>
              {action}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function itemsOf(
  {
    ledger,
    unmatchedPayments: unmatched,
    mails,
    jobs,
    openRefunds,
    refundRequests,
    openApprovals,
    openFapiaos,
  }: Today,
  canHandlePayments: boolean,
): Item[] {
  return [
    ...itemIf(ledger.findings, {
      key: 'ledger',
      tone: 'danger',
      text: t('today.attention.ledger', { count: ledger.findings }),
      note: ledger.checkDateTime ?? undefined,
    }),
    ...paymentItems(unmatched, canHandlePayments),
    ...itemIf(mails.failing, {
      key: 'mails',
      tone: 'warning',
      text: t('today.attention.mails', { count: mails.failing }),
      note: [
        mails.lastFailure,
        mails.waiting > mails.failing &&
          t('today.attention.mailsWaiting', { count: mails.waiting - mails.failing }),
      ]
        .filter(Boolean)
        .join(' · '),
    }),
    ...jobs.flatMap(({ job, lateSeconds, isLate }) =>
      itemIf(isLate, {
        key: job,
        tone: 'warning',
        text: t('today.attention.job', {
          job: messageOf(`codes.backgroundJob.${job}`),
          wait: formatWait(language(), lateSeconds),
        }),
      }),
    ),
    ...itemIf(openApprovals, {
      key: 'approvals',
      tone: 'plain',
      text: t('today.attention.approvals', { count: openApprovals }),
      action: (
        <AppLink route="operator/approvals" query={{ state: 'open' }} className="button">
          {t('today.attention.go.approvals')}
        </AppLink>
      ),
    }),
    ...itemIf(refundRequests, {
      key: 'refundRequests',
      tone: 'plain',
      text: t('today.attention.refundRequests', { count: refundRequests }),
      action: (
        <AppLink route="operator/refund-requests" query={{ state: 'asked' }} className="button">
          {t('today.attention.go.refundRequests')}
        </AppLink>
      ),
    }),
    ...itemIf(openFapiaos, {
      key: 'fapiaos',
      tone: 'plain',
      text: t('today.attention.fapiaos', { count: openFapiaos }),
      action: (
        <AppLink route="operator/customer-fapiaos" className="button">
          {t('today.attention.go.fapiaos')}
        </AppLink>
      ),
    }),
    ...itemIf(openRefunds, {
      key: 'refunds',
      tone: 'plain',
      text: t('today.attention.refunds', { count: openRefunds }),
      action: (
        <AppLink route="operator/refunds" query={{ state: 'open' }} className="button">
          {t('today.attention.go.refunds')}
        </AppLink>
      ),
    }),
  ]
}

/** Few payments have a line each, of which the button opens the payment. */
function paymentItems(
  { count, amount, toHandle }: Today['unmatchedPayments'],
  canHandle: boolean,
): Item[] {
  const item = { tone: 'warning', key: 'unmatched' } as const
  const link = (query: Record<string, string>) => (
    <AppLink
      route="operator/unmatched-payments"
      query={query}
      className={canHandle ? 'button primary' : 'button'}
    >
      {t(canHandle ? 'today.attention.go.unmatched' : 'today.attention.go.view')}
    </AppLink>
  )
  if (toHandle.length === count)
    return toHandle.map((payment) => ({
      ...item,
      key: payment.gatewayNo,
      text: t('today.attention.unmatched', { count: 1, amount: yuan(payment.amount) }),
      note: payment.gatewayNo,
      action: link({ number: payment.gatewayNo, open: openRow }),
    }))
  return itemIf(count, {
    ...item,
    text: t('today.attention.unmatched', { count, amount: yuan(amount) }),
    action: link({ state: 'open' }),
  })
}

/** `count` may also be a flag, 0 or 1. */
const itemIf = (count: number, item: Item): Item[] => (count > 0 ? [item] : [])
