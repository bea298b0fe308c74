/**
 * kill -9 of the server while a channel is asked: nothing was charged, and what was set aside comes
 * back by itself.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { translation } from '#contract/translation.ts'
import { addressOfRunning } from '#server/platform/db/embedded.ts'
import { openDb } from '#server/platform/db/open.ts'
import { demoPassword } from '#server/seed/demo.ts'
import { balances, reservations } from '#server/schema.ts'
import { releaseExpired, lease } from '#server/features/ledger/reservations/service.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { caller } from '#tests/support/server/server.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'
import { vendorServer } from '#tests/support/gateways/translation-vendors.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'yq-kill-'))
let server: ServerProcess
let closeVendor = async () => {}
afterAll(async () => {
  await server.end('SIGTERM')
  await closeVendor()
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  'killed between setting aside and charging: nothing is charged, and the lease gives it back',
  { timeout: 120_000 },
  async () => {
    let onRequest = () => {}
    const question = new Promise<void>((resolve) => (onRequest = resolve))
    const vendor = await vendorServer(() => () => onRequest())
    closeVendor = vendor.close
    const every = {
      TENCENT_SECRET_ID: 'x',
      TENCENT_SECRET_KEY: 'x',
      TENCENT_URL: vendor.url,
      GOOGLE_TRANSLATE_KEY: 'x',
      GOOGLE_TRANSLATE_URL: vendor.url,
      DEEPL_KEY: 'x',
      DEEPL_URL: vendor.url,
      OPENAI_URL: vendor.url,
    }
    const startIt = async () => {
      server = serverProcess({ DATA_DIR: dataDir, ...every })
      return { api: `${await server.address()}/api`, now: () => Date.now() }
    }
    const where = await startIt()
    const { data } = await caller(where, null).call(login.login, {
      account: 'demosub',
      password: demoPassword,
    })
    const call = caller(where, data).call(
      translation.text,
      { source: 'zh', target: 'en', text: '一二三' },
      { 'idempotency-key': 'killed' },
    )
    const failed = call.catch(() => 'no answer')
    await question
    await server.end('SIGKILL')
    expect(await failed).toBe('no answer')

    await startIt()
    const { db, close } = openDb(addressOfRunning(dataDir, 'app')!, { connections: 2 })
    const own = async () =>
      (
        await db
          .select()
          .from(balances)
          .where(eq(balances.userId, String(data.userId)))
      )[0]!
    const before = await own()
    expect(before).toMatchObject({ reservedChars: 3, translating: 1 })
    expect(await discrepancies(db)).toEqual([])
    await releaseExpired(db, new Date(Date.now() + lease))
    expect(await own()).toEqual({ ...before, reservedChars: 0, translating: 0 })
    expect(await db.$count(reservations)).toBe(0)
    expect(await discrepancies(db)).toEqual([])
    await close()
  },
)
