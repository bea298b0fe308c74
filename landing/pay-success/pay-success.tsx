/** Payment result page (spec 2.37): shows the order's status, then redirects to the order list. */
import { useEffect, useState, type ReactNode } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import { localName, yuan } from '#client/i18n/format.ts'
import { forgetWaitingOrder, parseOrderId } from '#client/cashier.ts'
import { toLoginUrl } from '#client/routes.ts'
import { signOut } from '#client/session/session.ts'
import { Layout } from '#landing/layout.tsx'
import type { PageProps } from '#landing/pages.ts'
import { useResult } from '#landing/pay-success/poll-order.ts'
import { messageOf } from '#landing/messages.ts'
import { times } from '#contract/limits.ts'
import type { OrderWithEvents } from '#contract/orders.ts'
import { language } from '#client/i18n/language.ts'
import { formatMessage, type MessageKey, type MessageTree, type Values } from '#locales/messages.ts'
import type { zh as checkout } from '#locales/checkout.ts'
import './pay-success.css'

const ordersPath = '/UserCenterOrder'
const msPerSecond = 1_000

export const loadDependencies = loadMessages

export function Page({ open }: PageProps) {
  const [attempt, setAttempt] = useState(0)
  useEffect(forgetWaitingOrder, [])
  return (
    <Layout title={resultMessage('result.title')}>
      <Outcome key={attempt} open={open} onRetry={() => setAttempt(attempt + 1)} />
    </Layout>
  )
}

function Outcome({ open, onRetry }: PageProps & { onRetry: () => void }) {
  const result = useResult(parseOrderId(location.search))
  const returnPath = location.pathname + location.search
  const ordersLink = (
    <a className="button" href={ordersPath}>
      {resultMessage('result.orders')}
    </a>
  )
  const retryButton = (
    <button className="button button-primary" type="button" onClick={onRetry}>
      {resultMessage('result.again')}
    </button>
  )
  switch (result.type) {
    case 'asking':
      return <ResultText tone="waiting" title={resultMessage('result.asking')} />
    case 'waiting':
      return (
        <ResultText
          tone="waiting"
          title={resultMessage('result.waiting')}
          text={resultMessage('result.waitingHelp')}
        >
          {ordersLink}
        </ResultText>
      )
    case 'paid':
      return <Paid order={result.order} open={open} />
    case 'late':
      return (
        <ResultText
          tone="unsure"
          title={resultMessage('result.late')}
          text={resultMessage('result.lateHelp')}
        >
          {retryButton}
          {ordersLink}
        </ResultText>
      )
    case 'closed':
      return (
        <ResultText
          tone="unsure"
          title={resultMessage(`result.closed.${result.status}`)}
          text={resultMessage('result.closedHelp')}
        >
          {ordersLink}
        </ResultText>
      )
    case 'unknown':
      return (
        <ResultText
          tone="unsure"
          title={resultMessage('result.unknown')}
          text={resultMessage('result.unknownHelp')}
        >
          {ordersLink}
        </ResultText>
      )
    case 'failed':
      return (
        <ResultText
          tone="unsure"
          title={resultMessage('result.failed')}
          text={`${messageOfError(result.error)} ${resultMessage('result.failedHelp')}`}
        >
          {retryButton}
          {ordersLink}
        </ResultText>
      )
    case 'signedOut':
      return (
        <ResultText
          tone="unsure"
          title={resultMessage('result.signedOut')}
          text={resultMessage('result.signedOutHelp')}
        >
          <a className="button button-primary" href={toLoginUrl(returnPath)}>
            {resultMessage('result.toLogin')}
          </a>
        </ResultText>
      )
    case 'notYours': {
      const switchAccount = () => {
        signOut()
        open(toLoginUrl(returnPath))
      }
      return (
        <ResultText
          tone="unsure"
          title={resultMessage('result.notYours')}
          text={resultMessage('result.notYoursHelp')}
        >
          <button className="button" type="button" onClick={switchAccount}>
            {resultMessage('result.otherAccount')}
          </button>
          {ordersLink}
        </ResultText>
      )
    }
  }
}

/** Redirects after a countdown that the user can cancel. */
function Paid({ order, open }: PageProps & { order: OrderWithEvents | undefined }) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(
    times.paySuccessRedirectDelay / msPerSecond,
  )
  useEffect(() => {
    if (secondsLeft === null) return
    if (secondsLeft === 0) {
      open(ordersPath)
      return
    }
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), msPerSecond)
    return () => clearTimeout(timer)
  }, [secondsLeft, open])
  return (
    <ResultText
      tone="done"
      title={resultMessage('result.paid')}
      text={resultMessage('result.paidHelp')}
      details={
        <>
          {order && <p>{orderSentence(order)}</p>}
          {order && <p>{resultMessage('result.no', { no: order.no })}</p>}
          {secondsLeft !== null && (
            <p aria-hidden="true">{resultMessage('result.leaving', { count: secondsLeft })}</p>
          )}
        </>
      }
    >
      <a className="button button-primary" href={ordersPath}>
        {secondsLeft === null ? resultMessage('result.orders') : resultMessage('result.now')}
      </a>
      {secondsLeft !== null && (
        <button className="button" type="button" onClick={() => setSecondsLeft(null)}>
          {resultMessage('result.stay')}
        </button>
      )}
    </ResultText>
  )
}

type ResultTextProps = {
  tone: 'waiting' | 'unsure' | 'done'
  title: string
  text?: string
  details?: ReactNode
  children?: ReactNode
}

function ResultText({ tone, title, text, details, children }: ResultTextProps) {
  return (
    <section className="pay-result">
      <div role="status">
        <StatusIcon tone={tone} />
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      {details}
      <div className="pay-actions">{children}</div>
    </section>
  )
}

const messageOfError = (error: unknown) => errorMessage(error, messageOf).text

const orderSentence = ({ memberGroupName, memberGroupEnName, salesNum, amount }: OrderWithEvents) =>
  resultMessage('result.bought', {
    name: localName({ name: memberGroupName, enName: memberGroupEnName }),
    count: salesNum,
    amount: yuan(amount),
  })

/** Icon of the payment result: done, waiting or unknown. */
function StatusIcon({ tone }: Pick<ResultTextProps, 'tone'>) {
  return (
    <svg
      className="pay-mark"
      data-tone={tone}
      viewBox="0 0 64 64"
      width="64"
      height="64"
      fill="none"
      aria-hidden="true"
    >
      <circle cx="32" cy="32" r="30" />
      {tone === 'done' && <path d="m20 33 8.5 8.5L45 25" />}
      {tone === 'waiting' && <path d="M32 17v15l10 6" />}
      {tone === 'unsure' && <path d="M32 18v18M32 44.5v.5" />}
    </svg>
  )
}

let messages: MessageTree = {}

/** Messages of the payment result page, loaded only with it. */
async function loadMessages(): Promise<void> {
  messages = (
    language() === 'zh'
      ? await import('#locales/load/checkout-zh.ts')
      : await import('#locales/load/checkout-en.ts')
  ).messages
}

const resultMessage = (
  key: `result.${MessageKey<(typeof checkout)['result']>}`,
  values?: Values,
): string => formatMessage(messages, language(), key, values) ?? key
