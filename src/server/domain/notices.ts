/** Notices: what a user is told on the next occasion, kept in both languages. */
import type { Db } from '#server/db/open.ts'
import { nextNumbers, type Who } from '#server/db/running-numbers.ts'
import { notices } from '#server/db/schema.ts'

type Notice = Who & Pick<typeof notices.$inferInsert, 'type' | 'level' | 'words'>

export async function leaveNotice(tx: Db, notice: Notice, now: Date): Promise<void> {
  const { notice: number } = await nextNumbers(tx, notice, ['notice'], now)
  await tx.insert(notices).values({ ...notice, ...number })
}
