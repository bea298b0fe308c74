/** Invariants of stored statements: they add up, and equal the ledger and the payments. */
import { sql, type SQL } from 'drizzle-orm'
import { LogType } from '#contract/ledger.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  scopeOf,
  type Invariant,
  type Scope,
  type Violation,
} from '#server/features/ledger/reconciliation/invariant.ts'
import { accountLog } from '#server/features/ledger/table.ts'
import { orders, refunds, unmatchedPayments } from '#server/features/orders/table.ts'
import { statements } from '#server/features/statements/table.ts'
import { usageDays } from '#server/features/translation/table.ts'

const units = ['chars', 'voices', 'images'] as const
/** Joins SQL for each unit. */
const forUnits = (format: (unit: string) => string, separator: string) =>
  sql.raw(units.map(format).join(separator))

/**
 * The statements in scope, as `stated`, and each one's changes by type, as `changes`. Only in a full
 * check: they are as old as a month, and compared with all its rows.
 */
const stated = ({ full }: Scope): SQL =>
  sql`stated as (select s.* from ${statements} s where ${full}::boolean and s.owner_id in (select owner_id from scope)),
    changes as (select s.owner_id, s.user_id, s.month, m."logType" as log_type, m."rowNum" as rows, m."charNum" as chars, m."voiceNum" as voices, m."imageNum" as images, m."minuteNum" as minutes
      from stated s cross join lateral jsonb_to_recordset(s.movements) as m("logType" text, "rowNum" bigint, "charNum" bigint, "voiceNum" bigint, "imageNum" bigint, "minuteNum" bigint))`

/** All types, so that the index by type and time is used. */
const types = sql`${sql.param([...LogType.options])}::text[]`

const beginOf = (alias: string, zone: string): SQL =>
  sql`(${sql.raw(alias)}.month::timestamp at time zone ${zone})`
const endOf = (alias: string, zone: string): SQL =>
  sql`((${sql.raw(alias)}.month + interval '1 month') at time zone ${zone})`

/** `The statement of 2026-10 of account 10002 of owner 10001` */
const describeStatement = ({ owner_id, user_id, month }: Violation): string =>
  `The statement of ${month?.slice(0, 7)} of ${user_id === null ? 'all accounts' : `account ${user_id}`} of owner ${owner_id}`

/** The opening balance and the changes do not add up to the closing balance. */
const notAdded = forUnits(
  (unit) => `t.opening_${unit} + coalesce(a.${unit}, 0) <> t.closing_${unit}`,
  ' or ',
)

const sums: Invariant = {
  name: 'statements',
  condition:
    'Each statement’s opening balance and changes add up to its closing balance, with which the next month opens.',
  query: (scope) => sql`with ${scopeOf(scope)}, ${stated(scope)},
      added as (select owner_id, user_id, month, ${forUnits((unit) => `sum(${unit}) as ${unit}`, ', ')} from changes group by 1, 2, 3)
    select t.owner_id, nullif(t.user_id, 0) as user_id, null as seq, t.month::text, ${forUnits((unit) => `t.opening_${unit}, t.closing_${unit}, coalesce(a.${unit}, 0) as ${unit}, coalesce(n.opening_${unit}, 0) as next_${unit}`, ', ')},
      (${notAdded})::text as is_wrong
    from stated t left join added a using (owner_id, user_id, month)
    left join ${statements} n on n.owner_id = t.owner_id and n.user_id = t.user_id and n.month = (t.month + interval '1 month')::date
    where ${notAdded}
      or (${forUnits((unit) => `coalesce(n.opening_${unit}, 0) <> t.closing_${unit}`, ' or ')})
        and exists (select from ${statements} w where w.owner_id = t.owner_id and w.user_id = 0 and w.month = (t.month + interval '1 month')::date)`,
  describe: (found) =>
    found['is_wrong'] === 'true'
      ? `${describeStatement(found)} opens with ${found['opening_chars']} characters, ${found['opening_voices']} voice units and ${found['opening_images']} images, changes them by ${found['chars']}, ${found['voices']} and ${found['images']}, and closes with ${found['closing_chars']}, ${found['closing_voices']} and ${found['closing_images']}.`
      : `${describeStatement(found)} closes with ${found['closing_chars']} characters, ${found['closing_voices']} voice units and ${found['closing_images']} images, but the next opens with ${found['next_chars']}, ${found['next_voices']} and ${found['next_images']}.`,
}

const ledger: Invariant = {
  name: 'statements and ledger',
  condition:
    'The changes of each account’s statement are the ledger’s rows of that month, by type.',
  query: (scope) => sql`with ${scopeOf(scope)}, ${stated(scope)},
      closed as (select owner_id, min(month) as first, max(month) as last from stated where user_id = 0 group by 1),
      logged as (select l.owner_id, l.user_id, date_trunc('month', l.at at time zone ${scope.zone})::date as month, l.log_type, count(*) as rows, sum(l.char_change) as chars,
          sum(l.voice_change) as voices, sum(l.image_change) as images, sum(l.minute_change) as minutes
        from closed c join scope s on s.owner_id = c.owner_id join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id and l.log_type = any(${types})
          and l.at >= c.first::timestamp at time zone ${scope.zone} and l.at < (c.last + interval '1 month') at time zone ${scope.zone} group by 1, 2, 3, 4),
      told as (select * from changes where user_id <> 0)
    select owner_id, user_id, null as seq, month::text, log_type, coalesce(t.rows, 0) as rows, coalesce(l.rows, 0) as logged_rows, coalesce(t.chars, 0) as chars, coalesce(l.chars, 0) as logged_chars
    from told t full join logged l using (owner_id, user_id, month, log_type)
    where (t.rows, t.chars, t.voices, t.images, t.minutes) is distinct from (l.rows, l.chars, l.voices, l.images, l.minutes)`,
  describe: (found) =>
    `${describeStatement(found)} has ${found['rows']} rows of ${found['log_type']} with ${found['chars']} characters, but the ledger has ${found['logged_rows']} with ${found['logged_chars']}.`,
}

/** Balance after the last row of an account before a time. */
const balanceBefore = (time: SQL): SQL =>
  sql`(select l.last_chars as chars, l.last_voices as voices, l.last_images as images, l.last_expires_at as expires_at from ${accountLog} l
    where l.owner_id = t.owner_id and l.user_id = t.user_id and l.seq = (select max(k.seq) from unnest(${types}) as y(type)
      cross join lateral (select k.seq from ${accountLog} k where k.owner_id = t.owner_id and k.user_id = t.user_id and k.log_type = y.type and k.at < ${time}
        order by k.at desc, k.type_seq desc limit 1) k))`

const balances: Invariant = {
  name: 'statements and balances',
  condition:
    'Each account’s statement opens and closes with the balances that the ledger had at these times.',
  query: (scope) => sql`with ${scopeOf(scope)}, ${stated(scope)}
    select t.owner_id, t.user_id, null as seq, t.month::text, t.opening_chars, coalesce(o.chars, 0) as begun_chars, t.closing_chars, coalesce(c.chars, 0) as ended_chars
    from stated t left join lateral ${balanceBefore(beginOf('t', scope.zone))} o on true left join lateral ${balanceBefore(endOf('t', scope.zone))} c on true
    where t.user_id <> 0 and (${forUnits((unit) => `t.opening_${unit} <> coalesce(o.${unit}, 0) or t.closing_${unit} <> coalesce(c.${unit}, 0)`, ' or ')}
      or t.opening_expires_at is distinct from o.expires_at or t.closing_expires_at is distinct from c.expires_at)`,
  describe: (found) =>
    `${describeStatement(found)} opens with ${found['opening_chars']} characters and closes with ${found['closing_chars']}, but the ledger had ${found['begun_chars']} and ${found['ended_chars']} then, or another number of units or end of a plan.`,
}

const money: Invariant = {
  name: 'statements and payments',
  condition:
    'The payments and refunds of each statement of all accounts are those that were credited and settled in its month.',
  query: (scope) => sql`with ${scopeOf(scope)}, ${stated(scope)},
      told as (select t.owner_id, t.month, p.kind, p.cents from stated t cross join lateral
        (select p.kind, sum(p.amount) as cents from jsonb_to_recordset(t.payments) as p(kind text, amount bigint) group by 1) p where t.user_id = 0),
      booked as (select w.owner_id, w.month, b.kind, sum(b.cents) as cents from stated w cross join lateral
        (select 'paid' as kind, o.amount_cents as cents from ${accountLog} l join ${orders} o on o.owner_id = w.owner_id and o.no = l.recharge_order_no
            where l.owner_id = w.owner_id and l.user_id = w.owner_id and l.log_type = 'RECHARGE_ORDER_BY_MEMBER_GROUP' and l.at >= ${beginOf('w', scope.zone)} and l.at < ${endOf('w', scope.zone)}
          union all select 'paid', m.amount_cents from ${unmatchedPayments} m
            where m.credited_owner_id = w.owner_id and m.outcome = 'account' and m.handled_at >= ${beginOf('w', scope.zone)} and m.handled_at < ${endOf('w', scope.zone)}
          union all select 'refunded', f.amount_cents from ${unmatchedPayments} c
            join ${refunds} f on f.gateway = c.gateway and f.gateway_no = c.gateway_no and f.order_no = c.order_no and f.reason = 'creditedByHand'
            where c.credited_owner_id = w.owner_id and c.outcome = 'account' and f.settled_at >= ${beginOf('w', scope.zone)} and f.settled_at < ${endOf('w', scope.zone)}
          union all select 'refunded', r.amount_cents from ${refunds} r
            where r.owner_id = w.owner_id and r.order_id is not null and r.settled_at >= ${beginOf('w', scope.zone)} and r.settled_at < ${endOf('w', scope.zone)}) b
        where w.user_id = 0 group by 1, 2, 3),
      shown as (select owner_id, month, 'paid' as kind, paid_cents as cents from stated where user_id = 0 and paid_cents <> 0
        union all select owner_id, month, 'refunded', refunded_cents from stated where user_id = 0 and refunded_cents <> 0)
    select owner_id, null as user_id, null as seq, month::text, kind, coalesce(t.cents, 0) as cents, coalesce(b.cents, 0) as booked, coalesce(s.cents, 0) as shown
    from told t full join booked b using (owner_id, month, kind) full join shown s using (owner_id, month, kind)
    where t.cents is distinct from b.cents or s.cents is distinct from b.cents`,
  describe: (found) =>
    `${describeStatement(found)} lists ${found['cents']} cents as ${found['kind']} and adds them up to ${found['shown']}, but ${found['booked']} were booked.`,
}

const accounts: Invariant = {
  name: 'statements of all',
  condition: 'The statement of all accounts of an owner is the sum of those of each, also by type.',
  query: (scope) => sql`with ${scopeOf(scope)}, ${stated(scope)},
      each as (select owner_id, month, ${forUnits((unit) => `sum(opening_${unit}) as opening_${unit}, sum(closing_${unit}) as closing_${unit}`, ', ')}, sum(used_chars) as used_chars, sum(translations) as translations
        from stated where user_id <> 0 group by 1, 2),
      types as (select owner_id, month, count(*) as wrong from
        (select owner_id, month, log_type, ${forUnits((unit) => `sum(${unit}) filter (where user_id = 0) as all_${unit}, sum(${unit}) filter (where user_id <> 0) as sum_${unit}`, ', ')},
          sum(minutes) filter (where user_id = 0) as all_minutes, sum(minutes) filter (where user_id <> 0) as sum_minutes from changes group by 1, 2, 3) c
        where ${forUnits((unit) => `coalesce(all_${unit}, 0) <> coalesce(sum_${unit}, 0)`, ' or ')} or coalesce(all_minutes, 0) <> coalesce(sum_minutes, 0) group by 1, 2)
    select w.owner_id, null as user_id, null as seq, w.month::text, w.closing_chars, coalesce(e.closing_chars, 0) as sum_chars, w.used_chars, coalesce(e.used_chars, 0) as sum_used, coalesce(y.wrong, 0) as types
    from stated w left join each e using (owner_id, month) left join types y using (owner_id, month)
    where w.user_id = 0 and (${forUnits((unit) => `w.opening_${unit} <> coalesce(e.opening_${unit}, 0) or w.closing_${unit} <> coalesce(e.closing_${unit}, 0)`, ' or ')}
      or w.used_chars <> coalesce(e.used_chars, 0) or w.translations <> coalesce(e.translations, 0) or y.wrong > 0)`,
  describe: (found) =>
    `${describeStatement(found)} closes with ${found['closing_chars']} characters and ${found['used_chars']} used, but those of each account add up to ${found['sum_chars']} and ${found['sum_used']}; ${found['types']} types of changes differ.`,
}

const use: Invariant = {
  name: 'statements and usage',
  condition: 'The characters used of each account’s statement are its usage by day of that month.',
  query: (scope) => sql`with ${scopeOf(scope)}, ${stated(scope)}
    select t.owner_id, t.user_id, null as seq, t.month::text, t.used_chars, u.chars, p.chars as listed from stated t
    join ${users} m on m.owner_id = t.owner_id and m.user_id = t.owner_id and m.erased_at is null
    cross join lateral (select coalesce(sum(d.chars), 0) as chars, coalesce(sum(d.count), 0) as count from ${usageDays} d
      where d.owner_id = t.owner_id and d.user_id = t.user_id and d.day >= t.month and d.day < t.month + interval '1 month') u
    cross join lateral (select coalesce(sum(p."charNum"), 0) as chars, coalesce(sum(p."translationNum"), 0) as count
      from jsonb_to_recordset(t.use) as p("charNum" bigint, "translationNum" bigint)) p
    where t.user_id <> 0 and (t.used_chars <> u.chars or t.translations <> u.count or p.chars <> u.chars or p.count <> u.count)`,
  describe: (found) =>
    `${describeStatement(found)} says that ${found['used_chars']} characters were used and lists ${found['listed']}, but the usage by day says ${found['chars']}.`,
}

export const statementInvariants: readonly Invariant[] = [
  sums,
  balances,
  ledger,
  accounts,
  money,
  use,
]
