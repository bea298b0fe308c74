/** Simulated orders and their events. */
import { afterOrder, minutesLeft, type Entitlement } from '#server/features/packages/service.ts'
import type { MemberGroup } from '#server/features/packages/table.ts'
import { nextSeq, post } from '#server/seed/ledger.ts'
import { convertChars, liveSubs, prices } from '#server/seed/quota.ts'
import {
  minute,
  stamp,
  type OrderRow,
  type Person,
  type World,
  type OrderEventRow,
  type Random,
} from '#server/seed/simulation.ts'
import { firstGroups } from '#server/seed/catalogue.ts'

/** Demo orders and the crediting of paid ones. */
type Bought = {
  groupId: string
  salesNum?: number
  payStatus: OrderRow['payStatus']
  payChannel: OrderRow['payChannel']
  /** Paid after the order timed out. */
  late?: boolean
}

export function order(
  world: World,
  person: Person,
  at: number,
  { groupId, salesNum = 1, payStatus, payChannel, late = false }: Bought,
): void {
  const { random } = world
  const group = firstGroups.find(({ id }) => id === groupId)!
  const paidAt = at + random.int(18_000, 95_000) + (late ? 15 * minute : 0)
  const closedAt =
    payStatus === 'T' || late
      ? at + 15 * minute
      : payStatus === 'C'
        ? at + random.int(40_000, 400_000)
        : undefined
  const row: Omit<OrderRow, 'seq'> = {
    ownerId: person.holder.ownerId,
    no: `${stamp(at)}${random.int(100_000, 999_999)}`,
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
    gatewayNo: payStatus === 'P' ? `SANDBOX${stamp(paidAt)}${random.int(1_000, 9_999)}` : null,
  }
  world.at(at, () => {
    world.orders.push({ ...row, seq: nextSeq(person.holder, 'order', at) })
    world.orderEvents.set(row.no, eventsOf(random, row))
  })
  if (payStatus === 'P') world.at(paidAt, () => credit(world, person, paidAt, row, group))
}

/** Credits as the server does: converts the remaining balance, then adds the package. */
function credit(
  world: World,
  person: Person,
  at: number,
  { no, num, amountCents }: Omit<OrderRow, 'seq'>,
  group: MemberGroup,
) {
  const { holder, membership } = person
  const now = new Date(at)
  const before = standingOf(person)
  const { turned, after } = afterOrder(
    before,
    { channelId: group.channelId, billingMode: group.billingMode, num },
    prices,
    now,
  )
  const about = {
    beforeChannelId: membership.channelId,
    lastChannelId: group.channelId,
    beforeBillingMode: membership.mode,
    lastBillingMode: group.billingMode,
  }
  if (turned) {
    const minutes = minutesLeft(turned, now) - minutesLeft(before, now)
    world.ledger.push(
      post(
        holder,
        'SYS_MATRIX',
        at,
        { chars: turned.chars - holder.chars, minutes, expiresAt: timeOf(turned) },
        { ...about, rechargeOrderNo: no },
      ),
    )
  }
  for (const sub of liveSubs(world, person, at)) convertChars(world, sub, at, 'SYS_MATRIX', about)
  const bought = group.billingMode === 'char' ? { chars: num } : { minutes: num }
  world.ledger.push(
    post(
      holder,
      'RECHARGE_ORDER_BY_MEMBER_GROUP',
      at,
      { ...bought, expiresAt: timeOf(after) },
      {
        ...(turned
          ? { ...about, beforeChannelId: group.channelId, beforeBillingMode: group.billingMode }
          : about),
        rechargeOrderNo: no,
        rechargeGroupName: group.name,
        rechargeGroupEnName: group.enName,
        rechargeChannelId: group.channelId,
        rechargeBillingMode: group.billingMode,
      },
    ),
  )
  holder.rechargedCents += amountCents
  Object.assign(membership, {
    groupId: group.id,
    channelId: group.channelId,
    mode: group.billingMode,
  })
}

function standingOf({
  holder: { chars, expiresAt },
  membership: { mode, channelId },
}: Person): Entitlement {
  return { mode, channelId, chars, expiresAt: expiresAt === null ? null : new Date(expiresAt) }
}

const timeOf = ({ expiresAt }: Entitlement): number | null => expiresAt?.getTime() ?? null

type Dates = Pick<OrderRow, 'payStatus' | 'createdAt' | 'paidAt' | 'closedAt'>

/** Oldest first. Some payers reopen the payment page, some query the status. */
function eventsOf(
  random: Random,
  { payStatus, createdAt, paidAt, closedAt }: Dates,
): OrderEventRow[] {
  const startedAt = createdAt.getTime()
  const ended = Math.min(paidAt?.getTime() ?? Infinity, closedAt?.getTime() ?? Infinity)
  const between = (share: number) =>
    new Date(startedAt + Math.round(Math.min(ended - startedAt, 10 * minute) * share))
  const events: OrderEventRow[] = [{ event: 'created', at: createdAt }]
  if (payStatus !== 'W' && random.chance(0.4))
    events.push({ event: 'payPageOpened', at: between(0.5) })
  if (payStatus !== 'W' && random.chance(0.3)) events.push({ event: 'asked', at: between(0.9) })
  if (closedAt) events.push({ event: payStatus === 'C' ? 'cancelled' : 'timedOut', at: closedAt })
  if (paidAt) events.push({ event: closedAt ? 'paidAfterClosing' : 'paid', at: paidAt })
  return events
}
