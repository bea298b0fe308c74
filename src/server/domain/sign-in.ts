/** Signing in: throttled by name and by address, without ever shutting the owner out for long. */
import { and, eq, isNull, sql, type Column, type SQL } from 'drizzle-orm'
import { authToken } from '#contract/signing.ts'
import type { Db } from '#server/db/open.ts'
import { nextNumbers } from '#server/db/running-numbers.ts'
import { loginLog, loginNames, users } from '#server/db/schema.ts'
import { isKnownPlace, tellNewPlace } from '#server/domain/new-place.ts'
import { isPassword } from '#server/domain/passwords.ts'
import { networkOf, placeOf } from '#server/domain/place-of.ts'
import { takeSeat, takeSeatOrWait } from '#server/domain/rolling.ts'
import { forgetTries, takeTry } from '#server/domain/throttle.ts'
import type { Call } from '#server/handler.ts'
import { asLoginName } from '#server/queries/login-names.ts'
import { wireTimeOf } from '#server/queries/wire-time.ts'
import { Refusal } from '#server/refusal.ts'
import { clientOf } from '#server/sessions/client.ts'
import { tokenHash } from '#server/sessions/signature.ts'
import { openSession } from '#server/sessions/store.ts'

export type Person = { ownerId: string; userId: string; passwordHash: string; enabled: boolean }

/**
 * Failures from one place, in any minute; tries at one name from one place; tries at one name from anywhere. Seconds.
 * Whatever others try: the first of a day from a network that nobody tried this name from is let through, and so is who comes from a known place.
 */
const limits = {
  place: { most: 20, seconds: 60 },
  nameHere: { free: 5, most: 900 },
  nameAnywhere: { free: 20, most: 30 },
  firstFromNetwork: { most: 1, seconds: 86_400 },
}

/**
 * Who has this name and password. Throws Refusal `wrongPassword`, the same for a name that nobody has;
 * `tooManyTries`; `accountDisabled`, only to whoever knows the password.
 */
export async function authenticate(call: Call, typed: { account: string; password: string }): Promise<Person> {
  const { db, crypto, clock, ip } = call
  const name = asLoginName(typed.account)
  const keys = keysOf(crypto.sha256(name), ip)
  const person = await personNamed(db, name)
  const seat = await takeSeatOrWait(db, keys.place, limits.place, clock())
  await tryOrWait(call, keys, person)
  if (!(await isPassword(crypto, person?.passwordHash, typed.password)) || !person) throw new Refusal('wrongPassword')
  await forgetTries(db, [seat, keys.nameHere, keys.nameAnywhere])
  if (!person.enabled) throw new Refusal('accountDisabled')
  return person
}

/** Opens a session, counts the days in a row, and writes the sign-in down. Returns the secret that signs the session's calls. */
export async function signIn({ db, changes, crypto, clock, ip, userAgent, settings }: Call, person: Person, clientType: string): Promise<string> {
  const { ownerId, userId } = person
  const sk = crypto.random(32)
  const hash = tokenHash(authToken(crypto.md5, { sk, userId }), crypto)
  await db.transaction(async (tx) => {
    const now = clock()
    await noteSignIn(tx, person, now, settings.timeZone)
    await tellNewPlace(tx, person, { ip, clientType, at: wireTimeOf(now, settings.timeZone) }, now)
    const { login } = await nextNumbers(tx, person, ['login'], now)
    await tx.insert(loginLog).values({ ownerId, userId, ...login, ip, clientType })
    await openSession(tx, { tokenHash: hash, ownerId, userId, clientType, ip, ...clientOf(userAgent) }, now)
  })
  changes.tell({ ownerId, about: ['loginLog', 'notice'] })
  return sk
}

/** Undefined for whoever has left. */
export async function personById(db: Db, who: { ownerId: string; userId: string }): Promise<Person | undefined> {
  const { ownerId, userId, passwordHash, enabled } = users
  const [person] = await db
    .select({ ownerId, userId, passwordHash, enabled })
    .from(users)
    .where(and(eq(ownerId, who.ownerId), eq(userId, who.userId), isNull(users.erasedAt)))
  return person
}

const keysOf = (nameHash: string, ip: string) => ({
  place: `login:place:${placeOf(ip)}`,
  nameHere: `login:name:${nameHash}:${placeOf(ip)}`,
  nameAnywhere: `login:name:${nameHash}`,
  firstFromNetwork: `login:first:${nameHash}:${networkOf(ip)}`,
})

/** One question, whether there is such a name or not: how long it takes tells nobody. */
async function personNamed(db: Db, name: string): Promise<Person | undefined> {
  const { ownerId, userId, passwordHash, enabled } = users
  const [person] = await db
    .select({ ownerId, userId, passwordHash, enabled })
    .from(loginNames)
    .innerJoin(users, and(eq(ownerId, loginNames.ownerId), eq(userId, loginNames.userId)))
    .where(and(eq(loginNames.name, name), isNull(users.erasedAt)))
  return person
}

/** Strangers who try a name from everywhere slow each other down, but not whoever signs in from where they usually do. */
async function tryOrWait({ db, clock, ip }: Call, keys: ReturnType<typeof keysOf>, person: Person | undefined): Promise<void> {
  const here = await takeTry(db, keys.nameHere, limits.nameHere, clock())
  if (here > 0) throw new Refusal('tooManyTries', { seconds: here })
  const first = await takeSeat(db, keys.firstFromNetwork, limits.firstFromNetwork, clock())
  const anywhere = await takeTry(db, keys.nameAnywhere, limits.nameAnywhere, clock())
  if (anywhere === 0 || first !== undefined || (person && (await isKnownPlace(db, person, ip)))) return
  throw new Refusal('tooManyTries', { seconds: anywhere })
}

/** Whoever was shut out, or got another password, since the password was looked at does not get in. */
async function noteSignIn(tx: Db, { ownerId, userId, passwordHash }: Person, now: Date, zone: string): Promise<void> {
  const day = (moment: SQL | Column) => sql`(${moment} at time zone ${zone})::date`
  const today = day(sql`${now.toISOString()}::timestamptz`)
  const last = day(users.lastLoginAt)
  const noted = await tx
    .update(users)
    .set({
      lastLoginAt: now,
      loginDays: sql`case when ${last} = ${today} then greatest(${users.loginDays}, 1) when ${last} = ${today} - 1 then ${users.loginDays} + 1 else 1 end`,
    })
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId), eq(users.enabled, true), eq(users.passwordHash, passwordHash)))
    .returning({ userId: users.userId })
  if (noted.length === 0) throw new Refusal('accountDisabled')
}
