/** Sign-in with rate limits by name and network that never lock the owner out for long. */
import { transaction } from '#server/platform/db/db.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { and, eq, isNull, sql, type Column, type SQL } from 'drizzle-orm'
import { computeAuthToken } from '#contract/signing.ts'
import type { Db } from '#server/platform/db/open.ts'
import { assignNextNumbers } from '#server/platform/db/running-numbers.ts'
import { users } from '#server/features/accounts/table.ts'
import { loginLog } from '#server/features/identity/table.ts'
import { openSession } from '#server/features/identity/sessions/open-session.ts'
import {
  verifyPassword,
  type HashingOptions,
} from '#server/features/identity/passwords/hash-password.ts'
import {
  clientNetworks,
  siteNetwork,
  userNetwork,
  type ClientNetwork,
} from '#server/platform/client-network.ts'
import {
  isKnownNetwork,
  alertNewNetwork,
} from '#server/features/identity/sign-in/known-networks.ts'
import {
  acquireSlots,
  tryAcquireSlot,
  tryIncrement,
  incrementWithinLimit,
  clearAttempts,
  consumeAttempt,
  decrementCounters,
} from '#server/http/limits/rate-limits.ts'
import { recordSecurityEvent } from '#server/features/identity/security-events.ts'
import type { Call } from '#server/http/handler.ts'
import { normalizeLoginName, findUserKey } from '#server/features/accounts/index.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { ApiError } from '#server/http/errors.ts'
import { hashToken } from '#server/http/signature.ts'
import Bowser from 'bowser'

export type Person = {
  ownerId: string
  userId: string
  passwordHash: string
  enabled: boolean
  isSuspended: boolean
}

/**
 * Periods and delays in seconds. `namePerNetwork`: attempts at one name from one network.
 * `nameFromUnknownNetworks`: attempts at one name from all networks unknown to its owner, some 20 at
 * once and 100 more a day. After these, the first attempt from each new network (/24 or /48) is still
 * evaluated, 10 a day. Known networks of the owner have their own counters, so that no stranger can
 * lock the owner out.
 */
const attemptLimits = {
  attemptsPerNetwork: { max: 20, seconds: 60 },
  namePerNetwork: { freeAttempts: 5, maxDelay: 900 },
  nameFromUnknownNetworks: { freeAttempts: 20, maxDelay: 900, resetAfter: 86_400 },
  newNetworks: { max: 10, seconds: 86_400 },
  newNetwork: { max: 1, seconds: 86_400 },
}

/** Successful sign-ins per user; each adds a log row and a session. */
const successfulSignIns = { max: 300, seconds: 3_600 }

/**
 * Finds the user by name and password. Throws ApiError `wrongPassword`, also for an unknown name;
 * `tooManyTries`; and `accountDisabled`, only after a correct password.
 */
export async function checkCredentials(
  call: Call,
  typed: { account: string; password: string },
): Promise<Person> {
  const name = normalizeLoginName(typed.account)
  const person = await findPersonByName(call.db, name)
  await attemptSignIn(call, { name, user: person }, (hashing) =>
    verifyPassword(call.crypto, person?.passwordHash, typed.password, hashing),
  )
  refuseDisabled(person!)
  return person!
}

/**
 * Checks credentials within the limits of attempts; `user` is undefined for an unknown name, for
 * which `verify` must take the same time and resolve to false. `unknown`: the account under which
 * such an attempt is recorded. Throws ApiError `wrongPassword` and `tooManyTries`.
 */
export async function attemptSignIn(
  call: Pick<Call, 'db' | 'crypto' | 'clock' | 'ip' | 'settings'>,
  { name, user, unknown }: { name: string; user: UserKey | undefined; unknown?: UserKey },
  verify: (hashing: HashingOptions) => Promise<boolean>,
): Promise<void> {
  const { db, crypto, clock, ip } = call
  const isKnown = await isKnownNetwork(db, user, ip, clock())
  const networks = isKnown ? clientNetworks(ip).slice(-1) : clientNetworks(ip)
  const slots = await acquireSlots(
    db,
    'login:place',
    attemptLimits.attemptsPerNetwork,
    networks,
    clock(),
  )
  const attempt: SignInAttempt = { nameHash: crypto.sha256(name), ip, networks, isKnown }
  await transaction(db, (tx) => consumeSignInAttempt(tx, attempt, clock()))
  const queue = isKnown ? 'knownNetwork' : 'signIn'
  if (!(await verify({ queue, client: siteNetwork(ip) })) || !user) {
    await recordSecurityEvent(db, call, user ?? unknown, 'wrongPassword')
    throw new ApiError('wrongPassword')
  }
  await clearSignInAttempt(db, attempt, slots)
}

/**
 * Opens a session, counts consecutive login days and logs the sign-in. Returns the secret that
 * signs the session's calls. Throws ApiError `tooManyRequests`.
 */
export async function signIn(
  { db, events, crypto, clock, ip, userAgent, settings }: Call,
  person: Person,
  clientType: string,
): Promise<string> {
  const { ownerId, userId } = person
  await incrementWithinLimit(db, `login:done:${userId}`, successfulSignIns, clock())
  const sk = crypto.random(32)
  const hash = hashToken(computeAuthToken(crypto.md5, { sk, userId }), crypto)
  await transaction(db, async (tx) => {
    const now = clock()
    await updateLoginDays(tx, person, now, settings.timeZone)
    await alertNewNetwork(
      tx,
      person,
      { ip, clientType, at: formatWireTime(now, settings.timeZone) },
      now,
    )
    const { login } = await assignNextNumbers(tx, person, ['login'], now)
    await tx.insert(loginLog).values({ ownerId, userId, ...login, ip, clientType })
    await openSession(
      tx,
      { tokenHash: hash, ownerId, userId, clientType, ip, ...parseClient(userAgent) },
      now,
    )
  })
  events.publish({ ownerId, about: ['loginLog', 'notice'] })
  return sk
}

/** True if an operator suspended the main account, which suspends its sub-accounts too. */
const isSuspended = sql<boolean>`not (select main.enabled from ${users} main where main.owner_id = "users"."owner_id" and main.user_id = "users"."owner_id")`

/**
 * Throws ApiError `accountDisabled`. Call it only after a correct password or mailed code, since it
 * reveals that the account exists.
 */
export function refuseDisabled({
  enabled,
  isSuspended: suspended,
}: Pick<Person, 'enabled' | 'isSuspended'>): void {
  if (suspended) throw new ApiError('accountDisabled', { reason: { key: 'suspended', values: {} } })
  if (!enabled) throw new ApiError('accountDisabled')
}

/** Undefined for an erased user. */
export async function findPerson(db: Db, user: UserKey): Promise<Person | undefined> {
  const { ownerId, userId, passwordHash, enabled } = users
  const [person] = await db
    .select({ ownerId, userId, passwordHash, enabled, isSuspended })
    .from(users)
    .where(and(eq(ownerId, user.ownerId), eq(userId, user.userId), isNull(users.erasedAt)))
  return person
}

/** Clears the failed attempts at these names from this network, after a password reset. */
export async function clearAttemptsFrom(
  { db, crypto, ip }: Pick<Call, 'db' | 'crypto' | 'ip'>,
  names: readonly string[],
): Promise<void> {
  await clearAttempts(
    db,
    names.map((name) =>
      nameAndNetworkKey(crypto.sha256(normalizeLoginName(name)), userNetwork(ip)),
    ),
  )
}

const nameKey = (nameHash: string) => `login:name:${nameHash}`
const nameAndNetworkKey = (nameHash: string, network: string) => `login:name:${nameHash}:${network}`

/** Two look-ups whether or not the name exists, so that timing reveals nothing. */
const findPersonByName = async (db: Db, name: string): Promise<Person | undefined> =>
  findPerson(db, await findUserKey(db, name))

type SignInAttempt = {
  nameHash: string
  ip: string
  networks: readonly ClientNetwork[]
  isKnown: boolean
}

/**
 * Call it in a transaction, so that a refused attempt is not counted for the wider networks. Throws
 * ApiError `tooManyTries`.
 */
async function consumeSignInAttempt(
  tx: Db,
  { nameHash, ip, networks, isKnown }: SignInAttempt,
  now: Date,
): Promise<void> {
  for (const { network, factor } of networks) {
    const { freeAttempts, maxDelay } = attemptLimits.namePerNetwork
    const seconds = await consumeAttempt(
      tx,
      nameAndNetworkKey(nameHash, network),
      { freeAttempts: freeAttempts * factor, maxDelay },
      now,
    )
    if (seconds > 0) throw new ApiError('tooManyTries', { seconds })
  }
  if (isKnown) return
  const seconds = await consumeAttempt(
    tx,
    nameKey(nameHash),
    attemptLimits.nameFromUnknownNetworks,
    now,
  )
  if (seconds === 0) return
  const firstAttemptKey = `login:first:${nameHash}`
  if (await tryIncrement(tx, firstAttemptKey, attemptLimits.newNetworks, now))
    if (
      (await tryAcquireSlot(
        tx,
        `${firstAttemptKey}:${siteNetwork(ip)}`,
        attemptLimits.newNetwork,
        now,
      )) !== undefined
    )
      return
  throw new ApiError('tooManyTries', {
    seconds,
    reason: { key: 'attemptsFromEverywhere', values: {} },
  })
}

/**
 * A correct password does not count; failures of others in the same wide network and elsewhere stay
 * counted.
 */
async function clearSignInAttempt(
  db: Db,
  { nameHash, networks, isKnown }: SignInAttempt,
  slots: readonly string[],
): Promise<void> {
  const keys = networks.map(({ network }) => nameAndNetworkKey(nameHash, network))
  await clearAttempts(db, [...slots, ...keys.slice(-1)])
  if (!isKnown) await decrementCounters(db, [...keys.slice(0, -1), nameKey(nameHash)])
}

/**
 * Updates the last login and the number of consecutive login days. Throws ApiError
 * `accountDisabled` if the account was disabled or its password changed since the password was
 * verified.
 */
async function updateLoginDays(
  tx: Db,
  { ownerId, userId, passwordHash }: Person,
  now: Date,
  zone: string,
): Promise<void> {
  // Row lock: a concurrent suspension waits and then ends the session, or is visible here.
  const [main] = await tx
    .select({ enabled: users.enabled })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
    .for(userId === ownerId ? 'no key update' : 'share')
  if (!main?.enabled)
    throw new ApiError('accountDisabled', { reason: { key: 'suspended', values: {} } })
  const day = (moment: SQL | Column) => sql`(${moment} at time zone ${zone})::date`
  const today = day(sql`${now.toISOString()}::timestamptz`)
  const last = day(users.lastLoginAt)
  const updated = await tx
    .update(users)
    .set({
      lastLoginAt: now,
      loginDays: sql`case when ${last} = ${today} then greatest(${users.loginDays}, 1) when ${last} = ${today} - 1 then ${users.loginDays} + 1 else 1 end`,
    })
    .where(
      and(
        eq(users.ownerId, ownerId),
        eq(users.userId, userId),
        eq(users.enabled, true),
        eq(users.passwordHash, passwordHash),
      ),
    )
    .returning({ userId: users.userId })
  if (updated.length === 0) throw new ApiError('accountDisabled')
}

/** Browser and operating system of a session, too coarse for fingerprinting. */
type BrowserAndSystem = { browser: string | null; system: string | null }

/** In characters; the rest of a longer User-Agent is ignored. */
const maxUserAgentLength = 1_000

export function parseClient(userAgent: string | undefined): BrowserAndSystem {
  const text = userAgent?.slice(0, maxUserAgentLength)
  if (!text) return { browser: null, system: null }
  const parsed = Bowser.getParser(text)
  return { browser: parsed.getBrowserName() || null, system: parsed.getOSName() || null }
}
