/** Handlers by which an account asks for fapiao, withdraws requests and downloads files. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { fapiaos as collection } from '#contract/fapiaos.ts'
import { lockActiveAccount } from '#server/features/accounts/index.ts'
import { addRows, storedOf, toColumnValues } from '#server/features/collections/index.ts'
import { readStoredFile } from '#server/features/fapiaos/files.ts'
import {
  isInvoiceable,
  leftCents,
  lockOrders,
  type InvoiceableState,
} from '#server/features/fapiaos/invoiceable.ts'
import { fapiaoTopics } from '#server/features/fapiaos/notify.ts'
import {
  changeFapiao,
  lockFapiao,
  readOrdersOf,
  requireState,
} from '#server/features/fapiaos/requests.ts'
import { fapiaoOrders, fapiaoTitleColumns, fapiaoTitles } from '#server/features/fapiaos/table.ts'
import { orders } from '#server/features/orders/table.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import type { Handler, Handlers, SignedCall } from '#server/http/handler.ts'
import { tryIncrement } from '#server/http/limits/rate-limits.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { wireTime } from '#server/platform/db/time.ts'
import { formatYuan } from '#server/platform/messages.ts'
import type { GeneratedHandlers } from '#server/collections.ts'

type Calls = typeof collection.calls
type Row = OutputOf<Calls['get']>

/** Adds the orders of each request. */
export async function computeFapiaoColumns(
  rows: readonly Omit<Row, 'orders'>[],
  { db, me }: SignedCall,
): Promise<Pick<Row, 'orders'>[]> {
  const ids = rows.map(({ id }) => String(id))
  const byId = ids.length > 0 ? await readOrdersOf(db, me.ownerId, ids) : new Map<string, never>()
  // Without those that were refunded in full before it was issued.
  return ids.map((id) => ({ orders: (byId.get(id) ?? []).filter(({ amount }) => amount > 0) }))
}

/** As many as the newest that one request may contain. */
const listInvoiceableOrders: Handler<Calls['orders']> = async (_, { db, me, settings }) => {
  const owner = sql`${me.ownerId}::bigint`
  const rows = await db
    .select({
      id: sql<string>`${orders.id}::text`,
      no: orders.no,
      memberGroupName: orders.groupName,
      memberGroupEnName: orders.groupEnName,
      payDateTime: wireTime(orders.paidAt, settings.timeZone),
      paid: orders.amountCents,
      amount: leftCents(owner),
    })
    .from(orders)
    .where(and(eq(orders.ownerId, me.ownerId), isInvoiceable(owner)))
    .orderBy(desc(orders.seq))
    .limit(businessLimits.fapiaos.orders)
  return { orders: rows }
}

/**
 * Throws ApiError `notAllowed` for an order that can't be invoiced, `changedElsewhere` if the sum is
 * not the one that was shown, and `invalid` for a title that lacks what the kind needs.
 */
const askForFapiao: Handler<Calls['ask']> = async (input, call) => {
  const { db, me, clock, settings } = call
  const { ownerId } = me
  await lockActiveAccount(db, ownerId)
  const ids = [...new Set(input.orderIds.map(String))]
  if (!ids.every(isId)) throw new ApiError('notFound')
  const chosen = await lockOrders(db, ownerId, ids)
  if (chosen.length < ids.length) throw new ApiError('notFound')
  refuseOrders(chosen)
  const amount = chosen.reduce((sum, { left }) => sum + left, 0)
  if (amount !== input.amount)
    throw new ApiError('changedElsewhere', {
      reason: reasonWith('fapiaoAmountChanged', { amount: formatYuan(amount) }),
    })
  const { kind, email, remark } = input
  const title = await readTitle(call, input)
  const stored = storedOf('fapiaos')
  const row = { ...title, kind, email, remark, amount, state: 'asked' }
  const now = clock()
  await countRequest(db, ownerId, now)
  const values = toColumnValues(stored.collection, row, settings.timeZone)
  const [id] = await addRows(db, stored, { ownerId, id: '0' }, [values], now)
  await db.insert(fapiaoOrders).values(
    chosen.map((order) => ({
      ownerId,
      fapiaoId: id!,
      orderId: order.id,
      orderNo: order.no,
      amountCents: order.left,
      isLive: true,
    })),
  )
  announce(call)
  await call.audit(db, { objects: [title.titleName], details: { amount } })
  return { id: id! }
}

/** Throws ApiError `tooManyRequests`. */
async function countRequest(db: Db, ownerId: string, now: Date): Promise<void> {
  const max = businessLimits.fapiaos.perDay
  if (!(await tryIncrement(db, `fapiao-request:${ownerId}`, { max, seconds: 86_400 }, now)))
    throw new ApiError('tooManyRequests', { reason: reasonWith('fapiaosPerDay', { limit: max }) })
}

function refuseOrders(chosen: readonly InvoiceableState[]): void {
  for (const { no, payStatus, left, hasOpenRefund, isTaken } of chosen) {
    const reason =
      payStatus !== 'P'
        ? 'fapiaoOrderUnpaid'
        : isTaken
          ? 'fapiaoOrderTaken'
          : hasOpenRefund
            ? 'fapiaoRefundOpen'
            : left <= 0
              ? 'fapiaoNothingLeft'
              : undefined
    if (reason) throw new ApiError('notAllowed', { reason: reasonWith(reason, { no }) })
  }
}

type StoredTitle = {
  titleKind: 'company' | 'individual'
  titleName: string
  taxNo: string | null
  address: string | null
  phone: string | null
  bank: string | null
  bankAccount: string | null
}

/** A copy of the title. A special fapiao needs a company, which has a tax number. */
async function readTitle(
  { db, me }: SignedCall,
  { titleId, kind }: InputOf<Calls['ask']>,
): Promise<StoredTitle> {
  const column = (name: string) => sql<string | null>`${fapiaoTitleColumns[name]!}`
  const [title] = isId(String(titleId))
    ? await db
        .select({
          titleKind: sql<StoredTitle['titleKind']>`${fapiaoTitleColumns['kind']!}`,
          titleName: sql<string>`${fapiaoTitleColumns['name']!}`,
          taxNo: column('taxNo'),
          address: column('address'),
          phone: column('phone'),
          bank: column('bank'),
          bankAccount: column('bankAccount'),
        })
        .from(fapiaoTitles)
        .where(and(eq(fapiaoTitles.ownerId, me.ownerId), eq(fapiaoTitles.id, String(titleId))))
    : []
  if (!title)
    throw new ApiError('invalid', {
      fields: [{ field: 'titleId', rule: 'pattern', kind: 'choice' }],
    })
  if (kind === 'special' && (title.titleKind !== 'company' || title.taxNo === null))
    throw new ApiError('invalid', { reason: reasonWith('fapiaoTitleIncomplete', {}) })
  return title
}

/** Throws ApiError `notAllowed` once it was issued or refused. */
const withdrawFapiao: Handler<Calls['withdraw']> = async ({ id }, call) => {
  const { db, me, clock } = call
  const fapiao = await lockFapiao(db, { ownerId: me.ownerId, id: String(id) })
  requireState(fapiao, 'asked')
  await changeFapiao(db, fapiao, { state: 'withdrawn', decisionDateTime: clock() })
  announce(call)
  await call.audit(db, { objects: [fapiao.titleName] })
  return null
}

/** `getFapiao`: checks that the caller may read it. Throws ApiError `notAllowed` before it is issued. */
const downloadFapiao =
  (getFapiao: Handler<Calls['get']>): Handler<Calls['download']> =>
  async ({ id, file = 'fapiao' }, call) => {
    const { fapiaoNo, reversalNo } = await getFapiao({ id }, call)
    if (!fapiaoNo) throw new ApiError('notAllowed', { reason: reasonWith('fapiaoNotIssued', {}) })
    const key = { ownerId: call.me.ownerId, id: String(id) }
    return readStoredFile(call.db, key, file, file === 'fapiao' ? fapiaoNo : reversalNo)
  }

const announce = ({ me: { ownerId }, events, afterCommit }: SignedCall) =>
  afterCommit(() => events.publish({ ownerId, about: [...fapiaoTopics] }))

export const fapiaoHandlers = (generated: GeneratedHandlers['fapiaos']): Handlers['fapiaos'] => ({
  ...generated,
  orders: listInvoiceableOrders,
  ask: askForFapiao,
  withdraw: withdrawFapiao,
  download: downloadFapiao(generated.get),
})
