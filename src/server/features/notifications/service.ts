/** Creates notices, in the transaction of their cause or deferred until after it. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { isDatabaseUnavailable } from '#server/platform/db/availability.ts'
import { isOutcomeUnknown, pipeline, transaction } from '#server/platform/db/db.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { noticeReads, notices } from '#server/features/notifications/table.ts'
import { logCounters } from '#server/platform/db/table.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import { errorFields } from '#server/platform/log.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createOccurrenceCounter } from '#server/platform/db/running-numbers.ts'

/** A notice to store, with its text in both languages. */
export type NewNotice = UserKey & Pick<typeof notices.$inferInsert, 'type' | 'level' | 'words'>

const owner = sql`${sql.placeholder('ownerId')}::bigint`

/** Per user, `seq` in the input counts back from the last notice, which has 0. */
const insertStatement = prepareStatement<object>(
  'notices_leave',
  sql`with created as (select * from json_to_recordset(${sql.placeholder('notices')}::json)
        as n(user_id bigint, seq bigint, type text, level text, words jsonb)),
    numbers as (insert into ${logCounters} as c (owner_id, user_id, log, last, at)
      select ${owner}, user_id, 'notice', count(*), ${sql.placeholder('now')}::timestamptz from created group by user_id order by user_id
      on conflict (owner_id, user_id, log) do update set last = c.last + excluded.last, at = greatest(c.at, excluded.at)
      returning user_id, last, at)
    insert into ${notices} (owner_id, user_id, seq, at, type, level, words)
    select ${owner}, n.user_id, n.last - t.seq, n.at, t.type, t.level, t.words from numbers n join created t using (user_id)`,
)

/** Inserts notices for one or more users, numbered in the given order. */
export const createNotices = (tx: Db, created: readonly NewNotice[], now: Date): Promise<void> =>
  pipeline(tx, () => insertNotices(tx, created, now))

/** One statement per owner, all sent at once, in the order in which every process locks. */
async function insertNotices(tx: Db, created: readonly NewNotice[], now: Date): Promise<void> {
  const fromEnd = createOccurrenceCounter()
  const rowsByOwner = new Map<string, object[]>()
  for (const { ownerId, userId, ...rest } of created.toReversed()) {
    const rows = rowsByOwner.get(ownerId) ?? []
    rowsByOwner.set(ownerId, rows)
    rows.push({ user_id: userId, seq: fromEnd(userId), ...rest })
  }
  const owners = [...rowsByOwner.keys()].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  await Promise.all(
    owners.map((ownerId) =>
      insertStatement(tx, {
        ownerId,
        notices: JSON.stringify(rowsByOwner.get(ownerId)),
        now: now.toISOString(),
      }),
    ),
  )
}

export const createNotice = (tx: Db, notice: NewNotice, now: Date): Promise<void> =>
  createNotices(tx, [notice], now)

/**
 * Marks the notice about a question that the user has answered as read, unless an earlier notice is
 * unread: the read marker covers all before it.
 */
export async function markAnswered(
  tx: Db,
  { ownerId, userId }: UserKey,
  { type, at }: { type: string; at: Date },
): Promise<void> {
  const ofUser = sql`owner_id = ${ownerId} and user_id = ${userId}`
  await tx.execute(
    sql`insert into ${noticeReads} as r (owner_id, user_id, seq)
      select owner_id, user_id, seq from (select * from ${notices} where ${ofUser}
        and seq > coalesce((select seq from ${noticeReads} where ${ofUser}), 0) order by seq limit 1) as first_unread
      where type = ${type} and at = ${at.toISOString()}::timestamptz
      on conflict (owner_id, user_id) do update set seq = greatest(r.seq, excluded.seq)`,
  )
}

type Deps = Pick<Dependencies, 'db' | 'events' | 'clock' | 'log'>

/**
 * Milliseconds between the first queued notice and the write, and before a failed write is retried.
 */
const delay = { batch: 100, retry: 2_000 }
/** Notices kept while the database is not available. */
const maxQueued = 10_000

/** Called when the batch is written, because rendering many messages together is much cheaper. */
type NoticeFactory = () => readonly NewNotice[]
type Batch = {
  deferred: NoticeFactory[]
  timer: ReturnType<typeof setTimeout> | undefined
  writing: Promise<void>
}
const batches = new WeakMap<Db, Batch>()

/**
 * Call it after the commit, with `db` outside of any transaction. A killed process loses the queued
 * notices; a graceful shutdown writes them.
 */
export function deferNotice(deps: Deps, notice: NoticeFactory): void {
  const pending: Batch = batches.get(deps.db) ?? {
    deferred: [],
    timer: undefined,
    writing: Promise.resolve(),
  }
  batches.set(deps.db, pending)
  pending.deferred.push(notice)
  pending.timer ??= setTimeout(() => void flushNotices(deps), delay.batch)
}

/** Writes the queued notices; resolves when none is left. For shutdown. */
export async function flushNotices(deps: Deps): Promise<void> {
  const pending = batches.get(deps.db)
  if (!pending) return
  clearTimeout(pending.timer)
  const { deferred } = pending
  Object.assign(pending, { deferred: [], timer: undefined })
  pending.writing = pending.writing.then(() => writeBatch(deps, pending, deferred))
  await pending.writing
}

async function writeBatch(
  deps: Deps,
  pending: Batch,
  deferred: readonly NoticeFactory[],
): Promise<void> {
  const { db, events, clock, log } = deps
  let created: NewNotice[] = []
  try {
    created = deferred.flatMap((each) => each())
    await transaction(db, (tx) => insertNotices(tx, created, clock()))
    for (const ownerId of new Set(created.map((notice) => notice.ownerId)))
      events.publish({ ownerId, about: ['notice'] })
  } catch (reason) {
    const canRetry =
      isDatabaseUnavailable(reason) &&
      !isOutcomeUnknown(reason) &&
      pending.deferred.length < maxQueued
    if (canRetry) {
      pending.deferred.unshift(() => created)
      pending.timer ??= setTimeout(() => void flushNotices(deps), delay.retry)
    }
    const event = canRetry ? 'notices wait for the database' : 'notices were not written'
    log.warn(event, { count: created.length, ...errorFields(reason) })
  }
}
