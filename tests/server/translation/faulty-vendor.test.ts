/** A vendor with three quarters of faulty responses: only delivered translations are charged. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { translation } from '#contract/translation.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { reservations } from '#server/schema.ts'
import { releaseExpired } from '#server/features/ledger/reservations/release-reservation.ts'
import { leaseMilliseconds } from '#server/features/ledger/reservations/reserve-chars.ts'
import {
  defaultLimits,
  createTranslators,
  type TranslatorLimits,
} from '#server/features/translation/translators.ts'
import { addPerson, fund, balanceOf, accountLogOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { signedIn, startServer, type TestServer } from '#tests/support/server/server.ts'
import { vendors, vendorServer, type Reply } from '#tests/support/gateways/translation-vendors.ts'

/** Number of translations; `FAULTY_CALLS=2000` for a measurement. */
const callCount = Number(process.env['FAULTY_CALLS'] ?? 240)
const concurrency = 8

let server: TestServer
let vendor: Awaited<ReturnType<typeof vendorServer>>
let requests = 0
beforeAll(async () => {
  vendor = await vendorServer((request): Reply => {
    const { texts } = vendors.tencent.read(request)
    const goodReply = { body: vendors.tencent.answer(`en:${texts[0]}`, 'zh') }
    const callIndex = requests++ % 20
    if (callIndex < 6) return () => {}
    if (callIndex < 10) return { status: 500, body: 'oops' }
    if (callIndex < 12)
      return (response) =>
        void response
          .writeHead(200, { 'content-length': 900 })
          .write('{"Response":', () => response.destroy())
    if (callIndex < 14)
      return (response) =>
        void setTimeout(() => response.end(JSON.stringify(goodReply.body)), 5_000)
    return callIndex < 15 ? { body: { Response: { TargetText: 7 } } } : goodReply
  })
  // Without the circuit breaker, which would suppress most of the calls.
  const limits: TranslatorLimits = {
    ...defaultLimits,
    requestTimeout: 250,
    totalTimeout: 1_000,
    retryDelay: 5,
    maxFailures: Infinity,
  }
  const translators = createTranslators(
    { vendors: vendors.tencent.keys(vendor.url), production: true },
    limits,
  )
  server = await startServer({}, undefined, { translators })
  await ensureCatalogue(server.database.db)
})
afterAll(async () => {
  await server.close()
  await vendor.close()
})

test(
  `of ${callCount} translations, most of them faulty, exactly the delivered ones are charged`,
  { timeout: 600_000 },
  async () => {
    const { db } = server.database
    const people = []
    for (let index = 0; index < concurrency; index++) {
      const person = await addPerson(db, {
        account: `faulty${index}@example.com`,
        username: `faulty${index}`,
      })
      await fund(db, person, { chars: 100_000 })
      people.push({ person, caller: await signedIn(server, person), delivered: 0, count: 0 })
    }
    await Promise.all(
      people.map(async (user, index) => {
        for (let time = 0; time < callCount / concurrency; time++) {
          const text = '字'.repeat(1 + ((time + index) % 40))
          const { success, data } = await user.caller.call(
            translation.text,
            { source: 'zh', target: 'en', text },
            { 'idempotency-key': `f${time}` },
          )
          if (!success) continue
          expect(data.translated).toBe(`en:${text}`)
          user.delivered += text.length
          user.count += 1
        }
      }),
    )
    expect(vendor.invalidRequests).toEqual([])
    const count = people.reduce((sum, user) => sum + user.count, 0)
    expect([count > callCount / 8, count < callCount / 2]).toEqual([true, true])
    for (const { person, delivered, count: translated } of people) {
      expect(await balanceOf(db, person.ownerId, person.userId)).toMatchObject({
        chars: 100_000 - delivered,
        usedChars: delivered,
        reservedChars: 0,
        translating: 0,
      })
      const rows = await accountLogOf(db, person.ownerId, person.userId)
      expect(rows.filter(({ logType }) => logType === 'TRANSLATION_CONSUME')).toHaveLength(
        translated,
      )
    }
    await releaseExpired(db, new Date(server.now() + leaseMilliseconds))
    expect(await db.$count(reservations)).toBe(0)
    expect(await discrepancies(db)).toEqual([])
  },
)
