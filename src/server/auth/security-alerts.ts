/** Security alerts about changes of password and two-factor, by mail and by notice. */
import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/user-key.ts'

import { users } from '#server/platform/db/schema.ts'
import { createNotice } from '#server/features/notifications/service.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { inBothLanguages } from '#server/platform/messages.ts'

type News =
  | 'passwordChanged'
  | 'secondStepEnabled'
  | 'secondStepDisabled'
  | 'secondStepRemoved'
  | 'recoveryCodesRenewed'
  | 'recoveryCodeUsed'
  | 'codesTried'
  | 'suspended'
  | 'reopened'

/** The user's own actions: a mail suffices if there is an address, and no notice is created. */
const byOneself: readonly News[] = [
  'passwordChanged',
  'secondStepEnabled',
  'secondStepDisabled',
  'recoveryCodesRenewed',
]

export async function sendSecurityAlert(
  tx: Db,
  { ownerId, userId }: UserKey,
  news: News,
  now: Date,
  values: Record<string, number> = {},
): Promise<void> {
  const [user] = await tx
    .select({ account: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId)))
  if (!user) return
  const words = inBothLanguages(`safety.${news}`, { who: user.account, ...values })
  const mailed = user.account.includes('@')
  if (mailed) await queueMail(tx, { to: user.account, words }, now)
  if (mailed && byOneself.includes(news)) return
  await createNotice(tx, { ownerId, userId, type: 'safety', level: 'warning', words }, now)
}
