/** Forms that credit an unmatched payment to an order or an account, or mark it as given back. */
import { useState, type FormEvent, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { localName, yuan } from '#client/i18n/format.ts'
import { language } from '#client/i18n/language.ts'
import { fromWire } from '#client/i18n/time.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import {
  unmatchedPayments,
  type CandidateOrder,
  type UnmatchedPaymentDetails,
} from '#contract/operator/unmatched-payments.ts'
import { CreditEffect } from '#operator/payments/credit-effect.tsx'
import { SecondOperatorNote } from '#operator/payments/second-operator-note.tsx'
import type { Outcome } from '#contract/operator/day-limits.ts'
import {
  CodeTag,
  Failure,
  focusInvalid,
  Labelled,
  RequiredInput,
  t,
  useCall,
} from '#operator/payments/parts.tsx'
import { formatWait } from '#locales/numbers.ts'

type Props = { payment: UnmatchedPaymentDetails; close: () => void }

export function CreditOrderForm({ payment, close }: Props) {
  const { id, amount, candidates } = payment
  const [orderNo, setOrderNo] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const preview = useCall(
    unmatchedPayments.previewOrder,
    orderNo === '' ? undefined : { id, orderNo },
  )
  const { error, isWorking, run } = useHandlingMutation('doneOrder', close)
  const { ask, dialog } = useConfirm()
  const confirm = (account: string) =>
    ask({
      text: t('payments.handle.askOrder', { amount: yuan(amount), no: orderNo, account }),
      confirmLabel: t('payments.handle.credit'),
      danger: false,
      onConfirm: () => run(() => idempotentCall(unmatchedPayments.assign, { id, orderNo })),
    })
  const approval = preview.data?.approval ?? null
  const submit = (button: HTMLElement) => {
    setTried(true)
    if (!preview.data || focusInvalid(button)) return
    if (approval === null) void confirm(preview.data.account)
    else void run(() => idempotentCall(unmatchedPayments.assign, { id, orderNo, note }))
  }
  return (
    <>
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
                checked={order.no === orderNo}
                disabled={isWorking}
                onChange={() => setOrderNo(order.no)}
              />
              <Candidate order={order} payment={payment} />
            </label>
          ))}
        </fieldset>
      ) : (
        <p>{t('payments.handle.noCandidates')}</p>
      )}
      <LookUpForm
        label={t('payments.handle.otherOrder')}
        disabled={isWorking}
        onLookUp={setOrderNo}
        isCurrent={(text) => text === orderNo}
      />
      <SubmitArea
        label={
          approval === null
            ? t('payments.handle.submitOrder', { amount: yuan(amount) })
            : t('payments.approval.submit')
        }
        disabled={!preview.data}
        isWorking={isWorking}
        onSubmit={submit}
      >
        <CreditEffect query={preview} />
        {preview.data?.closesBill === 1 && (
          <p className="form-note">{t('payments.handle.openOrder')}</p>
        )}
        <SecondOperatorNote approval={approval} kind="credits" />
        {approval !== null && (
          <RequiredInput
            label={t('payments.handle.note')}
            help={t('payments.approval.noteHelp')}
            value={note}
            maxLength={200}
            disabled={isWorking}
            isTried={isTried}
            onChange={setNote}
          />
        )}
        {error !== null && <Failure error={error} />}
      </SubmitArea>
      {dialog}
    </>
  )
}

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

export function CreditAccountForm({ payment, close }: Props) {
  const { id, amount } = payment
  const [account, setAccount] = useState(payment.namedOrder?.account ?? '')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const preview = useCall(
    unmatchedPayments.previewAccount,
    account === '' ? undefined : { id, account },
  )
  const { error, isWorking, run } = useHandlingMutation('doneAccount', close)
  const { ask, dialog } = useConfirm()
  const confirm = (name: string) =>
    ask({
      text: t('payments.handle.askAccount', { amount: yuan(amount), account: name }),
      confirmLabel: t('payments.handle.credit'),
      danger: false,
      onConfirm: () => run(() => idempotentCall(unmatchedPayments.credit, { id, account, note })),
    })
  const approval = preview.data?.approval ?? null
  return (
    <>
      <LookUpForm
        label={t('payments.handle.account')}
        help={t('payments.handle.accountHelp')}
        initial={account}
        disabled={isWorking}
        onLookUp={setAccount}
        isCurrent={(text) => text === account}
      />
      <RequiredInput
        label={t('payments.handle.note')}
        help={t('payments.handle.noteHelp')}
        value={note}
        maxLength={200}
        disabled={isWorking}
        isTried={isTried}
        onChange={setNote}
      />
      <SubmitArea
        label={
          approval === null
            ? t('payments.handle.submitAccount', { amount: yuan(amount) })
            : t('payments.approval.submit')
        }
        disabled={!preview.data}
        isWorking={isWorking}
        onSubmit={(button) => {
          setTried(true)
          if (focusInvalid(button) || !preview.data) return
          if (approval === null) void confirm(preview.data.account)
          else void run(() => idempotentCall(unmatchedPayments.credit, { id, account, note }))
        }}
      >
        <CreditEffect query={preview} />
        <SecondOperatorNote approval={approval} kind="credits" />
        {error !== null && <Failure error={error} />}
      </SubmitArea>
      {dialog}
    </>
  )
}

export function MarkReturnedForm({ payment: { id, amount }, close }: Props) {
  const [reference, setReference] = useState('')
  const [isTried, setTried] = useState(false)
  const { error, isWorking, run } = useHandlingMutation('doneReturned', close)
  return (
    <>
      <RequiredInput
        label={t('payments.handle.reference')}
        help={t('payments.handle.referenceHelp')}
        value={reference}
        maxLength={200}
        disabled={isWorking}
        isTried={isTried}
        onChange={setReference}
      />
      <SubmitArea
        label={t('payments.handle.submitReturned', { amount: yuan(amount) })}
        disabled={false}
        isWorking={isWorking}
        onSubmit={(button) => {
          setTried(true)
          if (!focusInvalid(button))
            void run(() => idempotentCall(unmatchedPayments.markReturned, { id, reference }))
        }}
      >
        {error !== null && <Failure error={error} />}
      </SubmitArea>
    </>
  )
}

/** Text that is looked up with Enter or the button; `isCurrent`: the text was looked up already. */
function LookUpForm({
  label,
  help,
  initial = '',
  disabled,
  onLookUp,
  isCurrent,
}: {
  label: string
  help?: string
  initial?: string
  disabled: boolean
  onLookUp: (text: string) => void
  isCurrent: (text: string) => boolean
}) {
  const [text, setText] = useState(initial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onLookUp(text.trim())
  }
  return (
    <form className="look-up" onSubmit={submit}>
      <Labelled label={label} help={help}>
        <input
          className="control"
          value={text}
          maxLength={255}
          disabled={disabled}
          onChange={({ target }) => setText(target.value)}
        />
      </Labelled>
      <button
        type="submit"
        className="button"
        disabled={disabled || text.trim() === '' || isCurrent(text.trim())}
      >
        {t('payments.handle.look')}
      </button>
    </form>
  )
}

/** Submit button below a preview of its effect; stays visible below a long list. */
function SubmitArea({
  label,
  disabled,
  isWorking,
  onSubmit,
  children,
}: {
  children: ReactNode
  label: string
  disabled: boolean
  isWorking: boolean
  onSubmit: (button: HTMLElement) => void
}) {
  return (
    <div className="payment-submit">
      {children}
      <button
        type="button"
        className="button primary"
        disabled={disabled || isWorking}
        aria-busy={isWorking}
        onClick={({ currentTarget }) => onSubmit(currentTarget)}
      >
        {isWorking ? t('payments.handle.working') : label}
      </button>
    </div>
  )
}

/** Runs the change, closes the drawer and refetches the lists. `done`: key of the success message. */
function useHandlingMutation(
  done: 'doneOrder' | 'doneAccount' | 'doneReturned',
  close: () => void,
) {
  const refresh = useRefreshAll()
  const { error, isPending, mutateAsync } = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: (result) => {
      const isAsked = (result as Outcome | null)?.outcome === 'asked'
      notifyDone(t(isAsked ? 'payments.approval.done' : `payments.handle.${done}`))
      close()
    },
    onSettled: refresh,
  })
  /** Resolves to whether it succeeded; the error is shown by the caller. */
  const run = (work: () => Promise<unknown>) =>
    mutateAsync(work).then(
      () => true,
      () => false,
    )
  return { error, isWorking: isPending, run }
}
