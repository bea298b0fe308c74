/** A server that is stopped in order serves to the end, and loses no notice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { channels } from '#contract/packages.ts'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { notices } from '#server/schema.ts'
import { handlers } from '#server/handlers.ts'
import { start, type Running } from '#server/start.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
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

test('a server that ends is not ready, answers what it began, and its streams go on elsewhere', async () => {
  const database = await freshDb(2)
  const dataDir = mkdtempSync(join(tmpdir(), 'yq-end-'))
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }
  let finish = () => {}
  let begun = () => {}
  const isBegun = new Promise<void>((resolve) => (begun = resolve))
  const ending = await start({ ...env, DRAIN_SECONDS: '5' }, () => {}, {
    ...handlers,
    channels: {
      ...handlers.channels,
      list: async () => {
        begun()
        await new Promise<void>((resolve) => (finish = resolve))
        return []
      },
    },
  })
  const other = await start(env, () => {})
  const at = ({ address }: Running) => ({ api: `${address}/api`, now: Date.now })
  const signedInAs = async (account: string) =>
    (await caller(at(other), null).call(login.login, { account, password: demoPassword })).data
  const owner = await signedInAs(demoAccounts.demo)
  const receiver = await signedInAs(demoAccounts.demosub)
  const list = await caller(at(ending), owner).call(subAccounts.page, {
    account: demoAccounts.demosub,
  })
  const give = async (server: Running, changeCharNum: number) =>
    caller(at(server), owner).call(subAccounts.distribute, {
      childUserId: list.data.rows[0]!.userId,
      changeCharNum,
    })
  const reader = await openNoticeStream(at(ending).api, caller(at(ending), receiver))
  const before = reader.notices().length
  const slow = caller(at(ending), owner).call(channels.list, {})
  await isBegun

  const ended = ending.stop()
  expect((await fetch(`${ending.address}/readyz`)).status).toBe(503)
  const served = await give(ending, 11)
  expect([served.success, served.headers.get('connection')]).toEqual([true, 'close'])
  await expect.poll(() => reader.hasEnded(), { timeout: 20_000 }).toBe(true)
  const listens = () =>
    fetch(`${ending.address}/readyz`).then(
      () => true,
      () => false,
    )
  await expect.poll(listens, { timeout: 20_000 }).toBe(false)
  finish()
  expect((await slow).success).toBe(true)
  await ended

  expect((await give(other, 12)).success).toBe(true)
  const resumed = await openNoticeStream(at(other).api, caller(at(other), receiver), {
    after: reader.lastEventId()!,
  })
  const contents = () => [...reader.notices().slice(before), ...resumed.notices()]
  await expect.poll(() => contents().length).toBe(2)
  expect(contents().map(({ content }) => /1[12]/.exec(content)?.[0])).toEqual(['11', '12'])
  await resumed.close()
  await other.stop()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)
