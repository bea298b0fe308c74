/** Computed columns of requests for quota: the role of the sub-account that asks. */
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { quotaRequests } from '#contract/quota-requests.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { users } from '#server/features/accounts/table.ts'
import type { SignedCall } from '#server/http/handler.ts'

type Row = OutputOf<typeof quotaRequests.calls.get>

export async function computeRequestColumns(
  rows: readonly Pick<Row, 'userId'>[],
  { db, me }: SignedCall,
): Promise<{ accountRole: Row['accountRole'] }[]> {
  const ids = [...new Set(rows.map(({ userId }) => String(userId)))]
  // A sub-account without a role sees its own alone.
  if (ids.length === 0 || me.ownerId !== me.userId)
    return rows.map(() => ({ accountRole: undefined }))
  const { ownerId, userId, accountRole } = users
  const holders = await db
    .select({ userId, accountRole })
    .from(users)
    .where(and(eq(ownerId, me.ownerId), inArray(userId, ids), isNotNull(accountRole)))
  const roles = new Map(holders.map((holder) => [holder.userId, holder.accountRole]))
  return rows.map((row) => ({ accountRole: roles.get(String(row.userId)) ?? 'member' }))
}
