/** Scheduled announcements: the server's job shows and ends them at their times. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runSchedule } from '#server/features/notifications/announcements/service.ts'
import { announcements } from '#server/schema.ts'
import { startAnnouncementsJob } from '#server/features/notifications/announcements/job.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { ops, opsJson } from '#tests/support/server/ops.ts'
import { caller, startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let env: Record<string, string>
beforeAll(async () => {
  server = await startServer()
  env = { DATABASE_URL: server.database.url }
})
afterAll(() => server.close())

const text = (title: string) => [
  '--zh-title=维护',
  '--zh-text=今晚维护',
  `--en-title=${title}`,
  '--en-text=Tonight',
]
type Added = { after: { id: number; publishedId: number | null } }
const add = (title: string, ...more: string[]) =>
  opsJson<Added>(env, 'announcements', 'add', ...text(title), ...more)
const shown = async () =>
  (await server.database.db.select().from(announcements)).map(({ words }) => words.en.title)

test('a scheduled announcement appears on open pages at its time and leaves them at its end', async () => {
  const { db, zone } = { db: server.database.db, zone: 'Asia/Shanghai' }
  const later = (seconds: number) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(new Date(Date.now() + seconds * 1_000))
  const visitor = await openNoticeStream(server.api, caller(server, null))
  const { after } = await add('Later', '--publish-at', later(3_600), '--end-at', later(7_200))
  expect(after.publishedId).toBeNull()
  await add('Now')
  await vi.waitFor(
    () => expect(visitor.notices().map(({ title }) => title)).toEqual(['Now']),
    30_000,
  )
  expect(await runSchedule(db, new Date())).toMatchObject({ published: 0, ended: 0 })
  const job = startAnnouncementsJob({
    ...server.services,
    clock: () => new Date(Date.now() + 3_601_000),
  })
  await vi.waitFor(
    () => expect(visitor.notices().map(({ title }) => title)).toEqual(['Now', 'Later']),
    30_000,
  )
  await job.stop()
  const end = await runSchedule(db, new Date(Date.now() + 7_201_000))
  expect(end).toMatchObject({ published: 0, ended: 1 })
  expect(await shown()).toEqual(['Now'])
  await visitor.close()
})

test('a withdrawn announcement stays in the list with its state and can’t be withdrawn twice', async () => {
  const { after } = await add('Gone')
  const withdraw = () => ops(env, 'announcements', 'withdraw', String(after.id))
  expect(await withdraw()).toMatchObject({ code: 0 })
  expect(await shown()).not.toContain('Gone')
  expect(await withdraw()).toMatchObject({
    code: 1,
    stderr: 'Announcement “Gone” was not found or is already withdrawn.\n',
  })
  expect((await ops(env, 'announcements', 'list')).stdout).not.toContain('Gone')
  expect((await ops(env, 'announcements', 'list', '--all')).stdout).toMatch(/withdrawn .*Gone/)
})

test('an end before the start and an invalid time are refused', async () => {
  expect(
    await ops(env, 'announcements', 'add', ...text('x'), '--end-at', '2020-01-01 00:00:00'),
  ).toMatchObject({ code: 1, stderr: 'The end must be later than the start and than now.\n' })
  const refused = await ops(env, 'announcements', 'add', ...text('x'), '--publish-at', 'tomorrow')
  expect(refused.stderr).toContain('--publish-at is “tomorrow”: it must be a time such as')
})
