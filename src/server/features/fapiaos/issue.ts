/** Issues, refuses and reverses fapiao; used by operators. */
import { readFapiaoFile, storeFapiaoFile, type FapiaoKey } from '#server/features/fapiaos/files.ts'
import { markToReverse } from '#server/features/fapiaos/apply-refund.ts'
import { mailFapiao, notifyOfFapiao } from '#server/features/fapiaos/notify.ts'
import {
  changeFapiao,
  deleteIfErased,
  lockFapiao,
  lockFapiaoWithOrders,
  requireState,
  type FapiaoChange,
} from '#server/features/fapiaos/requests.ts'
import { divideSum, leftOf, storeSums, sumsOf } from '#server/features/fapiaos/sums.ts'
import { reportFapiao } from '#server/features/fapiaos/report.ts'
import { claimNumber, requireDate } from '#server/features/fapiaos/number-and-date.ts'
import { endTake, requireTaker } from '#server/features/fapiaos/take.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatYuan } from '#server/platform/messages.ts'

/** `number`, `date`: of the fapiao or of its reversal; `zone`: of the business day. */
type Issued = { number: string; date: string; file: Blob; now: Date; zone: string }

/**
 * Issues a fapiao that the operator has taken, stores its file and mails it. If orders were refunded
 * since it was taken, it is for what is left, or for more, up to the former sum, and has to be reversed.
 * Throws ApiError `notAllowed` if the request is not taken, `changedElsewhere` if another operator has
 * it or for another sum, `alreadyExists` for a number that is used, and `invalid` for a date in the
 * future or before the payment, or a file of another format.
 */
export async function issueFapiao(
  tx: Db,
  key: FapiaoKey,
  { number, date, file, now, zone, amountCents, operatorId }: Issued & Sum,
): Promise<FapiaoChange> {
  const stored = await readFapiaoFile(file)
  const { fapiao, orders } = await lockFapiaoWithOrders(tx, key)
  requireState(fapiao, 'issuing')
  await requireTaker(tx, fapiao, operatorId)
  const { least: left, most } = sumsOf('issuing', orders)
  if (amountCents <= 0 || amountCents < left || amountCents > most)
    throw new ApiError('changedElsewhere', {
      reason: reasonWith('fapiaoSumChanged', { amount: formatYuan(left) }),
    })
  await requireDate(tx, fapiao, 'fapiao', date, { now, zone })
  await claimNumber(tx, key, 'fapiaoNo', number)
  await storeFapiaoFile(tx, key, 'fapiao', stored)
  await endTake(tx, key)
  await storeSums(tx, key, divideSum('issuing', orders, amountCents))
  const issued = {
    state: 'issued',
    fapiaoNo: number,
    issueDate: date,
    amount: amountCents,
  } as const
  await changeFapiao(tx, key, { ...issued, decisionDateTime: now })
  const words = await notifyOfFapiao(
    tx,
    fapiao,
    { message: 'fapiaoIssued', level: 'info', number, amountCents },
    now,
  )
  await mailFapiao(tx, fapiao, words, { number, stored }, now)
  const recorded = { ...fapiao, fapiaoNo: number, issueDate: date, amountCents }
  const state = amountCents === left ? 'issued' : 'toReverse'
  await reportFapiao(tx, recorded, { event: 'fapiaoIssued', data: { state } }, words, now)
  if (state === 'issued') return { before: fapiao, after: issued }
  const refunded = orders.filter((order) => order.left < order.amount)
  await markToReverse(tx, recorded, refunded.map(({ no }) => no).join(', '), now)
  return { before: fapiao, after: { ...issued, state: 'toReverse' } }
}

type Sum = { amountCents: number; operatorId: string }

/** Throws ApiError `notAllowed` if the request is over, or another operator is issuing it. */
export async function refuseFapiao(
  tx: Db,
  key: FapiaoKey,
  { reason, operatorId, now }: { reason: string; operatorId: string; now: Date },
): Promise<FapiaoChange> {
  const fapiao = await lockFapiao(tx, key)
  requireState(fapiao, 'asked', 'issuing')
  if (fapiao.state === 'issuing') await requireTaker(tx, fapiao, operatorId)
  await endTake(tx, key)
  await changeFapiao(tx, key, { state: 'refused', reason, decisionDateTime: now })
  const words = await notifyOfFapiao(
    tx,
    fapiao,
    { message: 'fapiaoRefused', level: 'warning', reason },
    now,
  )
  await mailFapiao(tx, fapiao, words, undefined, now)
  await deleteIfErased(tx, fapiao)
  return { before: fapiao, after: { state: 'refused' } }
}

/**
 * Records the red-letter fapiao that reverses an issued one, and mails it. Without a refund, a reason
 * is needed. Throws ApiError as `issueFapiao` does.
 */
export async function reverseFapiao(
  tx: Db,
  key: FapiaoKey,
  { number, date, file, now, zone, reason }: Issued & { reason: string | undefined },
): Promise<FapiaoChange> {
  const stored = await readFapiaoFile(file)
  const { fapiao, orders } = await lockFapiaoWithOrders(tx, key)
  requireState(fapiao, 'issued', 'toReverse')
  if (fapiao.state === 'issued' && !reason)
    throw new ApiError('invalid', { fields: [{ field: 'reason', rule: 'required' }] })
  await requireDate(tx, fapiao, 'reversal', date, { now, zone })
  await claimNumber(tx, key, 'reversalNo', number)
  await storeFapiaoFile(tx, key, 'reversal', stored)
  const reversed = { state: 'reversed', reversalNo: number, reversalDate: date } as const
  const isLeft = orders.some((order) => leftOf(order) > 0)
  await changeFapiao(tx, key, { ...reversed, reason: reason ?? null, reversalDateTime: now })
  const words = await notifyOfFapiao(
    tx,
    fapiao,
    {
      message: isLeft ? 'fapiaoReversed' : 'fapiaoReversedInFull',
      level: 'info',
      number,
      reason,
    },
    now,
  )
  await mailFapiao(tx, fapiao, words, { number, stored }, now)
  const data = { reversalNo: number, reversalDate: date, reason: reason ?? null }
  await reportFapiao(tx, fapiao, { event: 'fapiaoReversed', data }, words, now)
  return { before: fapiao, after: reversed }
}
