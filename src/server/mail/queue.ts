/** Mails are put into a table by the transaction they belong to, and sent after it: what is undone is never mailed, what is done always. */
import type { Db } from '#server/db/open.ts'
import { mails, type NoticeWords } from '#server/db/schema/messages.ts'
import { bilingual } from '#server/mail/compose.ts'

/** `words` in both languages; both go into the one mail, because nobody has said which they read. */
export async function queueMail(tx: Db, { to, words }: { to: string; words: { zh: NoticeWords; en: NoticeWords } }, now: Date): Promise<void> {
  await tx.insert(mails).values({ to, ...bilingual(words), messageId: crypto.randomUUID(), createdAt: now, dueAt: now })
}
