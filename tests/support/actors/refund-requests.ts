/** A server with scripted gateways, buyers with paid orders, and operators who answer their requests for refunds. */
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { approvals } from '#contract/operator/approvals.ts'
import { refundRequests as operatorCalls } from '#contract/operator/refund-requests.ts'
import { refunds } from '#contract/operator/refunds.ts'
import { orderRefunds } from '#contract/order-refunds.ts'
import { orders } from '#contract/orders.ts'
import { users } from '#contract/users.ts'
import { notices } from '#server/schema.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { operatorsOfEachRole } from '#tests/support/actors/operators.ts'
import { placeOrder } from '#tests/support/actors/order-fixtures.ts'
import { signedIn, type ApiErrorData, type Caller } from '#tests/support/server/server.ts'
import { serverWithGateways } from '#tests/support/server/server-with-gateways.ts'

export const offerOf = async (caller: Caller, id: string) =>
  (await caller.call(orderRefunds.preview, { id })).data
export const askFor = async (caller: Caller, id: string, over: object = {}) => {
  const { amount, num } = await offerOf(caller, id)
  return caller.call(orderRefunds.ask, { id, cause: 'byMistake', amount, num, ...over })
}
/** Asks for all that is offered; throws if it is refused. */
export const asked = async (caller: Caller, id: string) => {
  const reply = await askFor(caller, id)
  if (!reply.success) throw new Error(reply.msg)
  return requestOf(caller, id)
}
export const requestOf = async (caller: Caller, id: string) =>
  (await caller.call(orders.get, { id })).data.refundRequest!
export const chars = async (caller: Caller) =>
  (await caller.call(users.get, {})).data.memberAccount.usableCharNum
export const codeOf = ({ success, data }: { success: boolean; data: unknown }) =>
  success ? 'done' : (data as ApiErrorData).code

let recorded = 0

/** Of the site, in the links of mails. */
export const publicUrl = 'https://translate.example'

/** Checks the ledger at the end. */
export async function refundFixture() {
  const { server, wechat } = await serverWithGateways({ publicUrl })
  const { db } = server.database
  const staff = await operatorsOfEachRole(server)

  /** A main account with a sub-account, which has nothing. */
  async function newBuyer() {
    const { main, subs } = await addMember(db, { chars: [0, 0] })
    return { main, sub: subs[0]!, buyer: await signedIn(server, main) }
  }
  async function buy(buyer: Caller, memberGroupId?: string) {
    const order = await placeOrder(buyer, memberGroupId === undefined ? {} : { memberGroupId })
    const { amount } = (await buyer.call(orders.get, { id: order.id })).data
    const payment = wechat.pay(order.no, { amountCents: amount })
    await wechat.notify(server.origin, payment)
    return { ...order, amount, payment }
  }
  const newOrder = async () => {
    const group = await newBuyer()
    return { ...group, order: await buy(group.buyer) }
  }
  /** The request of an order in the operators' list. */
  const queued = async (no: string) =>
    (await staff.support.call(operatorCalls.page, { orderNo: no })).data.rows[0]!
  const approve = (id: string | number) => staff.finance.call(operatorCalls.approve, { id })
  /** Asks a second operator to approve a refund of the order. */
  const record = (no: string, requestId: string | number | undefined, amount: number) =>
    staff.support.call(refunds.record, {
      orderNo: no,
      amount,
      refundNo: `RR${(recorded += 1)}`,
      note: 'as asked',
      ...(requestId !== undefined && { requestId }),
    })
  const approvalOf = async (no: string) =>
    (await staff.admin.call(approvals.page, { subject: no, state: 'open' })).data.rows[0]!
  async function setRules(rules: object) {
    const { data } = await staff.admin.call(operatorCalls.rules, {})
    const reply = await staff.admin.call(operatorCalls.saveRules, { ...data, ...rules })
    expect(reply.success).toBe(true)
  }
  async function withRules(rules: object, work: () => Promise<void>) {
    const { data } = await staff.admin.call(operatorCalls.rules, {})
    await setRules(rules)
    try {
      await work()
    } finally {
      const { version: _, ...former } = data
      await setRules(former)
    }
  }
  const titlesOf = async (userId: string) =>
    (await db.select().from(notices).where(eq(notices.userId, userId)).orderBy(notices.seq)).map(
      ({ words }) => words.en.title,
    )
  return {
    server,
    db,
    wechat,
    staff,
    newBuyer,
    newOrder,
    buy,
    queued,
    approve,
    record,
    approvalOf,
    withRules,
    titlesOf,
  }
}
