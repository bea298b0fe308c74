/** Confirms that an operator is a separate person. */
import { eq } from 'drizzle-orm'
import { lockOperator, type Changer } from '#server/features/operators/operator-account.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { operatorGrants } from '#server/features/operators/table.ts'
import type { Db } from '#server/platform/db/db.ts'

/**
 * Confirms that the operator is a separate person, who is then no longer linked with those who gave
 * the access.
 */
export async function confirmOperator(
  tx: Db,
  id: string | number,
  changer: Changer,
  now: Date,
): Promise<void> {
  const account = await lockOperator(tx, id, changer)
  await tx.delete(operatorGrants).where(eq(operatorGrants.userId, account.userId))
  await recordChange(tx, {
    at: now,
    operator: changer.name,
    action: 'operators confirm',
    subject: `operator ${account.email}`,
  })
}
