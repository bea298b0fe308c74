/** Support views an account read-only: with its person's consent alone, for a time, and logged. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contacts } from '#contract/workspace.ts'
import { customers } from '#contract/operator/customers.ts'
import { customerViews } from '#contract/operator/customer-views.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { operators as operatorCalls } from '#contract/operator/operators.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { login } from '#contract/login.ts'
import { loginLog as loginLogCalls, sessions as sessionCalls } from '#contract/sessions.ts'
import { notices } from '#contract/notices.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { supportViews, supportViewMinutes } from '#contract/support-views.ts'
import { translation } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import { mayView } from '#contract/roles.ts'
import { mails, sessions, supportViews as table } from '#server/schema.ts'
import { endSupportViews } from '#server/features/support-views/service.ts'
import { newOperator, operatorCaller } from '#tests/support/actors/operators.ts'
import { addPerson, password, type Person } from '#tests/support/actors/people.ts'
import { everyEndpoint, minimalInput } from '#tests/support/fuzz/endpoints.ts'
import { allRows } from '#tests/support/server/database-state.ts'
import { openReader } from '#tests/support/server/event-stream.ts'
import {
  caller,
  signedIn,
  signIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'

type Staff = Awaited<ReturnType<typeof newOperator>>

const minute = 60_000
const reason = 'cannot find an order'
let server: TestServer
let support: Staff
beforeAll(async () => {
  server = await startServer()
  await ensureCatalogue(server.database.db)
  support = await newOperator(server, 'support')
})
afterAll(() => server.close())

let people = 0
const newPerson = (owner?: Person) => {
  const tag = ++people
  const account = owner ? `viewed-sub-${tag}` : `viewed-${tag}@example.com`
  return addPerson(server.database.db, { account, chars: 1_000, ...(owner && { owner }) })
}
const ask = (who: Caller, { userId }: Person) =>
  who.call(customerViews.ask, { id: userId, reason }, { 'idempotency-key': `${Math.random()}` })
const viewOf = async (who: Caller) => (await who.call(notices.unread, {})).data.supportView ?? null
const latest = async ({ userId }: Person, who: Caller = support) =>
  (await who.call(customerViews.get, { id: userId })).data
const answer = async (who: Caller, allowed: 0 | 1) =>
  who.call(supportViews.answer, { id: (await viewOf(who))!.id, allowed })
const code = ({ success, data }: { success: boolean; data: unknown }) =>
  success ? 'done' : (data as { code: string }).code

/** A person who allowed the operator to view the account, and the id of the request. */
async function consenting(owner?: Person, who: Caller = support) {
  const person = await newPerson(owner)
  const here = await signedIn(server, person)
  expect((await ask(who, person)).msg).toBe('Done')
  expect(code(await answer(here, 1))).toBe('done')
  return { person, here, id: (await viewOf(here))!.id }
}
async function openAs(who: Caller, id: string | number): Promise<Caller> {
  const { success, data, msg } = await who.call(customerViews.open, { id })
  if (!success) throw new Error(msg)
  return caller(server, { sk: data.sk, userId: String(data.userId) })
}
async function viewing(owner?: Person, who: Caller = support) {
  const consent = await consenting(owner, who)
  return { ...consent, viewer: await openAs(who, consent.id) }
}
const isOver = (who: Caller) => who.refused(users.get, {})
const over = { status: 700, code: 'sessionEnded' }
const actionsOn = async ({ account }: Person) => {
  const admin = await newOperator(server, 'admin')
  const { data } = await admin.call(operatorLog.page, { subject: account, pageSize: 100 })
  return data.rows.map(({ action, after }) => {
    const by = (JSON.parse(after ?? '{}') as { by?: string }).by
    return by ? `${action} by ${by}` : action
  })
}

test('the person is asked, allows, and is told who views the account, why and until when', async () => {
  const person = await newPerson()
  const here = await signedIn(server, person)
  const stream = await openReader(server.api, here)
  expect(await viewOf(here)).toBeNull()
  expect(code(await ask(support, person))).toBe('done')
  await vi.waitFor(() => expect(stream.notices()).toHaveLength(1))
  expect(stream.notices()[0]).toMatchObject({ type: 'supportView', level: 'info' })
  const { name } = support.operator
  const asked = (await viewOf(here))!
  const ours = { operatorName: name, reason, minutes: supportViewMinutes.view }
  expect(asked).toMatchObject({ ...ours, state: 'asked', opened: 0 })
  expect(asked.secondsLeft).toBeGreaterThan((supportViewMinutes.answer - 1) * 60)
  const { db } = server.database
  const [mail] = await db.select().from(mails).where(eq(mails.to, person.account))
  expect(mail?.text).toContain(reason)
  expect(await latest(person)).toMatchObject({ state: 'asked', own: 1, reason })

  expect(code(await answer(here, 1))).toBe('done')
  expect(await viewOf(here)).toMatchObject({ ...ours, state: 'allowed', opened: 0 })
  const viewer = await openAs(support, asked.id)
  expect((await viewer.call(users.get, {})).data.account).toBe(person.account)
  expect(await viewOf(here)).toMatchObject({ state: 'allowed', opened: 1 })
  const { rows } = (await here.call(notices.page, {})).data
  expect(rows[0]!.content).toContain(name)
  expect(rows[0]!.content).toContain(reason)

  expect(code(await viewer.call(supportViews.leave, {}))).toBe('done')
  expect(await isOver(viewer)).toMatchObject(over)
  expect(await viewOf(here)).toBeNull()
  expect(await actionsOn(person)).toEqual([
    'views close by operator',
    'views open',
    'views allow by customer',
    'views ask',
  ])
  await stream.close()
})

test('without consent, after a refusal and after a withdrawal nothing is opened', async () => {
  const person = await newPerson()
  const here = await signedIn(server, person)
  await ask(support, person)
  const open = async () => support.refused(customerViews.open, { id: (await latest(person))!.id })
  expect((await open()).code).toBe('changedElsewhere')
  await answer(here, 0)
  expect((await open()).code).toBe('changedElsewhere')
  expect((await latest(person))!.state).toBe('refused')
  await ask(support, person)
  await support.call(customerViews.end, { id: (await latest(person))!.id })
  expect(await viewOf(here)).toBeNull()
  expect((await open()).code).toBe('changedElsewhere')
  expect(await actionsOn(person)).toEqual([
    'views cancel by operator',
    'views ask',
    'views decline by customer',
    'views ask',
  ])
})

test('only the person concerned consents: no owner, no sub-account, no stranger', async () => {
  const owner = await newPerson()
  const sub = await newPerson(owner)
  const other = await newPerson(owner)
  const [ofOwner, ofSub, ofOther] = await Promise.all(
    [owner, sub, other].map((person) => signedIn(server, person)),
  )
  const stranger = await signedIn(server, await newPerson())
  await ask(support, sub)
  const { id } = (await viewOf(ofSub!))!
  for (const who of [ofOwner!, ofOther!, stranger]) {
    expect(await viewOf(who)).toBeNull()
    expect((await who.refused(supportViews.answer, { id, allowed: 1 })).code).toBe(
      'changedElsewhere',
    )
    expect((await who.refused(supportViews.end, { id })).code).toBe('notFound')
  }
  expect((await support.refused(customerViews.open, { id })).code).toBe('changedElsewhere')
  expect(code(await ofSub!.call(supportViews.answer, { id, allowed: 1 }))).toBe('done')
  expect((await isOver(await openAs(support, id))).status).toBe(200)
})

test('a view of a sub-account reaches nothing of the main account', async () => {
  const { viewer } = await viewing(await newPerson())
  expect((await viewer.refused(subAccounts.page, {})).code).toBe('notAllowed')
})

const writing = everyEndpoint.filter(([, endpoint]) => !mayView(endpoint))

test('all that is no plain read counts as a change, and leaving is the one exception', () => {
  const allowed = everyEndpoint.filter(([, endpoint]) => mayView(endpoint))
  expect(allowed.filter(([, { method }]) => method !== 'GET').map(([name]) => name)).toEqual([
    'supportViews.leave',
  ])
  expect(writing.filter(([, { method }]) => method === 'GET').map(([name]) => name)).toEqual([
    'orders.flush',
    'contacts.page',
    'contacts.get',
  ])
})

test('a view session is refused at every changing call of the contract, and changes nothing', async () => {
  const { viewer } = await viewing()
  const before = await allRows(server.database.db)
  const answers = []
  for (const [name, endpoint] of everyEndpoint) {
    if (name === 'supportViews.leave' || endpoint.answers === 'stream') continue
    const reply = await viewer.call(endpoint, minimalInput(endpoint))
    const isRefused = code(reply) === 'readOnly'
    answers.push([name, isRefused])
    if (isRefused) expect([name, reply.msg]).toEqual([name, expect.stringContaining('read-only')])
  }
  expect(answers).toEqual(
    everyEndpoint
      .filter(([name, { answers: kind }]) => name !== 'supportViews.leave' && kind !== 'stream')
      .map(([name, endpoint]) => [name, endpoint.method !== 'GET' || !mayView(endpoint)]),
  )
  expect(await allRows(server.database.db)).toEqual(before)
})

test('a view session reads, but translates, pays and sees contacts no more than it answers', async () => {
  const { viewer, person, id } = await viewing()
  for (const endpoint of [users.get, loginLogCalls.page, orders.page, notices.page])
    expect(code(await viewer.call(endpoint, {}))).toBe('done')
  const text = { source: 'zh', target: 'en', text: '你好' }
  expect((await viewer.refused(translation.text, text)).code).toBe('readOnly')
  expect((await viewer.refused(contacts.page, { spaceId: '1' })).code).toBe('readOnly')
  expect((await viewer.refused(supportViews.answer, { id, allowed: 1 })).code).toBe('readOnly')
  expect((await viewer.refused(supportViews.end, { id })).code).toBe('readOnly')
  expect(await viewOf(viewer)).toBeNull()
  const { data } = await viewer.call(users.get, {})
  expect(data.memberAccount.usableCharNum).toBe(1_000)
  // As a visitor would, but with the session's signature.
  const again = { account: person.account, password }
  expect((await viewer.refused(login.login, again)).code).toBe('readOnly')
})

test('a view session opens no other view, and reaches no call of the operators', async () => {
  const { viewer, id, person } = await viewing()
  for (const [endpoint, input] of [
    [customerViews.open, { id }],
    [customerViews.ask, { id: person.userId, reason }],
    [customers.get, { id: person.userId }],
  ] as const)
    expect(await viewer.refused(endpoint, input as never)).toMatchObject({ status: 700 })
})

test('a view leaves no trace as if the customer had signed in', async () => {
  const person = await newPerson()
  const here = await signIn(server, person.account)
  const before = (await here.call(users.get, {})).data.lastLoginLog
  await ask(support, person)
  await answer(here, 1)
  const viewer = await openAs(support, (await viewOf(here))!.id)
  await viewer.call(users.get, {})
  expect((await here.call(loginLogCalls.page, {})).data.total).toBe(1)
  expect((await here.call(users.get, {})).data.lastLoginLog).toEqual(before)
  const { rows } = (await here.call(sessionCalls.page, {})).data
  expect(rows).toHaveLength(1)
  expect((await viewer.call(sessionCalls.page, {})).data.rows).toHaveLength(1)
  const { sessions: listed } = (await support.call(customers.get, { id: person.userId })).data
  expect(listed).toHaveLength(1)
  const requests = server.lines().filter((line) => line.includes('/user/session/page'))
  expect(requests.at(-1)).toContain(`"${support.operator.userId}"`)
})

test('an address of a view is of no use to another operator, or twice at once', async () => {
  const { id } = await consenting()
  const other = await newOperator(server, 'admin')
  expect((await other.refused(customerViews.open, { id })).code).toBe('changedElsewhere')
  expect((await caller(server, null).refused(customerViews.open, { id })).status).toBe(700)
  const first = await openAs(support, id)
  expect((await isOver(first)).status).toBe(200)
  const second = await openAs(support, id)
  expect(await isOver(first)).toMatchObject(over)
  expect((await isOver(second)).status).toBe(200)
  const finance = await newOperator(server, 'finance')
  expect((await finance.refused(customerViews.open, { id })).code).toBe('notAllowed')
})

test('an unanswered request ends by itself and can be allowed no more', async () => {
  const person = await newPerson()
  const mine = await newOperator(server, 'support')
  await ask(mine, person)
  const { id } = (await latest(person, mine))!
  server.passTime(supportViewMinutes.answer * minute)
  const late = await operatorCaller(server, mine.operator)
  const here = await signedIn(server, person)
  expect(await viewOf(here)).toBeNull()
  expect((await here.refused(supportViews.answer, { id, allowed: 1 })).code).toBe(
    'changedElsewhere',
  )
  expect((await latest(person, late))!.state).toBe('expired')
  await endSupportViews(server.services)
  expect(await actionsOn(person)).toEqual(['views expire by time', 'views ask'])
  support = await newOperator(server, 'support')
})

test('a view ends at the time agreed, its stream included', async () => {
  const { viewer, person, here } = await viewing()
  const stream = await openReader(server.api, viewer)
  server.passTime(supportViewMinutes.view * minute)
  expect(await isOver(viewer)).toMatchObject(over)
  expect(await viewOf(here)).toBeNull()
  await endSupportViews(server.services)
  await vi.waitFor(() => expect(stream.ended()).toBe(true))
  expect((await actionsOn(person))[0]).toBe('views close by time')
  const { db } = server.database
  expect(await db.$count(sessions, eq(sessions.userId, person.userId))).toBe(1)
  support = await newOperator(server, 'support')
})

test('the customer ends the view at once, its stream included, and it is not opened again', async () => {
  const { viewer, here, id, person } = await viewing()
  const stream = await openReader(server.api, viewer)
  expect(code(await here.call(supportViews.end, { id }))).toBe('done')
  expect(await isOver(viewer)).toMatchObject(over)
  await vi.waitFor(() => expect(stream.ended()).toBe(true))
  expect((await support.refused(customerViews.open, { id })).code).toBe('changedElsewhere')
  expect(await latest(person)).toMatchObject({ state: 'ended', endedBy: 'customer' })
})

const endings: [
  name: string,
  end: (view: Awaited<ReturnType<typeof viewing>>) => Promise<unknown>,
][] = [
  [
    'a new password',
    ({ here }) =>
      here.call(users.changePassword, { oldPassword: password, password: 'another-one' }),
  ],
  ['signing out everywhere else', ({ here }) => here.call(sessionCalls.endOthers, {})],
  ['a suspension', ({ person }) => support.call(customers.suspend, { id: person.userId, reason })],
  [
    'an operator who ends the sessions',
    ({ person }) => support.call(customers.endSessions, { id: person.userId, reason }),
  ],
]

test.each(endings)('%s ends the view and the consent', async (_, end) => {
  const view = await viewing()
  const unopened = await consenting()
  await end(view)
  await end({ ...unopened, viewer: view.viewer })
  expect((await isOver(view.viewer)).status).toBeGreaterThanOrEqual(700)
  for (const { id } of [view, unopened])
    expect((await support.refused(customerViews.open, { id })).code).toBe('changedElsewhere')
  await endSupportViews(server.services)
  expect((await actionsOn(view.person)).filter((action) => action.startsWith('views'))[0]).toBe(
    'views close by session',
  )
})

test('a sub-account that its owner disables is viewed no more', async () => {
  const owner = await newPerson()
  const { viewer, person, id } = await viewing(owner)
  const ofOwner = await signedIn(server, owner)
  await ofOwner.call(subAccounts.changeEnabled, { userId: person.userId, enabled: 0 })
  expect((await isOver(viewer)).status).toBe(701)
  await ofOwner.call(subAccounts.changeEnabled, { userId: person.userId, enabled: 1 })
  expect((await support.refused(customerViews.open, { id })).code).toBe('changedElsewhere')
})

const leavings: [name: string, leave: (mine: Staff, admin: Caller) => Promise<unknown>][] = [
  ['signs out', (mine) => mine.call(operatorSession.signOut, {})],
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

test.each(leavings)('a view ends when the operator %s', async (_, leave) => {
  const mine = await newOperator(server, 'support')
  const { viewer, here, person } = await viewing(undefined, mine)
  const stream = await openReader(server.api, viewer)
  await leave(mine, await newOperator(server, 'admin'))
  expect(await isOver(viewer)).toMatchObject(over)
  expect(await viewOf(here)).toBeNull()
  await vi.waitFor(() => expect(stream.ended()).toBe(true))
  await vi.waitFor(async () => expect((await actionsOn(person))[0]).toBe('views close by session'))
})

test('a request of an operator who was disabled meanwhile can be allowed no more', async () => {
  const mine = await newOperator(server, 'support')
  const person = await newPerson()
  const here = await signedIn(server, person)
  await ask(mine, person)
  const { id } = (await viewOf(here))!
  const admin = await newOperator(server, 'admin')
  await admin.call(operatorCalls.changeEnabled, { id: mine.operator.userId, enabled: 0 })
  expect(await viewOf(here)).toBeNull()
  expect((await here.refused(supportViews.answer, { id, allowed: 1 })).code).toBe(
    'changedElsewhere',
  )
})

test('one request at a time, five an hour, none for an account that cannot sign in', async () => {
  const person = await newPerson()
  const here = await signedIn(server, person)
  expect(
    await Promise.all([ask(support, person), ask(support, person)]).then((all) =>
      all.map(code).toSorted(),
    ),
  ).toEqual(['alreadyExists', 'done'])
  for (let round = 2; round <= 5; round++) {
    await answer(here, 0)
    await ask(support, person)
  }
  await answer(here, 0)
  expect((await ask(support, person)).status).toBe(429)
  const shutOut = await addPerson(server.database.db, {
    account: 'shut-out-of-views@example.com',
    enabled: false,
  })
  expect(code(await ask(support, shutOut))).toBe('notAllowed')
})

test('a deleted account keeps no request, and its log no name', async () => {
  const { here, person } = await viewing()
  const { success } = await here.call(users.cancel, { userPassword: password })
  expect(success).toBe(true)
  const { db } = server.database
  expect(await db.$count(table, eq(table.userId, person.userId))).toBe(0)
  expect(await actionsOn(person)).toEqual([])
})
