/** Computed columns of groups: how many sub-accounts each has, and whether one has a role. */
import { and, count, eq, inArray, max } from 'drizzle-orm'
import type { subAccountGroups as collection } from '#contract/budgets.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { users } from '#server/features/accounts/table.ts'
import { subAccountBudgets } from '#server/features/budgets/table.ts'
import type { SignedCall } from '#server/http/handler.ts'

type Row = OutputOf<typeof collection.calls.get>
type Computed = Pick<Row, 'memberNum' | 'accountRole'>

export async function computeGroupColumns(
  rows: readonly Omit<Row, keyof Computed>[],
  { db, me: { ownerId } }: SignedCall,
): Promise<Computed[]> {
  const { groupId, userId } = subAccountBudgets
  const ids = rows.map(({ id }) => String(id))
  const counted = await db
    .select({ groupId, memberNum: count(), role: max(users.accountRole) })
    .from(subAccountBudgets)
    .innerJoin(users, and(eq(users.ownerId, ownerId), eq(users.userId, userId)))
    .where(and(eq(subAccountBudgets.ownerId, ownerId), inArray(groupId, ids)))
    .groupBy(groupId)
  return ids.map((id) => {
    const { memberNum = 0, role } = counted.find((group) => group.groupId === id) ?? {}
    return { memberNum, accountRole: role ?? 'member' }
  })
}
