/** The demo's operator, whose password and authenticator secret are public. */
import { eq } from 'drizzle-orm'
import {
  replaceSecret,
  decryptSecret,
  findTwoFactor,
} from '#server/features/identity/two-factor/stored-secrets.ts'
import { operatorKey } from '#server/features/operators/operator.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import { operators } from '#server/features/operators/table.ts'
import { startTransaction } from '#server/platform/db/start-transaction.ts'
import type { Db } from '#server/platform/db/open.ts'

export const demoOperator = {
  email: 'operator@example.com',
  password: 'demo123456',
  secret: 'JBSWY3DPEHPK3PXP',
} as const

type DemoOperatorDeps = Pick<Crypto, 'hashPassword'> & { encryption: Encryption; now: Date }

/**
 * Adds the operator to a demo's database, even if it was seeded by a version without operators, and
 * re-encrypts the secret if the server's key has changed since the last start.
 */
export async function ensureDemoOperator(
  db: Db,
  { hashPassword, encryption, now }: DemoOperatorDeps,
): Promise<void> {
  const { email, password, secret } = demoOperator
  const [found] = await db.select().from(operators).where(eq(operators.email, email))
  const passwordHash = found ? '' : await hashPassword(password)
  await startTransaction(db, async (tx) => {
    const [added] = found
      ? []
      : await tx
          .insert(operators)
          .values({ email, name: 'Demo operator', role: 'admin', passwordHash, createdAt: now })
          .onConflictDoNothing()
          .returning()
    const userId = (added ?? found)?.userId
    if (userId === undefined || (found && (await isReadable(tx, encryption, userId)))) return
    await replaceSecret(tx, encryption, operatorKey(userId), secret, now)
  })
}

async function isReadable(db: Db, encryption: Encryption, userId: string): Promise<boolean> {
  const user = operatorKey(userId)
  const stored = await findTwoFactor(db, user)
  if (!stored) return false
  return decryptSecret(encryption, user, stored).then(
    () => true,
    () => false,
  )
}
