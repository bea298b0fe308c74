/** SQL filters by user and attributes, shared by the translation log and its roll-ups. */
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
} from '#server/schema.ts'

/** `userId` null: all users of the owner. */
export type Whose = { ownerId: string; userId: string | null }

export type Filters = Record<'channelId' | 'source' | 'target' | 'clientType', string | null>

/**
 * Separate statements, because a single one for both reads the whole account group for one user.
 */
export type Whom = 'one' | 'all'
export const whomOf = ({ userId }: Whose): Whom => (userId === null ? 'all' : 'one')
export const forEach = <S>(make: (whom: Whom) => S): Record<Whom, S> => ({
  one: make('one'),
  all: make('all'),
})

/** Malformed ids match nothing. */
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

/** Uses the placeholders `ownerId` and `userId`. */
export const rowsOf = (whom: Whom) => sql`${ofOwner(log.ownerId)} and ${ofUser(log.userId, whom)}`
/** Uses the filters' placeholders too. */
export const wantedRows = (whom: Whom) => sql`${rowsOf(whom)} and ${filtered(log)}`

/** Selects all of an owner's rows by user ids, because the roll-ups are ordered by user. */
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

/** Compares only the given filters. */
export const wantedRowsBy = (whom: Whom, names: readonly Filter[]) =>
  sql.join(
    [rowsOf(whom), ...names.map((name) => sql`${log[name]} = ${value(name, types[name])}`)],
    sql` and `,
  )

/**
 * Compares only the given filters: over a year, evaluating the others for each row costs more than
 * reading the rows.
 */
const wantedBy = (table: typeof days | typeof months) => (whom: Whom, names: readonly Filter[]) => {
  const by = names.map((name) => sql`${table[name]} = ${value(name, types[name])}`)
  return rolledUp(table, whom, by.length > 0 ? sql.join(by, sql` and `) : sql`true`)
}
export const wantedDaysBy = wantedBy(days)
export const wantedMonthsBy = wantedBy(months)

/** For the smaller roll-up, which has only users and channels. */
export const wantedUsage = (whom: Whom) =>
  sql`${ofOwner(usageDays.ownerId)} and ${ofUser(usageDays.userId, whom)} and ${perhaps(usageDays.channelId, 'channelId', 'bigint')}`
export const isByChannel = ({ source, target, clientType }: Filters): boolean =>
  source === null && target === null && clientType === null
