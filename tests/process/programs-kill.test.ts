/**
 * Programs call while the vendor fails and the server is killed: what they are charged is what was
 * delivered, to the character. `CALLS=10000` makes more calls.
 */
import { and, eq, gte, sql, type SQL } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { apiKeySecrets, balances, channels, usageDays, users } from '#server/schema.ts'
import { subAccountBudgets } from '#server/features/budgets/table.ts'
import { releaseExpired } from '#server/features/ledger/reservations/release-reservation.ts'
import { leaseMilliseconds } from '#server/features/ledger/reservations/reserve-chars.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { openDb } from '#server/platform/db/open.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'
import { vendorServer } from '#tests/support/gateways/translation-vendors.ts'

const calls = Number(process.env['CALLS'] ?? 240)
const keysPerUser = 5
const userCount = 10
const clients = 20
/** Number of a key and of a person with a cap, and the cap in characters a month. */
const [cappedKey, cappedPerson] = [0, 1]
const cap = 150
/** The server is killed after these shares of the calls. */
const kills = [0.3, 0.6]

let server: ServerProcess
let closeVendor = async () => {}
afterAll(async () => {
  await server.end('SIGTERM')
  await closeVendor()
})

test(
  'charged is what was delivered, with faults of the vendor and killed servers',
  { timeout: 120_000 + calls * 100 },
  async () => {
    let requestCount = 0
    const vendor = await vendorServer(({ body }) => (response) => {
      const { q } = JSON.parse(body) as { q: string[] }
      const fails = ++requestCount % 20 === 0
      const translations = q.map((text) => ({ translatedText: text.toUpperCase() }))
      setTimeout(() => {
        response.writeHead(fails ? 500 : 200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(fails ? {} : { data: { translations } }))
      }, requestCount % 40)
    })
    closeVendor = vendor.close
    const env = {
      ...(await demoDatabase()),
      GOOGLE_TRANSLATE_KEY: 'x',
      GOOGLE_TRANSLATE_URL: vendor.url,
    }
    let address = ''
    const start = async () => {
      server = serverProcess(env)
      address = await server.address()
    }
    await start()
    const { db, close } = openDb(env.DATABASE_URL, { connections: 2 })
    const people = await findRichUsers(db)
    const [google] = await db.select().from(channels).where(eq(channels.engine, 'google')).limit(1)
    const keys: string[] = []
    for (const person of people)
      for (let count = 0; count < keysPerUser; count++)
        keys.push(
          await addKey(db, person, {
            tranChannelId: google!.id,
            ...(keys.length === cappedKey && { monthlyCharNum: cap }),
          }),
        )
    const capped = people[cappedPerson]!
    const isOfCapped = eq(usageDays.userId, capped.userId)
    const used = await usedThisMonth(db, isOfCapped)
    // The demo's people have budgets by their groups.
    await db.delete(subAccountBudgets).where(eq(subAccountBudgets.ownerId, capped.ownerId))
    await db
      .insert(subAccountBudgets)
      .values({ ...capped, hasOwnRule: true, monthlyCharNum: used + cap })
    /** With the main account, from which sub-accounts without enough quota draw. */
    const stored = async () => {
      const [row] = await db
        .select({ chars: sql<string>`sum(${balances.chars})` })
        .from(balances)
        .where(eq(balances.ownerId, people[0]!.ownerId))
      return Number(row!.chars)
    }
    const before = await stored()
    let [next, billed, delivered, refused] = [0, 0, 0, 0]
    let restarting = Promise.resolve()
    const work = async () => {
      while (next < calls) {
        const number = next++
        if (kills.includes(number / calls)) restarting = server.end('SIGKILL').then(start)
        await restarting
        const answer = await translate(() => address, keys[number % keys.length]!, number)
        if (answer === 'capped') {
          refused += 1
          continue
        }
        if (answer !== undefined) delivered += 1
        billed += answer ?? 0
      }
    }
    await Promise.all(Array.from({ length: clients }, work))
    await releaseExpired(db, new Date(Date.now() + leaseMilliseconds))
    expect(delivered).toBeGreaterThan(calls / 2)
    expect(refused).toBeGreaterThan(0)
    expect(before - (await stored())).toBe(billed)
    const [secret] = await db
      .select()
      .from(apiKeySecrets)
      .where(eq(apiKeySecrets.hash, nodeCrypto.sha256(keys[cappedKey]!)))
    for (const chars of [
      await usedThisMonth(db, eq(usageDays.keyId, secret!.keyId)),
      (await usedThisMonth(db, isOfCapped)) - used,
    ]) {
      expect(chars).toBeGreaterThan(0)
      expect(chars).toBeLessThanOrEqual(cap)
    }
    expect(await discrepancies(db)).toEqual([])
    await close()
  },
)

type Db = ReturnType<typeof openDb>['db']

/** Characters that were charged this month. */
async function usedThisMonth(db: Db, condition: SQL | undefined): Promise<number> {
  const month = formatWireTime(new Date(), 'Asia/Shanghai').slice(0, 7)
  const [row] = await db
    .select({ chars: sql<number>`coalesce(sum(${usageDays.chars}), 0)::float8` })
    .from(usageDays)
    .where(and(condition, gte(usageDays.day, `${month}-01`)))
  return row!.chars
}

/** Sub-accounts of one main account, which allows them keys. */
async function findRichUsers(db: Db) {
  const [richest] = await db
    .select({ ownerId: balances.ownerId, count: sql<number>`count(*)` })
    .from(balances)
    .where(sql`${balances.userId} <> ${balances.ownerId} and ${balances.chars} > 20000`)
    .groupBy(balances.ownerId)
    .orderBy(sql`count(*) desc`)
    .limit(1)
  const { ownerId } = richest!
  await db.update(users).set({ subAccountKeys: true }).where(eq(users.ownerId, ownerId))
  return db
    .select({ ownerId: balances.ownerId, userId: balances.userId })
    .from(balances)
    .innerJoin(users, and(eq(users.ownerId, balances.ownerId), eq(users.userId, balances.userId)))
    .where(
      and(
        eq(balances.ownerId, ownerId),
        eq(users.enabled, true),
        sql`${balances.userId} <> ${balances.ownerId} and ${balances.chars} > 20000`,
      ),
    )
    .limit(userCount)
}

const maxTries = 60
const pause = 250

/**
 * Repeats a call with its idempotency key until it is answered. Returns what it was charged;
 * `capped` if a cap refused it;
 * undefined if an attempt that died with its server keeps the key for now.
 */
async function translate(
  address: () => string,
  key: string,
  number: number,
): Promise<number | 'capped' | undefined> {
  const body = JSON.stringify({
    text: [`text ${number}`, 'one more', 'x'.repeat((number % 30) + 1)],
    source_lang: 'EN',
    target_lang: 'FR',
    show_billed_characters: true,
  })
  for (let tries = 0; tries < maxTries; tries++) {
    const response = await fetch(`${address()}/v2/translate`, {
      method: 'POST',
      headers: {
        authorization: `DeepL-Auth-Key ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `call-${number}`,
      },
      body,
    }).catch(() => undefined)
    const answer =
      response && ((await response.json().catch(() => undefined)) as Answer | undefined)
    if (response?.status === 429 && answer?.message?.includes('a month')) return 'capped'
    if (response?.status === 200 && answer)
      return answer.translations.reduce((sum, one) => sum + one.billed_characters, 0)
    if (response?.status === 503 && response.headers.get('retry-after') === '5') return undefined
    if (response && response.status < 500 && response.status !== 429)
      throw new Error(`${response.status} ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return undefined
}
type Answer = { message?: string; translations: { billed_characters: number }[] }
