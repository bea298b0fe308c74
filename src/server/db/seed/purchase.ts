/** Orders, and what a paid one gives. */
import type { MemberGroup } from '../schema/catalogue.ts'
import { count, post } from './book.ts'
import { minute, stamp } from './calendar.ts'
import { firstGroups } from './catalogue.ts'
import { eventsOf } from './order-events.ts'
import { centsPerMillion } from './quota.ts'
import type { OrderRow, Person, World } from './world.ts'

export type Bought = {
  groupId: string
  salesNum?: number
  payStatus: OrderRow['payStatus']
  payChannel: OrderRow['payChannel']
  /** The money came when the time for it was over. */
  late?: boolean
}

export function order(world: World, person: Person, at: number, { groupId, salesNum = 1, payStatus, payChannel, late = false }: Bought): void {
  const { random } = world
  const group = firstGroups.find(({ id }) => id === groupId)!
  const paidAt = at + random.int(18_000, 95_000) + (late ? 15 * minute : 0)
  const closedAt = payStatus === 'T' || late ? at + 15 * minute : payStatus === 'C' ? at + random.int(40_000, 400_000) : undefined
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
    world.orders.push({ ...row, seq: count(person.holder, 'order', at) })
    world.orderEvents.set(row.no, eventsOf(random, row))
  })
  if (payStatus === 'P') world.at(paidAt, () => credit(world, person, paidAt, row, group))
}

/** What is left in the other billing mode is converted first, then the package is added. */
function credit(world: World, { holder, membership }: Person, at: number, { no, num, amountCents }: Omit<OrderRow, 'seq'>, group: MemberGroup) {
  const about = {
    beforeChannelId: membership.channelId,
    lastChannelId: group.channelId,
    beforeBillingMode: membership.mode,
    lastBillingMode: group.billingMode,
  }
  const modeChanges = membership.mode !== group.billingMode
  const timeLeft = Math.max(0, (holder.expiresAt ?? at) - at)
  if (modeChanges && group.billingMode === 'time') {
    const minutes = Math.floor(charsWorth(holder.chars, membership.channelId) / minuteWorth(group))
    world.ledger.push(post(holder, 'SYS_MATRIX', at, { chars: -holder.chars, minutes, expiresAt: at + minutes * minute }, about))
  }
  if (modeChanges && group.billingMode === 'char') {
    const minutes = Math.floor(timeLeft / minute)
    const cents = minutes * minuteWorth(firstGroups.find(({ id }) => id === membership.groupId)!)
    const chars = Math.floor((cents * 1_000_000) / centsPerMillion(group.channelId))
    world.ledger.push(post(holder, 'SYS_MATRIX', at, { chars, minutes: -minutes, expiresAt: null }, about))
  }
  const bought =
    group.billingMode === 'char' ? { chars: num, expiresAt: null } : { minutes: num, expiresAt: Math.max(at, holder.expiresAt ?? at) + num * minute }
  world.ledger.push(
    post(holder, 'RECHARGE_ORDER_BY_MEMBER_GROUP', at, bought, {
      ...(modeChanges ? { beforeBillingMode: group.billingMode, lastBillingMode: group.billingMode } : about),
      rechargeOrderNo: no,
      rechargeGroupName: group.name,
      rechargeGroupEnName: group.enName,
      rechargeChannelId: group.channelId,
      rechargeBillingMode: group.billingMode,
    }),
  )
  holder.rechargedCents += amountCents
  Object.assign(membership, { groupId: group.id, channelId: group.channelId, mode: group.billingMode })
}

const charsWorth = (chars: number, channelId: string) => (chars * centsPerMillion(channelId)) / 1_000_000
const minuteWorth = ({ priceCents, num }: MemberGroup) => priceCents / num
