/** A server killed while it calls a vendor: nothing is charged, and the reservation is released. */
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { translation } from '#contract/translation.ts'
import { openDb } from '#server/platform/db/open.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { balances, reservations } from '#server/schema.ts'
import { releaseExpired } from '#server/features/ledger/reservations/release-reservation.ts'
import { leaseMilliseconds } from '#server/features/ledger/reservations/reserve-chars.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'
import { vendorServer } from '#tests/support/gateways/translation-vendors.ts'
import { signInDemo } from '#tests/support/actors/demo-users.ts'

let server: ServerProcess
let closeVendor = async () => {}
afterAll(async () => {
  await server.end('SIGTERM')
  await closeVendor()
})

test(
  'killed between reservation and charge: nothing is charged, and the lease releases it',
  { timeout: 120_000 },
  async () => {
    let markCalled = () => {}
    const vendorCalled = new Promise<void>((resolve) => (markCalled = resolve))
    const vendor = await vendorServer(() => () => markCalled())
    closeVendor = vendor.close
    const env = {
      ...(await demoDatabase()),
      TENCENT_SECRET_ID: 'x',
      TENCENT_SECRET_KEY: 'x',
      TENCENT_URL: vendor.url,
      GOOGLE_TRANSLATE_KEY: 'x',
      GOOGLE_TRANSLATE_URL: vendor.url,
      DEEPL_KEY: 'x',
      DEEPL_URL: vendor.url,
      OPENAI_URL: vendor.url,
    }
    const startServer = async () => {
      server = serverProcess(env)
      return { api: `${await server.address()}/api`, now: () => Date.now() }
    }
    const target = await startServer()
    const user = await signInDemo(target, demoAccounts.demosub)
    const pendingCall = user.call(
      translation.text,
      { source: 'zh', target: 'en', text: '一二三' },
      { 'idempotency-key': 'killed' },
    )
    const failed = pendingCall.catch(() => 'no answer')
    await vendorCalled
    await server.end('SIGKILL')
    expect(await failed).toBe('no answer')

    await startServer()
    const { db, close } = openDb(env.DATABASE_URL, { connections: 2 })
    const storedBalance = async () =>
      (
        await db
          .select()
          .from(balances)
          .where(eq(balances.userId, String(user.signer!.userId)))
      )[0]!
    const before = await storedBalance()
    expect(before).toMatchObject({ reservedChars: 3, translating: 1 })
    expect(await discrepancies(db)).toEqual([])
    await releaseExpired(db, new Date(Date.now() + leaseMilliseconds))
    expect(await storedBalance()).toEqual({ ...before, reservedChars: 0, translating: 0 })
    expect(await db.$count(reservations)).toBe(0)
    expect(await discrepancies(db)).toEqual([])
    await close()
  },
)
