/** Permissions of support's read-only session in a customer's account. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { spaceInvitations, spaces } from '#contract/workspace.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'
import { listViews } from '#contract/saved-views.ts'
import { customers } from '#contract/operator/customers.ts'
import { supportViewRequests } from '#contract/operator/support-views.ts'
import { operators } from '#contract/operator/operators.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { login } from '#contract/login.ts'
import { canViewerCall } from '#contract/roles.ts'
import { loginLog, sessions as sessionCalls } from '#contract/sessions.ts'
import { notices } from '#contract/notices.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { supportViews } from '#contract/support-views.ts'
import { translation } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import { transaction } from '#server/platform/db/db.ts'
import { sessions } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { password } from '#tests/support/actors/people.ts'
import {
  answerRequest,
  requestView,
  code,
  sessionEnded,
  readUser,
  reason,
  viewActors,
  viewOf,
} from '#tests/support/actors/support-views.ts'
import { everyEndpoint, minimalInput } from '#tests/support/fuzz/endpoints.ts'
import { allRows, waitingForLocks } from '#tests/support/server/database-state.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { caller, signedIn, signIn, startServer } from '#tests/support/server/server.ts'

const server = await startServer()
afterAll(() => server.close())
await ensureCatalogue(server.database.db)
const { support, newPerson, createAllowedRequest, openAs, startView } = await viewActors(server)

test('a view of a sub-account has no access to the main account', async () => {
  const { viewer } = await startView({ owner: await newPerson() })
  expect((await viewer.refused(subAccounts.page, {})).code).toBe('notAllowed')
})

const writing = everyEndpoint.filter(([, endpoint]) => !canViewerCall(endpoint))

test('only plain reads are allowed, and leaving is the one exception', () => {
  const allowed = everyEndpoint.filter(([, endpoint]) => canViewerCall(endpoint))
  expect(allowed.filter(([, { method }]) => method !== 'GET').map(([name]) => name)).toEqual([
    'supportViews.leave',
  ])
  expect(writing.filter(([, { method }]) => method === 'GET').map(([name]) => name)).toEqual([
    'subAccounts.fans',
    'orders.flush',
    'spaces.list',
    'spaceMembers.page',
    'spaceInvitations.page',
    'spaceInvitations.mine',
    'listViews.list',
    'contacts.page',
    'contacts.get',
    'documents.page',
    'documents.get',
    'documents.download',
    'fapiaos.download',
  ])
})

test('every endpoint that changes something refuses a view session and changes nothing', async () => {
  const { viewer } = await startView()
  const before = await allRows(server.database.db)
  const answers = []
  for (const [name, endpoint] of everyEndpoint) {
    if (name === 'supportViews.leave' || endpoint.responseType === 'stream') continue
    const reply = await viewer.call(endpoint, minimalInput(endpoint))
    const isRefused = code(reply) === 'readOnly'
    answers.push([name, isRefused])
    if (isRefused) expect([name, reply.msg]).toEqual([name, expect.stringContaining('read-only')])
  }
  expect(answers).toEqual(
    everyEndpoint
      .filter(
        ([name, { responseType }]) => name !== 'supportViews.leave' && responseType !== 'stream',
      )
      .map(([name, endpoint]) => [name, endpoint.method !== 'GET' || !canViewerCall(endpoint)]),
  )
  expect(await allRows(server.database.db)).toEqual(before)
})

test('a view session reads, but cannot translate, see contacts, sign in, or answer requests', async () => {
  const { viewer, person, id } = await startView()
  for (const endpoint of [users.get, loginLog.page, orders.page, notices.page])
    expect(code(await viewer.call(endpoint, {}))).toBe('done')
  const text = { source: 'zh', target: 'en', text: '你好' }
  expect((await viewer.refused(translation.text, text)).code).toBe('readOnly')
  expect((await viewer.refused(contacts.page, { spaceId: '1' })).code).toBe('readOnly')
  expect((await viewer.refused(listViews.list, {})).code).toBe('readOnly')
  expect((await viewer.refused(supportViews.answer, { id, allowed: 1 })).code).toBe('readOnly')
  expect((await viewer.refused(supportViews.end, { id })).code).toBe('readOnly')
  expect(await viewOf(viewer)).toBeNull()
  const { data } = await viewer.call(users.get, {})
  expect(data.memberAccount.usableCharNum).toBe(1_000)
  // As a visitor would, but with the session's signature.
  const again = { account: person.account, password }
  expect((await viewer.refused(login.login, again)).code).toBe('readOnly')
})

test('a notice that names other people is closed to support, in the inbox and in the stream', async () => {
  const { viewer, customer, person } = await startView()
  const owner = await newPerson()
  const inviting = await signedIn(server, owner)
  const { data: space } = await inviting.call(spaces.create, { name: 'Plans of others' })
  const streams = [
    await openNoticeStream(server.api, viewer),
    await openNoticeStream(server.api, customer),
  ]
  await inviting.call(spaceInvitations.create, { spaceId: space.id, account: person.account })
  const received = await Promise.all(
    streams.map(async (stream) => {
      await vi.waitFor(() => expect(stream.notices()).toHaveLength(1), { timeout: 30_000 })
      return stream.notices()[0]!
    }),
  )
  const inboxes = [viewer, customer].map(async (each) => (await each.call(notices.page, {})).data)
  const rows = (await Promise.all(inboxes)).map((inbox) => inbox.rows[0]!)
  const { notices: listed } = (await support.call(customers.get, { id: person.userId })).data
  const isTold = ({ title, content }: { title: string; content: string }) =>
    `${title} ${content}`.includes('Plans of others')
  expect([...received, ...rows, listed[0]!].map(isTold)).toEqual([false, true, false, true, false])
  await Promise.all(streams.map((stream) => stream.close()))
})

test('outside of OPERATOR_NETWORKS a view session reads nothing, and the customer’s own all', async () => {
  const { id, customer } = await createAllowedRequest()
  const { sk, userId } = (await support.call(supportViewRequests.open, { id })).data
  const closed = await startServer({ operatorNetworks: ['192.0.2.0/24'] }, server.database)
  const viewer = caller(closed, { sk, userId: String(userId) })
  const own = caller(closed, customer.signer)
  const from = async (ip: string, path: string, actor = viewer) => {
    const headers = { ...actor.headers(), 'x-forwarded-for': ip }
    const { status, body } = await fetch(closed.api + path, { headers })
    await body?.cancel()
    return status
  }
  const stream = notices.stream.path.replace('{clientId}', 'viewer-of-an-account')
  for (const path of [users.get.path, stream]) {
    expect([await from('192.0.2.7', path), await from('198.51.100.7', path)]).toEqual([200, 700])
    expect(await from('198.51.100.7', path, own)).toBe(200)
  }
  await closed.close()
})

test('a view that is opened while its operator signs out or gets another role ends', async () => {
  const { db } = server.database
  const admin = await newOperator(server, 'admin')
  for (const leave of ['sign out', 'other role'] as const) {
    const agent = await newOperator(server, 'support')
    const { id } = await createAllowedRequest({ operator: agent })
    const { userId, name } = agent.operator
    const steps = [
      () => agent.call(supportViewRequests.open, { id }),
      leave === 'sign out'
        ? () => agent.call(operatorSession.signOut, {})
        : () => admin.call(operators.edit, { id: userId, name, role: 'finance' }),
    ]
    const begun: Promise<{ success: boolean }>[] = []
    await transaction(db, async (tx) => {
      // Opening waits when it writes to the log, at its end.
      await tx.execute(sql`lock table operator_log in share mode`)
      for (const step of steps) {
        begun.push(step())
        await expect.poll(() => waitingForLocks(db)).toBe(begun.length)
      }
    })
    expect((await Promise.all(begun)).map(({ success }) => success)).toEqual([true, true])
    expect(await db.$count(sessions, eq(sessions.viewerId, userId))).toBe(0)
  }
})

test('a view session opens no other view and calls no operators’ endpoint', async () => {
  const { viewer, id, person } = await startView()
  for (const [endpoint, input] of [
    [supportViewRequests.open, { id }],
    [supportViewRequests.ask, { id: person.userId, reason }],
    [customers.get, { id: person.userId }],
  ] as const)
    expect(await viewer.refused(endpoint, input as never)).toMatchObject({ status: 700 })
})

test('a view does not count as a sign-in or session of the customer', async () => {
  const person = await newPerson()
  const customer = await signIn(server, person.account)
  const before = (await customer.call(users.get, {})).data.lastLoginLog
  await requestView(support, person)
  await answerRequest(customer, 1)
  const viewer = await openAs(support, (await viewOf(customer))!.id)
  await viewer.call(users.get, {})
  expect((await customer.call(loginLog.page, {})).data.total).toBe(1)
  expect((await customer.call(users.get, {})).data.lastLoginLog).toEqual(before)
  const { rows } = (await customer.call(sessionCalls.page, {})).data
  expect(rows).toHaveLength(1)
  expect((await viewer.call(sessionCalls.page, {})).data.rows).toHaveLength(1)
  const { sessions: listed } = (await support.call(customers.get, { id: person.userId })).data
  expect(listed).toHaveLength(1)
  const requests = server.lines().filter((line) => line.includes('/user/session/page'))
  expect(requests.at(-1)).toContain(`"${support.operator.userId}"`)
})

test('the numbers of ended sessions leave out those of support', async () => {
  const owner = await newPerson()
  const [ofOwner, onMain, onSub] = [
    await signedIn(server, owner),
    await startView(),
    await startView({ owner }),
  ]
  await signIn(server, onMain.person.account)
  await signIn(server, onMain.person.account)
  await signIn(server, onSub.person.account)
  expect((await onMain.customer.call(sessionCalls.endOthers, {})).data).toEqual({ ended: 2 })
  const { userId } = onSub.person
  expect((await ofOwner.call(subAccounts.endSessions, { userId })).data).toEqual({ ended: 2 })
  for (const { viewer } of [onMain, onSub])
    expect(await readUser(viewer)).toMatchObject(sessionEnded)
})

test('a view opens for its operator only, and opening it again ends the earlier session', async () => {
  const { id } = await createAllowedRequest()
  const other = await newOperator(server, 'admin')
  expect((await other.refused(supportViewRequests.open, { id })).code).toBe('changedElsewhere')
  expect((await caller(server, null).refused(supportViewRequests.open, { id })).status).toBe(700)
  const first = await openAs(support, id)
  expect((await readUser(first)).status).toBe(200)
  const second = await openAs(support, id)
  expect(await readUser(first)).toMatchObject(sessionEnded)
  expect((await readUser(second)).status).toBe(200)
  const finance = await newOperator(server, 'finance')
  expect((await finance.refused(supportViewRequests.open, { id })).code).toBe('notAllowed')
})
