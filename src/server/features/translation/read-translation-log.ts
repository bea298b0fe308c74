/** Reads pages of the translation log. */
import { isId } from '#server/platform/db/columns.ts'
import { and, eq, sql, type Column, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { SortOrder } from '#contract/sorting.ts'
import {
  allUsers,
  type TranslationLogRow,
  type translationLog as calls,
} from '#contract/translation.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { apiKeys } from '#server/features/api-keys/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { translationLog as log } from '#server/features/translation/table.ts'
import { typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import { timeOrder, createSeekPagination, toOffset, type Page } from '#server/platform/db/page.ts'
import { countDays, selectSegments } from '#server/features/translation/usage/count-days.ts'
import {
  isFiltered,
  matches,
  prepareSelection,
  toFilters,
  type LogOwner,
  type Selection,
} from '#server/features/translation/usage/filters.ts'
import { toSecondEnd, toTimestamp, clampToYear1, wireTime } from '#server/platform/db/time.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import { ApiError } from '#server/http/errors.ts'

type Query = ParsedInputOf<typeof calls.page>
/** Fields of a row of the translation log (spec 3.13). */
const logFields = {
  id: sql<string>`${log.seq}::text`,
  createDateTime: wireTime(log.at, sql.placeholder('zone')),
  wordCount: log.chars,
  translationBillingMode: log.mode,
  tranChannelId: sql<string>`${log.channelId}::text`,
  ip: log.ip,
  clientType: log.clientType,
  sourceLangCode: log.source,
  targetLangCode: log.target,
  apiKeyId: sql<string | null>`${log.keyId}::text`,
  apiKeyTitle: sql<
    string | null
  >`(select k.name from ${apiKeys} k where k.owner_id = ${typedPlaceholder('ownerId', 'bigint')} and k.id = ${log}.key_id)`,
  fallbackChannelId: sql<string | null>`${log.fallbackChannelId}::text`,
} satisfies Partial<Record<keyof TranslationLogRow, Column | SQL>>

const readSeekPage = createSeekPagination<TranslationLogRow>({
  name: 'translation_log_page',
  table: log,
  seq: log.seq,
  at: log.at,
  owned: and(
    eq(log.ownerId, sql.placeholder('ownerId')),
    eq(log.userId, sql.placeholder('userId')),
  )!,
  fields: logFields,
})

/** Newest first unless sorted. */
export async function readTranslationLogPage(
  { db, reads }: { db: Db; reads: Reads },
  logOwner: LogOwner,
  query: Query,
  zone: string,
  now: Date,
): Promise<Page<TranslationLogRow>> {
  const range = { begin: query.createDateTimeBegin, end: query.createDateTimeEnd }
  const filters = toFilters(query)
  const byChars = query.sortBy === 'wordCount'
  if (logOwner.userId !== null && !isFiltered(filters) && !byChars)
    return readSeekPage(reads, { ...logOwner, zone }, query, range)
  const values = { ...logOwner, ...filters, zone, now }
  const days = await countDays(db, values, range)
  const page = { offset: toOffset(query), size: query.pageSize }
  if (byChars) {
    const total = days.reduce((sum, { count }) => sum + count, 0)
    const moments = {
      begin: range.begin === undefined ? null : clampToYear1(range.begin),
      end: range.end === undefined ? null : clampToYear1(range.end),
    }
    const rows = await readRowsByChars(db, { ...values, ...moments }, total, {
      ...page,
      order: query.sortOrder ?? 'asc',
    })
    return { total, rows }
  }
  const order = timeOrder(query)
  const ordered = order === 'desc' ? days : days.toReversed()
  const { total, segments, skip } = selectSegments(ordered, page)
  if (segments.length === 0) return { total, rows: [] }
  const [found] = await segmentStatements[order](db, {
    ...values,
    begins: segments.map((segment) => segment.begin),
    ends: segments.map((segment) => segment.end),
    skip,
    size: query.pageSize,
  })
  return { total, rows: found?.rows ?? [] }
}

const orderBy = (columns: readonly string[], order: SortOrder) =>
  sql.raw(columns.map((column) => `${column} ${order}`).join(', '))
const { id: _, ...rowFields } = logFields
const jsonPairs = sql.join(
  Object.entries(rowFields).map(([name, field]) => sql`${sql.raw(`'${name}'`)}, ${field}`),
  sql`, `,
)

/** Selects the log rows with the keys of `keys` as one JSON array in the given order. */
const selectRowsByKey = ({ scope }: Selection, keys: SQL, ordered: SQL) =>
  sql`select json_agg(json_build_object('id', ${scope === 'all' ? sql`user_id || '-' || seq` : sql`seq::text`}, 'userId', user_id::text,
      'userName', (select nullif(coalesce(u.username, u.account), '') from ${users} u where u.owner_id = ${typedPlaceholder('ownerId', 'bigint')} and u.user_id = ${log}.user_id),
      ${jsonPairs}) order by ${ordered}) as rows
    from (${keys}) as k join ${log} using (owner_id, user_id, seq, at) where ${log}.owner_id = ${typedPlaceholder('ownerId', 'bigint')}`

type RowsFound = { rows: TranslationLogRow[] | null }

/**
 * Reads only the time segments that have rows. Without a filter the offset is skipped in the index
 * alone, and only the page's rows are fetched.
 */
function createSegmentStatement(order: SortOrder) {
  const ordered = orderBy(['at', 'user_id', 'seq'], order)
  return prepareSelection<RowsFound>(`log_${order}`, (selection) =>
    selectRowsByKey(
      selection,
      sql`select k.* from unnest(${typedPlaceholder('begins', 'text[]')}, ${typedPlaceholder('ends', 'text[]')}) as s(b, e) cross join lateral (select owner_id, user_id, seq, at from ${log} where ${matches(log, selection)}
        and at >= s.b::timestamp at time zone ${typedPlaceholder('zone', 'text')} and at < (s.e::timestamp + interval '1 second') at time zone ${typedPlaceholder('zone', 'text')}
        order by ${ordered} limit ${typedPlaceholder('skip', 'bigint')} + ${typedPlaceholder('size', 'bigint')}) k
      order by ${ordered} offset ${typedPlaceholder('skip', 'bigint')} limit ${typedPlaceholder('size', 'bigint')}`,
      ordered,
    ),
  )
}
const segmentStatements = {
  asc: createSegmentStatement('asc'),
  desc: createSegmentStatement('desc'),
}

/** Up to this many rows, sorting is faster than an index scan in order. */
const maxSortedRows = 20_000

/**
 * Among rows with equal characters, the newest come last, or first if descending, so that one index
 * serves both directions. A page in the second half is read from the other end.
 */
async function readRowsByChars(
  db: Db,
  values: Parameters<(typeof charsStatements)['asc']['few']>[1],
  total: number,
  { offset, size, order }: { offset: number; size: number; order: SortOrder },
): Promise<TranslationLogRow[]> {
  const count = Math.min(size, total - offset)
  if (count <= 0) return []
  const isFromOtherEnd = offset > total / 2
  const opposite = order === 'asc' ? 'desc' : 'asc'
  const statements = charsStatements[isFromOtherEnd ? opposite : order]
  const skip = isFromOtherEnd ? total - offset - count : offset
  const [found] = await statements[total <= maxSortedRows ? 'few' : 'many'](db, {
    ...values,
    skip,
    size: count,
  })
  const rows = found?.rows ?? []
  return isFromOtherEnd ? rows.toReversed() : rows
}

/** Planned at each call, since the best plan depends on the range. */
function createCharsStatement(order: SortOrder, hasFewRows: boolean) {
  const zone = sql.placeholder('zone')
  const ordered = orderBy(['chars', 'at', 'user_id', 'seq'], order)
  const page = sql`order by ${ordered} offset ${typedPlaceholder('skip', 'bigint')} limit ${typedPlaceholder('size', 'bigint')}`
  return prepareSelection<RowsFound>(undefined, (selection) => {
    const keys = sql`select owner_id, user_id, seq, at, chars from ${log} where ${matches(log, selection)}
      and at >= coalesce(${toTimestamp(sql.placeholder('begin'), zone)}, '-infinity') and at < coalesce(${toSecondEnd(sql.placeholder('end'), zone)}, 'infinity')`
    return selectRowsByKey(
      selection,
      hasFewRows
        ? sql`with k as materialized (${keys}) select owner_id, user_id, seq, at from k ${page}`
        : sql`select owner_id, user_id, seq, at from (${keys}) as k ${page}`,
      ordered,
    )
  })
}
const createCharsStatements = (order: SortOrder) => ({
  few: createCharsStatement(order, true),
  many: createCharsStatement(order, false),
})
const charsStatements = { asc: createCharsStatements('asc'), desc: createCharsStatements('desc') }

/**
 * Resolves whose log is requested. Throws ApiError `notFound` for users other than the caller and
 * the caller's sub-accounts.
 */
export async function resolveLogOwner(
  db: Db,
  { ownerId, userId, actor }: Pick<CurrentUser, 'ownerId' | 'userId' | 'actor'>,
  childUserId: string | number | undefined,
): Promise<LogOwner> {
  const requestedId = childUserId === undefined ? userId : String(childUserId)
  // A deputy reads the logs of sub-accounts, not that of the main account.
  if (actor && (requestedId === ownerId || requestedId === allUsers)) throw new ApiError('notFound')
  if (requestedId === userId) return { ownerId, userId }
  if (ownerId !== userId) throw new ApiError('notFound')
  if (requestedId === allUsers) return { ownerId, userId: null }
  const isOfUser = and(eq(users.ownerId, ownerId), eq(users.userId, requestedId))
  if (!isId(requestedId) || (await db.$count(users, isOfUser)) === 0) throw new ApiError('notFound')
  return { ownerId, userId: requestedId }
}
