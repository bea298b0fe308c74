/**
 * Mails are put into a table by the transaction they belong to, and sent after it: what is undone
 * is never mailed, what is done always.
 */
import type { Db } from '#server/platform/db/open.ts'
import { mails } from '#server/features/notifications/table.ts'
import { bilingual, type Letter } from '#server/platform/mail/compose.ts'
import type { Outgoing } from '#server/platform/mail/mail-now.ts'

type Addressed = Letter & { to: string }

export const written = ({ to, ...letter }: Addressed, now: Date): Outgoing => ({
  to,
  ...bilingual(letter),
  messageId: crypto.randomUUID(),
  createdAt: now,
})

export async function queueMail(tx: Db, letter: Addressed, now: Date): Promise<void> {
  await tx.insert(mails).values({ ...written(letter, now), dueAt: now })
}
