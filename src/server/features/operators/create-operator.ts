/** Creates an operator, with credentials that only the answer contains. */
import { eq } from 'drizzle-orm'
import type { OperatorRole } from '#contract/operator/roles.ts'
import type { OperatorCredentials } from '#contract/operator/operators.ts'
import { recordGrant } from '#server/features/operators/grants.ts'
import {
  createTakenError,
  toLoggedOperator,
  type Changer,
} from '#server/features/operators/operator-account.ts'
import {
  createCredentials,
  createPassword,
  hashOperatorPassword,
  type AccountServices,
} from '#server/features/operators/operator-credentials.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { operators } from '#server/features/operators/table.ts'
import type { Db } from '#server/platform/db/db.ts'

/** Throws ApiError `invalid` for an email or a name that is taken. */
export async function createOperator(
  tx: Db,
  services: AccountServices,
  typed: { email: string; name: string; role: OperatorRole },
  changer: Changer,
  now: Date,
): Promise<OperatorCredentials> {
  const email = typed.email.trim().toLowerCase()
  const { name, role } = typed
  const password = createPassword(services)
  const [added] = await tx
    .insert(operators)
    .values({
      email,
      name,
      role,
      passwordHash: await hashOperatorPassword(services, password),
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (!added)
    throw createTakenError(
      (await tx.$count(operators, eq(operators.email, email))) > 0 ? 'email' : 'name',
    )
  await recordGrant(tx, added.userId, changer.userId, now)
  const after = toLoggedOperator(added)
  await recordChange(tx, {
    at: now,
    operator: changer.name,
    action: 'operators create',
    subject: `operator ${email}`,
    after,
  })
  return createCredentials(tx, services, added, password, now)
}
