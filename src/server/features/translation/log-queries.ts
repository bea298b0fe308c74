/**
 * Reading the translation log: one's own by its numbers, and filtered or everybody's by its days.
 */
import { and, eq, sql, type Column, type Placeholder, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import {
  everybody,
  type TranslationLogRow,
  type translationLog as calls,
} from '#contract/translation.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { Reads } from '#server/platform/db/reads.ts'
import { translationLog as log, users } from '#server/platform/db/schema.ts'
import { statement } from '#server/platform/db/statement.ts'
import { seekPages } from '#server/platform/db/seek-page.ts'
import {
  filtersOf,
  forEach,
  given,
  rowsOf,
  wantedRows,
  whomOf,
  type Whom,
  type Whose,
} from '#server/features/translation/translation-filters.ts'
import { daysOf, segmentsOf, spanOf } from '#server/features/translation/translation-days.ts'
import { offsetOf, type Page } from '#server/platform/db/page.ts'
import { wireTime } from '#server/platform/db/wire-time.ts'
import { Refusal } from '#server/http/errors.ts'

type Query = ParsedInputOf<typeof calls.page>
type Who = { ownerId: string; userId: string }
/** 3.13 */
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

/** Newest first. */
export async function translationLogPage(
  { db, reads }: { db: Db; reads: Reads },
  whose: Whose,
  query: Query,
  zone: string,
  now: Date,
): Promise<Page<TranslationLogRow>> {
  const { createDateTimeBegin: begin, createDateTimeEnd: end } = query
  const filters = filtersOf(query)
  if (whose.userId !== null && given(filters).length === 0) {
    return seek(reads, { ...whose, zone }, query, { begin, end })
  }
  const wanted = { ...whose, ...filters, zone, now }
  const days = await daysOf(db, wanted, spanOf({ begin, end }))
  const { total, segments, skip } = segmentsOf(days, {
    offset: offsetOf(query),
    size: query.pageSize,
  })
  if (segments.length === 0) return { total, rows: [] }
  const isFiltered = given(filters).length > 0
  const [found] = await readSegments[isFiltered ? 'filtered' : 'whole'][whomOf(whose)](db, {
    ...wanted,
    begins: segments.map((segment) => segment.begin),
    ends: segments.map((segment) => segment.end),
    skip,
    size: query.pageSize,
  })
  return { total, rows: found?.rows ?? [] }
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`
const newestFirst = sql.raw('at desc, user_id desc, seq desc')
const { id: _, ...fields } = fieldsIn(sql.placeholder('zone'))
const pairs = sql.join(
  Object.entries(fields).map(([name, field]) => sql`${sql.raw(`'${name}'`)}, ${field}`),
  sql`, `,
)

/**
 * Segments of time, the newest first, each read from its end; only those that have rows are looked
 * at. What is skipped is skipped in the index: without a filter the rows themselves are read for
 * the page alone.
 */
const segmentsRead = (name: string, rows: (whom: Whom) => SQL) =>
  forEach((whom) =>
    statement<{ rows: TranslationLogRow[] | null }>(
      `translation_log_${name}_${whom}`,
      sql`select json_agg(json_build_object('id', ${whom === 'all' ? sql`user_id || '-' || seq` : sql`seq::text`}, 'userId', user_id::text,
      'userName', (select nullif(coalesce(u.username, u.account), '') from ${users} u where u.owner_id = ${log}.owner_id and u.user_id = ${log}.user_id),
      ${pairs}) order by ${newestFirst}) as rows
    from (select k.* from unnest(${value('begins', 'text[]')}, ${value('ends', 'text[]')}) as s(b, e) cross join lateral (select owner_id, user_id, seq, at from ${log} where ${rows(whom)}
        and at >= s.b::timestamp at time zone ${value('zone', 'text')} and at < (s.e::timestamp + interval '1 second') at time zone ${value('zone', 'text')}
        order by ${newestFirst} limit ${value('skip', 'bigint')} + ${value('size', 'bigint')}) k
      order by ${newestFirst} offset ${value('skip', 'bigint')} limit ${value('size', 'bigint')}) as k
    join ${log} using (owner_id, user_id, seq, at)`,
    ),
  )
const readSegments = {
  whole: segmentsRead('segments', rowsOf),
  filtered: segmentsRead('filtered', wantedRows),
}

const mayRead = statement<object>(
  'translation_log_whose',
  sql`select 1 from ${users} where owner_id = ${value('ownerId', 'bigint')} and user_id = ${value('userId', 'bigint')}`,
)

/**
 * Whose log is meant. Throws Refusal `notFound` for anybody but oneself and one's own sub-accounts.
 */
export async function whoseLog(
  db: Db,
  { ownerId, userId }: Who,
  childUserId: string | number | undefined,
): Promise<Whose> {
  const asked = childUserId === undefined ? userId : String(childUserId)
  if (asked === userId) return { ownerId, userId }
  if (ownerId !== userId) throw new Refusal('notFound')
  if (asked === everybody) return { ownerId, userId: null }
  if (!isId(asked) || (await mayRead(db, { ownerId, userId: asked })).length === 0)
    throw new Refusal('notFound')
  return { ownerId, userId: asked }
}
