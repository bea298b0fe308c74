/** The product works behind PgBouncer in transaction mode; the direct URL serves events only. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { hasPooler, startPooler, throughPooler, type Pooler } from '#tests/support/server/pooler.ts'
import { freshUrl } from '#tests/support/server/postgres.ts'
import { type Caller } from '#tests/support/server/server.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'
import { signInDemo } from '#tests/support/actors/demo-users.ts'

const isInstalled = hasPooler()
if (!isInstalled) console.warn('PgBouncer is not installed: its tests are skipped.')

describe.skipIf(!isInstalled)('behind PgBouncer', { timeout: 120_000 }, () => {
  let directUrl: string
  let pooler: Pooler
  let running: ServerProcess
  let target: { api: string; now: () => number }
  let owner: Caller
  const folder = mkdtempSync(join(tmpdir(), 'yq-pooled-'))

  beforeAll(async () => {
    directUrl = await freshUrl()
    pooler = await startPooler(directUrl)
    running = serverProcess({
      DATABASE_URL: throughPooler(directUrl, pooler.sockets),
      DATABASE_DIRECT_URL: directUrl,
      DATA_DIR: folder,
      APP_MODE: 'demo',
    })
    target = { api: `${await running.address()}/api`, now: Date.now }
    owner = await signInDemo(target)
  }, 120_000)
  afterAll(async () => {
    expect(await running.end('SIGTERM')).toBe(0)
    await pooler.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('lists, purchases, distributions and translations succeed, also many at once', async () => {
    const list = await owner.call(subAccounts.page, { account: demoAccounts.demosub })
    const { userId } = list.data.rows[0]!
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, round) => [
        owner.call(subAccounts.page, {}),
        owner.call(subAccounts.distribute, { childUserId: userId, changeCharNum: round + 1 }),
        owner.call(translation.text, { text: '你好', source: 'zh', target: 'en' }),
        owner.call(orders.page, {}),
      ]).flat(),
    )
    expect(replies.map(({ status, success, msg }) => [status, success || msg])).toEqual(
      replies.map(() => [200, true]),
    )
    const bought = await owner.call(orders.pay, {
      memberGroupId: '2',
      salesNum: 1,
      payChannel: 'WC_NATIVE',
    })
    expect(bought.success, bought.msg).toBe(true)
  })

  test('a notice reaches the stream of its receiver', async () => {
    const list = await owner.call(subAccounts.page, { account: demoAccounts.demosub })
    const receiver = await signInDemo(target, demoAccounts.demosub)
    const reader = await openNoticeStream(target.api, receiver)
    const before = reader.notices().length
    await owner.call(subAccounts.distribute, {
      childUserId: list.data.rows[0]!.userId,
      changeCharNum: 3,
    })
    await expect.poll(() => reader.notices().length).toBe(before + 1)
    await reader.close()
  })

  test('the start warns of missing timeouts, and only events use the direct URL', async () => {
    for (const timeout of ["statement_timeout = '30s'", "lock_timeout = '5s'"])
      expect(running.output()).toContain(`alter role postgres set ${timeout}`)
    const client = new Client(directUrl)
    await client.connect()
    const { rows } = await client.query<{ name: string; query: string }>(
      `select application_name as name, query from pg_stat_activity
        where datname = current_database() and application_name = 'yiqiao changes'`,
    )
    // The connection is checked once in a while.
    const query = expect.stringMatching(/^(listen changes|select 1)$/) as string
    expect(rows).toEqual([{ name: 'yiqiao changes', query }])
    await client.end()
    expect(running.output()).not.toContain('"level":"error"')
  })
})
