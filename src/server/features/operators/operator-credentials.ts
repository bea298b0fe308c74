/** Credentials of an operator: password and authenticator secret, new or replaced. */
import { eq } from 'drizzle-orm'
import type { OperatorCredentials } from '#contract/operator/operators.ts'
import {
  hashPassword,
  createSecret,
  replaceSecret,
  createOtpauthUri,
} from '#server/features/identity/index.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { recordGrant } from '#server/features/operators/grants.ts'
import {
  endSessionsOf,
  lockOperator,
  type Changer,
  type OperatorAccount,
} from '#server/features/operators/operator-account.ts'
import { operatorOwnerId, operatorKey } from '#server/features/operators/operator.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { operators } from '#server/features/operators/table.ts'
import type { Db } from '#server/platform/db/db.ts'
import { t } from '#server/platform/messages.ts'

export type AccountServices = Pick<Dependencies, 'crypto' | 'encryption'>

/** Replaces password and authenticator secret, and ends the sessions. */
export async function renewCredentials(
  tx: Db,
  services: AccountServices,
  id: string | number,
  changer: Changer,
  now: Date,
): Promise<OperatorCredentials> {
  const account = await lockOperator(tx, id, changer)
  const password = createPassword(services)
  await tx
    .update(operators)
    .set({ passwordHash: await hashOperatorPassword(services, password) })
    .where(eq(operators.userId, account.userId))
  await endSessionsOf(tx, account.userId)
  await recordGrant(tx, account.userId, changer.userId, now)
  await recordChange(tx, {
    at: now,
    operator: changer.name,
    action: 'operators renew',
    subject: `operator ${account.email}`,
  })
  return createCredentials(tx, services, account, password, now)
}

/** 120 random bits. */
export const createPassword = ({ crypto }: AccountServices) => crypto.random(15)

export const hashOperatorPassword = ({ crypto }: AccountServices, password: string) =>
  hashPassword(crypto, password, { queue: 'signedIn', client: operatorOwnerId })

/** Replaces the authenticator secret and returns it with the password, for the operator. */
export async function createCredentials(
  tx: Db,
  { encryption }: AccountServices,
  { userId, email }: OperatorAccount,
  password: string,
  now: Date,
): Promise<OperatorCredentials> {
  const secret = createSecret()
  await replaceSecret(tx, encryption, operatorKey(userId), secret, now)
  return {
    password,
    secret,
    uri: createOtpauthUri(secret, { issuer: t('en', 'product.name'), label: email }),
  }
}
