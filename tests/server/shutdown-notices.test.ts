/** A server that shuts down finishes its requests and loses no notice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { channels } from '#contract/packages.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { notices } from '#server/schema.ts'
import { handlers } from '#server/handlers.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { caller } from '#tests/support/server/server.ts'
import { startServer, type RunningServer } from '#server/start.ts'
import { signInDemo } from '#tests/support/actors/demo-users.ts'

test('quota distributed just before a shutdown is notified', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yq-end-'))
  const database = await freshDb(2)
  const running = await startServer(
    { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
    () => {},
  )
  const target = { api: `${running.address}/api`, now: () => Date.now() }
  const owner = await signInDemo(target)
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

test('a stopping server is not ready, finishes requests, and its streams resume elsewhere', async () => {
  const database = await freshDb(2)
  const dataDir = mkdtempSync(join(tmpdir(), 'yq-end-'))
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }
  let respond = () => {}
  let markBegun = () => {}
  const handlerCalled = new Promise<void>((resolve) => (markBegun = resolve))
  const stoppingServer = await startServer({ ...env, DRAIN_SECONDS: '5' }, () => {}, {
    ...handlers,
    channels: {
      ...handlers.channels,
      list: async () => {
        markBegun()
        await new Promise<void>((resolve) => (respond = resolve))
        return []
      },
    },
  })
  const otherServer = await startServer(env, () => {})
  const targetOf = ({ address }: RunningServer) => ({ api: `${address}/api`, now: Date.now })
  const { signer: owner } = await signInDemo(targetOf(otherServer))
  const { signer: receiver } = await signInDemo(targetOf(otherServer), demoAccounts.demosub)
  const list = await caller(targetOf(stoppingServer), owner).call(subAccounts.page, {
    account: demoAccounts.demosub,
  })
  const distribute = async (server: RunningServer, changeCharNum: number) =>
    caller(targetOf(server), owner).call(subAccounts.distribute, {
      childUserId: list.data.rows[0]!.userId,
      changeCharNum,
    })
  const reader = await openNoticeStream(
    targetOf(stoppingServer).api,
    caller(targetOf(stoppingServer), receiver),
  )
  const before = reader.notices().length
  const pendingList = caller(targetOf(stoppingServer), owner).call(channels.list, {})
  await handlerCalled

  const ended = stoppingServer.stop()
  expect((await fetch(`${stoppingServer.address}/readyz`)).status).toBe(503)
  const served = await distribute(stoppingServer, 11)
  expect([served.success, served.headers.get('connection')]).toEqual([true, 'close'])
  await expect.poll(() => reader.hasEnded(), { timeout: 20_000 }).toBe(true)
  const isListening = () =>
    fetch(`${stoppingServer.address}/readyz`).then(
      () => true,
      () => false,
    )
  await expect.poll(isListening, { timeout: 20_000 }).toBe(false)
  respond()
  expect((await pendingList).success).toBe(true)
  await ended

  expect((await distribute(otherServer, 12)).success).toBe(true)
  const resumed = await openNoticeStream(
    targetOf(otherServer).api,
    caller(targetOf(otherServer), receiver),
    {
      after: reader.lastEventId()!,
    },
  )
  const contents = () => [...reader.notices().slice(before), ...resumed.notices()]
  await expect.poll(() => contents().length).toBe(2)
  expect(contents().map(({ content }) => /1[12]/.exec(content)?.[0])).toEqual(['11', '12'])
  await resumed.close()
  await otherServer.stop()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)
