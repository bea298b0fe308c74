/** Scheduled announcements: the server's job shows and ends them at their times. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { operatorAnnouncements as calls } from '#contract/operator/announcements.ts'
import { runSchedule } from '#server/features/notifications/announcement-schedule.ts'
import { announcements, announcementSchedule } from '#server/schema.ts'
import { startAnnouncementsJob } from '#server/features/notifications/announcement-job.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { caller, startServer, type Caller, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let staff: Caller
beforeAll(async () => {
  server = await startServer()
  staff = await newOperator(server, 'support')
})
afterAll(() => server.close())

const add = (enTitle: string, times: { publishDateTime?: string; endDateTime?: string } = {}) =>
  staff.call(calls.create, {
    title: '维护',
    content: '今晚维护',
    enTitle,
    enContent: 'Tonight',
    level: 'info',
    ...times,
  })
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
  await add('Later', { publishDateTime: later(3_600), endDateTime: later(7_200) })
  expect(await db.select().from(announcementSchedule)).toMatchObject([{ publishedId: null }])
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
  await add('Gone')
  const [added] = (await staff.call(calls.page, {})).data.rows
  const withdraw = () => staff.call(calls.withdraw, { id: added!.id })
  expect((await withdraw()).success).toBe(true)
  expect(await shown()).not.toContain('Gone')
  expect((await withdraw()).msg).toBe('Announcement “Gone” was not found or is already withdrawn.')
  expect((await staff.call(calls.page, {})).data.rows[0]).toMatchObject({ state: 'withdrawn' })
})

test('an end before the start is refused', async () => {
  const { msg } = await add('x', { endDateTime: '2020-01-01 00:00:00' })
  expect(msg).toBe('The end must be later than the start and than now.')
})
