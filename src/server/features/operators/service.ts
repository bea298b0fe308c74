/** Operators: sign-in, sessions, accounts, and the log of every change by one of them. */
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Endpoint } from '#contract/endpoint.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'
import type { OperatorCredentials } from '#contract/operator/operators.ts'
import { authToken } from '#contract/signing.ts'
import { attemptSignIn, clientOf } from '#server/auth/sign-in.ts'
import { hashPassword, isPassword, verifyOwnPassword } from '#server/auth/passwords.ts'
import {
  isSignatureValid,
  isTimestampValid,
  readSignature,
  tokenHash,
} from '#server/auth/signature.ts'
import { loginLog } from '#server/auth/table.ts'
import { passwordFingerprint, verifyCode } from '#server/auth/two-factor/check-code.ts'
import { newSecret, replaceSecret, uriOf } from '#server/auth/two-factor/service.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { operatorLog, operators, operatorSessions } from '#server/features/operators/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Call, HandlerFor, SignedCall } from '#server/http/handler.ts'
import type { Audience } from '#server/http/router.ts'
import { isId, type UserKey } from '#server/platform/db/columns.ts'
import { transaction, type Db } from '#server/platform/db/db.ts'
import { nextNumbers } from '#server/platform/db/running-numbers.ts'
import { operatorPrefix, t } from '#server/platform/messages.ts'

/** The signed-in operator, `me` of the operators' handlers. */
export type Operator = {
  /** No customer has it. */
  userId: string
  email: string
  name: string
  role: OperatorRole
  tokenHash: string
}

/** Handler of an operators' call; a customers' handler does not fit. */
export type OperatorHandler<E extends Endpoint> = HandlerFor<E, Operator>
export type OperatorCall = SignedCall<Operator>

/** Owner of what is kept by owner and user, such as secrets and idempotency keys; no account's. */
const ownerId = '0'
export const operatorKey = (userId: string): UserKey => ({ ownerId, userId })

/** Milliseconds; shorter than customers', since more can be done. */
const lifetime = { idle: 60 * 60_000, end: 12 * 60 * 60_000 }
/** Milliseconds between updates of `usedAt`. */
const usedEvery = 60_000

/** The contract's audience: calls need an operator's session. */
export const operatorAudience = (services: Dependencies): Audience<Operator> => ({
  prefix: operatorPrefix,
  async authenticate(header) {
    const { db, crypto, clock } = services
    const signature = readSignature(header)
    if (!signature || !isSignatureValid(signature, crypto)) throw new ApiError('sessionEnded')
    const now = clock()
    const session = await sessionOf(db, tokenHash(signature.token, crypto))
    if (!session || !isAlive(session, now)) throw new ApiError('sessionEnded')
    if (!isTimestampValid(signature, now)) throw new ApiError('clockWrong')
    const { usedAt, createdAt: _, ...me } = session
    if (now.getTime() - usedAt.getTime() > usedEvery)
      await db
        .update(operatorSessions)
        .set({ usedAt: now })
        .where(and(eq(operatorSessions.tokenHash, me.tokenHash), lt(operatorSessions.usedAt, now)))
    return { me, key: { ...operatorKey(me.userId), sign: signature.sign }, role: me }
  },
  encryptsResponses: true,
})

type FoundSession = Operator & { createdAt: Date; usedAt: Date }

async function sessionOf(db: Db, hash: string): Promise<FoundSession | undefined> {
  const [session] = await db
    .select({
      userId: operators.userId,
      email: operators.email,
      name: operators.name,
      role: operators.role,
      tokenHash: operatorSessions.tokenHash,
      createdAt: operatorSessions.createdAt,
      usedAt: operatorSessions.usedAt,
    })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.userId, operatorSessions.userId))
    .where(and(eq(operatorSessions.tokenHash, hash), eq(operators.enabled, true)))
  return session
}

const isAlive = ({ usedAt, createdAt }: FoundSession, now: Date): boolean =>
  now.getTime() - usedAt.getTime() < lifetime.idle &&
  now.getTime() - createdAt.getTime() < lifetime.end

/** Deletes expired sessions. */
export async function deleteExpiredOperatorSessions(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db
    .delete(operatorSessions)
    .where(
      sql`${lt(operatorSessions.usedAt, before(lifetime.idle))} or ${lt(operatorSessions.createdAt, before(lifetime.end))}`,
    )
}

/**
 * Returns the session. Throws ApiError `wrongPassword` alike for an unknown email, a wrong password,
 * a wrong or used code, too many codes, and a disabled operator.
 */
export async function signInOperator(
  call: Call<Operator>,
  typed: { email: string; password: string; code: string },
): Promise<{ userId: string; sk: string }> {
  const email = typed.email.trim().toLowerCase()
  const [found] = await call.db.select().from(operators).where(eq(operators.email, email))
  const user = found && operatorKey(found.userId)
  try {
    await attemptSignIn(call, { name: `operator:${email}`, user }, async (hashing) => {
      const { passwordHash } = found ?? {}
      return (
        (await isPassword(call.crypto, passwordHash, typed.password, hashing)) &&
        found!.enabled &&
        isRightCode(call, found!, typed.code)
      )
    })
  } catch (reason) {
    throw reason instanceof ApiError && reason.code === 'wrongPassword' ? wrongSignIn() : reason
  }
  return openSession(call, found!)
}

const wrongSignIn = () =>
  new ApiError('wrongPassword', { reason: { key: 'operatorSignIn', values: {} } })

type OperatorAccount = typeof operators.$inferSelect

async function isRightCode(
  call: Call<Operator>,
  { userId, passwordHash }: OperatorAccount,
  code: string,
): Promise<boolean> {
  const password = passwordFingerprint(call, passwordHash)
  try {
    await verifyCode(call, { ...operatorKey(userId), password }, code)
    return true
  } catch (reason) {
    if (reason instanceof ApiError) return false
    throw reason
  }
}

async function openSession(
  { db, crypto, clock, ip, userAgent }: Call<Operator>,
  { userId, name, email, passwordHash }: OperatorAccount,
): Promise<{ userId: string; sk: string }> {
  const sk = crypto.random(32)
  const hash = tokenHash(authToken(crypto.md5, { sk, userId }), crypto)
  await transaction(db, async (tx) => {
    const now = clock()
    const isUnchanged = and(
      eq(operators.userId, userId),
      eq(operators.enabled, true),
      eq(operators.passwordHash, passwordHash),
    )
    const noted = await tx
      .update(operators)
      .set({ lastLoginAt: now })
      .where(isUnchanged)
      .returning({ userId: operators.userId })
    if (noted.length === 0) throw wrongSignIn()
    // The networks of earlier sign-ins stay open to the operator while others guess.
    const { login } = await nextNumbers(tx, operatorKey(userId), ['login'], now)
    await tx.insert(loginLog).values({ ...operatorKey(userId), ...login, ip, clientType: 'web' })
    await tx.insert(operatorSessions).values({
      tokenHash: hash,
      userId,
      ip,
      ...clientOf(userAgent),
      createdAt: now,
      usedAt: now,
    })
    await recordChange(tx, {
      at: now,
      operator: name,
      action: 'session signIn',
      subject: `operator ${email}`,
      after: { ip },
    })
  })
  return { userId, sk }
}

export async function endOperatorSession(db: Db, hash: string): Promise<void> {
  await db.delete(operatorSessions).where(eq(operatorSessions.tokenHash, hash))
}

const endSessionsOf = async (tx: Db, userId: string): Promise<void> => {
  await tx.delete(operatorSessions).where(eq(operatorSessions.userId, userId))
}

/** Throws ApiError `wrongPassword`, `tooManyTries` and `sessionEnded`. */
export async function changeOwnPassword(
  call: OperatorCall,
  { oldPassword, password }: { oldPassword: string; password: string },
): Promise<void> {
  const { db, me, crypto, clock } = call
  const current = await verifyOwnPassword(
    call,
    operatorKey(me.userId),
    oldPassword,
    'wrongOldPassword',
    async () => (await operatorById(db, me.userId))?.passwordHash,
  )
  const passwordHash = await hashPassword(crypto, password, { lane: 'signedIn', by: ownerId })
  await transaction(db, async (tx) => {
    const changed = await tx
      .update(operators)
      .set({ passwordHash })
      .where(and(eq(operators.userId, me.userId), eq(operators.passwordHash, current)))
      .returning({ userId: operators.userId })
    if (changed.length === 0) throw new ApiError('sessionEnded')
    await endSessionsOf(tx, me.userId)
    await recordChange(tx, {
      at: clock(),
      operator: me.name,
      action: 'session changePassword',
      subject: `operator ${me.email}`,
    })
  })
}

/** Who changes operators: an admin, or on the command line a name without an account. */
export type Changer = { name: string; userId?: string }
export type AccountServices = Pick<Dependencies, 'crypto' | 'encryption'>

/** Throws ApiError `invalid` for an email or a name that is taken. */
export async function createOperator(
  tx: Db,
  services: AccountServices,
  typed: { email: string; name: string; role: OperatorRole },
  by: Changer,
  now: Date,
): Promise<OperatorCredentials> {
  const email = typed.email.trim().toLowerCase()
  const { name, role } = typed
  const password = newPassword(services)
  const [added] = await tx
    .insert(operators)
    .values({ email, name, role, passwordHash: await hashed(services, password), createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (!added)
    throw taken((await tx.$count(operators, eq(operators.email, email))) > 0 ? 'email' : 'name')
  const after = loggedOperator(added)
  await recordChange(tx, {
    at: now,
    operator: by.name,
    action: 'operators create',
    subject: `operator ${email}`,
    after,
  })
  return credentials(tx, services, added, password, now)
}

/** Own role and another's name are refused with ApiError `notAllowed` and `invalid`. */
export async function editOperator(
  tx: Db,
  { id, name, role }: { id: string | number; name: string; role: OperatorRole },
  by: Changer,
  now: Date,
): Promise<void> {
  const was = await lockOperator(tx, id)
  if (was.userId === by.userId && was.role !== role) throw own()
  const isTaken = sql`${operators.name} = ${name} and ${operators.userId} <> ${was.userId}::bigint`
  if ((await tx.$count(operators, isTaken)) > 0) throw taken('name')
  const [is] = await tx
    .update(operators)
    .set({ name, role })
    .where(eq(operators.userId, was.userId))
    .returning()
  await recordOperator(tx, 'operators edit', was, is!, by, now)
}

/** Ends the sessions of an operator who is shut out. Throws ApiError `notAllowed` for oneself. */
export async function changeOperatorEnabled(
  tx: Db,
  { id, enabled }: { id: string | number; enabled: boolean },
  by: Changer,
  now: Date,
): Promise<void> {
  const was = await lockOperator(tx, id)
  if (was.userId === by.userId) throw own()
  if (was.enabled === enabled) return
  const [is] = await tx
    .update(operators)
    .set({ enabled })
    .where(eq(operators.userId, was.userId))
    .returning()
  await endSessionsOf(tx, was.userId)
  await recordOperator(tx, enabled ? 'operators enable' : 'operators disable', was, is!, by, now)
}

/** Replaces password and authenticator secret, and ends the sessions. */
export async function renewCredentials(
  tx: Db,
  services: AccountServices,
  id: string | number,
  by: Changer,
  now: Date,
): Promise<OperatorCredentials> {
  const account = await lockOperator(tx, id)
  const password = newPassword(services)
  await tx
    .update(operators)
    .set({ passwordHash: await hashed(services, password) })
    .where(eq(operators.userId, account.userId))
  await endSessionsOf(tx, account.userId)
  await recordChange(tx, {
    at: now,
    operator: by.name,
    action: 'operators renew',
    subject: `operator ${account.email}`,
  })
  return credentials(tx, services, account, password, now)
}

export async function operatorById(db: Db, userId: string): Promise<OperatorAccount | undefined> {
  const [found] = await db.select().from(operators).where(eq(operators.userId, userId))
  return found
}

/** Throws ApiError `notFound`. */
export async function operatorNamed(db: Db, email: string): Promise<OperatorAccount> {
  const named = eq(operators.email, email.trim().toLowerCase())
  const [found] = await db.select().from(operators).where(named)
  if (!found) throw new ApiError('notFound')
  return found
}

async function lockOperator(tx: Db, id: string | number): Promise<OperatorAccount> {
  const userId = String(id)
  const [found] = isId(userId)
    ? await tx.select().from(operators).where(eq(operators.userId, userId)).for('update')
    : []
  if (!found) throw new ApiError('notFound')
  return found
}

/** 120 random bits. */
const newPassword = ({ crypto }: AccountServices) => crypto.random(15)

const hashed = ({ crypto }: AccountServices, password: string) =>
  hashPassword(crypto, password, { lane: 'signedIn', by: ownerId })

async function credentials(
  tx: Db,
  { encryption }: AccountServices,
  { userId, email }: OperatorAccount,
  password: string,
  now: Date,
): Promise<OperatorCredentials> {
  const secret = newSecret()
  await replaceSecret(tx, encryption, operatorKey(userId), secret, now)
  return { password, secret, uri: uriOf(secret, { issuer: t('en', 'product.name'), label: email }) }
}

const taken = (field: 'email' | 'name') =>
  new ApiError('invalid', {
    fields: [{ field, rule: 'taken', call: `${operatorPrefix}operators` }],
  })
const own = () => new ApiError('notAllowed', { reason: { key: 'ownOperator', values: {} } })

const loggedOperator = ({ email, name, role, enabled }: OperatorAccount) => ({
  email,
  name,
  role,
  enabled,
})

const recordOperator = (
  tx: Db,
  action: string,
  was: OperatorAccount,
  is: OperatorAccount,
  by: Changer,
  now: Date,
) =>
  recordChange(tx, {
    at: now,
    operator: by.name,
    action,
    subject: `operator ${was.email}`,
    before: loggedOperator(was),
    after: loggedOperator(is),
  })

/**
 * Logs a change by an operator, with its reason and the values before and after. Call it in the
 * transaction of the change.
 */
export async function recordChange(tx: Db, change: typeof operatorLog.$inferInsert): Promise<void> {
  await tx.insert(operatorLog).values(change)
}
