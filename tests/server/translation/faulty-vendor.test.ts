/**
 * A vendor three quarters of whose answers are faulty: what is charged is what was delivered, and
 * nothing stays set aside.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { translation } from '#contract/translation.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { reservations } from '#server/schema.ts'
import { releaseExpired, lease } from '#server/features/ledger/reservations/service.ts'
import { usualLimits, translatorsOf } from '#server/features/translation/translators.ts'
import { addPerson, fund, balanceOf, accountLogOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { signedIn, startServer, type TestServer } from '#tests/support/server/server.ts'
import { vendors, vendorServer, type Reply } from '#tests/support/gateways/translation-vendors.ts'

/** Two thousand for the figure that is wanted; fewer say most of it. */
const calls = Number(process.env['FAULTY_CALLS'] ?? 240)
const atOnce = 8

let server: TestServer
let vendor: Awaited<ReturnType<typeof vendorServer>>
let requests = 0
beforeAll(async () => {
  vendor = await vendorServer((request): Reply => {
    const { text } = vendors.tencent.read(request)
    const good = { body: vendors.tencent.answer(`en:${text}`, 'zh') }
    const turn = requests++ % 20
    if (turn < 6) return () => {}
    if (turn < 10) return { status: 500, body: 'oops' }
    if (turn < 12)
      return (response) =>
        void response
          .writeHead(200, { 'content-length': 900 })
          .write('{"Response":', () => response.destroy())
    if (turn < 14)
      return (response) => void setTimeout(() => response.end(JSON.stringify(good.body)), 5_000)
    return turn < 15 ? { body: { Response: { TargetText: 7 } } } : good
  })
  // The breaker would spare the vendor most of this.
  const limits = { ...usualLimits, once: 250, whole: 1_000, pause: 5, failures: Infinity }
  const translators = translatorsOf(
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
  `${calls} translations, three quarters of them faulty: charged is what was delivered`,
  { timeout: 600_000 },
  async () => {
    const { db } = server.database
    const people = []
    for (let index = 0; index < atOnce; index++) {
      const person = await addPerson(db, {
        account: `faulty${index}@example.com`,
        username: `faulty${index}`,
      })
      await fund(db, person, { chars: 100_000 })
      people.push({ person, caller: await signedIn(server, person), delivered: 0, count: 0 })
    }
    await Promise.all(
      people.map(async (one, index) => {
        for (let time = 0; time < calls / atOnce; time++) {
          const text = '字'.repeat(1 + ((time + index) % 40))
          const { success, data } = await one.caller.call(
            translation.text,
            { source: 'zh', target: 'en', text },
            { 'idempotency-key': `f${time}` },
          )
          if (!success) continue
          expect(data.translated).toBe(`en:${text}`)
          one.delivered += text.length
          one.count += 1
        }
      }),
    )
    expect(vendor.wrong).toEqual([])
    const count = people.reduce((sum, one) => sum + one.count, 0)
    expect([count > calls / 8, count < calls / 2]).toEqual([true, true])
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
    await releaseExpired(db, new Date(server.now() + lease))
    expect(await db.$count(reservations)).toBe(0)
    expect(await discrepancies(db)).toEqual([])
  },
)
