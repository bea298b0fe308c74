/** Transactional outbox: mails are queued in the transaction they belong to and sent after it. */
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
