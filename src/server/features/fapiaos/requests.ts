/** Requests for fapiao: locking, closing, and their orders. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { liveFapiaoStates, type FapiaoState } from '#contract/fapiaos.ts'
import type { FapiaoKey } from '#server/features/fapiaos/files.ts'
import { lockOrders, type InvoiceableState } from '#server/features/fapiaos/invoiceable.ts'
import { isOrderOf, readOrderSums, type OrderSums } from '#server/features/fapiaos/sums.ts'
import { fapiaoColumns, fapiaoOrders, fapiaos } from '#server/features/fapiaos/table.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

const column = (name: string) => fapiaoColumns[name]!

export const isFapiao = ({ ownerId, id }: FapiaoKey) =>
  and(eq(fapiaos.ownerId, ownerId), eq(fapiaos.id, id))

export type LockedFapiao = FapiaoKey & {
  version: number
  state: FapiaoState
  titleName: string
  amountCents: number
  email: string
  fapiaoNo: string | null
  issueDate: string | null
  reversalNo: string | null
  reversalDate: string | null
}

/**
 * Locks a request until the transaction ends. Lock accounts and orders before it. Throws ApiError
 * `notFound`.
 */
export async function lockFapiao(tx: Db, { ownerId, id }: FapiaoKey): Promise<LockedFapiao> {
  const [found] = isId(id)
    ? await tx
        .select({
          version: sql<number>`${fapiaos.version}::float8`,
          state: sql<FapiaoState>`${column('state')}`,
          titleName: sql<string>`${column('titleName')}`,
          amountCents: sql<number>`${column('amount')}::float8`,
          email: sql<string>`${column('email')}`,
          fapiaoNo: sql<string | null>`${column('fapiaoNo')}`,
          issueDate: sql<string | null>`${column('issueDate')}::text`,
          reversalNo: sql<string | null>`${column('reversalNo')}`,
          reversalDate: sql<string | null>`${column('reversalDate')}::text`,
        })
        .from(fapiaos)
        .where(isFapiao({ ownerId, id }))
        .for('update')
    : []
  if (!found) throw new ApiError('notFound')
  return { ownerId, id, ...found }
}

export type LockedOrder = InvoiceableState & OrderSums

/** Locks its orders first, so that no refund of them begins or ends meanwhile. */
export async function lockFapiaoWithOrders(
  tx: Db,
  key: FapiaoKey,
): Promise<{ fapiao: LockedFapiao; orders: LockedOrder[] }> {
  const isKnown = isId(key.ownerId) && isId(key.id)
  const ids = isKnown ? ((await readOrdersOf(tx, key.ownerId, [key.id])).get(key.id) ?? []) : []
  const locked = await lockOrders(
    tx,
    key.ownerId,
    ids.map(({ orderId }) => orderId),
  )
  const fapiao = await lockFapiao(tx, key)
  const sums = await readOrderSums(tx, key)
  return {
    fapiao,
    orders: sums.map((order) => ({ ...locked.find(({ id }) => id === order.id)!, ...order })),
  }
}

/** Throws ApiError `changedElsewhere`, so that no operator undoes what another one has corrected. */
export function requireVersion(fapiao: LockedFapiao, version: number): void {
  if (fapiao.version !== version) throw new ApiError('changedElsewhere')
}

/** Throws ApiError `notAllowed` with what became of a request that is in another state. */
export function requireState(
  { state }: LockedFapiao,
  ...allowed: readonly [FapiaoState, ...FapiaoState[]]
): void {
  if (allowed.includes(state)) return
  const isBefore = (state === 'asked' || state === 'issuing') && allowed.includes('issued')
  const reason = isBefore ? 'fapiaoNotIssued' : stateReasons[state]
  throw new ApiError('notAllowed', { reason: reasonWith(reason, {}) })
}

const stateReasons = {
  asked: 'fapiaoNotTaken',
  issuing: 'fapiaoBeingIssued',
  issued: 'fapiaoIssued',
  refused: 'fapiaoRefused',
  withdrawn: 'fapiaoWithdrawn',
  ended: 'fapiaoEnded',
  toReverse: 'fapiaoIssued',
  reversed: 'fapiaoReversed',
} as const satisfies Record<FapiaoState, string>

/** The request before and after, for the operators' log. */
export type FapiaoChange = { before: LockedFapiao; after: Readonly<Record<string, unknown>> }

const isLive = (state: FapiaoState): boolean =>
  (liveFapiaoStates as readonly FapiaoState[]).includes(state)

type Change = { state: FapiaoState } & Readonly<Record<string, unknown>>

/** Changes a locked request; its orders can be asked for again once it is over. */
export async function changeFapiao(
  tx: Db,
  key: FapiaoKey,
  { state, ...values }: Change,
): Promise<void> {
  await tx
    .update(fapiaos)
    .set({ state, ...values, version: sql`${fapiaos.version} + 1` })
    .where(isFapiao(key))
  if (!isLive(state)) await tx.update(fapiaoOrders).set({ isLive: false }).where(isOrderOf(key))
}

/** A request of an account that was deleted meanwhile, unless it was issued. */
export async function deleteIfErased(tx: Db, { email, ...key }: LockedFapiao): Promise<void> {
  if (email === '') await tx.delete(fapiaos).where(isFapiao(key))
}

export type OrderOfFapiao = { orderId: string; orderNo: string; amount: number }

/** Orders of requests, by request. */
export async function readOrdersOf(
  db: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<Map<string, OrderOfFapiao[]>> {
  const rows = await db
    .select({
      fapiaoId: fapiaoOrders.fapiaoId,
      orderId: fapiaoOrders.orderId,
      orderNo: fapiaoOrders.orderNo,
      amount: fapiaoOrders.amountCents,
    })
    .from(fapiaoOrders)
    .where(and(eq(fapiaoOrders.ownerId, ownerId), inArray(fapiaoOrders.fapiaoId, [...ids])))
    .orderBy(asc(fapiaoOrders.orderId))
  const byId = new Map<string, OrderOfFapiao[]>(ids.map((id) => [id, []]))
  for (const { fapiaoId, ...order } of rows) byId.get(fapiaoId)?.push(order)
  return byId
}
