/** Load of fapiao: one is asked for an order, and withdrawn, or issued beside a refund. Knows what this leaves. */
import { sql } from 'drizzle-orm'
import type { OutputOf } from '#contract/endpoint.ts'
import { fapiaos, fapiaoTitles } from '#contract/fapiaos.ts'
import { customerFapiaos } from '#contract/operator/fapiaos.ts'
import { orders } from '#contract/orders.ts'
import type { Db } from '#server/platform/db/open.ts'
import { fapiaoContents, sendForm, today } from '#tests/support/actors/fapiaos.ts'
import type { Caller } from '#tests/support/server/server.ts'
import {
  demanding,
  refundOrder,
  type Actors,
  type Ask,
  type PaidOrder,
  type Trace,
} from './refund-load.ts'

export type FapiaoDecision = 'withdraw' | 'issue' | 'issueBesideRefund'

/** Returns the rows of the order; none if too many fapiao were asked for today. */
export async function invoiceOrder(
  callWithRetry: Ask,
  actors: Actors,
  order: PaidOrder,
  decision: FapiaoDecision,
): Promise<Trace[]> {
  const { owner, staff, target } = actors
  const call = demanding(callWithRetry)
  const [title] = (await call(owner, fapiaoTitles.calls.page, {})).rows
  const { amount } = await call(owner, orders.get, { id: order.id })
  const asked = await callWithRetry(owner, fapiaos.calls.ask, {
    titleId: title!.id,
    kind: 'ordinary',
    orderIds: [order.id],
    amount,
    email: 'finance@example.com',
  })
  if (!asked.success) return []
  const { id } = asked.data as OutputOf<typeof fapiaos.calls.ask>
  const ends = (state: string): Trace => ({
    log: 'fapiao',
    logType: state,
    mark: order.no,
    rows: 1,
  })
  if (decision === 'withdraw') {
    await call(owner, fapiaos.calls.withdraw, { id })
    return [ends('withdrawn')]
  }
  const key = { ownerId: owner.signer!.userId, id }
  await call(staff.finance, customerFapiaos.take, key)
  const issue = call(formCaller(target, staff.finance), customerFapiaos.issue, {
    ...key,
    amount: String(amount),
    fapiaoNo: String(id).padStart(20, '0'),
    issueDate: today(),
    file: new File([fapiaoContents.pdf], 'fapiao.pdf'),
  })
  if (decision === 'issue') {
    await issue
    return [ends('issued')]
  }
  const [traces] = await Promise.all([refundOrder(callWithRetry, actors, order, 'pay'), issue])
  return [...traces, ends('toReverse')]
}

/** Sends inputs as forms. */
const formCaller = (target: Actors['target'], actor: Caller): Caller => ({
  ...actor,
  call: ((endpoint, input, extraHeaders) =>
    sendForm(
      target,
      { ...actor, headers: () => ({ ...actor.headers(), ...extraHeaders }) },
      endpoint,
      input as never,
    )) as Caller['call'],
})

/** Requests for fapiao of these orders as they are, in the form of traces. */
export async function findFapiaoTraces(db: Db, traces: readonly Trace[]): Promise<Trace[]> {
  const marks = sql.param(traces.filter(({ log }) => log === 'fapiao').map(({ mark }) => mark))
  const { rows } = await db.execute<{ logType: string; mark: string; rows: number }>(
    sql`select r.state as "logType", f.order_no as mark, count(*)::int as rows
      from fapiao_orders f join fapiaos r on r.owner_id = f.owner_id and r.id = f.fapiao_id
      where f.order_no = any(${marks}::text[]) group by 1, 2`,
  )
  return rows.map((row) => ({ log: 'fapiao' as const, ...row }))
}
