/** What is unused of an order, as the ledger says, and the money that it is worth. */
import { sql, type SQL } from 'drizzle-orm'
import { accountLog, balances } from '#server/features/ledger/table.ts'
import type { Order } from '#server/features/orders/table.ts'
import { onlyRow } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'

/**
 * `main`, `group`: left in the main account, and in it and its sub-accounts together. `laterOfMain`,
 * `laterOfGroup`: credited to them after the order. `charged`: taken back for refunds of the order.
 */
export type QuotaLeft = {
  credited: number
  charged: number
  main: number
  group: number
  laterOfMain: number
  laterOfGroup: number
}

/**
 * Use counts against the oldest credits first, so that what was credited later is what is left. What
 * sub-accounts have counts as used: `handedOut` is the part of it that would be unused otherwise.
 */
export function computeUnused({
  credited,
  charged,
  main,
  group,
  laterOfMain,
  laterOfGroup,
}: QuotaLeft): { unused: number; handedOut: number } {
  const within = (amount: number) => Math.max(0, Math.min(amount, credited - charged))
  const inGroup = within(group - laterOfGroup)
  const unused = Math.min(inGroup, within(main - laterOfMain))
  return { unused, handedOut: inGroup - unused }
}

/**
 * Cents that unused quota is worth, rounded down, and the quota that makes them up: what settling a
 * refund of so many cents takes. `refundedCents`: of settled refunds of the order.
 */
export function computeRefund(
  { num, amountCents: paid }: Pick<Order, 'num' | 'amountCents'>,
  { unused, charged, refundedCents }: { unused: number; charged: number; refundedCents: number },
): { cents: number; taken: number } {
  if (paid === 0 || num === 0) return { cents: 0, taken: 0 }
  const total = (BigInt(paid) * BigInt(charged + unused)) / BigInt(num)
  const cents = Math.max(0, Number(total) - refundedCents)
  return {
    cents,
    taken:
      cents === 0 ? 0 : computeShare({ num, amountCents: paid }, refundedCents + cents) - charged,
  }
}

/** Share of an order's quota for so many cents of its price, rounded down. */
export const computeShare = (
  { num, amountCents: paid }: Pick<Order, 'num' | 'amountCents'>,
  cents: number,
): number => Number((BigInt(num) * BigInt(cents)) / BigInt(paid))

type LaterCredits = Pick<QuotaLeft, 'laterOfMain' | 'laterOfGroup'> & { isConverted: boolean }

/** Types of changes that credit quota from outside of the account group, or correct it. */
const creditTypes = ['RECHARGE_ORDER_BY_MEMBER_GROUP', 'SYS_ADJUST', 'INVITE_REWARD', 'OTHER']
const conversionTypes = ['SYS_MATRIX', 'MATRIX']

/**
 * What was credited after the order, less what was refunded of later orders. `isConverted`: the
 * balance was converted to another channel or billing mode since. Undefined if the order was not
 * credited.
 */
export async function readLaterCredits(
  tx: Db,
  { ownerId, no, billingMode }: Pick<Order, 'ownerId' | 'no' | 'billingMode'>,
): Promise<LaterCredits | undefined> {
  const owner = sql`${ownerId}::bigint`
  const change = billingMode === 'time' ? sql`l.minute_change` : sql`l.char_change`
  const isOfOrder = sql`l.log_type = 'RECHARGE_ORDER_BY_MEMBER_GROUP'`
  const rowsOf = (types: readonly string[], users: SQL): SQL =>
    sql`unnest(${sql.param([...types])}::text[]) t(type) join ${accountLog} l on l.owner_id = ${owner} and ${users} and l.log_type = t.type`
  const { rows } = await tx.execute<{ main: number; subs: number; is_converted: boolean }>(
    sql`with credit as (select l.seq, l.at from ${accountLog} l where l.owner_id = ${owner} and l.user_id = ${owner} and ${isOfOrder} and l.recharge_order_no = ${no}),
      bought as (select l.recharge_order_no as no, l.seq > c.seq as is_later from credit c join ${accountLog} l on l.owner_id = ${owner} and l.user_id = ${owner} and ${isOfOrder})
    select (select coalesce(sum(case when b.is_later then ${change} when b.no is null then greatest(${change}, 0) else 0 end), 0)
        from ${rowsOf(creditTypes, sql`l.user_id = ${owner}`)} left join bought b on b.no = l.recharge_order_no where l.at >= c.at and l.seq > c.seq)::float8 as main,
      (select coalesce(sum(greatest(${change}, 0)), 0) from ${balances} a
        cross join ${rowsOf(creditTypes, sql`l.user_id <> ${owner}`)} where a.owner_id = ${owner} and a.user_id = l.user_id and l.at >= c.at)::float8 as subs,
      exists (select from ${rowsOf(conversionTypes, sql`l.user_id = ${owner}`)} where l.at >= c.at and l.seq > c.seq) as is_converted
    from credit c`,
  )
  if (rows.length === 0) return undefined
  const { main, subs, is_converted: isConverted } = onlyRow(rows)
  return { laterOfMain: main, laterOfGroup: main + subs, isConverted }
}

/** Characters of the sub-accounts together. */
export async function readSubAccountChars(tx: Db, ownerId: string): Promise<number> {
  const { rows } = await tx.execute<{ chars: number }>(
    sql`select coalesce(sum(chars - reserved_chars), 0)::float8 as chars from ${balances}
      where owner_id = ${ownerId}::bigint and user_id <> owner_id and closed_at is null`,
  )
  return onlyRow(rows).chars
}
