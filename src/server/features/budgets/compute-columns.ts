/** Computed column of groups: how many sub-accounts each has. */
import { and, count, eq, inArray } from 'drizzle-orm'
import type { subAccountGroups as collection } from '#contract/budgets.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { subAccountBudgets } from '#server/features/budgets/table.ts'
import type { SignedCall } from '#server/http/handler.ts'

type Row = OutputOf<typeof collection.calls.get>
type Computed = Pick<Row, 'memberNum'>

export async function computeGroupColumns(
  rows: readonly Omit<Row, keyof Computed>[],
  { db, me: { ownerId } }: SignedCall,
): Promise<Computed[]> {
  const { groupId } = subAccountBudgets
  const ids = rows.map(({ id }) => String(id))
  const counted = await db
    .select({ groupId, members: count() })
    .from(subAccountBudgets)
    .where(and(eq(subAccountBudgets.ownerId, ownerId), inArray(groupId, ids)))
    .groupBy(groupId)
  return ids.map((id) => ({
    memberNum: counted.find((group) => group.groupId === id)?.members ?? 0,
  }))
}
