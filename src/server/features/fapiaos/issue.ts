/** Issues, refuses and reverses fapiao; used by operators. */
import { readFapiaoFile, storeFapiaoFile, type FapiaoKey } from '#server/features/fapiaos/files.ts'
import { lockOrders } from '#server/features/fapiaos/invoiceable.ts'
import { mailFapiao, notifyOfFapiao } from '#server/features/fapiaos/notify.ts'
import {
  changeFapiao,
  lockFapiao,
  readOrdersOf,
  requireState,
  type LockedFapiao,
} from '#server/features/fapiaos/requests.ts'
import { fapiaoNumbers } from '#server/features/fapiaos/table.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatYuan } from '#server/platform/messages.ts'

/** `number`, `date`: of the fapiao or of its reversal; `today`: the business day. */
type Issued = { number: string; date: string; file: Blob; now: Date; today: string }

/** The request before and after, for the operators' log. */
export type FapiaoChange = { before: LockedFapiao; after: Readonly<Record<string, unknown>> }

/**
 * Issues a fapiao, stores its file and mails it. Throws ApiError `notAllowed` if the request does not
 * wait any more or a refund of its orders is open, `alreadyExists` for a number that is used, and
 * `invalid` for a date in the future or a file of another format.
 */
export async function issueFapiao(
  tx: Db,
  key: FapiaoKey,
  { number, date, file, now, today, amountCents }: Issued & { amountCents: number },
): Promise<FapiaoChange> {
  const stored = await readFapiaoFile(file)
  refuseFutureDate('issueDate', date, today)
  const openRefund = await lockOrdersOf(tx, key)
  const fapiao = await lockFapiao(tx, key)
  requireState(fapiao, 'asked')
  if (openRefund !== undefined)
    throw new ApiError('notAllowed', { reason: reasonWith('fapiaoRefundOpen', { no: openRefund }) })
  if (fapiao.amountCents !== amountCents)
    throw new ApiError('changedElsewhere', {
      reason: reasonWith('fapiaoSumChanged', { amount: formatYuan(fapiao.amountCents) }),
    })
  await claimNumber(tx, key, 'fapiaoNo', number)
  await storeFapiaoFile(tx, key, 'fapiao', stored)
  const issued = { state: 'issued', fapiaoNo: number, issueDate: date } as const
  await changeFapiao(tx, key, { ...issued, decisionDateTime: now })
  const words = await notifyOfFapiao(
    tx,
    fapiao,
    { message: 'fapiaoIssued', level: 'info', number },
    now,
  )
  await mailFapiao(tx, fapiao, words, { number, stored }, now)
  return { before: fapiao, after: issued }
}

/** Throws ApiError `notAllowed` if the request does not wait any more. */
export async function refuseFapiao(
  tx: Db,
  key: FapiaoKey,
  reason: string,
  now: Date,
): Promise<FapiaoChange> {
  const fapiao = await lockFapiao(tx, key)
  requireState(fapiao, 'asked')
  await changeFapiao(tx, key, { state: 'refused', reason, decisionDateTime: now })
  const words = await notifyOfFapiao(
    tx,
    fapiao,
    { message: 'fapiaoRefused', level: 'warning', reason },
    now,
  )
  await mailFapiao(tx, fapiao, words, undefined, now)
  return { before: fapiao, after: { state: 'refused' } }
}

/**
 * Records the red-letter fapiao that reverses an issued one, and mails it. Without a refund, a reason
 * is needed. Throws ApiError as `issueFapiao` does.
 */
export async function reverseFapiao(
  tx: Db,
  key: FapiaoKey,
  { number, date, file, now, today, reason }: Issued & { reason: string | undefined },
): Promise<FapiaoChange> {
  const stored = await readFapiaoFile(file)
  refuseFutureDate('reversalDate', date, today)
  const fapiao = await lockFapiao(tx, key)
  requireState(fapiao, 'issued', 'toReverse')
  if (fapiao.state === 'issued' && !reason)
    throw new ApiError('invalid', { fields: [{ field: 'reason', rule: 'required' }] })
  await claimNumber(tx, key, 'reversalNo', number)
  await storeFapiaoFile(tx, key, 'reversal', stored)
  const reversed = { state: 'reversed', reversalNo: number, reversalDate: date } as const
  await changeFapiao(tx, key, { ...reversed, reason: reason ?? null, reversalDateTime: now })
  const words = await notifyOfFapiao(
    tx,
    fapiao,
    { message: 'fapiaoReversed', level: 'info', number, reason },
    now,
  )
  await mailFapiao(tx, fapiao, words, { number, stored }, now)
  return { before: fapiao, after: reversed }
}

function refuseFutureDate(field: string, date: string, today: string): void {
  if (date > today)
    throw new ApiError('invalid', {
      reason: reasonWith('fapiaoDateLater', {}),
      fields: [{ field, rule: 'type' }],
    })
}

/**
 * Locks the orders, so that no refund of them begins or ends meanwhile; returns the number of one with
 * an open refund.
 */
async function lockOrdersOf(tx: Db, { ownerId, id }: FapiaoKey): Promise<string | undefined> {
  const found = (await readOrdersOf(tx, ownerId, [id])).get(id) ?? []
  const locked = await lockOrders(
    tx,
    ownerId,
    found.map(({ orderId }) => orderId),
  )
  return locked.find(({ hasOpenRefund }) => hasOpenRefund)?.no
}

/** A number is used once, whatever the account; concurrent claims wait for each other. */
async function claimNumber(
  tx: Db,
  { ownerId, id: fapiaoId }: FapiaoKey,
  field: 'fapiaoNo' | 'reversalNo',
  number: string,
): Promise<void> {
  const claimed = await tx
    .insert(fapiaoNumbers)
    .values({ number, ownerId, fapiaoId })
    .onConflictDoNothing()
    .returning({ number: fapiaoNumbers.number })
  if (claimed.length === 0)
    throw new ApiError('alreadyExists', {
      reason: reasonWith('fapiaoNumberUsed', { number }),
      fields: [{ field, rule: 'taken' }],
    })
}
