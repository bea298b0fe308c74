/** Operators take a request before they issue it in the tax system, and put it back. */
import { and, eq } from 'drizzle-orm'
import { lowerToLeft } from '#server/features/fapiaos/apply-refund.ts'
import type { FapiaoKey } from '#server/features/fapiaos/files.ts'
import {
  changeFapiao,
  deleteIfErased,
  lockFapiaoWithOrders,
  requireState,
  type FapiaoChange,
  type LockedFapiao,
} from '#server/features/fapiaos/requests.ts'
import { fapiaoTakes } from '#server/features/fapiaos/table.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'

export type Taker = { operatorId: string; operator: string }

/**
 * `takenFrom`: the operator that it is taken over from. Throws ApiError `changedElsewhere` if another
 * operator has it, and `notAllowed` if it does not wait or a refund of its orders is open.
 */
export async function takeFapiao(
  tx: Db,
  key: FapiaoKey,
  { takenFrom, ...taker }: Taker & { takenFrom: string | undefined },
  now: Date,
): Promise<FapiaoChange> {
  const { fapiao, orders } = await lockFapiaoWithOrders(tx, key)
  requireState(fapiao, 'asked', 'issuing')
  const values = { ...taker, takenAt: now }
  if (fapiao.state === 'issuing') {
    const holder = await readTaker(tx, fapiao)
    if (holder.operatorId === taker.operatorId)
      return { before: fapiao, after: { taker: taker.operator } }
    if (holder.operatorId !== takenFrom) throw takenBy(holder)
    await tx.update(fapiaoTakes).set(values).where(isTakeOf(key))
    return { before: fapiao, after: { taker: taker.operator, takenFrom: holder.operator } }
  }
  const waiting = orders.find(({ hasOpenRefund }) => hasOpenRefund)
  if (waiting)
    throw new ApiError('notAllowed', { reason: reasonWith('fapiaoRefundOpen', { no: waiting.no }) })
  await tx.insert(fapiaoTakes).values({ ownerId: key.ownerId, fapiaoId: key.id, ...values })
  await changeFapiao(tx, key, { state: 'issuing' })
  return { before: fapiao, after: { state: 'issuing', taker: taker.operator } }
}

/** Any operator may that knows who has it. Refunds since it was taken lower or end the request now. */
export async function putBackFapiao(
  tx: Db,
  key: FapiaoKey,
  takenFrom: string,
  now: Date,
): Promise<FapiaoChange> {
  const { fapiao, orders } = await lockFapiaoWithOrders(tx, key)
  requireState(fapiao, 'issuing')
  const holder = await readTaker(tx, fapiao)
  if (holder.operatorId !== takenFrom) throw takenBy(holder)
  const refunded = orders.filter(({ amount, left }) => left < amount)
  await endTake(tx, key)
  await changeFapiao(tx, key, { state: 'asked' })
  const left = await lowerToLeft(tx, fapiao, refunded, now)
  await deleteIfErased(tx, fapiao)
  return { before: fapiao, after: { ...left, takenFrom: holder.operator } }
}

/** Throws ApiError `changedElsewhere` unless this operator has taken it. */
export async function requireTaker(
  tx: Db,
  fapiao: LockedFapiao,
  operatorId: string,
): Promise<void> {
  const holder = await readTaker(tx, fapiao)
  if (holder.operatorId !== operatorId) throw takenBy(holder)
}

export const endTake = async (tx: Db, key: FapiaoKey): Promise<void> => {
  await tx.delete(fapiaoTakes).where(isTakeOf(key))
}

const isTakeOf = ({ ownerId, id }: FapiaoKey) =>
  and(eq(fapiaoTakes.ownerId, ownerId), eq(fapiaoTakes.fapiaoId, id))

async function readTaker(tx: Db, key: FapiaoKey): Promise<Taker> {
  const [taker] = await tx
    .select({ operatorId: fapiaoTakes.operatorId, operator: fapiaoTakes.operator })
    .from(fapiaoTakes)
    .where(isTakeOf(key))
  if (!taker) throw new Error(`Fapiao ${key.id} is being issued by nobody.`)
  return taker
}

const takenBy = ({ operator }: Taker) =>
  new ApiError('changedElsewhere', { reason: reasonWith('fapiaoTakenBy', { name: operator }) })
