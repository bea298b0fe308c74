/** Requests for fapiao: locking, closing, and their orders. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { liveFapiaoStates, type FapiaoState } from '#contract/fapiaos.ts'
import type { FapiaoKey } from '#server/features/fapiaos/files.ts'
import { fapiaoColumns, fapiaoOrders, fapiaos } from '#server/features/fapiaos/table.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

const column = (name: string) => fapiaoColumns[name]!

export const isFapiao = ({ ownerId, id }: FapiaoKey) =>
  and(eq(fapiaos.ownerId, ownerId), eq(fapiaos.id, id))

export type LockedFapiao = FapiaoKey & {
  state: FapiaoState
  titleName: string
  amountCents: number
  email: string
  fapiaoNo: string | null
}

/**
 * Locks a request until the transaction ends. Lock accounts and orders before it. Throws ApiError
 * `notFound`.
 */
export async function lockFapiao(tx: Db, { ownerId, id }: FapiaoKey): Promise<LockedFapiao> {
  const [found] = isId(id)
    ? await tx
        .select({
          state: sql<FapiaoState>`${column('state')}`,
          titleName: sql<string>`${column('titleName')}`,
          amountCents: sql<number>`${column('amount')}::float8`,
          email: sql<string>`${column('email')}`,
          fapiaoNo: sql<string | null>`${column('fapiaoNo')}`,
        })
        .from(fapiaos)
        .where(isFapiao({ ownerId, id }))
        .for('update')
    : []
  if (!found) throw new ApiError('notFound')
  return { ownerId, id, ...found }
}

/** Throws ApiError `notAllowed` with what became of a request that is in another state. */
export function requireState(
  { state }: LockedFapiao,
  ...allowed: readonly [FapiaoState, ...FapiaoState[]]
): void {
  if (!allowed.includes(state))
    throw new ApiError('notAllowed', { reason: reasonWith(stateReasons[state], {}) })
}

const stateReasons = {
  asked: 'fapiaoNotIssued',
  issued: 'fapiaoIssued',
  refused: 'fapiaoRefused',
  withdrawn: 'fapiaoWithdrawn',
  ended: 'fapiaoEnded',
  toReverse: 'fapiaoIssued',
  reversed: 'fapiaoReversed',
} as const satisfies Record<FapiaoState, string>

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

export const isOrderOf = ({ ownerId, id }: FapiaoKey) =>
  and(eq(fapiaoOrders.ownerId, ownerId), eq(fapiaoOrders.fapiaoId, id))

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
