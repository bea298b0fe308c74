/** Operators’ accounts: created, changed, disabled, given new credentials. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { OperatorRole } from '#contract/operator/roles.ts'
import type { OperatorCredentials } from '#contract/operator/operators.ts'
import {
  hashPassword,
  createSecret,
  replaceSecret,
  createOtpauthUri,
  endSessionsOfViewer,
} from '#server/features/identity/index.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { deleteGrants, recordGrant } from '#server/features/operators/grants.ts'
import { approvals, operators, operatorSessions } from '#server/features/operators/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import { operatorPrefix, t } from '#server/platform/messages.ts'
import { type Operator, operatorOwnerId, operatorKey } from '#server/features/operators/operator.ts'
import { recordChange } from '#server/features/operators/record-change.ts'

/** An operator as it is stored. */
export type OperatorAccount = typeof operators.$inferSelect

/** Who changes operators: a signed-in admin, or on the command line a name without an account. */
export type Changer = Operator | { name: string; userId?: undefined }
export type AccountServices = Pick<Dependencies, 'crypto' | 'encryption'>

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

/**
 * Throws ApiError `notAllowed` for one's own account, since a new name would reset the limit of
 * adjustments, and `invalid` for another's name.
 */
export async function editOperator(
  tx: Db,
  { id, name, role }: { id: string | number; name: string; role: OperatorRole },
  changer: Changer,
  now: Date,
): Promise<void> {
  const before = await lockOperator(tx, id, changer)
  if (before.userId === changer.userId && (before.role !== role || before.name !== name))
    throw createOwnAccountError()
  const isTaken = sql`${operators.name} = ${name} and ${operators.userId} <> ${before.userId}::bigint`
  if ((await tx.$count(operators, isTaken)) > 0) throw createTakenError('name')
  const [after] = await tx
    .update(operators)
    .set({ name, role })
    .where(eq(operators.userId, before.userId))
    .returning()
  if (before.role !== role) {
    await lapseRequests(tx, before, changer, now)
    // The new role may not be allowed to view customers' accounts.
    await endSessionsOfViewer(tx, before.userId)
  }
  await recordOperatorChange(tx, 'operators edit', before, after!, changer, now)
}

/**
 * Ends the sessions of an operator who is disabled; the open requests lapse. Throws ApiError
 * `notAllowed` for oneself.
 */
export async function changeOperatorEnabled(
  tx: Db,
  { id, enabled }: { id: string | number; enabled: boolean },
  changer: Changer,
  now: Date,
): Promise<void> {
  const before = await lockOperator(tx, id, changer)
  if (before.userId === changer.userId) throw createOwnAccountError()
  if (before.enabled === enabled) return
  const [after] = await tx
    .update(operators)
    .set({ enabled })
    .where(eq(operators.userId, before.userId))
    .returning()
  await endSessionsOf(tx, before.userId)
  if (enabled) await recordGrant(tx, before.userId, changer.userId, now)
  else await lapseRequests(tx, before, changer, now)
  await recordOperatorChange(
    tx,
    enabled ? 'operators enable' : 'operators disable',
    before,
    after!,
    changer,
    now,
  )
}

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
  await deleteGrants(tx, account.userId)
  await recordChange(tx, {
    at: now,
    operator: changer.name,
    action: 'operators confirm',
    subject: `operator ${account.email}`,
  })
}

/** Closes the operator's open requests. The operator's row is locked before theirs. */
async function lapseRequests(
  tx: Db,
  { userId }: OperatorAccount,
  changer: Changer,
  now: Date,
): Promise<void> {
  const lapsed = await tx
    .update(approvals)
    .set({
      state: 'lapsed',
      decidedBy: changer.userId ?? null,
      decidedName: changer.name,
      decidedAt: now,
    })
    .where(and(eq(approvals.askedBy, userId), eq(approvals.state, 'open')))
    .returning()
  for (const { kind, subject, request } of lapsed)
    await recordChange(tx, {
      at: now,
      operator: changer.name,
      action: 'approvals lapse',
      subject,
      before: { kind, request, state: 'open' },
      after: { kind, request, state: 'lapsed' },
    })
}

/** Ends the operator's sessions, and those for viewing a customer's account. */
export const endSessionsOf = async (tx: Db, userId: string): Promise<void> => {
  // First, so that a view that is being opened is found.
  await tx.delete(operatorSessions).where(eq(operatorSessions.userId, userId))
  await endSessionsOfViewer(tx, userId)
}

export async function findOperator(db: Db, userId: string): Promise<OperatorAccount | undefined> {
  const [found] = await db.select().from(operators).where(eq(operators.userId, userId))
  return found
}

/**
 * Locks the operator and the one who changes it, in the order of their ids, so that of two who
 * change each other the second sees what the first did. Foreign keys to these rows stay checkable.
 * Throws ApiError `sessionEnded` if the changer was signed out or is no admin any more.
 */
async function lockOperator(
  tx: Db,
  id: string | number,
  changer: Changer,
): Promise<OperatorAccount> {
  const userId = String(id)
  const ids = [userId, ...(changer.userId === undefined ? [] : [changer.userId])].filter(isId)
  const locked = await tx
    .select()
    .from(operators)
    .where(inArray(operators.userId, ids))
    .orderBy(operators.userId)
    .for('no key update')
  if (changer.userId !== undefined) await validateChanger(tx, locked, changer)
  const found = locked.find((each) => each.userId === userId)
  if (!found) throw new ApiError('notFound')
  return found
}

/** The call was authenticated before its rows were locked. */
async function validateChanger(
  tx: Db,
  locked: readonly OperatorAccount[],
  { userId, tokenHash }: Operator,
): Promise<void> {
  const isAdmin = locked.some(
    (each) => each.userId === userId && each.enabled && each.role === 'admin',
  )
  const hasSession = await tx.$count(operatorSessions, eq(operatorSessions.tokenHash, tokenHash))
  if (!isAdmin || hasSession === 0) throw new ApiError('sessionEnded')
}

/** 120 random bits. */
const createPassword = ({ crypto }: AccountServices) => crypto.random(15)

const hashOperatorPassword = ({ crypto }: AccountServices, password: string) =>
  hashPassword(crypto, password, { queue: 'signedIn', client: operatorOwnerId })

/** Replaces the authenticator secret and returns it with the password, for the operator. */
async function createCredentials(
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

const createTakenError = (field: 'email' | 'name') =>
  new ApiError('invalid', {
    fields: [{ field, rule: 'taken', call: `${operatorPrefix}operators` }],
  })
const createOwnAccountError = () =>
  new ApiError('notAllowed', { reason: { key: 'ownOperator', values: {} } })

const toLoggedOperator = ({ email, name, role, enabled }: OperatorAccount) => ({
  email,
  name,
  role,
  enabled,
})

const recordOperatorChange = (
  tx: Db,
  action: string,
  before: OperatorAccount,
  after: OperatorAccount,
  changer: Changer,
  now: Date,
) =>
  recordChange(tx, {
    at: now,
    operator: changer.name,
    action,
    subject: `operator ${before.email}`,
    before: toLoggedOperator(before),
    after: toLoggedOperator(after),
  })
