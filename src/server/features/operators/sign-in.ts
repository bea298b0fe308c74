/** Operators' sign-in, sessions and own password. */
import { and, eq, lt, sql } from 'drizzle-orm'
import { computeAuthToken, type Signer } from '#contract/signing.ts'
import {
  attemptSignIn,
  parseClient,
  hashPassword,
  verifyPassword,
  verifyOwnPassword,
  endSessionsOfViewer,
  fingerprintPassword,
  verifyCode,
} from '#server/features/identity/index.ts'
import {
  isSignatureValid,
  isTimestampValid,
  readSignature,
  hashToken,
} from '#server/http/signature.ts'
import { loginLog } from '#server/features/identity/table.ts'
import type { Dependencies } from '#server/dependencies.ts'
import {
  operatorKey,
  operatorOwnerId,
  unknownOperator,
  type Operator,
  type OperatorCall,
} from '#server/features/operators/operator.ts'
import {
  findOperator,
  endSessionsOf,
  type OperatorAccount,
} from '#server/features/operators/operator-account.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { operators, operatorSessions } from '#server/features/operators/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Call } from '#server/http/handler.ts'
import type { Audience } from '#server/http/authorize-call.ts'
import { transaction, type Db } from '#server/platform/db/db.ts'
import { assignNextNumbers } from '#server/platform/db/running-numbers.ts'
import { operatorPrefix } from '#server/platform/messages.ts'

/** Milliseconds; shorter than customers', since more can be done. */
const sessionLifetime = { idle: 60 * 60_000, end: 12 * 60 * 60_000 }
/** Milliseconds between updates of `usedAt`. */
const updateInterval = 60_000

/** The callers of the operators' contract: calls need an operator's session. */
export const createOperatorAudience = (services: Dependencies): Audience<Operator> => ({
  prefix: operatorPrefix,
  async authenticate(header) {
    const { db, crypto, clock } = services
    const signature = readSignature(header)
    if (!signature || !isSignatureValid(signature, crypto)) throw new ApiError('sessionEnded')
    const now = clock()
    const session = await findSession(db, hashToken(signature.token, crypto))
    if (!session || !isAlive(session, now)) throw new ApiError('sessionEnded')
    if (!isTimestampValid(signature, now)) throw new ApiError('clockWrong')
    const { usedAt, createdAt, ...operator } = session
    const me = { ...operator, sessionEndsAt: computeSessionEnd({ usedAt: now, createdAt }) }
    if (now.getTime() - usedAt.getTime() > updateInterval)
      await db
        .update(operatorSessions)
        .set({ usedAt: now })
        .where(and(eq(operatorSessions.tokenHash, me.tokenHash), lt(operatorSessions.usedAt, now)))
    const key = { ...operatorKey(me.userId), sign: signature.sign }
    return { me, key, group: me.userId, role: me }
  },
  encryptsResponses: true,
})

type SessionTimes = { createdAt: Date; usedAt: Date }
type FoundSession = Omit<Operator, 'sessionEndsAt'> & SessionTimes

async function findSession(db: Db, hash: string): Promise<FoundSession | undefined> {
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

const computeSessionEnd = ({ usedAt, createdAt }: SessionTimes): Date =>
  new Date(
    Math.min(usedAt.getTime() + sessionLifetime.idle, createdAt.getTime() + sessionLifetime.end),
  )

const isAlive = (session: SessionTimes, now: Date): boolean => now < computeSessionEnd(session)

/** Deletes expired sessions. */
export async function deleteExpiredOperatorSessions(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db
    .delete(operatorSessions)
    .where(
      sql`${lt(operatorSessions.usedAt, before(sessionLifetime.idle))} or ${lt(operatorSessions.createdAt, before(sessionLifetime.end))}`,
    )
}

/**
 * Returns the id and the secret key of the new session. Throws ApiError `wrongPassword` alike for an
 * unknown email, a wrong password, a wrong or used code, too many codes, and a disabled operator.
 */
export async function signInOperator(
  call: Call<Operator>,
  typed: { email: string; password: string; code: string },
): Promise<{ userId: string; sk: string }> {
  const email = typed.email.trim().toLowerCase()
  const [found] = await call.db.select().from(operators).where(eq(operators.email, email))
  const user = found && operatorKey(found.userId)
  try {
    await attemptSignIn(
      call,
      { name: `operator:${email}`, user, unknown: unknownOperator },
      async (hashing) => {
        const { passwordHash } = found ?? {}
        return (
          (await verifyPassword(call.crypto, passwordHash, typed.password, hashing)) &&
          found!.enabled &&
          isRightCode(call, found!, typed.code)
        )
      },
    )
  } catch (reason) {
    throw reason instanceof ApiError && reason.code === 'wrongPassword'
      ? createWrongSignInError()
      : reason
  }
  return openSession(call, found!)
}

const createWrongSignInError = () =>
  new ApiError('wrongPassword', { reason: { key: 'operatorSignIn', values: {} } })

async function isRightCode(
  call: Call<Operator>,
  { userId, passwordHash }: OperatorAccount,
  code: string,
): Promise<boolean> {
  const passwordFingerprint = fingerprintPassword(call, passwordHash)
  try {
    await verifyCode(call, { ...operatorKey(userId), passwordFingerprint }, code)
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
  const hash = hashToken(computeAuthToken(crypto.md5, { sk, userId }), crypto)
  await transaction(db, async (tx) => {
    const now = clock()
    const isUnchanged = and(
      eq(operators.userId, userId),
      eq(operators.enabled, true),
      eq(operators.passwordHash, passwordHash),
    )
    const updated = await tx
      .update(operators)
      .set({ lastLoginAt: now })
      .where(isUnchanged)
      .returning({ userId: operators.userId })
    if (updated.length === 0) throw createWrongSignInError()
    // Networks of earlier sign-ins are exempt from the limit of attempts by others.
    const { login } = await assignNextNumbers(tx, operatorKey(userId), ['login'], now)
    await tx.insert(loginLog).values({ ...operatorKey(userId), ...login, ip, clientType: 'web' })
    await tx.insert(operatorSessions).values({
      tokenHash: hash,
      userId,
      ip,
      ...parseClient(userAgent),
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

/**
 * Runs work that signs calls as the operator, for a command on the server: access to the database
 * stands for the password. The session ends with the work.
 */
export async function withCommandSession<T>(
  { db, crypto, clock }: Pick<Dependencies, 'db' | 'crypto' | 'clock'>,
  { userId }: Pick<OperatorAccount, 'userId'>,
  work: (signer: Signer) => Promise<T>,
): Promise<T> {
  const signer = { sk: crypto.random(32), userId }
  const tokenHash = hashToken(computeAuthToken(crypto.md5, signer), crypto)
  const [createdAt, usedAt] = [clock(), clock()]
  const session = { tokenHash, userId, ip: '127.0.0.1', createdAt, usedAt }
  await db.insert(operatorSessions).values(session)
  try {
    return await work(signer)
  } finally {
    await db.delete(operatorSessions).where(eq(operatorSessions.tokenHash, tokenHash))
  }
}

/** Also ends the sessions in which the operator views a customer's account. */
export async function endOperatorSession(
  tx: Db,
  { userId, tokenHash: hash }: Pick<Operator, 'userId' | 'tokenHash'>,
): Promise<void> {
  // First, so that a view that is being opened is found.
  await tx.delete(operatorSessions).where(eq(operatorSessions.tokenHash, hash))
  await endSessionsOfViewer(tx, userId)
}

/** Throws ApiError `wrongPassword`, `tooManyTries` and `sessionEnded`. */
export async function changeOwnPassword(
  call: OperatorCall,
  { oldPassword, password }: { oldPassword: string; password: string },
): Promise<void> {
  const { db, me, crypto, clock } = call
  const currentHash = await verifyOwnPassword(
    call,
    operatorKey(me.userId),
    oldPassword,
    'wrongOldPassword',
    async () => (await findOperator(db, me.userId))?.passwordHash,
  )
  const passwordHash = await hashPassword(crypto, password, {
    queue: 'signedIn',
    client: operatorOwnerId,
  })
  await transaction(db, async (tx) => {
    const changed = await tx
      .update(operators)
      .set({ passwordHash })
      .where(and(eq(operators.userId, me.userId), eq(operators.passwordHash, currentHash)))
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
