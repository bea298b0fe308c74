/** Tells a user what became of the second step: by notice, and by mail where there is an address. */
import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import type { Who } from '#server/db/running-numbers.ts'
import { users } from '#server/db/schema.ts'
import { leaveNotice } from '#server/domain/notices.ts'
import { queueMail } from '#server/mail/queue.ts'
import { wordsInBoth } from '#server/words.ts'

type News = 'secondStepEnabled' | 'secondStepDisabled' | 'secondStepRemoved' | 'recoveryCodesRenewed' | 'recoveryCodeUsed' | 'codesTried'

export async function tellSafety(tx: Db, { ownerId, userId }: Who, news: News, now: Date, values: Record<string, number> = {}): Promise<void> {
  const [user] = await tx
    .select({ account: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId)))
  if (!user) return
  const words = wordsInBoth(`safety.${news}`, { who: user.account, ...values })
  await leaveNotice(tx, { ownerId, userId, type: 'safety', level: 'warning', words }, now)
  if (user.account.includes('@')) await queueMail(tx, { to: user.account, words }, now)
}
