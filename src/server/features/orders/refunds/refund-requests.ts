/** Requests for refunds: each change of their state, with the quota that it moves. */
import { and, eq, inArray } from 'drizzle-orm'
import {
  postEntries,
  type Account,
  type Entry,
  type LockedAccounts,
} from '#server/features/ledger/index.ts'
import { readMainMembership, readPriceList } from '#server/features/packages/index.ts'
import { convertUnit } from '#server/features/orders/refunds/convert-unit.ts'
import { countUnsettled, isRecorded } from '#server/features/orders/refunds/running-refunds.ts'
import {
  notifyOfRequest,
  type NotifyContext,
} from '#server/features/orders/refunds/notify-of-request.ts'
import {
  orders,
  refundRequests,
  type Order,
  type RefundRequestRow,
  type RefundRow,
} from '#server/features/orders/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { onlyRow } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatYuan } from '#server/platform/messages.ts'

/** Topics of open pages that a request changes. */
export const refundRequestTopics = [
  'orderByMemberGroup',
  'user',
  'memberAccountLog',
  'notice',
] as const

const minute = 60_000
/** States in which the quota is taken from the balance and the money is not yet given back. */
const liveStates = ['asked', 'approved'] as const

const isLiveOf = (ownerId: string, orderId?: string) =>
  and(
    eq(refundRequests.ownerId, ownerId),
    orderId === undefined ? undefined : eq(refundRequests.orderId, orderId),
    inArray(refundRequests.state, [...liveStates]),
  )

/** Locks the order's live request. Lock the accounts and the order before it. */
export async function lockLiveRequest(
  tx: Db,
  { ownerId, id }: Pick<Order, 'ownerId' | 'id'>,
): Promise<RefundRequestRow | undefined> {
  const [request] = await tx
    .select()
    .from(refundRequests)
    .where(isLiveOf(ownerId, id))
    .for('update')
  return request
}

/** Like `lockLiveRequest`, but throws ApiError `notAllowed` unless the request waits for a decision. */
export async function lockAskedRequest(tx: Db, order: Order): Promise<RefundRequestRow> {
  const request = await lockLiveRequest(tx, order)
  if (request?.state === 'asked') return request
  throw refuse(request ? 'refundApproved' : 'refundRequestClosed')
}

const refuse = (key: 'refundApproved' | 'refundRequestClosed' | 'refundRunning') =>
  new ApiError('notAllowed', { reason: { key, values: {} } })

type NewRequest = Pick<RefundRequestRow, 'cause' | 'amountCents' | 'taken' | 'askedBy'> & {
  note: string | null
}

/**
 * Stores the request and takes its quota from the main account. The accounts and the order are
 * locked; the database refuses a second request.
 */
export async function addRequest(
  tx: Db,
  locked: LockedAccounts,
  order: Order,
  asked: NewRequest,
  context: NotifyContext,
): Promise<void> {
  const { now } = context
  const { ownerId, id: orderId, no, billingMode } = order
  const added = await tx
    .insert(refundRequests)
    .values({ ownerId, orderId, state: 'asked', ...asked, askedAt: now })
    .returning()
  const request = onlyRow(added)
  const { expiresAt } = locked.get(ownerId)
  const change =
    billingMode === 'time'
      ? toTime(expiresAt, -asked.taken, now)
      : { change: { chars: -asked.taken } }
  await postEntries(tx, locked, [{ ...toEntry(request, no), ...change }], now)
  await notifyOfRequest(tx, order, request, { event: 'asked' }, context)
}

/** `answer`: why it was declined. */
type Ending = { state: 'declined'; answer: string } | { state: 'withdrawn' }

/** Ends a locked live request and gives its quota back. */
export async function endRequest(
  tx: Db,
  locked: LockedAccounts,
  order: Order,
  request: RefundRequestRow,
  ending: Ending,
  context: NotifyContext,
): Promise<void> {
  const { now } = context
  const returned = await createReturnEntry(tx, locked, order, request, now)
  if (returned) await postEntries(tx, locked, [returned], now)
  await closeRequest(tx, request, ending, now)
  await notifyOfRequest(
    tx,
    order,
    request,
    ending.state === 'declined'
      ? { event: 'declined', answer: ending.answer }
      : { event: 'withdrawn' },
    context,
  )
}

/**
 * Closes a locked live request by a settled refund, whose transaction gives its quota back. A refund of
 * another amount is not what was asked for, so that the owner may ask again for the rest.
 */
export async function closeBySettlement(
  tx: Db,
  order: Order,
  request: RefundRequestRow,
  { id: refundId, refundNo, amountCents }: Pick<RefundRow, 'id' | 'refundNo' | 'amountCents'>,
  context: NotifyContext,
): Promise<void> {
  const isAnswer = amountCents === request.amountCents
  await closeRequest(tx, request, { state: isAnswer ? 'paid' : 'withdrawn', refundId }, context.now)
  await notifyOfRequest(
    tx,
    order,
    request,
    isAnswer
      ? { event: 'paid', refundNo }
      : { event: 'superseded', refunded: formatYuan(amountCents) },
    context,
  )
}

/** Locks the request against withdrawal and decline. Throws ApiError unless it waits for a decision. */
export async function approveRequest(tx: Db, order: Order, context: NotifyContext): Promise<void> {
  await approve(tx, order, await lockAskedRequest(tx, order), context)
}

/** The gateway reports a refund of the order; returns whether it is what was asked for. */
export async function approveReported(
  tx: Db,
  order: Order,
  amountCents: number,
  context: NotifyContext,
): Promise<boolean> {
  const request = await lockLiveRequest(tx, order)
  if (request?.amountCents !== amountCents) return false
  if (request.state === 'asked') await approve(tx, order, request, context)
  return true
}

async function approve(
  tx: Db,
  order: Order,
  request: RefundRequestRow,
  context: NotifyContext,
): Promise<void> {
  await tx.update(refundRequests).set({ state: 'approved' }).where(isRequest(request))
  await notifyOfRequest(tx, order, request, { event: 'approved' }, context)
}

/**
 * Takes an approval back. Throws ApiError if there is none, or if a refund of the order is recorded or
 * reported.
 */
export async function reopenRequest(
  tx: Db,
  order: Order,
  context: NotifyContext,
): Promise<RefundRequestRow> {
  const request = await lockLiveRequest(tx, order)
  if (request?.state !== 'approved') throw refuse('refundRequestClosed')
  const { ownOpen } = await countUnsettled(tx, order)
  if (ownOpen > 0 || (await isRecorded(tx, order))) throw refuse('refundRunning')
  await tx.update(refundRequests).set({ state: 'asked' }).where(isRequest(request))
  await notifyOfRequest(tx, order, request, { event: 'reopened' }, context)
  return request
}

/** Throws ApiError if a main account that is to be cancelled has a live request. */
export async function refuseWithLiveRequest(tx: Db, ownerId: string): Promise<void> {
  const [live] = await tx
    .select({ no: orders.no, amountCents: refundRequests.amountCents })
    .from(refundRequests)
    .innerJoin(
      orders,
      and(eq(orders.ownerId, refundRequests.ownerId), eq(orders.id, refundRequests.orderId)),
    )
    .where(isLiveOf(ownerId))
    .limit(1)
  if (live)
    throw new ApiError('notAllowed', {
      reason: {
        key: 'refundBeforeCancelling',
        values: { no: live.no, amount: formatYuan(live.amountCents) },
      },
    })
}

/**
 * The ledger entry that gives the quota of a request back, in the unit that the main account has now;
 * undefined if the account is closed.
 */
export async function createReturnEntry(
  tx: Db,
  locked: LockedAccounts,
  { no, billingMode, channelId }: Order,
  request: RefundRequestRow,
  now: Date,
): Promise<Entry | undefined> {
  const main = locked.find(request.ownerId)
  if (!main) return undefined
  const unit = await readMainMembership(tx, request.ownerId)
  const amount = convertUnit(
    request.taken,
    { mode: billingMode, channelId },
    unit,
    await readPriceList(tx),
  )
  const change =
    unit.mode === 'time' ? toTime(main.expiresAt, amount, now) : { change: { chars: amount } }
  return { ...toEntry(request, no), ...change }
}

/** The account as it would be after an entry. */
export const applyReturn = (account: Account, entry: Entry | undefined): Account => ({
  ...account,
  chars: account.chars + (entry?.change.chars ?? 0),
  expiresAt: entry?.expiresAt === undefined ? account.expiresAt : entry.expiresAt,
})

const toEntry = ({ ownerId, id }: RefundRequestRow, no: string): Entry => ({
  userId: ownerId,
  logType: 'SYS_ADJUST',
  change: {},
  context: { rechargeOrderNo: no, refundRequestId: id },
})

/** Time is taken from the end of a plan, and given back from now on if the plan has ended. */
const toTime = (expiresAt: Date | null, minutes: number, now: Date) => ({
  minutes,
  expiresAt: new Date(
    Math.max(
      now.getTime(),
      Math.max(expiresAt?.getTime() ?? 0, minutes > 0 ? now.getTime() : 0) + minutes * minute,
    ),
  ),
})

const isRequest = ({ ownerId, id }: RefundRequestRow) =>
  and(eq(refundRequests.ownerId, ownerId), eq(refundRequests.id, id))

async function closeRequest(
  tx: Db,
  request: RefundRequestRow,
  changes: Partial<Pick<RefundRequestRow, 'state' | 'answer' | 'refundId'>>,
  now: Date,
): Promise<void> {
  await tx
    .update(refundRequests)
    .set({ ...changes, decidedAt: now })
    .where(isRequest(request))
}
