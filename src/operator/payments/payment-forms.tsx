/** Forms that credit an unmatched payment to an order or an account, or mark it as given back. */
import type { ReactNode } from 'react'
import { localName, yuan } from '#client/i18n/format.ts'
import { language } from '#client/i18n/language.ts'
import { fromWire } from '#client/i18n/time.ts'
import { FormBody } from '#console/engine/form/form-body.tsx'
import {
  callItems,
  useCallForm,
  useInput,
  type CallForm,
} from '#console/engine/form/use-call-form.ts'
import { useChannelNames } from '#console/refine/reference-data.ts'
import type { Outcome } from '#contract/operator/day-limits.ts'
import { Remark } from '#contract/operator/fields.ts'
import {
  unmatchedPayments,
  type CandidateOrder,
  type CreditPreview,
  type UnmatchedPaymentDetails,
} from '#contract/operator/unmatched-payments.ts'
import { formatWait } from '#locales/numbers.ts'
import { useChangePreview, useDemand, type ChangePreview } from '#operator/change-preview.ts'
import { changedChannel, CreditEffect } from '#operator/payments/credit-effect.tsx'
import { CodeTag, t, useHandled } from '#operator/payments/parts.tsx'
import { SecondOperatorNote } from '#operator/payments/second-operator-note.tsx'

type Props = {
  payment: UnmatchedPaymentDetails
  close: () => void
  /** What is known about the payment. */
  intro: ReactNode
}

export function CreditOrderForm({ payment, close, intro }: Props) {
  const { id, amount, candidates } = payment
  /** For the second operator. */
  const note = useDemand()
  const form = useCallForm({
    name: 'credit-order',
    resource: 'unmatchedPayments',
    call: unmatchedPayments.assign,
    items: callItems(unmatchedPayments.assign, {
      orderNo: { label: t('payments.handle.orderNo'), help: t('payments.handle.orderHelp') },
      note: note.isDemanded && {
        label: t('payments.handle.note'),
        help: t('payments.approval.noteHelp'),
        schema: Remark,
      },
    }),
    initialValues: { orderNo: onlyOrderOfCustomer(candidates) },
    fixed: { id },
    done: doneMessage('payments.handle.doneOrder'),
    ...useHandled(close),
  })
  const { antdForm } = form
  const input = useInput(form)
  const preview = useChangePreview(unmatchedPayments.previewOrder, input)
  note.update(preview.data && preview.data.approval !== null)
  const choose = (value: string) =>
    antdForm.setFields([{ name: 'orderNo', value, touched: true, errors: [] }])
  return (
    <CreditForm
      form={form}
      preview={preview}
      saveLabel={t('payments.handle.submitOrder', { amount: yuan(amount) })}
      question={({ account }) =>
        t('payments.handle.askOrder', {
          amount: yuan(amount),
          no: String(input['orderNo']),
          account,
        })
      }
      intro={
        <>
          {intro}
          {candidates.length > 0 ? (
            <fieldset className="candidates">
              <legend>
                {t('payments.handle.candidates')}
                <small>{t('payments.handle.candidatesHelp')}</small>
              </legend>
              {candidates.map((order) => (
                <label key={order.no}>
                  <input
                    type="radio"
                    name="candidate"
                    checked={order.no === input['orderNo']}
                    disabled={form.isSaving}
                    onChange={() => choose(order.no)}
                  />
                  <Candidate order={order} payment={payment} />
                </label>
              ))}
            </fieldset>
          ) : (
            <p>{t('payments.handle.noCandidates')}</p>
          )}
        </>
      }
    />
  )
}

/** Chosen at first: the only candidate, if the payment names its customer. */
const onlyOrderOfCustomer = ([first, ...others]: readonly CandidateOrder[]) =>
  first?.sameCustomer === 1 && others.length === 0 ? first.no : undefined

function Candidate({
  order,
  payment,
}: {
  order: CandidateOrder
  payment: UnmatchedPaymentDetails
}) {
  const seconds =
    (fromWire(payment.payDateTime).getTime() - fromWire(order.createDateTime).getTime()) / 1_000
  const name = localName({ name: order.memberGroupName, enName: order.memberGroupEnName })
  return (
    <span className="candidate">
      <b>{order.account}</b>
      <CodeTag code="payStatus" value={order.payStatus} />
      <span>
        {order.no} · {name}
      </span>
      <small>
        {[
          whenOrdered(seconds),
          ...(order.sameCustomer ? [t('payments.handle.sameCustomer')] : []),
          ...(order.sameChannel ? [t('payments.handle.sameChannel')] : []),
        ].join(' · ')}
      </small>
    </span>
  )
}

const secondsPerDay = 86_400

/** When the order was placed, relative to the payment. */
function whenOrdered(secondsBefore: number): string {
  if (secondsBefore < 0) return t('payments.handle.after')
  return secondsBefore >= 2 * secondsPerDay
    ? t('payments.handle.beforeDays', { days: Math.floor(secondsBefore / secondsPerDay) })
    : t('payments.handle.before', { time: formatWait(language(), secondsBefore) })
}

export function CreditAccountForm({ payment, close, intro }: Props) {
  const { id, amount, namedOrder } = payment
  const form = useCallForm({
    name: 'credit-account',
    resource: 'unmatchedPayments',
    call: unmatchedPayments.credit,
    items: callItems(unmatchedPayments.credit, {
      account: { label: t('payments.handle.account'), help: t('payments.handle.accountHelp') },
      note: { label: t('payments.handle.note'), help: t('payments.handle.noteHelp') },
    }),
    initialValues: { account: namedOrder?.account ?? undefined },
    fixed: { id },
    done: doneMessage('payments.handle.doneAccount'),
    ...useHandled(close),
  })
  return (
    <CreditForm
      form={form}
      preview={useChangePreview(unmatchedPayments.previewAccount, useInput(form))}
      saveLabel={t('payments.handle.submitAccount', { amount: yuan(amount) })}
      question={({ account }) => t('payments.handle.askAccount', { amount: yuan(amount), account })}
      intro={intro}
    />
  )
}

export function MarkReturnedForm({ payment: { id, amount }, close, intro }: Props) {
  const form = useCallForm({
    name: 'returned',
    resource: 'unmatchedPayments',
    call: unmatchedPayments.markReturned,
    items: callItems(unmatchedPayments.markReturned, {
      reference: {
        label: t('payments.handle.reference'),
        help: t('payments.handle.referenceHelp'),
      },
    }),
    fixed: { id },
    done: () => t('payments.handle.doneReturned'),
    ...useHandled(close),
  })
  return (
    <FormBody
      form={form}
      intro={<div className="payment-facts">{intro}</div>}
      saveLabel={t('payments.handle.submitReturned', { amount: yuan(amount) })}
    />
  )
}

/** Shows what crediting would do, and asks before it; an approval is asked for without a question. */
function CreditForm({
  form,
  intro,
  preview,
  saveLabel,
  question,
}: {
  form: CallForm
  intro: ReactNode
  preview: ChangePreview<CreditPreview>
  saveLabel: string
  question: (preview: CreditPreview) => string
}) {
  const { data } = preview
  const approval = data?.approval ?? null
  const channelNameOf = useChannelNames()
  const questionOf = (credit: CreditPreview) => {
    const change = changedChannel(credit)
    return change
      ? `${question(credit)}\n${t('payments.handle.askChannel', {
          before: channelNameOf(change.before),
          after: channelNameOf(change.after),
        })}`
      : question(credit)
  }
  return (
    <FormBody
      form={form}
      canSave={data !== undefined}
      question={
        data && approval === null
          ? { text: questionOf(data), confirmLabel: t('payments.handle.credit') }
          : undefined
      }
      intro={<div className="payment-facts">{intro}</div>}
      preview={
        <>
          <CreditEffect query={preview} />
          {data?.closesBill === 1 && <p className="form-note">{t('payments.handle.openOrder')}</p>}
          <SecondOperatorNote approval={approval} kind="credits" />
        </>
      }
      saveLabel={approval === null ? saveLabel : t('payments.approval.submit')}
    />
  )
}

const doneMessage =
  (done: 'payments.handle.doneOrder' | 'payments.handle.doneAccount') =>
  ({ outcome }: Outcome) =>
    t(outcome === 'asked' ? 'payments.approval.done' : done)
