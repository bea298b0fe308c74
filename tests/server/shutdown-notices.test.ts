/** A server that is stopped in order says before what it had to say. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { notices } from '#server/schema.ts'
import { start } from '#server/start.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { caller } from '#tests/support/server/server.ts'

test('quota distributed just before a shutdown is still announced', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yq-end-'))
  const database = await freshDb(2)
  const running = await start(
    { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
    () => {},
  )
  const where = { api: `${running.address}/api`, now: () => Date.now() }
  const { data } = await caller(where, null).call(login.login, {
    account: demoAccounts.demo,
    password: demoPassword,
  })
  const owner = caller(where, data)
  const { userId } = (await owner.call(subAccounts.page, { account: demoAccounts.demosub })).data
    .rows[0]!
  expect(
    (await owner.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 10 })).success,
  ).toBe(true)
  await running.stop()
  const received = and(eq(notices.userId, String(userId)), eq(notices.type, 'received'))
  expect(await database.db.$count(notices, received)).toBe(1)
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})
