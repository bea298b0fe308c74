/** Drawer in which an owner asks for a refund of a paid order: what comes back, and what it costs. */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { exactCount, yuan } from '#client/i18n/format.ts'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm } from '#console/engine/form/use-call-form.ts'
import { t } from '#console/refine/i18n.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { ContactSupport } from '#console/ui/contact-support.tsx'
import { FactList } from '#console/ui/fact-list.tsx'
import { QueryCard } from '#console/ui/query-card.tsx'
import { orderRefunds, type RefundOffer } from '#contract/order-refunds.ts'
import type { Order } from '#contract/orders.ts'
import './ask-refund.css'

type Props = { row: Pick<Order, 'id' | 'no'>; close: () => void }

/** Read again whenever it is shown: it changes with each translation. */
export const useRefundOffer = (id: Order['id'], enabled = true) =>
  useQuery({
    queryKey: [orderRefunds.preview.path, String(id)],
    queryFn: ({ signal }) => call(orderRefunds.preview, { id }, { signal }),
    refetchOnMount: 'always',
    gcTime: 0,
    enabled,
  })

export default function AskRefund({ row, close }: Props) {
  const { data, error, refetch } = useRefundOffer(row.id)
  const retry = () => void refetch()
  return (
    <FormDialog shape="drawer" title={t('orders.refund.title', { no: row.no })} onClose={close}>
      <QueryCard query={{ data, error, retry }} lines={7}>
        {(offer) =>
          offer.refusal ? (
            <Refused offer={offer} orderNo={row.no} />
          ) : (
            <AskForm row={row} offer={offer} reload={retry} close={close} />
          )
        }
      </QueryCard>
    </FormDialog>
  )
}

function Refused({ offer, orderNo }: { offer: RefundOffer; orderNo: string }) {
  return (
    <div className="refund-offer">
      <div className="form-note" data-tone="warning">
        <strong>{t('orders.refund.refused')}</strong>
        <span>{offer.refusal}</span>
        {offer.handedOutNum > 0 && (
          <AppLink route="UserCenterChild">{t('orders.refund.takeBack')}</AppLink>
        )}
        <ContactSupport orderNo={orderNo} />
      </div>
      <Rules offer={offer} />
    </div>
  )
}

function AskForm({
  row,
  offer,
  reload,
  close,
}: Props & { offer: RefundOffer; reload: () => void }) {
  const refreshAll = useRefreshAll()
  const { amount, num, translationBillingMode: mode } = offer
  const form = useCallForm({
    name: 'ask-refund',
    resource: 'orders',
    call: orderRefunds.ask,
    items: callItems(orderRefunds.ask, {
      cause: { label: t('orders.refund.cause'), hasInitialFocus: true },
      note: { label: t('orders.refund.note'), help: t('orders.refund.noteHelp') },
    }),
    fixed: { id: row.id, amount, num },
    done: () => t('orders.refund.done', { amount: yuan(amount) }),
    onSaved: () => {
      void refreshAll()
      close()
    },
    onRefused: reload,
  })
  return (
    <FormBody
      form={form}
      intro={
        <div className="refund-offer">
          <p className="refund-amount">
            <b>{yuan(amount)}</b>
            <span>{t('orders.refund.returns')}</span>
          </p>
          <FactList facts={factsOf(offer)} />
          {offer.handedOutNum > 0 && (
            <p className="form-note">
              {t('orders.refund.handedOut', { count: exactCount(offer.handedOutNum) })}{' '}
              <AppLink route="UserCenterChild">{t('orders.refund.takeBack')}</AppLink>
            </p>
          )}
          <p className="form-note" data-tone="warning">
            {t('orders.refund.takenNow', { quota: refundQuota(mode, num) })}
          </p>
          <FapiaoNote offer={offer} />
          <Rules offer={offer} />
        </div>
      }
      saveLabel={t('orders.refund.submit', { amount: yuan(amount) })}
    />
  )
}

/** What the refund does to the fapiao of the order, if it has one. */
function FapiaoNote({ offer: { fapiao } }: { offer: RefundOffer }) {
  const text = fapiao && textOfFapiao(fapiao)
  if (!text) return null
  return (
    <p className="form-note" data-tone="warning">
      {text} <AppLink route="UserCenterFapiaos">{t('orders.refund.fapiao.open')}</AppLink>
    </p>
  )
}

function textOfFapiao({ state, number, amount }: NonNullable<RefundOffer['fapiao']>) {
  const left = { amount: yuan(amount) }
  if (state === 'issuing') return t('orders.refund.fapiao.issuing')
  if (state === 'toReverse') return t('orders.refund.fapiao.dueReversal', { number: number ?? '' })
  if (state === 'asked')
    return amount > 0 ? t('orders.refund.fapiao.lowered', left) : t('orders.refund.fapiao.ended')
  return t(amount > 0 ? 'orders.refund.fapiao.reversed' : 'orders.refund.fapiao.reversedInFull', {
    number: number ?? '',
    ...left,
  })
}

const minutesPerDay = 1_440

/** Exact: characters, or days where minutes make whole ones. */
export const refundQuota = (mode: 'char' | 'time', amount: number): string => {
  if (mode === 'char') return t('orders.refund.chars', { count: exactCount(amount) })
  return amount % minutesPerDay === 0
    ? t('orders.refund.days', { count: exactCount(amount / minutesPerDay) })
    : t('orders.refund.minutes', { count: exactCount(amount) })
}

function factsOf(offer: RefundOffer) {
  const { translationBillingMode: mode, creditedNum, unusedNum, paidAmount, refundedAmount } = offer
  return [
    { name: t('orders.refund.paid'), value: yuan(paidAmount) },
    { name: t('orders.refund.refunded'), value: refundedAmount > 0 && yuan(refundedAmount) },
    {
      name: t('orders.refund.unused'),
      value: t('orders.refund.unusedOf', {
        unused: refundQuota(mode, unusedNum),
        credited: refundQuota(mode, creditedNum),
      }),
    },
    { name: t('orders.refund.until'), value: offer.untilDateTime },
  ]
}

/** The rules in words. */
function Rules({
  offer: { rules, translationBillingMode: mode },
}: {
  offer: Pick<RefundOffer, 'rules' | 'translationBillingMode'>
}) {
  if (rules.enabled === 0) return null
  const lines = [
    t('orders.refund.rules.days', { days: rules.days }),
    ...(rules.leastUnusedPercent > 0
      ? [t('orders.refund.rules.unused', { percent: rules.leastUnusedPercent })]
      : []),
    t(mode === 'time' ? 'orders.refund.rules.time' : 'orders.refund.rules.chars'),
    t('orders.refund.rules.gifts'),
    t('orders.refund.rules.once'),
  ]
  return (
    <details className="refund-rules">
      <summary>{t('orders.refund.rules.title')}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}
