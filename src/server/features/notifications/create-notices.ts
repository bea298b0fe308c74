/** Creates notices, in the transaction of their cause. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { pipeline } from '#server/platform/db/db.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { noticeReads, notices } from '#server/features/notifications/table.ts'
import { logCounters } from '#server/platform/db/table.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import { createOccurrenceCounter } from '#server/platform/db/running-numbers.ts'

/** A notice to store, with its text in both languages. */
export type NewNotice = UserKey &
  Pick<typeof notices.$inferInsert, 'type' | 'level' | 'words' | 'subjectId'>

const owner = sql`${sql.placeholder('ownerId')}::bigint`

/** Per user, `seq` in the input counts back from the last notice, which has 0. */
const insertStatement = prepareStatement<object>(
  'notices_leave',
  sql`with created as (select * from json_to_recordset(${sql.placeholder('notices')}::json)
        as n(user_id bigint, seq bigint, type text, level text, words jsonb, subject_id bigint)),
    numbers as (insert into ${logCounters} as c (owner_id, user_id, log, last, at)
      select ${owner}, user_id, 'notice', count(*), ${sql.placeholder('now')}::timestamptz from created group by user_id order by user_id
      on conflict (owner_id, user_id, log) do update set last = c.last + excluded.last, at = greatest(c.at, excluded.at)
      returning user_id, last, at)
    insert into ${notices} (owner_id, user_id, seq, at, type, level, words, subject_id)
    select ${owner}, n.user_id, n.last - t.seq, n.at, t.type, t.level, t.words, t.subject_id from numbers n join created t using (user_id)`,
)

/** Inserts notices for one or more users, numbered in the given order. */
export const createNotices = (tx: Db, created: readonly NewNotice[], now: Date): Promise<void> =>
  pipeline(tx, () => insertNotices(tx, created, now))

/** One statement per owner, all sent at once, in the order in which every process locks. */
async function insertNotices(tx: Db, created: readonly NewNotice[], now: Date): Promise<void> {
  const fromEnd = createOccurrenceCounter()
  const rowsByOwner = new Map<string, object[]>()
  for (const { ownerId, userId, subjectId, ...rest } of created.toReversed()) {
    const rows = rowsByOwner.get(ownerId) ?? []
    rowsByOwner.set(ownerId, rows)
    rows.push({ user_id: userId, seq: fromEnd(userId), subject_id: subjectId, ...rest })
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
