/** Computes a month of the accounts of an owner from the ledger and from usage by day. */
import { sql, type SQL } from 'drizzle-orm'
import { LogType } from '#contract/ledger.ts'
import type { Movement } from '#contract/statements.ts'
import { accountLog, balances } from '#server/features/ledger/table.ts'
import { orders, refunds, unmatchedPayments } from '#server/features/orders/table.ts'
import type { StoredPayment, UnnamedUse } from '#server/features/statements/table.ts'
import { usageDays } from '#server/features/translation/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { wireTime } from '#server/platform/db/time.ts'

/** `month`: its first day, `YYYY-MM-01`, in the business time zone. */
export type OwnerMonth = { ownerId: string; month: string; zone: string }

/** All types, so that the index by type and time is used. */
export const logTypes = sql`unnest(${sql.param([...LogType.options])}::text[])`

/** Amounts at one time; `expiresAt` in milliseconds since 1970. */
export type MonthBalance = {
  chars: number
  voices: number
  images: number
  expiresAt: number | null
}

/** One account in a month. The closing balance is read from the ledger, not added up. */
export type AccountMonth<U extends UnnamedUse = UnnamedUse> = {
  userId: string
  opening: MonthBalance
  closing: MonthBalance
  movements: Movement[]
  use: U[]
}

/**
 * Accounts that had, moved or used anything, in ascending order of their ids; with `userId`, only
 * that one, even if it had nothing. One statement, hence one snapshot. Reads the ledger by its index of types and
 * times, so that the cost doesn't depend on the length of its history.
 */
export async function computeAccounts(
  db: Db,
  period: OwnerMonth,
  userId?: string,
): Promise<AccountMonth[]> {
  const { ownerId, month } = period
  const owner = sql`${ownerId}::bigint`
  const { begin, end } = boundsOf(period)
  const { rows } = await db.execute<AccountMonth>(
    sql`select b.user_id::text as "userId", ${balanceBefore(owner, begin)} as opening, ${balanceBefore(owner, end)} as closing,
        (select coalesce(jsonb_agg(jsonb_build_object('logType', t.type, 'rowNum', m.count, 'charNum', m.chars, 'voiceNum', m.voices,
            'imageNum', m.images, 'minuteNum', m.minutes) order by t.place), '[]') from ${logTypes} with ordinality t(type, place)
          cross join lateral (select count(*) as count, sum(l.char_change) as chars, sum(l.voice_change) as voices, sum(l.image_change) as images,
              sum(l.minute_change) as minutes from ${accountLog} l
            where l.owner_id = ${owner} and l.user_id = b.user_id and l.log_type = t.type and l.at >= ${begin} and l.at < ${end}) m
          where m.count > 0) as movements,
        (select coalesce(jsonb_agg(jsonb_build_object('tranChannelId', u.channel_id::text, 'sourceLangCode', u.source, 'targetLangCode', u.target,
            'keyId', u.key_id::text, 'charNum', u.chars, 'translationNum', u.count) order by u.chars desc, u.channel_id, u.source, u.target, u.key_id), '[]')
          from (select d.channel_id, d.source, d.target, d.key_id, sum(d.chars) as chars, sum(d.count) as count from ${usageDays} d
            where d.owner_id = ${owner} and d.user_id = b.user_id and d.day >= ${month}::date and d.day < ${month}::date + interval '1 month'
            group by 1, 2, 3, 4) u) as use
      from ${balances} b where b.owner_id = ${owner} and ${userId === undefined ? sql`true` : sql`b.user_id = ${userId}::bigint`}
      order by b.user_id`,
  )
  return userId === undefined ? rows.filter(isActive) : rows
}

/** Balance of account `b` after the last of its rows before a time. */
const balanceBefore = (owner: SQL, time: SQL): SQL =>
  sql`coalesce((select jsonb_build_object('chars', l.last_chars, 'voices', l.last_voices, 'images', l.last_images,
      'expiresAt', floor(extract(epoch from l.last_expires_at) * 1000)) from ${accountLog} l
    where l.owner_id = ${owner} and l.user_id = b.user_id and l.seq = (select max(k.seq) from ${logTypes} t(type)
      cross join lateral (select k.seq from ${accountLog} k where k.owner_id = ${owner} and k.user_id = b.user_id and k.log_type = t.type
        and k.at < ${time} order by k.at desc, k.type_seq desc limit 1) k)),
    '{"chars": 0, "voices": 0, "images": 0, "expiresAt": null}')`

const isActive = ({ opening, closing, movements, use }: AccountMonth) =>
  movements.length > 0 || use.length > 0 || [opening, closing].some(hasQuota)
const hasQuota = ({ chars, voices, images, expiresAt }: MonthBalance) =>
  chars > 0 || voices > 0 || images > 0 || expiresAt !== null

/**
 * What the owner paid and got back, by the times of the ledger: a late payment is of the later month.
 * Also payments without an order that an operator credited to the account, and their refunds.
 * `lastMonth`: the first day of the last of several months.
 */
export async function readPayments(
  db: Db,
  period: OwnerMonth,
  lastMonth = period.month,
): Promise<StoredPayment[]> {
  const owner = sql`${period.ownerId}::bigint`
  const { begin, end } = boundsOf(period, lastMonth)
  const { rows } = await db.execute<StoredPayment>(
    sql`select p.kind, coalesce(o.no, p.no) as "orderNo", o.pay_channel as "payChannel", o.group_name as "memberGroupName", o.group_en_name as "memberGroupEnName",
        p.cents::float8 as amount, ${wireTime(sql`p.at`, period.zone)} as "dateTime"
      from (select 'paid' as kind, k.id, k.no, k.amount_cents as cents, l.at from ${accountLog} l
          join ${orders} k on k.owner_id = ${owner} and k.no = l.recharge_order_no
          where l.owner_id = ${owner} and l.user_id = ${owner} and l.log_type = 'RECHARGE_ORDER_BY_MEMBER_GROUP' and l.at >= ${begin} and l.at < ${end}
        union all select 'refunded', r.order_id, r.order_no, r.amount_cents, r.settled_at from ${refunds} r
          where r.owner_id = ${owner} and r.order_id is not null and r.settled_at >= ${begin} and r.settled_at < ${end}
        union all select 'paid', null, m.order_no, m.amount_cents, m.handled_at from ${unmatchedPayments} m
          where m.credited_owner_id = ${owner} and m.outcome = 'account' and m.handled_at >= ${begin} and m.handled_at < ${end}
        union all select 'refunded', null, f.order_no, f.amount_cents, f.settled_at from ${unmatchedPayments} c
          join ${refunds} f on f.gateway = c.gateway and f.gateway_no = c.gateway_no and f.order_no = c.order_no and f.reason = 'creditedByHand'
          where c.credited_owner_id = ${owner} and c.outcome = 'account' and f.settled_at >= ${begin} and f.settled_at < ${end}) p
      left join ${orders} o on o.owner_id = ${owner} and o.id = p.id order by p.at, p.kind, p.no`,
  )
  return rows
}

export function sumPayments(payments: readonly StoredPayment[]) {
  const sum = (kind: StoredPayment['kind']) =>
    payments.reduce((total, payment) => total + (payment.kind === kind ? payment.amount : 0), 0)
  return { paidAmount: sum('paid'), refundedAmount: sum('refunded') }
}

/** Beginning of the first month, and the end of the last, exclusive. */
function boundsOf({ month, zone }: OwnerMonth, lastMonth = month): { begin: SQL; end: SQL } {
  return {
    begin: sql`(${month}::date::timestamp at time zone ${zone})`,
    end: sql`((${lastMonth}::date + interval '1 month') at time zone ${zone})`,
  }
}

/** All accounts together: what both sides of a transfer change adds up to nothing and is left out. */
export function sumAccounts(
  accounts: readonly AccountMonth[],
  ownerId: string,
): Omit<AccountMonth, 'userId' | 'use'> {
  const main = accounts.find(({ userId }) => userId === ownerId)
  const movements = LogType.options.flatMap((logType) => {
    const same = accounts.flatMap((account) =>
      account.movements.filter((movement) => movement.logType === logType),
    )
    const sum = (amount: Exclude<keyof Movement, 'logType'>) =>
      same.reduce((total, movement) => total + movement[amount], 0)
    const total: Movement = {
      logType,
      rowNum: sum('rowNum'),
      charNum: sum('charNum'),
      voiceNum: sum('voiceNum'),
      imageNum: sum('imageNum'),
      minuteNum: sum('minuteNum'),
    }
    const { rowNum: _, logType: __, ...amounts } = total
    const isTransfer = logType === 'DISTRIBUTION' || logType === 'RECOVERY'
    const isNothing = Object.values(amounts).every((amount) => amount === 0)
    return same.length === 0 || (isTransfer && isNothing) ? [] : [total]
  })
  const sumBalances = (time: 'opening' | 'closing'): MonthBalance => {
    const sum = (unit: 'chars' | 'voices' | 'images') =>
      accounts.reduce((total, account) => total + account[time][unit], 0)
    return {
      chars: sum('chars'),
      voices: sum('voices'),
      images: sum('images'),
      expiresAt: main?.[time].expiresAt ?? null,
    }
  }
  return { opening: sumBalances('opening'), closing: sumBalances('closing'), movements }
}
