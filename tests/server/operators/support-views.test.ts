/** Support views of an account: only with consent, for a limited time, and logged. */
import { eq } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { customers } from '#contract/operator/customers.ts'
import { supportViewRequests } from '#contract/operator/support-views.ts'
import { operators as operatorCalls } from '#contract/operator/operators.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { sessions as sessionCalls } from '#contract/sessions.ts'
import { operatorAnnouncements } from '#contract/operator/announcements.ts'
import { notices } from '#contract/notices.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { supportViews, supportViewMinutes } from '#contract/support-views.ts'
import { users } from '#contract/users.ts'
import { mails, operatorSessions, sessions, supportViews as table } from '#server/schema.ts'
import { endSupportViews } from '#server/features/support-views/end-view.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { newOperator, operatorCaller } from '#tests/support/actors/operators.ts'
import { addPerson, password } from '#tests/support/actors/people.ts'
import {
  answerRequest,
  requestView,
  code,
  latestRequest,
  sessionEnded,
  readUser,
  reason,
  viewActors,
  viewOf,
  type Staff,
} from '#tests/support/actors/support-views.ts'
import { signedIn, startServer, type Caller } from '#tests/support/server/server.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'

const minute = 60_000
/** Streams and jobs take longer on a busy machine. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000 })
const server = await startServer()
afterAll(() => server.close())
await ensureCatalogue(server.database.db)
const { support, newPerson, createAllowedRequest, openAs, startView, actionsOn } =
  await viewActors(server)

test('the customer is asked, consents, and sees who views the account, why and until when', async () => {
  const person = await newPerson()
  const customer = await signedIn(server, person)
  const stream = await openNoticeStream(server.api, customer)
  expect(await viewOf(customer)).toBeNull()
  expect(code(await requestView(support, person))).toBe('done')
  await eventually(() => expect(stream.notices()).toHaveLength(1))
  expect(stream.notices()[0]).toMatchObject({ type: 'supportView', level: 'info' })
  const { name } = support.operator
  const asked = (await viewOf(customer))!
  const expected = { operatorName: name, reason, minutes: supportViewMinutes.view }
  expect(asked).toMatchObject({ ...expected, state: 'asked', opened: 0 })
  expect(asked.secondsLeft).toBeGreaterThan((supportViewMinutes.answer - 1) * 60)
  const { db } = server.database
  const [mail] = await db.select().from(mails).where(eq(mails.to, person.account))
  expect(mail?.text).toContain(reason)
  expect(await latestRequest(support, person)).toMatchObject({ state: 'asked', own: 1, reason })

  const unread = async () => (await customer.call(notices.unread, {})).data.count
  expect(await unread()).toBe(1)
  expect(code(await answerRequest(customer, 1))).toBe('done')
  expect(await unread()).toBe(0)
  expect(await viewOf(customer)).toMatchObject({ ...expected, state: 'allowed', opened: 0 })
  const viewer = await openAs(support, asked.id)
  expect((await viewer.call(users.get, {})).data.account).toBe(person.account)
  expect(await viewOf(customer)).toMatchObject({ state: 'allowed', opened: 1 })
  const { rows } = (await customer.call(notices.page, {})).data
  expect(rows[0]!.content).toContain(name)
  expect(rows[0]!.content).toContain(reason)

  expect(code(await viewer.call(supportViews.leave, {}))).toBe('done')
  expect(await readUser(viewer)).toMatchObject(sessionEnded)
  expect(await viewOf(customer)).toBeNull()
  expect(await actionsOn(person)).toEqual([
    'views close by operator',
    'views open',
    'views allow by customer',
    'views ask',
  ])
  await stream.close()
})

test('without consent, after a refusal and after a withdrawal no view opens', async () => {
  const person = await newPerson()
  const customer = await signedIn(server, person)
  await requestView(support, person)
  const open = async () =>
    support.refused(supportViewRequests.open, { id: (await latestRequest(support, person))!.id })
  expect((await open()).code).toBe('changedElsewhere')
  await answerRequest(customer, 0)
  expect((await open()).code).toBe('changedElsewhere')
  expect((await latestRequest(support, person))!.state).toBe('refused')
  await requestView(support, person)
  await support.call(supportViewRequests.end, { id: (await latestRequest(support, person))!.id })
  expect(await viewOf(customer)).toBeNull()
  expect((await open()).code).toBe('changedElsewhere')
  expect(await actionsOn(person)).toEqual([
    'views cancel by operator',
    'views ask',
    'views decline by customer',
    'views ask',
  ])
})

test('only the user of the account can consent: no owner, other sub-account or stranger', async () => {
  const owner = await newPerson()
  const sub = await newPerson(owner)
  const other = await newPerson(owner)
  const [ofOwner, ofSub, ofOther] = await Promise.all(
    [owner, sub, other].map((person) => signedIn(server, person)),
  )
  const stranger = await signedIn(server, await newPerson())
  await requestView(support, sub)
  const { id } = (await viewOf(ofSub!))!
  for (const caller of [ofOwner!, ofOther!, stranger]) {
    expect(await viewOf(caller)).toBeNull()
    expect((await caller.refused(supportViews.answer, { id, allowed: 1 })).code).toBe(
      'changedElsewhere',
    )
    expect((await caller.refused(supportViews.end, { id })).code).toBe('notFound')
  }
  expect((await support.refused(supportViewRequests.open, { id })).code).toBe('changedElsewhere')
  expect(code(await ofSub!.call(supportViews.answer, { id, allowed: 1 }))).toBe('done')
  expect((await readUser(await openAs(support, id))).status).toBe(200)
})

test('an unanswered request expires and can no longer be allowed', async () => {
  const person = await newPerson()
  const agent = await newOperator(server, 'support')
  await requestView(agent, person)
  const { id } = (await latestRequest(agent, person))!
  server.passTime(supportViewMinutes.answer * minute)
  const late = await operatorCaller(server, agent.operator)
  const customer = await signedIn(server, person)
  expect(await viewOf(customer)).toBeNull()
  expect((await customer.refused(supportViews.answer, { id, allowed: 1 })).code).toBe(
    'changedElsewhere',
  )
  expect((await latestRequest(late, person))!.state).toBe('expired')
  await endSupportViews(server.services)
  expect(await actionsOn(person)).toEqual(['views expire by time', 'views ask'])
})

test('a view and its stream end at the agreed time', async () => {
  const { viewer, person, customer } = await startView()
  const stream = await openNoticeStream(server.api, viewer)
  server.passTime(supportViewMinutes.view * minute)
  expect(await readUser(viewer)).toMatchObject(sessionEnded)
  expect(await viewOf(customer)).toBeNull()
  const overdue = { state: 'ended', endedBy: 'time' }
  expect(await latestRequest(support, person)).toMatchObject(overdue)
  await endSupportViews(server.services)
  expect(await latestRequest(support, person)).toMatchObject(overdue)
  await eventually(() => expect(stream.hasEnded()).toBe(true))
  expect((await actionsOn(person))[0]).toBe('views close by time')
  const { db } = server.database
  expect(await db.$count(sessions, eq(sessions.userId, person.userId))).toBe(1)
})

test('the customer ends the view and its stream at once, and it cannot be opened again', async () => {
  const { viewer, customer, id, person } = await startView()
  const stream = await openNoticeStream(server.api, viewer)
  expect(code(await customer.call(supportViews.end, { id }))).toBe('done')
  expect(await readUser(viewer)).toMatchObject(sessionEnded)
  await eventually(() => expect(stream.hasEnded()).toBe(true))
  expect((await support.refused(supportViewRequests.open, { id })).code).toBe('changedElsewhere')
  expect(await latestRequest(support, person)).toMatchObject({
    state: 'ended',
    endedBy: 'customer',
  })
})

const endings: [
  name: string,
  end: (view: Awaited<ReturnType<typeof startView>>) => Promise<unknown>,
][] = [
  [
    'a new password',
    ({ customer }) =>
      customer.call(users.changePassword, { oldPassword: password, password: 'another-one' }),
  ],
  ['signing out everywhere else', ({ customer }) => customer.call(sessionCalls.endOthers, {})],
  ['a suspension', ({ person }) => support.call(customers.suspend, { id: person.userId, reason })],
  [
    'an operator who ends the sessions',
    ({ person }) => support.call(customers.endSessions, { id: person.userId, reason }),
  ],
]

test.each(endings)('%s ends the view and the consent', async (_, end) => {
  const view = await startView()
  const unopened = await createAllowedRequest()
  await end(view)
  await end({ ...unopened, viewer: view.viewer })
  expect((await readUser(view.viewer)).status).toBeGreaterThanOrEqual(700)
  for (const { id } of [view, unopened])
    expect((await support.refused(supportViewRequests.open, { id })).code).toBe('changedElsewhere')
  await endSupportViews(server.services)
  expect((await actionsOn(view.person)).filter((action) => action.startsWith('views'))[0]).toBe(
    'views close by session',
  )
})

test('a view of a sub-account ends when its owner disables it', async () => {
  const owner = await newPerson()
  const { viewer, person, id } = await startView({ owner })
  const ofOwner = await signedIn(server, owner)
  await ofOwner.call(subAccounts.changeEnabled, { userId: person.userId, enabled: 0 })
  expect((await readUser(viewer)).status).toBe(701)
  await ofOwner.call(subAccounts.changeEnabled, { userId: person.userId, enabled: 1 })
  expect((await support.refused(supportViewRequests.open, { id })).code).toBe('changedElsewhere')
})

const operatorChanges: [name: string, leave: (agent: Staff, admin: Caller) => Promise<unknown>][] =
  [
    ['signs out', (agent) => agent.call(operatorSession.signOut, {})],
    [
      'is disabled',
      ({ operator }, admin) =>
        admin.call(operatorCalls.changeEnabled, { id: operator.userId, enabled: 0 }),
    ],
    [
      'gets another role',
      ({ operator }, admin) =>
        admin.call(operatorCalls.edit, {
          id: operator.userId,
          name: operator.name,
          role: 'finance',
        }),
    ],
  ]

test.each(operatorChanges)('a view ends when the operator %s', async (_, leave) => {
  const agent = await newOperator(server, 'support')
  const { viewer, customer, person } = await startView({ operator: agent })
  const stream = await openNoticeStream(server.api, viewer)
  await leave(agent, await newOperator(server, 'admin'))
  expect(await readUser(viewer)).toMatchObject(sessionEnded)
  expect(await viewOf(customer)).toBeNull()
  await eventually(() => expect(stream.hasEnded()).toBe(true))
  await eventually(async () => expect((await actionsOn(person))[0]).toBe('views close by session'))
})

test('a view ends with the session of the operator who opened it', async () => {
  const agent = await newOperator(server, 'support')
  // Ten minutes remain of the twelve hours.
  const createdAt = new Date(server.now() - (12 * 60 - 10) * minute)
  const ofOperator = eq(operatorSessions.userId, agent.operator.userId)
  await server.database.db.update(operatorSessions).set({ createdAt }).where(ofOperator)
  const { viewer, customer, person } = await startView({ operator: agent })
  expect((await viewOf(customer))!.secondsLeft).toBeLessThanOrEqual(10 * 60)
  server.passTime(10 * minute)
  expect(await agent.refused(customers.get, { id: person.userId })).toMatchObject(sessionEnded)
  expect(await readUser(viewer)).toMatchObject(sessionEnded)
  expect(await viewOf(customer)).toBeNull()
})

test('a request of an operator who was disabled meanwhile can no longer be allowed', async () => {
  const agent = await newOperator(server, 'support')
  const person = await newPerson()
  const customer = await signedIn(server, person)
  await requestView(agent, person)
  const { id } = (await viewOf(customer))!
  const admin = await newOperator(server, 'admin')
  await admin.call(operatorCalls.changeEnabled, { id: agent.operator.userId, enabled: 0 })
  expect(await viewOf(customer)).toBeNull()
  expect((await customer.refused(supportViews.answer, { id, allowed: 1 })).code).toBe(
    'changedElsewhere',
  )
})

test('requests are limited to one at a time and five an hour, for accounts that can sign in', async () => {
  const person = await newPerson()
  const customer = await signedIn(server, person)
  expect(
    await Promise.all([requestView(support, person), requestView(support, person)]).then((all) =>
      all.map(code).toSorted(),
    ),
  ).toEqual(['alreadyExists', 'done'])
  for (let round = 2; round <= 5; round++) {
    await answerRequest(customer, 0)
    await requestView(support, person)
  }
  await answerRequest(customer, 0)
  expect((await requestView(support, person)).status).toBe(429)
  const shutOut = await addPerson(server.database.db, {
    account: 'shut-out-of-views@example.com',
    enabled: false,
  })
  expect(code(await requestView(support, shutOut))).toBe('notAllowed')
})

const announcement = {
  title: '维护',
  content: '今晚',
  enTitle: 'Maintenance',
  enContent: 'Tonight',
}
const agent = { email: 'links@staff.example.com', name: 'Links', role: 'support' } as const

test.each([
  ['reason', supportViewRequests.ask, { id: '999999', reason }],
  ['title', operatorAnnouncements.create, announcement],
  ['content', operatorAnnouncements.create, announcement],
  ['enTitle', operatorAnnouncements.create, announcement],
  ['enContent', operatorAnnouncements.create, announcement],
  ['name', operatorCalls.create, agent],
  ['name', operatorCalls.edit, { ...agent, id: '999999' }],
] as const)(
  'the %s of an operator that customers are mailed or shown has no link',
  async (field, endpoint, input) => {
    const admin = await newOperator(server, 'admin')
    const refused = await admin.refused(endpoint, {
      ...input,
      [field]: 'Pay at evil．com',
    })
    expect(refused.code).toBe('invalid')
    expect(refused.fields![field]).toContain('must not contain a web address')
  },
)

test('a deleted account leaves no request, and its log entries no name', async () => {
  const { customer, person } = await startView()
  const { success } = await customer.call(users.cancel, { userPassword: password })
  expect(success).toBe(true)
  const { db } = server.database
  expect(await db.$count(table, eq(table.userId, person.userId))).toBe(0)
  expect(await actionsOn(person)).toEqual([])
})
