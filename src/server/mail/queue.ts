/** Mails are put into a table by the transaction they belong to, and sent after it: what is undone is never mailed, what is done always. */
import type { Db } from '#server/db/open.ts'
import { mails, type NoticeWords } from '#server/db/schema/messages.ts'
import { bilingual } from '#server/mail/compose.ts'
import type { Outgoing } from '#server/mail/mail-now.ts'

type Letter = { to: string; words: { zh: NoticeWords; en: NoticeWords } }

/** `words` in both languages; both go into the one mail, because nobody has said which they read. */
export const written = ({ to, words }: Letter, now: Date): Outgoing => ({ to, ...bilingual(words), messageId: crypto.randomUUID(), createdAt: now })

export async function queueMail(tx: Db, letter: Letter, now: Date): Promise<void> {
  await tx.insert(mails).values({ ...written(letter, now), dueAt: now })
}
