/** The most records and announcements that operators can add. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorAnnouncements } from '#contract/operator/announcements.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { operatorChannels } from '#contract/operator/channels.ts'
import { announcementSchedule, channels } from '#server/schema.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let admin: Awaited<ReturnType<typeof newOperator>>
beforeAll(async () => {
  server = await startServer()
  admin = await newOperator(server, 'admin')
})
afterAll(() => server.close())

test('a change and its preview refuse a channel above the limit with the same sentence', async () => {
  const { db } = server.database
  const limit = catalogueLimits.rows.catalogue
  const one = { name: '甲', enName: 'A', engine: 'google', tier: 'normal' } as const
  const channel = { ...one, centsPerMillion: 100, offered: false }
  const rows = Array.from({ length: limit - 1 }, (_, n) => ({
    ...channel,
    id: String(n + 1),
    position: n + 1,
  }))
  await db.delete(channels)
  await db.insert(channels).values(rows)
  const create = { ...one, centsPerMillion: 100 }
  expect((await admin.call(operatorChannels.create, create)).success).toBe(true)
  const sentence = 'There can be at most 1,000 channels. Please delete some first.'
  expect((await admin.refused(operatorChannels.create, create)).msg).toBe(sentence)
  expect((await admin.call(operatorChannels.preview, create)).data.refusal).toBe(sentence)
  expect(await db.$count(channels)).toBe(limit)
  const changed = { ...create, id: '1', offered: 0, name: '乙' } as const
  expect((await admin.call(operatorChannels.edit, changed)).success).toBe(true)
  expect((await admin.call(operatorChannels.remove, { id: '2' })).success).toBe(true)
  expect((await admin.call(operatorChannels.create, create)).success).toBe(true)
})

test('ended and withdrawn announcements do not count; withdrawing one makes room', async () => {
  const { db } = server.database
  const limit = catalogueLimits.rows.announcements
  const words = { title: 'A', content: 'a' }
  const addRows = (count: number, closedAt: string | null) =>
    db.execute(sql`insert into ${announcementSchedule} (level, words, publish_at, closed_at)
      select 'info', ${JSON.stringify({ zh: words, en: words })}::jsonb, '2099-01-01', ${closedAt}::timestamptz
      from generate_series(1, ${count}::int)`)
  await addRows(limit, '2026-01-01')
  await addRows(limit - 1, null)
  const add = () =>
    admin.call(operatorAnnouncements.create, {
      ...words,
      enTitle: 'B',
      enContent: 'b',
      publishDateTime: '2098-01-01 00:00:00',
    })
  expect((await add()).success).toBe(true)
  const sentence =
    'There can be at most 10,000 scheduled and published announcements. Please withdraw some first.'
  expect((await add()).msg).toBe(sentence)
  const [newest] = (await admin.call(operatorAnnouncements.page, {})).data.rows
  await admin.call(operatorAnnouncements.withdraw, { id: newest!.id })
  expect((await add()).success).toBe(true)
})
