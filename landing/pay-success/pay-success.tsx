/** Payment result page (spec 2.37): shows the order's status, then redirects to the order list. */
import { useEffect, useState, type ReactNode } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import { localName, yuan } from '#client/i18n/format.ts'
import { takeOrderAtCashier, orderIdIn } from '#client/cashier.ts'
import { loginFor } from '#client/routes.ts'
import { signOut } from '#client/session/session.ts'
import { Layout } from '#landing/layout.tsx'
import type { PageProps } from '#landing/page.ts'
import { Mark } from '#landing/pay-success/mark.tsx'
import { useResult } from '#landing/pay-success/use-result.ts'
import { loadResultWords, say } from '#landing/pay-success/messages.ts'
import { anyWord } from '#landing/messages.ts'
import { times } from '#contract/limits.ts'
import type { OrderStory } from '#contract/orders.ts'
import './pay-success.css'

const list = '/UserCenterOrder'
const second = 1_000

export const ready = loadResultWords

export function Page({ open }: PageProps) {
  const [round, setRound] = useState(0)
  useEffect(() => void takeOrderAtCashier(), [])
  return (
    <Layout title={say('result.title')}>
      <Outcome key={round} open={open} again={() => setRound(round + 1)} />
    </Layout>
  )
}

function Outcome({ open, again }: PageProps & { again: () => void }) {
  const result = useResult(orderIdIn(location.search))
  const back = location.pathname + location.search
  const orders = (
    <a className="button" href={list}>
      {say('result.orders')}
    </a>
  )
  const retry = (
    <button className="button button-primary" type="button" onClick={again}>
      {say('result.again')}
    </button>
  )
  switch (result.is) {
    case 'asking':
      return <Said tone="waiting" title={say('result.asking')} />
    case 'waiting':
      return (
        <Said tone="waiting" title={say('result.waiting')} text={say('result.waitingHelp')}>
          {orders}
        </Said>
      )
    case 'paid':
      return <Paid order={result.order} open={open} />
    case 'late':
      return (
        <Said tone="unsure" title={say('result.late')} text={say('result.lateHelp')}>
          {retry}
          {orders}
        </Said>
      )
    case 'closed':
      return (
        <Said
          tone="unsure"
          title={say(`result.closed.${result.status}`)}
          text={say('result.closedHelp')}
        >
          {orders}
        </Said>
      )
    case 'unknown':
      return (
        <Said tone="unsure" title={say('result.unknown')} text={say('result.unknownHelp')}>
          {orders}
        </Said>
      )
    case 'failed':
      return (
        <Said
          tone="unsure"
          title={say('result.failed')}
          text={`${said(result.error)} ${say('result.failedHelp')}`}
        >
          {retry}
          {orders}
        </Said>
      )
    case 'signedOut':
      return (
        <Said tone="unsure" title={say('result.signedOut')} text={say('result.signedOutHelp')}>
          <a className="button button-primary" href={loginFor(back)}>
            {say('result.toLogin')}
          </a>
        </Said>
      )
    case 'notYours': {
      const change = () => {
        signOut()
        open(loginFor(back))
      }
      return (
        <Said tone="unsure" title={say('result.notYours')} text={say('result.notYoursHelp')}>
          <button className="button" type="button" onClick={change}>
            {say('result.otherAccount')}
          </button>
          {orders}
        </Said>
      )
    }
  }
}

/** Redirects after a countdown that the user can cancel. */
function Paid({ order, open }: PageProps & { order: OrderStory | undefined }) {
  const [left, setLeft] = useState<number | null>(times.paySuccessRedirect / second)
  useEffect(() => {
    if (left === null) return
    if (left === 0) {
      open(list)
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), second)
    return () => clearTimeout(timer)
  }, [left, open])
  return (
    <Said
      tone="done"
      title={say('result.paid')}
      text={say('result.paidHelp')}
      more={
        <>
          {order && <p>{bought(order)}</p>}
          {order && <p>{say('result.no', { no: order.no })}</p>}
          {left !== null && <p aria-hidden="true">{say('result.leaving', { count: left })}</p>}
        </>
      }
    >
      <a className="button button-primary" href={list}>
        {left === null ? say('result.orders') : say('result.now')}
      </a>
      {left !== null && (
        <button className="button" type="button" onClick={() => setLeft(null)}>
          {say('result.stay')}
        </button>
      )}
    </Said>
  )
}

type SaidProps = {
  tone: 'waiting' | 'unsure' | 'done'
  title: string
  text?: string
  more?: ReactNode
  children?: ReactNode
}

function Said({ tone, title, text, more, children }: SaidProps) {
  return (
    <section className="pay-result">
      <div role="status">
        <Mark tone={tone} />
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      {more}
      <div className="pay-ways">{children}</div>
    </section>
  )
}

const said = (error: unknown) => errorMessage(error, anyWord).text

const bought = ({ memberGroupName, memberGroupEnName, salesNum, amount }: OrderStory) =>
  say('result.bought', {
    name: localName({ name: memberGroupName, enName: memberGroupEnName }),
    count: salesNum,
    amount: yuan(amount),
  })
