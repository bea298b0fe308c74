/** State of a payment without a code: headline, explanation and actions. */
import { failureRole } from '#client/refusals.ts'
import type { ReactNode } from 'react'
import { yuan } from '#client/i18n/format.ts'
import { Prose } from '#client/i18n/prose.tsx'
import { errorMessage } from '#client/api/error-message.ts'
import { paySuccessFor } from '#client/pay-info.ts'
import { isOrdered } from '#console/features/checkout/create-order.ts'
import { hasTime, type PaymentEvent, type State } from '#console/features/checkout/machine.ts'
import { UnsafeForm } from '#console/features/checkout/pay-form.ts'
import type { PayView } from '#console/features/checkout/pay-dialog.tsx'
import { t, word } from '#console/refine/i18n.ts'
import { RequestId } from '#console/ui/toasts.tsx'
import { AppLink } from '#console/ui/app-link.tsx'

type Send = (event: PaymentEvent) => void
type Saying = {
  title: string
  help?: string
  tone?: 'danger' | 'success'
  error?: unknown
  working?: true
  ways?: ReactNode
}

export function PaymentStatus({ bill, state, send }: { bill: PayView; state: State; send: Send }) {
  const { title, help, tone, error, working, ways } = sayingOf(
    state,
    send,
    bill.again !== undefined,
  )
  const failure = error === undefined ? undefined : errorMessage(error, word)
  return (
    <>
      <p className="pay-amount">
        <span>{bill.what}</span>
        <b>{yuan(bill.amount)}</b>
      </p>
      <div className="pay-says" role={tone === 'danger' ? 'alert' : 'status'} aria-busy={working}>
        {working && <i className="pay-working" />}
        <h3 data-tone={tone} data-first={ways ? undefined : true} tabIndex={-1}>
          {title}
        </h3>
        {help && (
          <p>
            <Prose>{help}</Prose>
          </p>
        )}
        {failure && <p>{failure.text}</p>}
        {failure?.requestId && <RequestId id={failure.requestId} />}
      </div>
      {failure && (
        <div className="pay-says" role={failureRole(error)}>
          <p>{failure.text}</p>
          {failure.requestId && <RequestId id={failure.requestId} />}
        </div>
      )}
      <div className="ways">{ways}</div>
    </>
  )
}

function sayingOf(state: State, send: Send, again: boolean): Saying {
  const way = (
    is: 'again' | 'stay' | 'recharged' | 'notRecharged' | 'close',
    label: string,
    first = false,
  ) => (
    <button
      key={is}
      type="button"
      className={first ? 'button primary' : 'button'}
      data-first={first || undefined}
      onClick={() => send({ is })}
    >
      {label}
    </button>
  )
  const close = (first = false) => way('close', t('buying.pay.close'), first)
  const timeLeft = hasTime(state, Date.now())
  switch (state.at) {
    case 'creating':
      return { title: t(again ? 'buying.pay.opening' : 'buying.pay.creating'), working: true }
    case 'notCreated': {
      const ordered = again || isOrdered(state.error)
      return {
        title: t(ordered ? 'buying.pay.notOpened' : 'buying.pay.notCreated'),
        help: t(ordered ? 'buying.pay.notOpenedHelp' : 'buying.pay.notCreatedHelp'),
        tone: 'danger',
        error: state.error,
        ways: [close(), way('again', t('buying.pay.again'), true)],
      }
    }
    case 'handedOver':
      return {
        title: t('buying.pay.handedOver'),
        help: t('buying.pay.handedOverHelp'),
        working: true,
      }
    case 'formRefused':
      return {
        title: t('buying.pay.formRefused'),
        help: whyRefused(state.error),
        tone: 'danger',
        ways: close(true),
      }
    case 'question':
      return {
        title: t(timeLeft || state.order.byForm ? 'buying.pay.asked' : 'buying.pay.timeUp'),
        help: t('buying.pay.askedHelp'),
        ways: [
          way('notRecharged', t('buying.pay.notRecharged')),
          timeLeft && way('stay', t('buying.pay.stay')),
          way('recharged', t('buying.pay.recharged'), true),
        ],
      }
    case 'checking':
      return { title: t('buying.pay.checking'), working: true }
    case 'notFound':
      return {
        title: t(state.error === undefined ? 'buying.pay.notFound' : 'buying.pay.notChecked'),
        help: t('buying.pay.notFoundHelp'),
        error: state.error,
        ways: [
          close(),
          timeLeft && way('stay', t('buying.pay.stay')),
          way('recharged', t('buying.pay.checkAgain'), true),
          <AppLink key="orders" route="UserCenterOrder">
            {t('buying.pay.toOrders')}
          </AppLink>,
        ],
      }
    case 'closed':
      return {
        title: t(`buying.pay.closed.${state.status}`),
        help: t('buying.pay.closedHelp'),
        ways: close(true),
      }
    case 'paid':
      return {
        title: t('buying.pay.paid'),
        help: t('buying.pay.paidHelp'),
        tone: 'success',
        ways: (
          <a className="button primary" data-first href={paySuccessFor(state.order)}>
            {t('buying.pay.toResult')}
          </a>
        ),
      }
    default:
      return { title: t('buying.pay.title') }
  }
}

function whyRefused(error: unknown): string {
  return error instanceof UnsafeForm && error.host
    ? t('buying.pay.formHost', { host: error.host })
    : t('buying.pay.formBroken')
}
