/** Stores the session of a sign-in. */
import type { Db } from '#server/platform/db/open.ts'
import { sessions } from '#server/features/identity/table.ts'

type NewSession = Pick<
  typeof sessions.$inferInsert,
  | 'tokenHash'
  | 'ownerId'
  | 'userId'
  | 'clientType'
  | 'ip'
  | 'browser'
  | 'system'
  | 'viewId'
  | 'viewerId'
  | 'endsAt'
>

export async function openSession(db: Db, session: NewSession, now: Date): Promise<void> {
  await db.insert(sessions).values({ ...session, createdAt: now, usedAt: now })
}
