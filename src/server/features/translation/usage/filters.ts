/** Filters of the translation log and of its charts, as SQL conditions and prepared statements. */
import { sql, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { translationLog as calls } from '#contract/translation.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { ownerDays, translationLog, usageDays } from '#server/features/translation/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'

/** `userId` null: all users of the owner. */
export type LogOwner = { ownerId: string; userId: string | null }
export type UserScope = 'one' | 'all'

const filterTypes = {
  channelId: 'bigint',
  language: 'text',
  source: 'text',
  target: 'text',
  clientType: 'text',
  keyId: 'bigint',
} as const
type Filter = keyof typeof filterTypes
export type Filters = Record<Filter, string | null>

/** Malformed ids match nothing. */
export function toFilters(query: Partial<ParsedInputOf<typeof calls.usage>>): Filters {
  const { tranChannelId, langCode, sourceLangCode, targetLangCode, clientType, apiKeyId } = query
  return {
    channelId: toId(tranChannelId),
    keyId: toId(apiKeyId),
    language: langCode ?? null,
    source: sourceLangCode ?? null,
    target: targetLangCode ?? null,
    clientType: clientType ?? null,
  }
}

const toId = (id: string | number | undefined): string | null =>
  id === undefined ? null : isId(String(id)) ? String(id) : '-1'

const activeFilters = (filters: Filters): Filter[] =>
  (Object.keys(filterTypes) as Filter[]).filter((name) => filters[name] !== null)
export const isFiltered = (filters: Filters): boolean => activeFilters(filters).length > 0

/** Whose rows, and by which filters. */
export type Selection = { scope: UserScope; filters: readonly Filter[] }

type Table = typeof translationLog | typeof usageDays | typeof ownerDays

/** Uses the placeholders `ownerId`, `userId` and those of the filters. */
export const matches = (table: Table, { scope, filters }: Selection): SQL =>
  sql.join(
    [
      sql`${table.ownerId} = ${typedPlaceholder('ownerId', 'bigint')}`,
      ...(scope === 'one' && 'userId' in table
        ? [sql`${table.userId} = ${typedPlaceholder('userId', 'bigint')}`]
        : []),
      ...filters.map((name) => filterCondition(table, name)),
    ],
    sql` and `,
  )

function filterCondition(table: Table, name: Filter): SQL {
  const value = typedPlaceholder(name, filterTypes[name])
  return name === 'language'
    ? sql`${value} in (${table.source}, ${table.target})`
    : sql`${(table as typeof usageDays)[name]} = ${value}`
}

/**
 * A statement for each scope and set of filters, created on first use. A common one would read the
 * whole account group for one user, and evaluate the absent filters for each row. Without a name it
 * is not prepared.
 */
export function prepareSelection<Row extends object>(
  name: string | undefined,
  createQuery: (selection: Selection) => SQL,
) {
  const statements = new Map<string, ReturnType<typeof prepareStatement<Row>>>()
  return (db: Db, values: LogOwner & Filters & Record<string, unknown>): Promise<Row[]> => {
    const scope = values.userId === null ? 'all' : 'one'
    const filters = activeFilters(values)
    const key = [name, scope, ...filters].join('_').toLowerCase()
    const statement =
      statements.get(key) ?? prepareStatement<Row>(name && key, createQuery({ scope, filters }))
    statements.set(key, statement)
    return statement(db, values)
  }
}
