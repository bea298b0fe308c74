/** Reads the translation log and the channels on offer. */
import { type UserKey, isId } from '#server/platform/db/columns.ts'
import { and, eq, sql, type Column, type Placeholder, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { SortOrder } from '#contract/sorting.ts'
import {
  everybody,
  type TranslationLogRow,
  type translationLog as calls,
} from '#contract/translation.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { channels } from '#server/features/packages/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { translationLog as log } from '#server/features/translation/table.ts'
import { statement, readStatement } from '#server/platform/db/prepared-statement.ts'
import { orderByTime, seekPages, offsetOf, type Page } from '#server/platform/db/page.ts'
import {
  filtersOf,
  byScope,
  activeFilters,
  rowsOf,
  rowsCondition,
  rowsConditionBy,
  userScopeOf,
  type Filter,
  type Filters,
  type UserScope,
  type LogOwner,
  daysOf,
  segmentsOf,
  spanOf,
} from '#server/features/translation/usage/filters.ts'
import { endOfSecond, momentOf, notBeforeYear1, wireTime } from '#server/platform/db/time.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Translator } from '#server/features/translation/translator.ts'
import type { Engine } from '#server/platform/config/vendor-settings.ts'

type Query = ParsedInputOf<typeof calls.page>
/** Spec 3.13. */
const fieldsIn = (zone: string | Placeholder) =>
  ({
    id: sql<string>`${log.seq}::text`,
    createDateTime: wireTime(log.at, zone),
    wordCount: log.chars,
    translationBillingMode: log.mode,
    tranChannelId: sql<string>`${log.channelId}::text`,
    ip: log.ip,
    clientType: log.clientType,
    sourceLangCode: log.source,
    targetLangCode: log.target,
  }) satisfies Partial<Record<keyof TranslationLogRow, Column | SQL>>

const seek = seekPages<TranslationLogRow>({
  name: 'translation_log_page',
  table: log,
  seq: log.seq,
  at: log.at,
  mine: and(
    eq(log.ownerId, sql.placeholder('ownerId')),
    eq(log.userId, sql.placeholder('userId')),
  )!,
  fields: fieldsIn(sql.placeholder('zone')),
})

/** Newest first unless sorted. */
export async function translationLogPage(
  { db, reads }: { db: Db; reads: Reads },
  whose: LogOwner,
  query: Query,
  zone: string,
  now: Date,
): Promise<Page<TranslationLogRow>> {
  const range = { begin: query.createDateTimeBegin, end: query.createDateTimeEnd }
  const filters = filtersOf(query)
  const isFiltered = activeFilters(filters).length > 0
  const byChars = query.sortBy === 'wordCount'
  if (whose.userId !== null && !isFiltered && !byChars)
    return seek(reads, { ...whose, zone }, query, range)
  const expected = { ...whose, ...filters, zone, now }
  const days = await daysOf(db, expected, spanOf(range))
  const page = { offset: offsetOf(query), size: query.pageSize }
  if (byChars) {
    const total = days.reduce((sum, { count }) => sum + count, 0)
    const moments = {
      begin: range.begin === undefined ? null : notBeforeYear1(range.begin),
      end: range.end === undefined ? null : notBeforeYear1(range.end),
    }
    const rows = await rowsByChars(db, { ...expected, ...moments }, total, {
      ...page,
      order: query.sortOrder ?? 'asc',
    })
    return { total, rows }
  }
  const order = orderByTime(query)
  const ordered = order === 'desc' ? days : days.toReversed()
  const { total, segments, skip } = segmentsOf(ordered, page)
  if (segments.length === 0) return { total, rows: [] }
  const read = segmentReads[order][isFiltered ? 'filtered' : 'unfiltered'][userScopeOf(whose)]
  const [found] = await read(db, {
    ...expected,
    begins: segments.map((segment) => segment.begin),
    ends: segments.map((segment) => segment.end),
    skip,
    size: query.pageSize,
  })
  return { total, rows: found?.rows ?? [] }
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`
const directed = (columns: readonly string[], order: SortOrder) =>
  sql.raw(columns.map((column) => `${column} ${order}`).join(', '))
const byTime = (order: SortOrder) => directed(['at', 'user_id', 'seq'], order)
const { id: _, ...fields } = fieldsIn(sql.placeholder('zone'))
const pairs = sql.join(
  Object.entries(fields).map(([name, field]) => sql`${sql.raw(`'${name}'`)}, ${field}`),
  sql`, `,
)

/** Selects the log rows with the keys of `keys` as one JSON array in the given order. */
const rowsPicked = (scope: UserScope, keys: SQL, ordered: SQL) =>
  sql`select json_agg(json_build_object('id', ${scope === 'all' ? sql`user_id || '-' || seq` : sql`seq::text`}, 'userId', user_id::text,
      'userName', (select nullif(coalesce(u.username, u.account), '') from ${users} u where u.owner_id = ${log}.owner_id and u.user_id = ${log}.user_id),
      ${pairs}) order by ${ordered}) as rows
    from (${keys}) as k join ${log} using (owner_id, user_id, seq, at)`

type Found = { rows: TranslationLogRow[] | null }

/**
 * Reads only the time segments that have rows. Without a filter the offset is skipped in the index
 * alone, and only the page's rows are fetched.
 */
const segmentsRead = (name: string, order: SortOrder, rows: (scope: UserScope) => SQL) =>
  byScope((scope) =>
    statement<Found>(
      `translation_log_${name}_${order}_${scope}`,
      rowsPicked(
        scope,
        sql`select k.* from unnest(${value('begins', 'text[]')}, ${value('ends', 'text[]')}) as s(b, e) cross join lateral (select owner_id, user_id, seq, at from ${log} where ${rows(scope)}
        and at >= s.b::timestamp at time zone ${value('zone', 'text')} and at < (s.e::timestamp + interval '1 second') at time zone ${value('zone', 'text')}
        order by ${byTime(order)} limit ${value('skip', 'bigint')} + ${value('size', 'bigint')}) k
      order by ${byTime(order)} offset ${value('skip', 'bigint')} limit ${value('size', 'bigint')}`,
        byTime(order),
      ),
    ),
  )
const segmentReadsIn = (order: SortOrder) => ({
  unfiltered: segmentsRead('segments', order, rowsOf),
  filtered: segmentsRead('filtered', order, rowsCondition),
})
const segmentReads = { asc: segmentReadsIn('asc'), desc: segmentReadsIn('desc') }

/** Up to this many rows, sorting is faster than an index scan in order. */
const fewRows = 20_000

/**
 * Newest last among equals, or first if descending, so that one index serves both directions. A
 * page in the second half is read from the other end.
 */
async function rowsByChars(
  db: Db,
  query: LogOwner & Filters & Record<string, unknown>,
  total: number,
  { offset, size, order }: { offset: number; size: number; order: SortOrder },
): Promise<TranslationLogRow[]> {
  const some = Math.min(size, total - offset)
  if (some <= 0) return []
  const fromOtherEnd = offset > total / 2
  const opposite = order === 'asc' ? 'desc' : 'asc'
  const read = charsRead(userScopeOf(query), activeFilters(query), {
    few: total <= fewRows,
    order: fromOtherEnd ? opposite : order,
  })
  const skip = fromOtherEnd ? total - offset - some : offset
  const [found] = await read(db, { ...query, skip, size: some })
  const rows = found?.rows ?? []
  return fromOtherEnd ? rows.toReversed() : rows
}

const charsReads = new Map<string, ReturnType<typeof statement<Found>>>()

function charsRead(
  scope: UserScope,
  names: readonly Filter[],
  { few, order }: { few: boolean; order: SortOrder },
) {
  const key = [order, scope, few, ...names].join()
  const known = charsReads.get(key)
  if (known) return known
  const zone = sql.placeholder('zone')
  const keys = sql`select owner_id, user_id, seq, at, chars from ${log} where ${rowsConditionBy(scope, names)}
      and at >= coalesce(${momentOf(sql.placeholder('begin'), zone)}, '-infinity') and at < coalesce(${endOfSecond(sql.placeholder('end'), zone)}, 'infinity')`
  const ordered = directed(['chars', 'at', 'user_id', 'seq'], order)
  const page = sql`order by ${ordered} offset ${value('skip', 'bigint')} limit ${value('size', 'bigint')}`
  const made = statement<Found>(
    undefined,
    rowsPicked(
      scope,
      few
        ? sql`with k as materialized (${keys}) select owner_id, user_id, seq, at from k ${page}`
        : sql`select owner_id, user_id, seq, at from (${keys}) as k ${page}`,
      ordered,
    ),
  )
  charsReads.set(key, made)
  return made
}

const mayRead = statement<object>(
  'translation_log_whose',
  sql`select 1 from ${users} where owner_id = ${value('ownerId', 'bigint')} and user_id = ${value('userId', 'bigint')}`,
)

/**
 * Resolves whose log is requested. Throws ApiError `notFound` for users other than the caller and
 * the caller's sub-accounts.
 */
export async function whoseLog(
  db: Db,
  { ownerId, userId }: UserKey,
  childUserId: string | number | undefined,
): Promise<LogOwner> {
  const requestedId = childUserId === undefined ? userId : String(childUserId)
  if (requestedId === userId) return { ownerId, userId }
  if (ownerId !== userId) throw new ApiError('notFound')
  if (requestedId === everybody) return { ownerId, userId: null }
  if (!isId(requestedId) || (await mayRead(db, { ownerId, userId: requestedId })).length === 0)
    throw new ApiError('notFound')
  return { ownerId, userId: requestedId }
}

/** Queries the channels available for translation: on offer and with a configured engine. */
export type OfferedChannel = {
  id: string
  name: string
  enName: string
  engine: Engine
  centsPerMillion: number
  translator: Translator
}

const read = readStatement<Omit<OfferedChannel, 'translator'>>(
  'translation_channels',
  sql`select id::text, name, en_name as "enName", engine, cents_per_million as "centsPerMillion" from ${channels} where offered order by position, ${channels.id}`,
)

export async function channelsOffered({
  reads,
  translators,
}: Pick<Dependencies, 'reads' | 'translators'>): Promise<OfferedChannel[]> {
  return (await read(reads, {})).flatMap((channel) => {
    const translator = translators.get(channel.engine)
    return translator ? [{ ...channel, translator }] : []
  })
}
