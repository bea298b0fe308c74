/** Simulated orders and their events. */
import { applyOrder } from '#server/features/packages/apply-order.ts'
import { minutesLeft, type Entitlement } from '#server/features/packages/entitlement.ts'
import type { MemberGroup } from '#server/features/packages/table.ts'
import { takeNextSeq, postEntry } from '#server/seed/ledger.ts'
import { postConversion, listActiveSubAccounts, prices } from '#server/seed/quota.ts'
import {
  minute,
  formatStamp,
  type OrderRow,
  type Person,
  type Simulation,
  type OrderEventRow,
  type Random,
} from '#server/seed/simulation.ts'
import { firstGroups } from '#server/seed/catalogue.ts'

/** Milliseconds until an unpaid order is closed. */
const paymentTimeout = 15 * minute

/** A demo order to simulate. */
type SimulatedPurchase = {
  groupId: string
  salesNum?: number
  payStatus: OrderRow['payStatus']
  payChannel: OrderRow['payChannel']
  /** Paid after the order timed out. */
  isPaidLate?: boolean
}

export function simulateOrder(
  simulation: Simulation,
  person: Person,
  at: number,
  { groupId, salesNum = 1, payStatus, payChannel, isPaidLate = false }: SimulatedPurchase,
): void {
  const { random } = simulation
  const group = firstGroups.find(({ id }) => id === groupId)!
  const paidAt = at + random.integer(18_000, 95_000) + (isPaidLate ? paymentTimeout : 0)
  const closedAt =
    payStatus === 'T' || isPaidLate
      ? at + paymentTimeout
      : payStatus === 'C'
        ? at + random.integer(40_000, 400_000)
        : undefined
  const row: Omit<OrderRow, 'seq'> = {
    ownerId: person.ledgerAccount.ownerId,
    no: `${formatStamp(at)}${random.integer(100_000, 999_999)}`,
    payChannel,
    payStatus,
    salesNum,
    memberGroupId: groupId,
    groupName: group.name,
    groupEnName: group.enName,
    channelId: group.channelId,
    billingMode: group.billingMode,
    num: group.num * salesNum,
    amountCents: group.priceCents * salesNum,
    createdAt: new Date(at),
    paidAt: payStatus === 'P' ? new Date(paidAt) : null,
    closedAt: closedAt ? new Date(closedAt) : null,
    gatewayNo:
      payStatus === 'P' ? `SANDBOX${formatStamp(paidAt)}${random.integer(1_000, 9_999)}` : null,
  }
  simulation.schedule(at, () => {
    simulation.orders.push({ ...row, seq: takeNextSeq(person.ledgerAccount, 'order', at) })
    simulation.orderEvents.set(row.no, createEvents(random, row))
  })
  if (payStatus === 'P')
    simulation.schedule(paidAt, () => creditOrder(simulation, person, paidAt, row, group))
}

/** Credits as the server does: converts the remaining balance, then adds the package. */
function creditOrder(
  simulation: Simulation,
  person: Person,
  at: number,
  { no, num, amountCents }: Omit<OrderRow, 'seq'>,
  group: MemberGroup,
) {
  const { ledgerAccount, membership } = person
  const now = new Date(at)
  const before = toEntitlement(person)
  const { converted, after } = applyOrder(
    before,
    { channelId: group.channelId, billingMode: group.billingMode, num },
    prices,
    now,
  )
  const context = {
    beforeChannelId: membership.channelId,
    lastChannelId: group.channelId,
    beforeBillingMode: membership.mode,
    lastBillingMode: group.billingMode,
  }
  if (converted) {
    const minutes = minutesLeft(converted, now) - minutesLeft(before, now)
    simulation.ledger.push(
      postEntry(
        ledgerAccount,
        'SYS_MATRIX',
        at,
        {
          chars: converted.chars - ledgerAccount.chars,
          minutes,
          expiresAt: toExpiryTime(converted),
        },
        { ...context, rechargeOrderNo: no },
      ),
    )
  }
  for (const sub of listActiveSubAccounts(simulation, person, at))
    postConversion(simulation, sub, at, 'SYS_MATRIX', context)
  const change = group.billingMode === 'char' ? { chars: num } : { minutes: num }
  simulation.ledger.push(
    postEntry(
      ledgerAccount,
      'RECHARGE_ORDER_BY_MEMBER_GROUP',
      at,
      { ...change, expiresAt: toExpiryTime(after) },
      {
        ...(converted
          ? { ...context, beforeChannelId: group.channelId, beforeBillingMode: group.billingMode }
          : context),
        rechargeOrderNo: no,
        rechargeGroupName: group.name,
        rechargeGroupEnName: group.enName,
        rechargeChannelId: group.channelId,
        rechargeBillingMode: group.billingMode,
      },
    ),
  )
  ledgerAccount.rechargedCents += amountCents
  Object.assign(membership, {
    groupId: group.id,
    channelId: group.channelId,
    mode: group.billingMode,
  })
}

function toEntitlement({
  ledgerAccount: { chars, expiresAt },
  membership: { mode, channelId },
}: Person): Entitlement {
  return { mode, channelId, chars, expiresAt: expiresAt === null ? null : new Date(expiresAt) }
}

const toExpiryTime = ({ expiresAt }: Entitlement): number | null => expiresAt?.getTime() ?? null

type OrderDates = Pick<OrderRow, 'payStatus' | 'createdAt' | 'paidAt' | 'closedAt'>

/** Oldest first. Some payers reopen the payment page, some query the status. */
function createEvents(
  random: Random,
  { payStatus, createdAt, paidAt, closedAt }: OrderDates,
): OrderEventRow[] {
  const startedAt = createdAt.getTime()
  const endedAt = Math.min(paidAt?.getTime() ?? Infinity, closedAt?.getTime() ?? Infinity)
  const chooseTime = (share: number) =>
    new Date(startedAt + Math.round(Math.min(endedAt - startedAt, 10 * minute) * share))
  const events: OrderEventRow[] = [{ event: 'created', at: createdAt }]
  if (payStatus !== 'W' && random.chance(0.4))
    events.push({ event: 'payPageOpened', at: chooseTime(0.5) })
  if (payStatus !== 'W' && random.chance(0.3)) events.push({ event: 'asked', at: chooseTime(0.9) })
  if (closedAt) events.push({ event: payStatus === 'C' ? 'cancelled' : 'timedOut', at: closedAt })
  if (paidAt) events.push({ event: closedAt ? 'paidAfterClosing' : 'paid', at: paidAt })
  return events
}
