/** Sign-in with rate limits by name and network that never lock the owner out for long. */
import { transaction } from '#server/platform/db/db.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { and, eq, isNull, sql, type Column, type SQL } from 'drizzle-orm'
import { authToken } from '#contract/signing.ts'
import type { Db } from '#server/platform/db/open.ts'
import { nextNumbers } from '#server/platform/db/running-numbers.ts'
import { users } from '#server/features/accounts/table.ts'
import { loginLog } from '#server/auth/table.ts'
import {
  clientNetworks,
  siteNetwork,
  userNetwork,
  type ClientNetwork,
} from '#server/auth/client-network.ts'
import { isKnownNetwork, alertNewNetwork } from '#server/auth/known-networks.ts'
import {
  acquireSlots,
  tryAcquireSlot,
  tryIncrement,
  incrementWithinLimit,
  clearAttempts,
  consumeAttempt,
  decrementCounters,
} from '#server/auth/rate-limits.ts'
import { isPassword, type HashingOptions } from '#server/auth/passwords.ts'
import { recordSecurityEvent } from '#server/auth/security-events.ts'
import type { Call } from '#server/http/handler.ts'
import { asLoginName, userKeyNamed } from '#server/features/accounts/service.ts'
import { wireTimeOf } from '#server/platform/db/time.ts'
import { ApiError } from '#server/http/errors.ts'
import { tokenHash } from '#server/auth/signature.ts'
import { openSession } from '#server/auth/sessions/service.ts'
import Bowser from 'bowser'

export type Person = {
  ownerId: string
  userId: string
  passwordHash: string
  enabled: boolean
  isSuspended: boolean
}

/**
 * Periods in seconds. `place`: failures per network. `nameHere`: guesses at one name per network.
 * `nameAnywhere`: guesses at one name from all networks unknown to its owner, some 20 at once and
 * 100 more a day. Once those are exhausted, the first guess from each /24 or /48 is still
 * evaluated, 10 a day. Known networks of the owner have their own counters, so that no stranger can
 * lock the owner out.
 */
const limits = {
  place: { max: 20, seconds: 60 },
  nameHere: { freeAttempts: 5, maxDelay: 900 },
  nameAnywhere: { freeAttempts: 20, maxDelay: 900, resetAfter: 86_400 },
  newNetworks: { max: 10, seconds: 86_400 },
  newNetwork: { max: 1, seconds: 86_400 },
}

/** Successful sign-ins per user; each adds a log row and a session. */
const rightOnes = { max: 300, seconds: 3_600 }

/**
 * Finds the user by name and password. Throws ApiError `wrongPassword`, also for an unknown name;
 * `tooManyTries`; and `accountDisabled`, only after a correct password.
 */
export async function authenticate(
  call: Call,
  typed: { account: string; password: string },
): Promise<Person> {
  const name = asLoginName(typed.account)
  const person = await personNamed(call.db, name)
  await attemptSignIn(call, { name, user: person }, (hashing) =>
    isPassword(call.crypto, person?.passwordHash, typed.password, hashing),
  )
  refuseDisabled(person!)
  return person!
}

/**
 * Checks credentials under the limits of guesses; `user` is undefined for an unknown name, for which
 * `isRight` has to resolve to false after the same work. `unknown`: the account under which such an
 * attempt is recorded with its network. Throws ApiError `wrongPassword` and
 * `tooManyTries`.
 */
export async function attemptSignIn(
  call: Pick<Call, 'db' | 'crypto' | 'clock' | 'ip' | 'settings'>,
  { name, user, unknown }: { name: string; user: UserKey | undefined; unknown?: UserKey },
  isRight: (hashing: HashingOptions) => Promise<boolean>,
): Promise<void> {
  const { db, crypto, clock, ip } = call
  const isKnown = await isKnownNetwork(db, user, ip, clock())
  const networks = isKnown ? clientNetworks(ip).slice(-1) : clientNetworks(ip)
  const slots = await acquireSlots(db, 'login:place', limits.place, networks, clock())
  const guess: Guess = { nameHash: crypto.sha256(name), ip, networks, isKnown }
  await transaction(db, (tx) => consumeGuess(tx, guess, clock()))
  const queue = isKnown ? 'knownNetwork' : 'signIn'
  if (!(await isRight({ queue, by: siteNetwork(ip) })) || !user) {
    await recordSecurityEvent(db, call, user ?? unknown, 'wrongPassword')
    throw new ApiError('wrongPassword')
  }
  await forgetGuess(db, guess, slots)
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
  await incrementWithinLimit(db, `login:done:${userId}`, rightOnes, clock())
  const sk = crypto.random(32)
  const hash = tokenHash(authToken(crypto.md5, { sk, userId }), crypto)
  await transaction(db, async (tx) => {
    const now = clock()
    await noteSignIn(tx, person, now, settings.timeZone)
    await alertNewNetwork(
      tx,
      person,
      { ip, clientType, at: wireTimeOf(now, settings.timeZone) },
      now,
    )
    const { login } = await nextNumbers(tx, person, ['login'], now)
    await tx.insert(loginLog).values({ ownerId, userId, ...login, ip, clientType })
    await openSession(
      tx,
      { tokenHash: hash, ownerId, userId, clientType, ip, ...clientOf(userAgent) },
      now,
    )
  })
  events.publish({ ownerId, about: ['loginLog', 'notice'] })
  return sk
}

/** True if the operator suspended the main account, which suspends its sub-accounts too. */
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
export async function personById(db: Db, user: UserKey): Promise<Person | undefined> {
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
    names.map((name) => hereKey(crypto.sha256(asLoginName(name)), userNetwork(ip))),
  )
}

const anywhereKey = (nameHash: string) => `login:name:${nameHash}`
const hereKey = (nameHash: string, network: string) => `login:name:${nameHash}:${network}`

/** Two look-ups whether or not the name exists, so that timing reveals nothing. */
const personNamed = async (db: Db, name: string): Promise<Person | undefined> =>
  personById(db, await userKeyNamed(db, name))

type Guess = { nameHash: string; ip: string; networks: readonly ClientNetwork[]; isKnown: boolean }

/**
 * Call it in a transaction, so that a refused guess is not counted for the wider networks. Throws
 * ApiError `tooManyTries`.
 */
async function consumeGuess(
  tx: Db,
  { nameHash, ip, networks, isKnown }: Guess,
  now: Date,
): Promise<void> {
  for (const { network, factor } of networks) {
    const { freeAttempts, maxDelay } = limits.nameHere
    const seconds = await consumeAttempt(
      tx,
      hereKey(nameHash, network),
      { freeAttempts: freeAttempts * factor, maxDelay },
      now,
    )
    if (seconds > 0) throw new ApiError('tooManyTries', { seconds })
  }
  if (isKnown) return
  const seconds = await consumeAttempt(tx, anywhereKey(nameHash), limits.nameAnywhere, now)
  if (seconds === 0) return
  const first = `login:first:${nameHash}`
  if (await tryIncrement(tx, first, limits.newNetworks, now))
    if (
      (await tryAcquireSlot(tx, `${first}:${siteNetwork(ip)}`, limits.newNetwork, now)) !==
      undefined
    )
      return
  throw new ApiError('tooManyTries', {
    seconds,
    reason: { key: 'guessedFromEverywhere', values: {} },
  })
}

/**
 * A correct password does not count; failures of others in the same wide network and elsewhere stay
 * counted.
 */
async function forgetGuess(
  db: Db,
  { nameHash, networks, isKnown }: Guess,
  slots: readonly string[],
): Promise<void> {
  const keys = networks.map(({ network }) => hereKey(nameHash, network))
  await clearAttempts(db, [...slots, ...keys.slice(-1)])
  if (!isKnown) await decrementCounters(db, [...keys.slice(0, -1), anywhereKey(nameHash)])
}

/**
 * Updates the login days. Throws ApiError `accountDisabled` if the account was disabled or its
 * password changed since the password was verified.
 */
async function noteSignIn(
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
  const noted = await tx
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
  if (noted.length === 0) throw new ApiError('accountDisabled')
}

/** Browser and operating system of a session, too coarse for fingerprinting. */
type Client = { browser: string | null; system: string | null }

/** In characters; the rest of a longer User-Agent is ignored. */
const maxUserAgentLength = 1_000

export function clientOf(userAgent: string | undefined): Client {
  const text = userAgent?.slice(0, maxUserAgentLength)
  if (!text) return { browser: null, system: null }
  const parsed = Bowser.getParser(text)
  return { browser: parsed.getBrowserName() || null, system: parsed.getOSName() || null }
}
