/** Counts a channel’s failures by day and kind. */
import type { Db } from '#server/platform/db/open.ts'
import { sql } from 'drizzle-orm'
import { channelFailures } from '#server/features/translation/table.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

/** Counts a translation that the vendor failed, for operators. */
export async function countChannelFailure(
  db: Db,
  { channelId, errorKind }: Pick<typeof channelFailures.$inferInsert, 'channelId' | 'errorKind'>,
  zone: string,
  now: Date,
): Promise<void> {
  const day = formatWireTime(now, zone).slice(0, 10)
  await db
    .insert(channelFailures)
    .values({ day, channelId, errorKind, count: 1 })
    .onConflictDoUpdate({
      target: [channelFailures.day, channelFailures.channelId, channelFailures.errorKind],
      set: { count: sql`${channelFailures.count} + 1` },
    })
}
