/** Invariants of stored statements: they add up, and equal the ledger and the payments. */
import { sql, type SQL } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import {
  scopeOf,
  type Invariant,
  type Scope,
  type Violation,
} from '#server/features/ledger/reconciliation/invariant.ts'
import { accountLog } from '#server/features/ledger/table.ts'
import { orders, refunds } from '#server/features/orders/table.ts'
import { statements } from '#server/features/statements/table.ts'
import { usageDays } from '#server/features/translation/table.ts'

/** Without a full check, months that began within so many days. */
const recentDays = 100

const units = ['chars', 'voices', 'images'] as const
/** Joins SQL for each unit. */
const forUnits = (format: (unit: string) => string, separator: string) =>
  sql.raw(units.map(format).join(separator))

/** The statements in scope, as `stated`, and each one's changes by type, as `changes`. */
const stated = ({ full }: Scope): SQL =>
  sql`stated as (select s.* from ${statements} s where s.owner_id in (select owner_id from scope)
      and (${full}::boolean or s.month > now()::date - ${sql.raw(String(recentDays))})),
    changes as (select s.owner_id, s.user_id, s.month, m."logType" as log_type, m."rowNum" as rows, m."charNum" as chars, m."voiceNum" as voices, m."imageNum" as images, m."minuteNum" as minutes
      from stated s cross join lateral jsonb_to_recordset(s.movements) as m("logType" text, "rowNum" bigint, "charNum" bigint, "voiceNum" bigint, "imageNum" bigint, "minuteNum" bigint))`

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
        from closed c join scope s on s.owner_id = c.owner_id join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id
          and l.at >= c.first::timestamp at time zone ${scope.zone} and l.at < (c.last + interval '1 month') at time zone ${scope.zone} group by 1, 2, 3, 4),
      told as (select * from changes where user_id <> 0)
    select owner_id, user_id, null as seq, month::text, log_type, coalesce(t.rows, 0) as rows, coalesce(l.rows, 0) as logged_rows, coalesce(t.chars, 0) as chars, coalesce(l.chars, 0) as logged_chars
    from told t full join logged l using (owner_id, user_id, month, log_type)
    where (t.rows, t.chars, t.voices, t.images, t.minutes) is distinct from (l.rows, l.chars, l.voices, l.images, l.minutes)`,
  describe: (found) =>
    `${describeStatement(found)} has ${found['rows']} rows of ${found['log_type']} with ${found['chars']} characters, but the ledger has ${found['logged_rows']} with ${found['logged_chars']}.`,
}

const accounts: Invariant = {
  name: 'statements of all',
  condition:
    'The statement of all accounts of an owner is the sum of those of each, with the payments and refunds of the month.',
  query: (scope) => sql`with ${scopeOf(scope)}, ${stated(scope)},
      each as (select owner_id, month, ${forUnits((unit) => `sum(opening_${unit}) as opening_${unit}, sum(closing_${unit}) as closing_${unit}`, ', ')}, sum(used_chars) as used_chars, sum(translations) as translations
        from stated where user_id <> 0 group by 1, 2),
      paid as (select w.owner_id, w.month, coalesce(sum(o.amount_cents), 0) as cents from stated w
        join ${accountLog} l on l.owner_id = w.owner_id and l.user_id = w.owner_id and l.log_type = 'RECHARGE_ORDER_BY_MEMBER_GROUP'
          and l.at >= w.month::timestamp at time zone ${scope.zone} and l.at < (w.month + interval '1 month') at time zone ${scope.zone}
        join ${orders} o on o.owner_id = w.owner_id and o.no = l.recharge_order_no where w.user_id = 0 group by 1, 2),
      refunded as (select w.owner_id, w.month, coalesce(sum(r.amount_cents), 0) as cents from stated w join ${refunds} r on r.owner_id = w.owner_id
          and r.settled_at >= w.month::timestamp at time zone ${scope.zone} and r.settled_at < (w.month + interval '1 month') at time zone ${scope.zone}
        where w.user_id = 0 and r.order_id is not null group by 1, 2)
    select w.owner_id, null as user_id, null as seq, w.month::text, w.closing_chars, coalesce(e.closing_chars, 0) as sum_chars, w.used_chars, coalesce(e.used_chars, 0) as sum_used,
      w.paid_cents, coalesce(p.cents, 0) as sum_paid, w.refunded_cents, coalesce(r.cents, 0) as sum_refunded
    from stated w left join each e using (owner_id, month) left join paid p using (owner_id, month) left join refunded r using (owner_id, month)
    where w.user_id = 0 and (${forUnits((unit) => `w.opening_${unit} <> coalesce(e.opening_${unit}, 0) or w.closing_${unit} <> coalesce(e.closing_${unit}, 0)`, ' or ')}
      or w.used_chars <> coalesce(e.used_chars, 0) or w.translations <> coalesce(e.translations, 0) or w.paid_cents <> coalesce(p.cents, 0) or w.refunded_cents <> coalesce(r.cents, 0))`,
  describe: (found) =>
    `${describeStatement(found)} closes with ${found['closing_chars']} characters, ${found['used_chars']} used, ${found['paid_cents']} cents paid and ${found['refunded_cents']} refunded, but its accounts, orders and refunds add up to ${found['sum_chars']}, ${found['sum_used']}, ${found['sum_paid']} and ${found['sum_refunded']}.`,
}

const use: Invariant = {
  name: 'statements and usage',
  condition: 'The characters used of each account’s statement are its usage by day of that month.',
  query: (scope) => sql`with ${scopeOf(scope)}, ${stated(scope)}
    select t.owner_id, t.user_id, null as seq, t.month::text, t.used_chars, u.chars from stated t
    join ${users} m on m.owner_id = t.owner_id and m.user_id = t.owner_id and m.erased_at is null
    cross join lateral (select coalesce(sum(d.chars), 0) as chars, coalesce(sum(d.count), 0) as count from ${usageDays} d
      where d.owner_id = t.owner_id and d.user_id = t.user_id and d.day >= t.month and d.day < t.month + interval '1 month') u
    where t.user_id <> 0 and (t.used_chars <> u.chars or t.translations <> u.count)`,
  describe: (found) =>
    `${describeStatement(found)} says that ${found['used_chars']} characters were used, but the usage by day says ${found['chars']}.`,
}

export const statementInvariants: readonly Invariant[] = [sums, ledger, accounts, use]
