/** Places orders through the API and inspects their outcome in the database. */
import { and, eq, sql } from 'drizzle-orm'
import { orders as calls } from '#contract/orders.ts'
import type { Db } from '#server/platform/db/open.ts'
import { accountLog, orders, unmatchedPayments } from '#server/schema.ts'
import type { Gateways, PayChannelCode } from '#server/features/orders/payment/gateway.ts'
import { scriptedGateway } from '#tests/support/gateways/scripted-gateway.ts'
import type { Caller } from '#tests/support/server/server.ts'

/** Package 2: 1,000,000 characters for 99 yuan. */
export const charPackage = { memberGroupId: '2', chars: 1_000_000, cents: 9_900 }

/** Two gateways: one for WC_NATIVE and WC_LIAN, one for ALI_NATIVE. ALI_LIAN is unavailable. */
export function scriptedGateways() {
  const [wechat, ali] = [scriptedGateway('wechat-test'), scriptedGateway('ali-test')]
  const channels: [PayChannelCode, (typeof wechat)['gateway']][] = [
    ['WC_NATIVE', wechat.gateway],
    ['ALI_NATIVE', ali.gateway],
    ['WC_LIAN', wechat.gateway],
  ]
  return { wechat, ali, gateways: new Map(channels) as Gateways }
}

type OrderInput = { salesNum?: number; payChannel?: PayChannelCode; memberGroupId?: string }

export async function placeOrder(
  caller: Caller,
  {
    salesNum = 1,
    payChannel = 'WC_NATIVE',
    memberGroupId = charPackage.memberGroupId,
  }: OrderInput = {},
) {
  const { success, data, msg } = await caller.call(calls.pay, {
    memberGroupId,
    salesNum,
    payChannel,
  })
  if (!success) throw new Error(msg)
  return { id: String(data.orderId), no: data.orderNo, code: data.scanQRCodeUrl }
}

export const statusOf = async (caller: Caller, id: string) =>
  (await caller.call(calls.payInfo, { id })).data.payStatus
export const eventsOf = async (caller: Caller, id: string) =>
  (await caller.call(calls.get, { id })).data.events.map(({ event }) => event)

/** Number of account log rows that credit an order. */
export const creditCount = (db: Db, no?: string): Promise<number> =>
  db.$count(
    accountLog,
    and(
      eq(accountLog.logType, 'RECHARGE_ORDER_BY_MEMBER_GROUP'),
      no === undefined ? undefined : eq(accountLog.rechargeOrderNo, no),
    ),
  )

export const unmatchedPaymentsOf = (db: Db, no: string) =>
  db
    .select()
    .from(unmatchedPayments)
    .where(eq(unmatchedPayments.orderNo, no))
    .orderBy(unmatchedPayments.id)

export async function orderCounts(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .select({ payStatus: orders.payStatus, count: sql<number>`count(*)::int` })
    .from(orders)
    .groupBy(orders.payStatus)
  return Object.fromEntries(rows.map(({ payStatus, count }) => [payStatus, count]))
}
