/** Drawer with an unmatched payment: why it was not credited, its likely orders, and what to do. */
import { useState } from 'react'
import { yuan } from '#client/i18n/format.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { Segments } from '#ui/tabs.tsx'
import {
  unmatchedPayments,
  type UnmatchedPayment,
  type UnmatchedPaymentDetails,
} from '#contract/operator/unmatched-payments.ts'
import { canCall } from '#contract/roles.ts'
import { useCurrentOperator } from '#operator/current-operator.ts'
import { AccountLink } from '#operator/customers/account-cell.tsx'
import { FactList } from '#console/ui/fact-list.tsx'
import { paymentState } from '#operator/payments/state-with-request.tsx'
import { CodeTag, Loaded, t, useCall } from '#operator/payments/parts.tsx'
import {
  MarkReturnedForm,
  CreditAccountForm,
  CreditOrderForm,
} from '#operator/payments/payment-forms.tsx'

export default function HandlePayment({
  row,
  close,
}: {
  row: UnmatchedPayment
  close: () => void
}) {
  const query = useCall(unmatchedPayments.get, { id: row.id })
  const me = useCurrentOperator()
  const isToHandle = ({ state }: UnmatchedPayment) => state === 'open'
  return (
    <FormDialog
      shape="drawer"
      title={t(isToHandle(row) ? 'payments.handle.title' : 'payments.handle.viewTitle')}
      onClose={close}
    >
      <Loaded query={query}>
        {(payment) =>
          isToHandle(payment) && canCall(unmatchedPayments.assign, me) ? (
            <Handling payment={payment} close={close} />
          ) : (
            <div className="drawer-body payment-drawer">
              <Reason payment={payment} />
              <PaymentFacts payment={payment} />
              {isToHandle(payment) && (
                <p className="form-note">{t('payments.handle.financeOnly')}</p>
              )}
            </div>
          )
        }
      </Loaded>
    </FormDialog>
  )
}

function Reason({ payment }: { payment: UnmatchedPaymentDetails }) {
  const { amount, reason, orderNo, namedOrder, state } = payment
  // The messages contain the currency sign.
  const amountText = (cents: number | undefined) =>
    cents === undefined ? '' : yuan(cents).slice(1)
  return (
    <section className="payment-reason" data-tone={state === 'open' ? 'warning' : undefined}>
      <h3>
        {yuan(amount)}
        {paymentState({ row: payment })}
      </h3>
      <p>
        {t(`payments.why.${reason}`, {
          no: orderNo,
          paid: amountText(amount),
          amount: amountText(namedOrder?.amount),
        })}
      </p>
      {payment.approval && <p>{t('payments.creditRequest', payment.approval)}</p>}
      {state !== 'open' && state !== 'asked' && (
        <p>
          {t(`payments.handled.${state}`, {
            who: payment.handledBy ?? '',
            at: payment.handledDateTime ?? '',
            handling: payment.handling ?? '',
            account: payment.creditedAccount ?? '',
          })}
        </p>
      )}
    </section>
  )
}

function PaymentFacts({ payment }: { payment: UnmatchedPaymentDetails }) {
  const { gatewayNo, orderNo, namedOrder, gateway, payDateTime, createDateTime } = payment
  const factLabel = (fact: 'payment' | 'named' | 'gateway' | 'paid' | 'notified' | 'account') =>
    t(`payments.facts.${fact}`)
  return (
    <FactList
      facts={[
        { name: factLabel('payment'), value: gatewayNo, copy: gatewayNo },
        {
          name: factLabel('named'),
          value: namedOrder ? (
            <>
              {orderNo}
              <CodeTag code="payStatus" value={namedOrder.payStatus} />
            </>
          ) : (
            t('payments.unknownOrder', { no: orderNo })
          ),
          copy: orderNo,
        },
        {
          name: factLabel('account'),
          value: namedOrder?.account && (
            <AccountLink id={namedOrder.ownerId} account={namedOrder.account} />
          ),
          copy: namedOrder?.account,
        },
        { name: factLabel('gateway'), value: messageOf(`codes.paymentGateway.${gateway}`) },
        { name: factLabel('paid'), value: payDateTime },
        { name: factLabel('notified'), value: createDateTime },
      ]}
    />
  )
}

/** Ways to handle an unmatched payment. */
const ways = ['toOrder', 'toAccount', 'returned'] as const
type Way = (typeof ways)[number]

function Handling({ payment, close }: { payment: UnmatchedPaymentDetails; close: () => void }) {
  const [way, setWay] = useState<Way>(() => likeliestWay(payment))
  const HandlingForm = {
    toOrder: CreditOrderForm,
    toAccount: CreditAccountForm,
    returned: MarkReturnedForm,
  }[way]
  return (
    <HandlingForm
      payment={payment}
      close={close}
      intro={
        <>
          <Reason payment={payment} />
          <PaymentFacts payment={payment} />
          <h3>{t('payments.handle.how')}</h3>
          {payment.creditable === 1 ? (
            <Segments
              label={t('payments.handle.how')}
              options={ways.map((key) => ({ key, label: t(`payments.handle.${key}`) }))}
              chosen={way}
              onChoose={setWay}
            />
          ) : (
            <p>{t('payments.handle.notCreditable')}</p>
          )}
        </>
      }
    />
  )
}

/** No order fits a wrong amount, but its customer is known. */
function likeliestWay({ creditable, candidates, namedOrder }: UnmatchedPaymentDetails): Way {
  if (creditable === 0) return 'returned'
  return candidates.length === 0 && namedOrder?.account ? 'toAccount' : 'toOrder'
}
