/** Payment dialog (spec 2.31, 4.8): the code and the time left, or the state of the payment. */
import {
  useCallback,
  useState,
  type ReactNode,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { resumePayment, startPayment, type PaymentDriver } from '#client/payment/driver.ts'
import {
  orderEffects,
  paymentEffects,
  type Bill,
  type NewBill,
  UnsafeFormError,
} from '#console/features/checkout/effects.ts'
import './paying.css'
import { t, messageOf } from '#console/refine/i18n.ts'
import { FailureHelp } from '#console/ui/contact-support.tsx'
import { Dialog } from '#console/ui/overlays.tsx'
import '../../ui/overlays.css'
import { yuan } from '#client/i18n/format.ts'
import { hasTime, type PaymentEvent, type State } from '#client/payment/machine.ts'
import { times } from '#contract/limits.ts'
import { Prose } from '#client/i18n/prose.tsx'
import { errorMessage, failureRole } from '#client/api/error-message.ts'
import {
  forgetWaitingOrder,
  readWaitingOrder,
  rememberWaitingOrder,
  toPaySuccessUrl,
} from '#client/cashier.ts'
import { findCreatedOrder } from '#console/features/checkout/create-order.ts'
import { PayCode } from '#console/features/checkout/pay-code.tsx'
import { CancelOrder } from '#console/features/checkout/cancel-order.tsx'
import { AppLink } from '#console/ui/app-link.tsx'
import { useFeed } from '#console/features/notifications/feed.ts'
import { onTopicsChanged } from '#console/refine/live.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { notices } from '#contract/notices.ts'
import { orders } from '#contract/orders.ts'
import { topicOf } from '#contract/topics.ts'

type OpenPayment = { readonly bill: Bill; readonly driver: PaymentDriver }

/**
 * `pay` starts a payment; `resume` continues the order that waited before a reload or a visit to the
 * payment page, if there is one. `onEnd` is called when the dialog closes without a redirect to the
 * result page.
 */
export function usePayment(onEnd?: () => void) {
  const [open, setOpen] = useState<OpenPayment>()
  const pay = useCallback(
    (bill: NewBill) => setOpen({ bill, driver: startPayment(paymentEffects(bill)) }),
    [],
  )
  const resume = useCallback(() => {
    const waiting = readWaitingOrder()
    if (!waiting) return
    const { id, no, code, endsAt, until, ...bill } = waiting
    const order = { id, no, code: code ?? '', usesForm: code === undefined, until }
    setOpen({ bill, driver: resumePayment(orderEffects, order, endsAt) })
  }, [])
  const end = () => {
    setOpen(undefined)
    onEnd?.()
  }
  const dialog: ReactNode = open && <PayDialog bill={open.bill} driver={open.driver} onEnd={end} />
  return { pay, resume, dialog }
}

function PayDialog({
  bill,
  driver,
  onEnd,
}: {
  bill: Bill
  driver: PaymentDriver
  onEnd: () => void
}) {
  const state = useSyncExternalStore(driver.subscribe, driver.state)
  useOrderNotifications(driver)
  const container = useRef<HTMLDivElement>(null)
  const latestOnEnd = useRef(onEnd)
  useEffect(() => {
    latestOnEnd.current = onEnd
  })
  useOrderMemory(bill, state)
  const { at } = state
  useEffect(() => {
    if (at === 'stopped') latestOnEnd.current()
    else container.current?.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
  }, [at])
  return (
    <Dialog
      shape="modal"
      title={t('checkout.pay.title')}
      onClose={() => driver.send({ type: 'close' })}
    >
      <div className="paying" ref={container}>
        {state.at === 'watching' ? (
          <PayCode bill={bill} state={state} />
        ) : (
          <PaymentStatus bill={bill} state={state} send={driver.send} />
        )}
      </div>
    </Dialog>
  )
}

/** Keeps an order with a code for a reload, until its payment has ended. */
function useOrderMemory({ payChannel, amount, description }: Bill, state: State): void {
  const { at } = state
  const watched = at === 'watching' ? state : undefined
  const { order, endsAt } = watched ?? {}
  useEffect(() => {
    if (order && endsAt !== undefined)
      rememberWaitingOrder({
        id: order.id,
        no: order.no,
        payChannel,
        amount,
        description,
        code: order.code,
        endsAt,
        until: order.until ?? endsAt - times.payDialogTimeout + times.paymentPeriod,
      })
  }, [order, endsAt, payChannel, amount, description])
  useEffect(() => {
    if (['paid', 'closed', 'stopped'].includes(at)) forgetWaitingOrder()
  }, [at])
}

type Send = (event: PaymentEvent) => void
type StatusContent = {
  title: string
  help?: string
  tone?: 'danger' | 'success'
  error?: unknown
  isWorking?: true
  actions?: ReactNode
}

const statesWithHelp: readonly State['at'][] = ['notCreated', 'formRefused', 'notFound', 'closed']

/** State of a payment without a code: headline, explanation and actions. */
function PaymentStatus({ bill, state, send }: { bill: Bill; state: State; send: Send }) {
  const { title, help, tone, error, isWorking, actions } = statusContent(
    state,
    send,
    bill.existing !== undefined,
  )
  const failure = error === undefined ? undefined : errorMessage(error, messageOf)
  return (
    <>
      <p className="pay-amount">
        <span>{bill.description}</span>
        <b>{yuan(bill.amount)}</b>
      </p>
      <div className="pay-status">
        <div
          className="pay-message"
          role={tone === 'danger' ? 'alert' : 'status'}
          aria-busy={isWorking}
        >
          {isWorking && <i className="pay-working" />}
          <h3 data-tone={tone} data-initial-focus={actions ? undefined : true} tabIndex={-1}>
            {title}
          </h3>
          {help && (
            <p>
              <Prose>{help}</Prose>
            </p>
          )}
        </div>
        {failure && (
          <div className="pay-message" role={failureRole(error)}>
            <p>{failure.text}</p>
          </div>
        )}
        {statesWithHelp.includes(state.at) && (
          <FailureHelp
            requestId={failure?.requestId}
            orderNo={'order' in state ? state.order.no : undefined}
          />
        )}
      </div>
      <div className="button-row">{actions}</div>
    </>
  )
}

function statusContent(state: State, send: Send, isExisting: boolean): StatusContent {
  const actionButton = (
    type: 'again' | 'stay' | 'recharged' | 'notRecharged' | 'close',
    label: string,
    variant?: 'primary',
  ) => (
    <button
      key={type}
      type="button"
      className={variant === 'primary' ? 'button primary' : 'button'}
      data-initial-focus={variant === 'primary' || undefined}
      onClick={() => send({ type })}
    >
      {label}
    </button>
  )
  const closeButton = (variant?: 'primary') =>
    actionButton('close', t('checkout.pay.close'), variant)
  const hasTimeLeft = hasTime(state, Date.now())
  switch (state.at) {
    case 'creating':
      return {
        title: t(isExisting ? 'checkout.pay.opening' : 'checkout.pay.creating'),
        isWorking: true,
      }
    case 'notCreated': {
      const isOrdered = isExisting || findCreatedOrder(state.error) !== undefined
      return {
        title: t(isOrdered ? 'checkout.pay.notOpened' : 'checkout.pay.notCreated'),
        help: t(isOrdered ? 'checkout.pay.notOpenedHelp' : 'checkout.pay.notCreatedHelp'),
        tone: 'danger',
        error: state.error,
        actions: [closeButton(), actionButton('again', t('checkout.pay.again'), 'primary')],
      }
    }
    case 'redirecting':
      return {
        title: t('checkout.pay.redirecting'),
        help: t('checkout.pay.redirectingHelp'),
        isWorking: true,
      }
    case 'formRefused':
      return {
        title: t('checkout.pay.formRefused'),
        help: formErrorText(state.error),
        tone: 'danger',
        actions: closeButton('primary'),
      }
    case 'question':
      return {
        title: t(
          hasTimeLeft || state.order.usesForm ? 'checkout.pay.asked' : 'checkout.pay.timeUp',
        ),
        help: t('checkout.pay.askedHelp'),
        actions: [
          <CancelOrder key="cancel" order={state.order} onEnd={() => send({ type: 'notified' })} />,
          actionButton('notRecharged', t('checkout.pay.notRecharged')),
          hasTimeLeft && actionButton('stay', t('checkout.pay.stay')),
          actionButton('recharged', t('checkout.pay.recharged'), 'primary'),
        ],
      }
    case 'checking':
      return { title: t('checkout.pay.checking'), isWorking: true }
    case 'notFound':
      return {
        title: t(state.error === undefined ? 'checkout.pay.notFound' : 'checkout.pay.notChecked'),
        help: t('checkout.pay.notFoundHelp'),
        error: state.error,
        actions: [
          closeButton(),
          hasTimeLeft && actionButton('stay', t('checkout.pay.stay')),
          actionButton('recharged', t('checkout.pay.checkAgain'), 'primary'),
          <AppLink key="orders" route="UserCenterOrder">
            {t('checkout.pay.toOrders')}
          </AppLink>,
        ],
      }
    case 'closed':
      return {
        title: t(`checkout.pay.closed.${state.status}`),
        help: t('checkout.pay.closedHelp'),
        actions: closeButton('primary'),
      }
    case 'paid':
      return {
        title: t('checkout.pay.paid'),
        help: t('checkout.pay.paidHelp'),
        tone: 'success',
        actions: (
          <a className="button primary" data-initial-focus href={toPaySuccessUrl(state.order)}>
            {t('checkout.pay.toResult')}
          </a>
        ),
      }
    default:
      return { title: t('checkout.pay.title') }
  }
}

function formErrorText(error: unknown): string {
  return error instanceof UnsafeFormError && error.host
    ? t('checkout.pay.formHost', { host: error.host })
    : t('checkout.pay.formBroken')
}

const orderTopic = topicOf(orders.payInfo)

/**
 * A backend without the notices extension streams no order changes, so polling stays fast there.
 */
function useOrderNotifications({ send }: PaymentDriver): void {
  const { isStreamOpen } = useFeed()
  const { serves } = useCapabilities()
  const isStreamed = isStreamOpen && serves(notices.page)
  useEffect(() => {
    send({ type: isStreamed ? 'streamOpened' : 'streamClosed' })
  }, [send, isStreamed])
  useEffect(() => {
    const unsubscribe = onTopicsChanged(
      (changed) => changed.includes(orderTopic) && send({ type: 'notified' }),
    )
    return unsubscribe
  }, [send])
}
