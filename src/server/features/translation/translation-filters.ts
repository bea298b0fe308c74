/**
 * Which translations are wanted: whose, and by which filters; the same for the log and for its
 * roll-ups. Without a range of time.
 */
import { sql, type Column, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { translationLog as calls } from '#contract/translation.ts'
import { isId } from '#server/platform/db/columns.ts'
import {
  translationDays as days,
  translationLog as log,
  translationMonths as months,
  usageDays,
  users,
} from '#server/platform/db/schema.ts'

/** Whose rows; `userId` null stands for all of an owner. */
export type Whose = { ownerId: string; userId: string | null }

export type Filters = Record<'channelId' | 'source' | 'target' | 'clientType', string | null>

/** Each has statements of its own: one that serves both reads all of a family for one of it. */
export type Whom = 'one' | 'all'
export const whomOf = ({ userId }: Whose): Whom => (userId === null ? 'all' : 'one')
export const forEach = <S>(make: (whom: Whom) => S): Record<Whom, S> => ({
  one: make('one'),
  all: make('all'),
})

/** An id that can't be one of ours is that of nothing. */
export function filtersOf(query: Partial<ParsedInputOf<typeof calls.usage>>): Filters {
  const { tranChannelId, sourceLangCode, targetLangCode, clientType } = query
  const channel = tranChannelId === undefined ? null : String(tranChannelId)
  return {
    channelId: channel === null || isId(channel) ? channel : '0',
    source: sourceLangCode ?? null,
    target: targetLangCode ?? null,
    clientType: clientType ?? null,
  }
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`
const perhaps = (column: Column, name: string, type: string) =>
  sql`(${value(name, type)} is null or ${column} = ${value(name, type)})`
const filtered = (
  table: typeof log | typeof days,
) => sql`${perhaps(table.channelId, 'channelId', 'bigint')} and ${perhaps(table.source, 'source', 'text')}
  and ${perhaps(table.target, 'target', 'text')} and ${perhaps(table.clientType, 'clientType', 'text')}`

const ofOwner = (column: Column) => sql`${column} = ${value('ownerId', 'bigint')}`
const ofUser = (column: Column, whom: Whom) =>
  whom === 'one' ? sql`${column} = ${value('userId', 'bigint')}` : sql`true`

/** By the placeholders `ownerId` and `userId`. */
export const rowsOf = (whom: Whom) => sql`${ofOwner(log.ownerId)} and ${ofUser(log.userId, whom)}`
/** By those of the filters too. */
export const wantedRows = (whom: Whom) => sql`${rowsOf(whom)} and ${filtered(log)}`

/** All of an owner user by user, because that is how the roll-ups are ordered. */
const rolledUp = (table: typeof days | typeof months, whom: Whom, by: SQL) => {
  const someOf =
    whom === 'one'
      ? ofUser(table.userId, whom)
      : sql`${table.userId} in (select ${users.userId} from ${users} where ${ofOwner(users.ownerId)})`
  return sql`${ofOwner(table.ownerId)} and ${someOf} and ${by}`
}
export const wantedDays = (whom: Whom) => rolledUp(days, whom, filtered(days))

const types = { channelId: 'bigint', source: 'text', target: 'text', clientType: 'text' } as const
export type Filter = keyof Filters
export const given = (filters: Filters): Filter[] =>
  (Object.keys(types) as Filter[]).filter((name) => filters[name] !== null)

/** Rows by the filters that are given, without comparing those that are not. */
export const wantedRowsBy = (whom: Whom, names: readonly Filter[]) =>
  sql.join(
    [rowsOf(whom), ...names.map((name) => sql`${log[name]} = ${value(name, types[name])}`)],
    sql` and `,
  )

/**
 * Only by the filters that are given: over a year, comparing each row with what nobody asked for
 * costs more than the rows.
 */
const wantedBy = (table: typeof days | typeof months) => (whom: Whom, names: readonly Filter[]) => {
  const by = names.map((name) => sql`${table[name]} = ${value(name, types[name])}`)
  return rolledUp(table, whom, by.length > 0 ? sql.join(by, sql` and `) : sql`true`)
}
export const wantedDaysBy = wantedBy(days)
export const wantedMonthsBy = wantedBy(months)

/** In the smaller roll-up, which tells apart nothing but users and channels. */
export const wantedUsage = (whom: Whom) =>
  sql`${ofOwner(usageDays.ownerId)} and ${ofUser(usageDays.userId, whom)} and ${perhaps(usageDays.channelId, 'channelId', 'bigint')}`
export const isByChannel = ({ source, target, clientType }: Filters): boolean =>
  source === null && target === null && clientType === null
