/**
 * Notices over real event streams: recipients, languages, resuming after a break, and change hints.
 */
import { transaction } from '#server/platform/db/db.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { notices } from '#contract/notices.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { announcements, mails } from '#server/schema.ts'
import { createNotice } from '#server/features/notifications/create-notices.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { addPeople, password, type Person } from '#tests/support/actors/people.ts'
import { caller, signedIn, startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let otherServer: TestServer
let people: Awaited<ReturnType<typeof addPeople>>

beforeAll(async () => {
  server = await startServer()
  otherServer = await startServer({}, server.database)
  people = await addPeople(server.database.db)
})
afterAll(async () => {
  await server.database.events.close()
  await otherServer.close()
  await server.close()
})

const timeout = 30_000
const messages = (title: string) => ({
  zh: { title: `${title}的通知`, content: '内容' },
  en: { title: `Notice of ${title}`, content: 'Content' },
})

async function addNotice({ ownerId, userId }: Person, title: string) {
  const notice = { ownerId, userId, type: 'paid', level: 'info', words: messages(title) } as const
  await transaction(server.database.db, (tx) => createNotice(tx, notice, new Date()))
  server.database.events.publish({ ownerId, about: [] })
}

test('a notice reaches its user on every server, in the language of each stream', async () => {
  const chineseStream = await openNoticeStream(
    server.api,
    await signedIn(server, people.anna, 'zh-CN'),
  )
  const englishStream = await openNoticeStream(otherServer.api, await signedIn(server, people.anna))
  await addNotice(people.anna, 'a')
  await vi.waitFor(
    () =>
      expect(chineseStream.notices()).toMatchObject([
        { type: 'paid', level: 'info', title: 'a的通知' },
      ]),
    timeout,
  )
  await vi.waitFor(
    () => expect(englishStream.notices()).toMatchObject([{ title: 'Notice of a' }]),
    timeout,
  )
  await Promise.all([chineseStream.close(), englishStream.close()])
})

test('a notice reaches neither sibling, main account, other accounts nor visitors', async () => {
  const all = await Promise.all(
    [people.anna, people.sibling, people.berta].map(async (person) =>
      openNoticeStream(server.api, await signedIn(server, person)),
    ),
  )
  const visitor = await openNoticeStream(server.api, caller(server, null))
  const ownStream = await openNoticeStream(server.api, await signedIn(server, people.sub))
  await addNotice(people.sub, 'mine')
  await vi.waitFor(() => expect(ownStream.notices()).toHaveLength(1), timeout)
  for (const person of [people.anna, people.sibling, people.berta]) await addNotice(person, 'last')
  for (const reader of all)
    await vi.waitFor(
      () => expect(reader.notices().map(({ title }) => title)).toEqual(['Notice of last']),
      timeout,
    )
  expect(visitor.notices()).toEqual([])
  await Promise.all([...all, visitor, ownStream].map((reader) => reader.close()))
})

test('notices created while a stream was closed are delivered on resume, once and in order', async () => {
  const anna = await signedIn(server, people.anna)
  const first = await openNoticeStream(server.api, anna)
  await addNotice(people.anna, 'before')
  await vi.waitFor(() => expect(first.notices()).toHaveLength(1), timeout)
  const after = first.lastEventId()!
  await first.close()
  await addNotice(people.anna, 'one')
  await addNotice(people.anna, 'two')
  const resumedStream = await openNoticeStream(otherServer.api, anna, { after })
  await vi.waitFor(
    () =>
      expect(resumedStream.notices().map(({ title }) => title)).toEqual([
        'Notice of one',
        'Notice of two',
      ]),
    timeout,
  )
  await resumedStream.close()
})

test('an announcement reaches visitors too', async () => {
  const visitor = await openNoticeStream(server.api, caller(server, null))
  const berta = await openNoticeStream(server.api, await signedIn(server, people.berta))
  await server.database.db
    .insert(announcements)
    .values({ at: new Date(), level: 'warning', words: messages('all') })
  server.database.events.publish({ ownerId: null, about: [] })
  for (const reader of [visitor, berta])
    await vi.waitFor(
      () => expect(reader.notices()).toMatchObject([{ title: 'Notice of all' }]),
      timeout,
    )
  await Promise.all([visitor.close(), berta.close()])
})

test('a withdrawn announcement is reported to open and to resuming streams', async () => {
  const { db, events: bus } = server.database
  const berta = await signedIn(server, people.berta)
  const reader = await openNoticeStream(server.api, berta)
  const add = async (title: string) => {
    const values = { at: new Date(), level: 'warning', words: messages(title) } as const
    const [announcement] = await db.insert(announcements).values(values).returning()
    bus.publish({ ownerId: null, about: [] })
    await vi.waitFor(
      () => expect(reader.notices().at(-1)).toMatchObject({ id: `all-${announcement!.id}` }),
      timeout,
    )
    return announcement!.id
  }
  const [keptId, withdrawnId] = [await add('stays'), await add('goes')]
  await db.delete(announcements).where(eq(announcements.id, withdrawnId))
  bus.publish({ ownerId: null, about: ['notice'] })
  const announcementLists = ({ events }: typeof reader) =>
    events.flatMap(({ event, data }) =>
      event === 'announcements' ? [JSON.parse(data) as string[]] : [],
    )
  await vi.waitFor(() => expect(announcementLists(reader)).toHaveLength(1), timeout)
  expect(announcementLists(reader)[0]).toContain(`all-${keptId}`)
  expect(announcementLists(reader)[0]).not.toContain(`all-${withdrawnId}`)
  const [resumed, newStream] = [
    await openNoticeStream(server.api, berta, { after: '0.0' }),
    await openNoticeStream(otherServer.api, berta),
  ]
  await vi.waitFor(
    () => expect(announcementLists(resumed)).toEqual(announcementLists(reader)),
    timeout,
  )
  expect(announcementLists(newStream)).toEqual([])
  await Promise.all([reader, resumed, newStream].map((stream) => stream.close()))
})

test('a change is published to users of the same account group only', async () => {
  const anna = await signedIn(server, people.anna)
  const [reader, stranger] = [
    await openNoticeStream(server.api, anna),
    await openNoticeStream(server.api, await signedIn(server, people.berta)),
  ]
  await anna.call(subAccounts.distribute, { childUserId: people.sub.userId, changeCharNum: 10 })
  await vi.waitFor(
    () =>
      expect(reader.changedTopics()).toEqual(expect.arrayContaining(['user', 'memberAccountLog'])),
    timeout,
  )
  // More than the account has: a refused change is published to nobody.
  const excessive = { childUserId: people.sub.userId, changeCharNum: 100_000_000 }
  expect((await anna.call(subAccounts.distribute, excessive)).success).toBe(false)
  expect(stranger.changedTopics()).toEqual([])
  await Promise.all([reader.close(), stranger.close()])
})

test('a stream ends with the session that opened it', async () => {
  const [anna, sub] = [await signedIn(server, people.anna), await signedIn(server, people.sub)]
  const reader = await openNoticeStream(otherServer.api, sub)
  await anna.call(subAccounts.changeEnabled, { userId: people.sub.userId, enabled: 0 })
  await vi.waitFor(() => expect(reader.hasEnded()).toBe(true), timeout)
  expect((await sub.send('GET', '/notice/openSse/client-of-a-sub-account')).status).toBe(701)
  await anna.call(subAccounts.changeEnabled, { userId: people.sub.userId, enabled: 1 })
})

test('a forged session or an overlong client id opens no stream', async () => {
  const forger = caller(server, { sk: 'forged', userId: people.anna.userId })
  expect((await forger.send('GET', '/notice/openSse/client-of-a-forger')).status).toBe(700)
  expect(
    await caller(server, null).send('GET', `/notice/openSse/${'x'.repeat(129)}`),
  ).toMatchObject({ success: false, data: { code: 'invalid' } })
})

test('a reconnecting client replaces its stream, and a user’s 21st client is refused', async () => {
  const carl = await signedIn(server, people.carl)
  const readers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      openNoticeStream(server.api, carl, { clientId: `client-number-${n}-xxxx` }),
    ),
  )
  const replacing = await openNoticeStream(server.api, carl, { clientId: 'client-number-3-xxxx' })
  await vi.waitFor(() => expect(readers[3]!.hasEnded()).toBe(true), timeout)
  const refused = await carl.send('GET', '/notice/openSse/client-number-21-xxxx')
  expect(refused).toMatchObject({ status: 429, success: false, data: { code: 'tooManyRequests' } })
  await Promise.all([...readers, replacing].map((reader) => reader.close()))
})

test('notices are stored, and marking one as read includes all older ones', async () => {
  const sibling = await signedIn(server, people.sibling)
  await addNotice(people.sibling, 'x')
  await addNotice(people.sibling, 'y')
  const { data: before } = await sibling.call(notices.page, { pageSize: 2 })
  expect(before.rows.map(({ title, read }) => [title, read])).toEqual([
    ['Notice of y', 0],
    ['Notice of x', 0],
  ])
  await sibling.call(notices.read, { id: before.rows[1]!.id })
  expect((await sibling.call(notices.unread, {})).data).toEqual({ count: 1 })
  await sibling.call(notices.read, { id: before.rows[0]!.id })
  await sibling.call(notices.read, { id: before.rows[1]!.id })
  expect((await sibling.call(notices.unread, {})).data).toEqual({ count: 0 })
})

test('marking as read is undone up to a notice that stays read, and only for the user', async () => {
  const sibling = await signedIn(server, people.sibling)
  for (const name of ['p', 'q']) await addNotice(people.sibling, name)
  const { data } = await sibling.call(notices.page, { pageSize: 2 })
  const [newest, earlier] = data.rows
  const unread = async () => (await sibling.call(notices.unread, {})).data.count
  await sibling.call(notices.read, { id: newest!.id })
  const anna = await signedIn(server, people.anna)
  await anna.call(notices.markUnread, {})
  expect(await unread()).toBe(0)
  await sibling.call(notices.markUnread, { id: earlier!.id })
  expect(await unread()).toBe(1)
  // A later notice does not count as read by it.
  await sibling.call(notices.markUnread, { id: newest!.id })
  expect(await unread()).toBe(1)
  await sibling.call(notices.markUnread, {})
  expect(await unread()).toBe(data.total)
  expect((await sibling.refused(notices.markUnread, { id: 'all-1' })).code).toBe('notFound')
  await sibling.call(notices.read, { id: newest!.id })
})

test('the inbox is filtered by type, by whether a notice is read, and by time', async () => {
  const sibling = await signedIn(server, people.sibling)
  for (const name of ['first', 'second', 'third']) await addNotice(people.sibling, name)
  const titlesOf = async (query: InputOf<typeof notices.page>) => {
    const { data } = await sibling.call(notices.page, { pageSize: 3, ...query })
    return { total: data.total, titles: data.rows.map(({ title }) => title) }
  }
  const { data: all } = await sibling.call(notices.page, { pageSize: 3 })
  const [third, second] = all.rows
  await sibling.call(notices.read, { id: second!.id })
  expect(await titlesOf({ read: 0 })).toEqual({ total: 1, titles: ['Notice of third'] })
  expect(await titlesOf({ read: 1 })).toMatchObject({
    total: all.total - 1,
    titles: expect.arrayContaining(['Notice of second', 'Notice of first']),
  })
  expect(await titlesOf({ type: third!.type })).toMatchObject({ total: all.total })
  expect(await titlesOf({ type: 'lowBalance' })).toEqual({ total: 0, titles: [] })
  expect(await titlesOf({ type: 'unknown' })).toEqual({ total: 0, titles: [] })
  expect(await titlesOf({ atBegin: third!.at, read: 0 })).toMatchObject({ total: 1 })
  expect(await titlesOf({ atEnd: '2020-01-01 00:00:00' })).toEqual({ total: 0, titles: [] })
  expect(await titlesOf({ read: 1, pageSize: 1, pageNum: 2 })).toMatchObject({
    titles: ['Notice of first'],
  })
})

test('the receiver of quota is notified of the amount and the sender', async () => {
  const [anna, sub] = [await signedIn(server, people.anna), await signedIn(server, people.sub)]
  const reader = await openNoticeStream(server.api, sub)
  await anna.call(subAccounts.distributeAll, {
    childUserId: people.sub.userId,
    changeCharNum: 1_234,
    changeVoiceNum: 2,
    changeImageNum: 0,
  })
  await vi.waitFor(() => expect(reader.notices()).toHaveLength(1), timeout)
  expect(reader.notices()[0]).toMatchObject({
    type: 'received',
    content: 'anna has distributed 1,234 characters and 2 voice units to you.',
  })
  await reader.close()
})

test('each receiver is notified once per distribution, in order', async () => {
  const [anna, sub, sibling] = await Promise.all(
    [people.anna, people.sub, people.sibling].map((person) => signedIn(server, person)),
  )
  const readers = await Promise.all(
    [sub!, sibling!].map((actor) => openNoticeStream(server.api, actor)),
  )
  const before = readers.map((reader) => reader.notices().length)
  for (const changeCharNum of [11, 12, 13]) {
    await anna!.call(subAccounts.distribute, { childUserId: people.sub.userId, changeCharNum })
    await anna!.call(subAccounts.distribute, { childUserId: people.sibling.userId, changeCharNum })
  }
  for (const [index, reader] of readers.entries()) {
    const contents = () =>
      reader
        .notices()
        .slice(before[index])
        .map(({ content }) => content)
    await vi.waitFor(
      () =>
        expect(contents()).toEqual(
          [11, 12, 13].map((chars) => `anna has distributed ${chars} characters to you.`),
        ),
      timeout,
    )
    await reader.close()
  }
})

test('a sign-in from a new network causes a notice and a mail; the first and known ones cause none', async () => {
  const { db } = server.database
  const reader = await openNoticeStream(server.api, await signedIn(server, people.berta))
  const signInFrom = (ip: string) =>
    caller(server, null).call(
      login.login,
      { account: people.berta.account, password },
      { 'x-forwarded-for': ip },
    )
  expect((await signInFrom('192.0.2.1')).success).toBe(true)
  expect((await signInFrom('192.0.2.1')).success).toBe(true)
  expect((await signInFrom('192.0.2.2')).success).toBe(true)
  await vi.waitFor(() => expect(reader.notices()).toHaveLength(1), timeout)
  expect(reader.notices()[0]).toMatchObject({
    type: 'newPlace',
    level: 'warning',
    title: 'Login from a new IP address',
  })
  expect(reader.notices()[0]!.content).toContain('192.0.2.2')
  const mailsToBerta = await db.select().from(mails).where(eq(mails.to, people.berta.account))
  expect(mailsToBerta).toHaveLength(1)
  expect(mailsToBerta[0]!.text).toContain('192.0.2.2')
  await reader.close()
})

test.each(['7', 'a', '客户端-1', '😀', 'x'.repeat(128)])(
  'a stream opens for the client id %s (spec 7.42)',
  async (clientId) => {
    const reader = await openNoticeStream(server.api, caller(server, null), {
      clientId: encodeURIComponent(clientId),
    })
    expect(reader.status).toBe(200)
    await reader.close()
  },
)

test.each(['x'.repeat(129), 'a b', ' ', 'a\u0000', 'a\u200b'])(
  'the client id %j is refused with status 400',
  async (clientId) => {
    const visitor = caller(server, null)
    const reply = await visitor.send('GET', `/notice/openSse/${encodeURIComponent(clientId)}`)
    expect(reply).toMatchObject({ status: 400, success: false, data: { code: 'invalid' } })
  },
)
